// `returns orders forget`: takes a run out of the ledger, so that a corrected export goes through.
import { resolveTarget } from '../account/settings.ts';
import { EXIT } from '../base/exit.ts';
import { usageFailure } from '../base/failure.ts';
import { plural } from '../base/units.ts';
import { ledgerOf, openLedgerStore } from '../store/ledger.ts';
import { takeLock, uploadLock } from '../store/locks.ts';
import { getRun, putRun } from '../store/runs.ts';
import { makeAsk } from '../terminal/prompts.ts';
import { type CommandSpec, textFlag } from './command.ts';

export const command: CommandSpec = {
  flags: [{ flag: '--run <run>', text: 'the run to take out (returns runs list)' }],
  examples: [
    ['returns orders forget --run 20261120-131222-3f2a1c', 'after an upload with a wrong mapping or zone'],
  ],
  async run({ host, folders, globals, show }, _args, flags) {
    const id = textFlag(flags, 'run');
    if (id === undefined)
      throw usageFailure('usage.missing', 'Which run is to be forgotten?', {
        expected: '--run RUN',
        hint: 'List the runs with: returns runs list',
      });
    const target = await resolveTarget(host, folders, globals);
    const store = openLedgerStore(host, folders);
    try {
      const run = getRun(store, id);
      if (run?.asns || run?.kind?.startsWith('asns '))
        throw usageFailure('run.asns', `Run ${id} sent ASNs, no orders`, {
          hint: 'ASNs stay recorded: a number is created once. To change one: returns asns update ASN_NUMBER.',
        });
      if (!run || run.targetKey !== target.key)
        throw usageFailure('run.unknown', `Profile ${target.profile} has no run ${JSON.stringify(id)}`, {
          hint: run
            ? `That run went to ${run.target}; name its profile with --profile ${run.profile}.`
            : 'List the runs with: returns runs list',
        });
      if (globals.input && !globals.yes) {
        const question = `Forget what run ${id} sent to ${run.environment}? The service keeps it; the next upload may send these orders again.`;
        if (!(await makeAsk(host).confirm(question, false))) return EXIT.done;
      }
      const lock = await takeLock(host, store, uploadLock(target, run.shard), {
        purpose: `uploads to ${target.environment} (profile ${target.profile})`,
        waitMs: 0,
        hasFlag: false,
      });
      try {
        const { restored, removed, refusals } = ledgerOf(host, store, target.key).forget(id);
        putRun(store, { ...run, state: 'forgotten' });
        await show.result({ schema: 'forget/1', run: id, restored, removed, refusals }, () =>
          [
            `Run ${id} is forgotten.`,
            `  ${plural(removed, 'order')} unknown again, ${plural(restored, 'order')} back to the version before, ${plural(refusals, 'refusal')} forgotten`,
          ].join('\n'),
        );
        show.next('returns orders upload FILE --dry-run');
        return EXIT.done;
      } finally {
        lock.release();
      }
    } finally {
      store.close();
    }
  },
};
