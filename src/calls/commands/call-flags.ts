// The flags that choose calls of the record, alike for list, replay and export, and the filter made of them.
import { badValue } from '../../basics/units.ts';
import { type Flag, type FlagValues, switchFlag, textFlag } from '../../cli/command.ts';
import type { Verdict } from '../../contract/call-finding.ts';
import { windowOf } from '../../input/window.ts';
import type { CallKind } from '../../storage/calls.ts';
import { CALL_KINDS, type CallFilter, VERDICTS } from '../call-filter.ts';

/** A list of words with commas between them. @throws Failure exit 2 */
const someOf =
  (words: readonly string[]) =>
  (text: string, flag: string): readonly string[] => {
    const given = text.split(',').map((word) => word.trim());
    if (!given.every((word) => words.includes(word)))
      throw badValue(flag, text, `some of ${words.join(',')}`);
    return given;
  };

export const FILTER_FLAGS: readonly Flag[] = [
  {
    flag: '--kind <kinds>',
    text: `only these, with commas between them: ${CALL_KINDS.join(',')}`,
    parse: someOf(CALL_KINDS),
  },
  { flag: '--rma <rma>', text: 'only calls about this RMA' },
  { flag: '--order <id>', text: 'only calls about this order' },
  {
    flag: '--verdict <verdicts>',
    text: `only these, with commas between them: ${VERDICTS.join(',')}`,
    parse: someOf(VERDICTS),
  },
  { flag: '--since <date>', text: 'only calls from this date or time, or from so long ago (12h, 7d)' },
  { flag: '--until <date>', text: 'only calls before this date or time' },
  { flag: '--status <status>', text: 'of the RMA or its parcel (REFUNDED, TRANSIT), or of the answer (422)' },
  { flag: '--text <text>', text: 'only calls that hold this text in path, body or findings' },
  { flag: '--open', text: 'only calls that nobody has taken yet: not answered 2xx, not settled by a replay' },
];

/** @throws Failure exit 2 */
export function filterOf(flags: FlagValues, now: number): CallFilter {
  const window = windowOf({ since: textFlag(flags, 'since'), until: textFlag(flags, 'until') }, now);
  const kinds = flags['kind'] as readonly CallKind[] | undefined;
  const verdicts = flags['verdict'] as readonly Verdict[] | undefined;
  const text = (name: string) => {
    const given = textFlag(flags, name);
    return given === undefined ? {} : { [name]: given };
  };
  return {
    ...(kinds && { kinds }),
    ...(verdicts && { verdicts }),
    ...(window && Number.isFinite(window.from) ? { since: window.from / 1000 } : {}),
    ...(window && Number.isFinite(window.to) ? { until: window.to / 1000 } : {}),
    ...text('rma'),
    ...text('order'),
    ...text('status'),
    ...text('text'),
    ...(switchFlag(flags, 'open') ? { open: true } : {}),
  };
}
