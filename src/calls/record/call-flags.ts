// Flags that select calls, the same for list, replay and export.
import { badValue } from '../../basics/units.ts';
import { flag, type OptionsOf } from '../../cli/command.ts';
import { windowOf } from '../../input/since-until.ts';
import { CALL_KINDS, type CallFilter, VERDICTS } from './call-filter.ts';

/** A comma-separated list of words. @throws Failure exit 2 */
const someOf =
  <T extends string>(words: readonly T[]) =>
  (text: string, flag: string): readonly T[] =>
    text.split(',').map((given) => {
      const word = words.find((one) => one === given.trim());
      if (word === undefined) throw badValue(flag, text, `some of ${words.join(',')}`);
      return word;
    });

export const FILTER_FLAGS = [
  flag('--kind <kinds>', `only these, with commas between them: ${CALL_KINDS.join(',')}`, {
    parse: someOf(CALL_KINDS),
  }),
  flag('--rma <rma>', 'only calls about this RMA'),
  flag('--order <id>', 'only calls about this order'),
  flag('--verdict <verdicts>', `only these, with commas between them: ${VERDICTS.join(',')}`, {
    parse: someOf(VERDICTS),
  }),
  flag('--since <date>', 'only calls from this date or time, or from so long ago (12h, 7d)'),
  flag('--until <date>', 'only calls before this date or time'),
  flag('--status <status>', 'of the RMA or its parcel (REFUNDED, TRANSIT), or of the answer (422)'),
  flag('--text <text>', 'only calls that hold this text in path, body or findings'),
  flag('--open', 'only open calls: not answered 2xx, not settled by a replay'),
];

/** @throws Failure exit 2 */
export function filterOf(options: OptionsOf<typeof FILTER_FLAGS>, now: number): CallFilter {
  const { kind: kinds, verdict: verdicts, rma, order, status, text, open } = options;
  const window = windowOf(options, now);
  const ms = (micros = Number.NaN) => (Number.isFinite(micros) ? micros / 1000 : undefined);
  const [since, until] = [ms(window?.from), ms(window?.to)];
  return { kinds, verdicts, rma, order, status, text, since, until, open: open || undefined };
}
