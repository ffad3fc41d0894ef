// Reads the input of a run of orders once more, for `returns runs show --accepted`: the ledger keeps no orders, only their digests.
import { inputFailure, usageFailure } from '../../basics/failure.ts';
import { shellWordsOf } from '../../basics/text.ts';
import { type Flag, GLOBAL_FLAGS, optionsOf } from '../../cli/command.ts';
import type { AcceptedAgain } from '../../runs/commands/show.ts';
import { Ledger } from '../../storage/ledger.ts';
import { asAccepted } from '../compare/compare.ts';
import { orderInput } from '../order-flags.ts';
import { checkedAgain } from '../read/check-snapshot.ts';
import { checkContext, openOrderInput } from '../read/order-input.ts';
import { FLAGS } from './upload.ts';

/** @throws Failure exit 2 for a refund, 6 when the input is not there any more */
export const acceptedAgain: AcceptedAgain = async (context, run, store, write) => {
  const { platform, folders, globals } = context;
  if (run.kind === 'orders refund')
    throw usageFailure(
      'run.accepted.refund',
      `Run ${run.id} posted one order with a refund, which is not kept`,
      {
        hint: 'See what is known of the order with: returns orders show ID --history',
      },
    );
  const { paths, given } = parsed(shellWordsOf(run.command));
  if (paths.includes('-'))
    throw inputFailure('run.accepted.stdin', `Run ${run.id} read stdin, which cannot be read again`, {
      hint: 'Save the export to a file before it is uploaded, and name that.',
    });
  const then = run.profile.startsWith('(')
    ? context
    : { ...context, globals: { ...globals, profile: run.profile } };
  const input = orderInput(then, paths, optionsOf(FLAGS, given));
  const inputs = await openOrderInput(platform, folders, input);
  try {
    for await (const _ of inputs.read('first'));
    // What these left out of the run has no digest in the ledger.
    const everything = { ...input.reading, since: undefined, until: undefined, skipUnshipped: false };
    const checks = await checkContext(platform, everything, inputs);
    const ledger = new Ledger(platform, store, run.targetKey);
    let written = 0;
    for await (const group of checkedAgain(inputs, checks))
      for (const { verdict } of group) {
        if (verdict.kind !== 'ready') continue;
        const known = ledger.order(verdict.order.id);
        const versions = known ? [known, ...known.past] : [];
        // Where the export names no lines, it went out with the identifiers that were accepted before.
        const sent = [verdict.order, asAccepted(verdict.order, known)].find(({ digest }) =>
          versions.some((one) => one.run === run.id && one.digest === digest),
        );
        if (!sent) continue;
        write(`${sent.written}\n`);
        written++;
      }
    return { written, accepted: ledger.countRun(run.id).accepted };
  } finally {
    inputs.close();
  }
};

/** The files and flags of a recorded `orders upload`. */
function parsed([, ...words]: readonly string[]) {
  const flags: readonly Flag[] = [...FLAGS, ...GLOBAL_FLAGS];
  const names: string[] = [];
  const given: Record<string, unknown> = {};
  for (let i = 0; i < words.length; i++) {
    const [, word, value] = /^(--[^=]+)(?:=(.*))?$/s.exec(words[i]!) ?? [];
    const flag = flags.find((one) => one.word === word);
    if (words[i] === '--') names.push(...words.splice(i + 1));
    else if (!flag) names.push(words[i]!);
    else if (!flag.parse) given[flag.name] = !flag.word.startsWith('--no-');
    else {
      const read = flag.parse(value ?? words[++i] ?? '');
      given[flag.name] = flag.repeat ? [...((given[flag.name] as unknown[]) ?? []), read] : read;
    }
  }
  // The first two are the command.
  return { paths: names.slice(2), given };
}
