// Assumptions that somebody changed while the sandbox ran: a reset keeps them, and so does a restart on the same data.
import { isObject } from '../basics/json.ts';
import type { SavedState } from './database.ts';
import { parseAssumed } from './life-cycle/assumptions.ts';
import type { Assumed } from './life-cycle/types.ts';

const SETTING = 'assumptions';

export type KeptAssumptions = ReturnType<typeof makeKeptAssumptions>;

export function makeKeptAssumptions(saved: SavedState, atStart: Assumed) {
  let stored = storedAssumptions(saved.setting(SETTING));
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

/** Another version of the program may have had other assumptions and values: those are left out. */
function storedAssumptions(text: string | undefined): Assumed {
  const stored: unknown = text === undefined ? {} : JSON.parse(text);
  const entries = isObject(stored) ? Object.entries(stored as Assumed) : [];
  return Object.fromEntries(entries.filter(isKnown));
}

function isKnown([id, value]: readonly [string, string]): boolean {
  try {
    parseAssumed({ [id]: value });
    return true;
  } catch {
    return false;
  }
}
