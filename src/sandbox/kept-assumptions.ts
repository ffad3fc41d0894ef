// What the sandbox assumes. What somebody changed while it ran is kept by a reset, and by a restart on the same data.
import { isObject } from '../basics/json.ts';
import type { SavedState } from './database.ts';
import { goneNote, isKnown, parseAssumed } from './life-cycle/assumptions.ts';
import type { Assumed, Assumptions } from './life-cycle/types.ts';

const SETTING = 'assumptions';

export type KeptAssumptions = ReturnType<typeof makeKeptAssumptions>;

/** @param note is told of those that went since they were kept @throws Failure exit 2 for a wrong one of the start */
export function makeKeptAssumptions(saved: SavedState, atStart: Assumptions, note?: (text: string) => void) {
  const kept: unknown = JSON.parse(saved.setting(SETTING) ?? '{}');
  const entries = isObject(kept) ? Object.entries(kept as Assumptions) : [];
  const gone = goneNote(
    entries.map(([id]) => id),
    'an earlier run of this sandbox',
  );
  if (gone !== undefined) note?.(gone);
  // Another version of the program may have had other assumptions and values: those are left out.
  let stored: Assumptions = Object.fromEntries(entries.filter(isKnown));
  let values = parseAssumed({ ...stored, ...atStart });
  return {
    /** Those of the start win over those of an earlier run; changes of this run win over both. */
    get values(): Assumed {
      return values;
    },
    /** For one scenario: not kept. @throws Failure exit 2 for an unknown assumption or value */
    assume(changes: Assumptions): void {
      values = parseAssumed(changes, values);
    },
    /** @throws Failure exit 2 for an unknown assumption or value */
    keep(changes: Assumptions): void {
      values = parseAssumed(changes, values);
      stored = { ...stored, ...changes };
      saved.set(SETTING, JSON.stringify(stored));
    },
  };
}
