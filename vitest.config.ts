// How `npm test` runs: real files, sockets and child processes, so a test may take seconds; nothing waits in real time.
import os from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The long forms have a run of their own: npm run test:torture.
    exclude: ['test/torture/**', '**/node_modules/**'],
    // A test that asserts nothing, as a loop over nothing does, fails.
    expect: { requireAssertions: true },
    setupFiles: ['test/hooks.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Test files share a few processes: a process for each costs more than a quarter of the time.
    isolate: false,
    // Much of the time is a child's, or a wait: more workers than cores keep these busy.
    maxWorkers: os.availableParallelism() * 2,
  },
});
