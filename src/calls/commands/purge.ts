// `returns calls purge`: removes calls, and the personal data in them, from the record.

import { EXIT } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { defineCommand, flag } from '../../cli/command.ts';
import { checkConfirmable, isConfirmed } from '../../cli/prompts.ts';
import { momentOf } from '../../input/since-until.ts';
import { runPurge } from '../record/purge-calls.ts';
import { purgeText } from '../text/list-text.ts';

export const command = defineCommand({
  flags: [
    flag('--before <date>', 'calls that arrived before this date or time, or longer ago (30d)'),
    flag('--rma <rma>', 'only calls about this RMA'),
    flag('--all', 'every call'),
    flag('--dry-run', 'say what would go and stop'),
  ],
  examples: [
    ['returns calls purge --before 30d', 'what is older than 30 days'],
    ['returns calls purge --rma RMA-1 --yes', 'in a script, also while a receiver runs'],
  ],
  async run(context, _args, { before: given, rma, all, dryRun }) {
    const { platform, folders, show } = context;
    if (all ? given !== undefined || rma !== undefined : given === undefined && rma === undefined)
      throw usageFailure('usage.purge', 'Which calls are to be removed?', {
        expected: '--before DATE, --rma RMA or both; or --all alone',
        hint: 'Look first with --dry-run.',
      });
    const done = await runPurge(platform, folders, {
      before: given === undefined ? undefined : momentOf(given, '--before', platform.clock.now(), 0) / 1000,
      rma,
      async confirm(days) {
        if (dryRun) return false;
        checkConfirmable(context, 'Removing calls');
        return await isConfirmed(
          context,
          purgeText(days, false),
          'Remove them? They cannot be brought back.',
        );
      },
    });
    const { state, days } = done;
    const sum = (of: 'removed' | 'kept') => days.reduce((all, day) => all + day[of], 0);
    const document = { schema: 'calls-purge/1', state, removed: sum('removed'), kept: sum('kept'), days };
    await show.result(document, () =>
      state === 'nothing' ? 'No call matches: nothing was removed.' : purgeText(days, state === 'purged'),
    );
    return EXIT.done;
  },
});
