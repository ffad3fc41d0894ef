// How `npm run bench` runs: one file with the machine to itself. Its rows share BENCH_MINUTES, so nothing times out here.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['test/hooks.ts'],
    include: ['test/bench/all.bench.ts'],
    testTimeout: 0,
    pool: 'forks',
    disableConsoleIntercept: true,
  },
});
