// `returns runs purge`: removes old runs from the list, and their rejects from the disk.
import { EXIT } from '../../basics/exit.ts';
import { usageFailure } from '../../basics/failure.ts';
import { plural } from '../../basics/units.ts';
import { defineCommand } from '../../cli/command.ts';
import { flag } from '../../cli/flags.ts';
import { clean } from '../../cli/presenter.ts';
import { checkConfirmable, isConfirmed } from '../../cli/prompts.ts';
import { momentOf } from '../../input/window.ts';
import { openLedgerStore } from '../../storage/ledger.ts';
import { type PurgedRuns, type PurgePlan, purgeRuns } from '../purge-runs.ts';

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
      const done = await purgeRuns(platform, folders, store, {
        before,
        runs,
        async confirm(plan) {
          if (dryRun) return false;
          checkConfirmable(context, 'Removing runs');
          return await isConfirmed(
            context,
            planText(plan, false),
            'Remove them? They cannot be brought back.',
          );
        },
      });
      await show.result(documentOf(done), () =>
        done.state === 'nothing'
          ? `Nothing is that old: nothing was removed.${runningText(done)}`
          : planText(done, done.state === 'purged'),
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

const documentOf = ({ state, runs, folders, running }: PurgedRuns) => ({
  schema: 'runs-purge/1',
  state,
  runs: runs.map(({ id }) => id),
  rejects: folders,
  running,
});
