// A delivery in the queues: where it stands is kept here while it waits or is under way, and written to the store.
import { BEGINNING, type Queued } from './delivery-rows.ts';

type Changing<T> = { -readonly [K in keyof T]: T[K] };

export interface Job extends Changing<Queued> {
  readonly lane: string;
  nextAt: number;
  /** What the delivery options do to its next attempt. */
  note: string | null;
  /** The last answer was 401. */
  isUnauthorized: boolean;
  /** Sent again from the beginning while it was under way. */
  isWantedAgain: boolean;
}

/** @param isAlone in a lane of its own: others of its key do not wait for it */
export const jobOf = (queued: Queued, isAlone: boolean, now: number): Job => ({
  ...queued,
  lane: isAlone ? `id ${queued.id}` : `key ${queued.key}`,
  nextAt: queued.nextAt ?? now,
  note: queued.tries === 0 ? queued.firstNote : null,
  isUnauthorized: false,
  isWantedAgain: false,
});

export function beginAgain(job: Job, now: number): void {
  Object.assign(job, BEGINNING, { state: 'waiting', nextAt: now });
  Object.assign(job, { note: null, isUnauthorized: false, isWantedAgain: false });
}
