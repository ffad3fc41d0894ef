// How `npm run test:torture` runs: the long forms of the hard tests, one file after the other, each under ten minutes on a quiet machine.
import fs from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Random properties: with a fresh seed they see here what `npm test` never does. */
const properties = fs
  .readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => path.join('test', name))
  .filter((file) => file.endsWith('.test.ts') && fs.readFileSync(file, 'utf8').includes('fc.assert('));

export default defineConfig({
  test: {
    setupFiles: ['test/hooks.ts'],
    include: ['test/torture/**/*.test.ts', ...properties],
    env: { LONG_FORM: '1', SCHEDULES: '5000' },
    expect: { requireAssertions: true },
    testTimeout: 1_200_000,
    hookTimeout: 600_000,
    pool: 'forks',
    fileParallelism: false,
    disableConsoleIntercept: true,
  },
});
