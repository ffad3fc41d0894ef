// How many refused messages stop a run.

/** Of a run that is to send `toSend` messages: what was given, else 1 %, at least 100. */
export const rejectBudget = (given: number | undefined, toSend: number): number =>
  given ?? Math.max(100, Math.floor(toSend / 100));
