// `returns runs purge`: removes old runs from the list, and their rejects from the disk.
import path from 'node:path';
import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { plural } from '../../basics/units.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { clean } from '../../cli/presenter.ts';
import { checkConfirmable, isConfirmed } from '../../cli/prompts.ts';
import { momentOf } from '../../input/since-until.ts';
import type { Database, Platform } from '../../platform/platform.ts';
import { type Folders, rejectsFolder } from '../../storage/folders.ts';
import { openLedgerStore } from '../../storage/ledger.ts';
import { listRuns, removeRuns, runStarted } from '../../storage/runs.ts';
import { findRun, markKilled } from '../find-run.ts';

export const command = defineCommand({
  args: '[runs...]',
  flags: [
    flag('--before <date>', 'runs that started before this date or time, or longer ago (30d)'),
    flag('--dry-run', 'say what would go and stop'),
  ],
  examples: [
    ['returns runs purge --before 30d', 'what is older than 30 days, with its refused rows'],
    ['returns runs purge --before 30d --yes', 'in a script'],
    ['returns runs purge 20261120-131222', 'one run, by its id or the beginning of it'],
  ],
  async run(context, runs, { before: given, dryRun }) {
    const { platform, folders, show } = context;
    if (given === undefined && runs.length === 0)
      throw usageFailure('usage.purge', 'Which runs are to be removed?', {
        expected: '--before DATE, or the ids of runs',
        hint: 'Look first with --dry-run.',
      });
    const before =
      given === undefined ? undefined : momentOf(given, '--before', platform.clock.now(), 0) / 1000;
    const store = openLedgerStore(platform, folders);
    try {
      const plan = planOf(platform, folders, store, { before, runs });
      const isNothing = plan.runs.length + plan.folders.length === 0;
      if (!isNothing && !dryRun) checkConfirmable(context, 'Removing runs');
      const question = 'Remove them? They cannot be brought back.';
      const isWanted = !isNothing && !dryRun && (await isConfirmed(context, planText(plan, false), question));
      const ids = plan.runs.map(({ id }) => id);
      if (isWanted) {
        // The rejects are deleted first. Without the record of its run, a folder with personal data would no longer
        // be found.
        for (const folder of plan.folders) platform.files.remove(folder);
        removeRuns(store, ids);
      }
      const state = isNothing ? 'nothing' : isWanted ? 'purged' : 'planned';
      const { folders: rejects, running } = plan;
      await show.result({ schema: 'runs-purge/1', state, runs: ids, rejects, running }, () =>
        isNothing
          ? `Nothing is that old: nothing was removed.${runningText(plan)}`
          : planText(plan, isWanted),
      );
      return EXIT.done;
    } finally {
      store.close();
    }
  },
});

const runningText = ({ running }: PurgePlan): string =>
  running > 0 ? ` ${plural(running, 'run')} at work ${running === 1 ? 'stays' : 'stay'}.` : '';

function planText(plan: PurgePlan, done: boolean): string {
  const what = `${plural(plan.runs.length, 'run')} and ${plural(plan.folders.length, 'folder')} of refused rows`;
  const stays =
    'What the service accepted stays known: nothing is sent again. A run without its record cannot be forgotten any more.';
  return [
    done ? `Removed ${what}.${runningText(plan)}` : `${what} would be removed.${runningText(plan)}`,
    ...plan.folders.map((folder) => `  ${clean(folder)}`),
    stays,
  ].join('\n');
}

interface PurgeRuns {
  /** Runs that started before this time, ms since the epoch. */
  readonly before?: number | undefined;
  /** Ids, prefixes of ids, or `last`. */
  readonly runs: readonly string[];
}

type PurgePlan = ReturnType<typeof planOf>;

function planOf(platform: Platform, folders: Folders, store: Database, { before, runs: given }: PurgeRuns) {
  const isOld = (started: number | undefined) =>
    before !== undefined && started !== undefined && started < before;
  const named = new Set(given.map((one) => findRun(store, one).id));
  const all = listRuns(store, Number.POSITIVE_INFINITY);
  const meant = all.filter(({ id, started }) => named.has(id) || isOld(started));
  const marked = markKilled(platform, store, meant);
  const runs = marked.filter(({ state }) => state !== 'running');
  const known = new Set(all.map(({ id }) => id));
  const going = new Set(runs.map(({ id }) => id));
  const rejects = rejectsFolder(folders);
  // A check writes rejects too, but has no record. The name of its folder holds the time.
  const names = platform.files
    .list(rejects)
    .filter((name) => going.has(name) || (!known.has(name) && isOld(runStarted(name))));
  return {
    runs,
    folders: names.map((name) => path.join(rejects, name)),
    running: marked.length - runs.length,
  };
}
