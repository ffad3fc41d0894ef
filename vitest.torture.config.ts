// How `npm run test:torture` runs: the long forms of the hard tests, one file after the other, each under ten minutes.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/torture/**/*.test.ts', 'test/sending/schedules.test.ts', 'test/orders/model.test.ts'],
    env: { SCHEDULES: '5000' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
