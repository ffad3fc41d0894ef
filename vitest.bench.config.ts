// How `npm run bench` runs: one file after the other with the machine to itself, every figure a ratio to a floor of the
// same run.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/bench/**/*.bench.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
