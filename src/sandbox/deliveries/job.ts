// A delivery in the queues: where it stands is kept here while it waits or is under way, and written to the store.
import type { Progress, Queued } from './delivery-rows.ts';
import type { DeliveryKind } from './types.ts';

export interface Job {
  readonly id: number;
  readonly kind: DeliveryKind;
  readonly key: string;
  readonly lane: string;
  readonly createdAt: number;
  state: Progress['state'];
  nextAt: number;
  reason: string | null;
  tries: number;
  firstAt: number | null;
  copies: number;
  /** What the delivery options do to its next attempt. */
  note: string | null;
  /** The last answer was 401. */
  isUnauthorized: boolean;
  /** Sent again from the beginning while it was under way. */
  isWantedAgain: boolean;
}

/** How a delivery begins, and begins again when it is sent once more: with all of its time. */
export const BEGINNING = { nextAt: null, reason: null, tries: 0, firstAt: null, copies: 1 } as const;

/** @param isAlone in a lane of its own: others of its key do not wait for it */
export function jobOf(queued: Queued, isAlone: boolean, now: number): Job {
  return {
    ...queued,
    lane: isAlone ? `id ${queued.id}` : `key ${queued.key}`,
    nextAt: queued.nextAt ?? now,
    note: queued.tries === 0 ? queued.firstNote : null,
    isUnauthorized: false,
    isWantedAgain: false,
  };
}

export function beginAgain(job: Job, now: number): void {
  Object.assign(job, BEGINNING, { state: 'waiting', nextAt: now });
  Object.assign(job, { note: null, isUnauthorized: false, isWantedAgain: false });
}

export const progressOf = (job: Job): Progress => ({
  state: job.state,
  nextAt: job.state === 'waiting' ? job.nextAt : null,
  reason: job.reason,
  tries: job.tries,
  firstAt: job.firstAt,
  copies: job.copies,
});
