// How `npm test` runs: real files, sockets and child processes, so a test may take seconds; nothing waits in real time.
import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { ONLY_LONG } from './test/helpers/only-long.ts';
import { HANGING } from './test/helpers/patience.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The long forms have a run of their own: npm run test:long.
    exclude: ['test/torture/**', ...ONLY_LONG, '**/node_modules/**'],
    // A test that asserts nothing, as a loop over nothing does, fails.
    expect: { requireAssertions: true, poll: { timeout: HANGING } },
    globalSetup: 'test/temporary.ts',
    setupFiles: ['test/hooks.ts'],
    testTimeout: HANGING,
    hookTimeout: HANGING,
    pool: 'forks',
    // Test files share a few processes: a process for each costs more than a quarter of the time.
    isolate: false,
    // Much of the time is a child's, or a wait: more workers than cores keep these busy.
    maxWorkers: os.availableParallelism() * 2,
  },
});
