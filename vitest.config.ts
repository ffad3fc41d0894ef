// How `npm test` runs: real files, sockets and child processes, so a test may take seconds; nothing waits in real time.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The long forms have a run of their own: npm run test:torture.
    exclude: ['test/torture/**', '**/node_modules/**'],
    // A test that asserts nothing, as a loop over nothing does, fails.
    expect: { requireAssertions: true },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Much of the time is a child's, or a wait: a worker more than there are cores to spare keeps them busy.
    maxWorkers: '150%',
  },
});
