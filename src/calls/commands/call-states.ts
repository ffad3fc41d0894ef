// What became of a call that was not taken, as list and show print it with --json.
import type { SettledBy } from '../open-calls.ts';

/** What settled a call, as JSON. */
export const settledDocument = (by: SettledBy | undefined) =>
  by ? { id: by.id, to: by.to, at: new Date(by.at).toISOString(), status: by.status } : null;
