// Assumptions that somebody changed while the sandbox ran: a reset keeps them, and so does a restart on the same data.
import { isObject } from '../basics/json.ts';
import type { SavedState } from './database.ts';
import { parseAssumed } from './life-cycle/assumptions.ts';
import { goneNote } from './life-cycle/gone-assumptions.ts';
import type { Assumed } from './life-cycle/types.ts';

const SETTING = 'assumptions';

export type KeptAssumptions = ReturnType<typeof makeKeptAssumptions>;

/** @param note is told of those that went since they were kept */
export function makeKeptAssumptions(saved: SavedState, atStart: Assumed, note?: (text: string) => void) {
  const kept = keptIn(saved.setting(SETTING));
  const gone = goneNote(Object.keys(kept), 'an earlier run of this sandbox');
  if (gone !== undefined) note?.(gone);
  let stored: Assumed = Object.fromEntries(Object.entries(kept).filter(isKnown));
  let values: Assumed = { ...stored, ...atStart };
  return {
    /** Those of the start win over those of an earlier run; changes of this run win over both. */
    get values(): Assumed {
      return values;
    },
    keep(changes: Assumed): void {
      stored = { ...stored, ...changes };
      values = { ...values, ...changes };
      saved.set(SETTING, JSON.stringify(stored));
    },
  };
}

function keptIn(text: string | undefined): Assumed {
  const kept: unknown = text === undefined ? {} : JSON.parse(text);
  return isObject(kept) ? (kept as Assumed) : {};
}

/** Another version of the program may have had other assumptions and values: those are left out. */
function isKnown([id, value]: readonly [string, string]): boolean {
  try {
    parseAssumed({ [id]: value });
    return true;
  } catch {
    return false;
  }
}
