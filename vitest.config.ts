// How `npm test` runs: real files, sockets and child processes, so a test may take seconds; nothing waits in real time.
import { defineConfig } from 'vitest/config';

/** Folders whose tests leave nothing behind in their process: their files share one, which saves a start for each. */
const SHARING = ['basics', 'contract', 'house', 'input'].map((folder) => `test/${folder}/**/*.test.ts`);
/** The long forms have a run of their own: npm run test:torture. */
const NEVER = ['test/torture/**', '**/node_modules/**'];

export default defineConfig({
  test: {
    // A test that asserts nothing, as a loop over nothing does, fails.
    expect: { requireAssertions: true },
    setupFiles: ['test/hooks.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Much of the time is a child's, or a wait: a worker more than there are cores to spare keeps them busy.
    maxWorkers: '150%',
    projects: [
      { extends: true, test: { name: 'sharing', include: SHARING, exclude: NEVER, isolate: false } },
      {
        extends: true,
        test: { name: 'own', include: ['test/**/*.test.ts'], exclude: [...NEVER, ...SHARING] },
      },
    ],
  },
});
