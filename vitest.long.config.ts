// How `npm run test:long` runs: the long forms of the hard tests. With LONG_FORM=share only the files and sizes that .ci/run
// has three minutes for; it says what is left out. The whole takes hours, one file after the other on a quiet machine.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ONLY_LONG } from './test/helpers/only-long.ts';
import { HANGING } from './test/helpers/patience.ts';

const form = process.env['LONG_FORM'] ?? 'whole';
if (form !== 'share' && form !== 'whole') throw new Error(`LONG_FORM is share or whole, found ${form}`);
const isShare = form === 'share';

/** The longest, and those that mostly wait: they start first and together, or one of them would run alone at the end. */
const LONGEST: readonly string[] = [
  'test/torture/shop/shop.test.ts',
  'test/sandbox/scenarios/apart.test.ts',
  'test/sending/limiters.test.ts',
  'test/calls/refunds/ledger-taken.test.ts',
];

/** The files of the share. */
const SHARE: readonly string[] = [
  ...LONGEST,
  'test/account/keychain-kill.test.ts',
  'test/account/secret-command.test.ts',
  'test/asns/create-killed.test.ts',
  'test/asns/update-killed.test.ts',
  'test/calls/refunds/auto-refund.test.ts',
  'test/calls/receive/held.test.ts',
  'test/calls/inspector/page.test.ts',
  'test/calls/receive/kill.test.ts',
  'test/calls/refunds/moved-sandbox.test.ts',
  'test/calls/record/show.test.ts',
  'test/certify/ci-samples.test.ts',
  'test/certify/report/page.test.ts',
  'test/cli/explain.test.ts',
  'test/cli/terminal-width.test.ts',
  'test/completion/shells.test.ts',
  'test/docs/library-entries.test.ts',
  'test/input/column.test.ts',
  'test/input/damaged.test.ts',
  'test/input/mapping/json.test.ts',
  'test/input/mapping/refunds.test.ts',
  'test/input/mapping/rows.test.ts',
  'test/input/spill.test.ts',
  'test/orders/discounts.test.ts',
  'test/orders/input-forms.test.ts',
  'test/orders/job-sample.test.ts',
  'test/orders/killed.test.ts',
  'test/orders/map/answers.test.ts',
  'test/orders/map/corpus.test.ts',
  'test/orders/map/interrupted.test.ts',
  'test/orders/map/remembered.test.ts',
  'test/orders/mapping-names.test.ts',
  'test/orders/nothing-lost.test.ts',
  'test/orders/report/page.test.ts',
  'test/orders/report/report.test.ts',
  'test/platform/database.test.ts',
  'test/runs/merge-ledgers.test.ts',
  'test/sandbox/pages/page.test.ts',
  'test/sandbox/judge.test.ts',
  'test/sandbox/scenarios/listen.test.ts',
  'test/sending/token-source.test.ts',
  'test/storage/broken-disk.test.ts',
  'test/storage/locks.test.ts',
  'test/torture/adversary/adversary.test.ts',
  'test/torture/adversary/quiet.test.ts',
];

const textOf = (file: string): string => fs.readFileSync(file, 'utf8');
const files = fs
  .readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => path.join('test', name))
  .filter((file) => file.endsWith('.test.ts'))
  // Files with a longer form, and random properties: with a fresh seed they see here what `npm test` never does.
  .filter(
    (file) =>
      SHARE.includes(file) ||
      ONLY_LONG.includes(file) ||
      file.startsWith('test/torture/') ||
      /\bhelpers\/form\.ts|\bfc\.assert\(/.test(textOf(file)),
  );

/** What `npm test` leaves out, .ci/run plays. */
const lost = files.filter(
  (file) => !SHARE.includes(file) && (ONLY_LONG.includes(file) || /\bitLong\b/.test(textOf(file))),
);
if (lost.length > 0) throw new Error(`Only in the long form, but not in the share: ${lost.join(', ')}`);

if (isShare) {
  const unknown = SHARE.filter((file) => !files.includes(file));
  if (unknown.length > 0) throw new Error(`No such files: ${unknown.join(', ')}`);
  const left = files.filter((file) => !SHARE.includes(file));
  process.stderr.write(`Left out, because only npm run test:long has the time:\n  ${left.join('\n  ')}\n`);
}

class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications);
    const isLongest = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLongest), ...sorted.filter((specification) => !isLongest(specification))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: 'test/temporary.ts',
    setupFiles: ['test/hooks.ts'],
    include: isShare ? [...SHARE] : files,
    env: { LONG_FORM: form },
    expect: { requireAssertions: true, poll: { timeout: HANGING } },
    testTimeout: 10 * HANGING,
    hookTimeout: 10 * HANGING,
    pool: 'forks',
    isolate: false,
    fileParallelism: isShare,
    maxWorkers: isShare ? os.availableParallelism() * 2 : 1,
    disableConsoleIntercept: true,
  },
});
