// `returns orders forget`: removes runs from the ledger, so that a corrected export can be sent.

import { resolveTarget, type Target } from '../../account/settings.ts';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { quote } from '../../basics/text.ts';
import { formatCount, plural } from '../../basics/units.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { checkConfirmable, isConfirmed } from '../../cli/prompts.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import { ordersRun } from '../../runs/find-run.ts';
import { forgetRun } from '../../storage/forget-runs.ts';
import { Ledger, openLedgerStore } from '../../storage/ledger.ts';
import { takeLock, uploadLock } from '../../storage/locks.ts';
import { listRuns, putRun, type RunRecord } from '../../storage/runs.ts';

export const command = defineCommand({
  flags: [
    flag('--run <run>', 'a run to take out: its id or the beginning of it, or last (returns runs list)', {
      repeat: true,
    }),
    flag('--file <file>', 'every run that read this file', { repeat: true }),
  ],
  examples: [
    ['returns orders forget --run 20261120-131222-3f2a1c', 'after an upload with a wrong mapping or zone'],
    ['returns orders forget --file orders.csv', 'every run of that file: an upload that was resumed'],
    ['returns orders forget --run last --yes', 'in a script'],
  ],
  async run(context, _args, { run, file }) {
    const { platform, folders, globals, show } = context;
    if (run.length === 0 && file.length === 0)
      throw usageFailure('usage.missing', 'Which run is to be forgotten?', {
        expected: '--run RUN or --file FILE',
        hint: 'List the runs with: returns runs list',
      });
    const target = await resolveTarget(platform, folders, globals);
    const store = openLedgerStore(platform, folders);
    try {
      const runs = runsToForget(store, target, { runs: run, files: file });
      const ids = runs.map(({ id }) => id);
      const what = ids.length === 1 ? `run ${ids[0]}` : `${plural(ids.length, 'run')} (${ids.join(', ')})`;
      checkConfirmable(context, `Forgetting ${what}`, 'returns runs show RUN');
      const question = `Forget what ${what} sent (${sentText(platform, store, target, ids)}) to ${target.environment}? The service keeps it; the next upload may send these orders again.`;
      if (!(await isConfirmed(context, '', question))) return EXIT.done;
      const done = await forgetRuns(platform, store, target, runs);
      const sum = (what: 'restored' | 'removed' | 'refusals' | 'refunds') =>
        done.reduce((all, one) => all + one[what], 0);
      const counts = {
        restored: sum('restored'),
        removed: sum('removed'),
        refusals: sum('refusals'),
        refunds: sum('refunds'),
      };
      await show.result({ schema: 'forget/1', run: ids[0], ...counts, runs: done }, () =>
        done.map(forgottenText).join('\n'),
      );
      show.next('returns orders upload FILE --dry-run');
      return EXIT.done;
    } finally {
      store.close();
    }
  },
});

function sentText(platform: Platform, store: Database, target: Target, ids: readonly string[]): string {
  const ledger = new Ledger(platform, store, target.key);
  const counts = ids.map((id) => ledger.countRun(id));
  const accepted = counts.reduce((sum, run) => sum + run.accepted, 0);
  const refused = counts.reduce((sum, run) => sum + run.refused, 0);
  if (accepted + refused === 0) return 'nothing is recorded of it';
  return `${plural(accepted, 'order')} accepted, ${formatCount(refused)} refused`;
}

const forgottenText = ({ run, restored, removed, refusals, refunds }: Forgotten): string =>
  [
    `Run ${run} is forgotten.`,
    `  ${plural(removed, 'order')} unknown again, ${plural(restored, 'order')} back to the version before, ${plural(refusals, 'refusal')} forgotten`,
    ...(refunds > 0
      ? [
          `  ${plural(refunds, 'accepted refund')} forgotten. A snapshot without it is not refused any more, and would take it back: see that the export has it`,
        ]
      : []),
  ].join('\n');

// `orders forget`: finds the runs that the user named, and removes them from the ledger, newest first.

/** Newest first, without duplicates. @throws Failure exit 2 for an unknown run or file */
function runsToForget(
  store: Database,
  target: Target,
  given: { readonly runs: readonly string[]; readonly files: readonly string[] },
): readonly RunRecord[] {
  const runs = new Map<string, RunRecord>();
  for (const run of given.runs.map((one) => ordersRun(store, target, one))) runs.set(run.id, run);
  for (const file of given.files) for (const run of runsOfFile(store, target, file)) runs.set(run.id, run);
  return [...runs.values()].sort((a, b) => b.started - a.started);
}

/** Finds runs by the name of the file as they were given it. */
function runsOfFile(store: Database, target: Target, file: string) {
  const found = listRuns(store, Number.POSITIVE_INFINITY).filter(
    (run) =>
      run.targetKey === target.key &&
      run.state !== 'forgotten' &&
      run.kind === 'orders upload' &&
      run.files.some((read) => read.path === file),
  );
  if (found.length === 0)
    throw usageFailure('run.unknown', `Profile ${target.profile} has no run that read ${quote(file)}`, {
      expected: 'the name as the upload had it',
      hint: 'List the runs and their files with: returns runs list',
    });
  return found;
}

interface Forgotten {
  readonly run: string;
  /** Orders that are back at the version accepted before, and orders that are unknown again. */
  readonly restored: number;
  readonly removed: number;
  readonly refusals: number;
  /** Accepted refunds that are unknown again: a snapshot without them is sent, and takes them back. */
  readonly refunds: number;
}

/** In the given order, which is newest first. @throws Failure exit 7 while an upload to the target is active */
async function forgetRuns(
  platform: Platform,
  store: Database,
  target: Target,
  runs: readonly RunRecord[],
): Promise<readonly Forgotten[]> {
  const shards = new Set(runs.map(({ shard }) => shard));
  const lock = await takeLock(
    platform,
    store,
    uploadLock(target, shards.size === 1 ? [...shards][0]! : null),
    {
      purpose: `uploads to ${target.environment} (profile ${target.profile})`,
      waitMs: 0,
      hasFlag: false,
    },
  );
  try {
    const ledger = new Ledger(platform, store, target.key);
    return runs.map((run) => {
      const counts = forgetRun(ledger, run.id);
      putRun(store, { ...run, state: 'forgotten' });
      return { run: run.id, ...counts };
    });
  } finally {
    lock.release();
  }
}
