// The columns of a delivery in SQLite, and what they hold as values.
import type { SqlRow } from '../../platform/platform.ts';
import type { Attempt, Delivery, DeliveryKind, DeliveryState, OutboundMessage } from './types.ts';

/** Where a delivery stands. */
export interface Progress {
  readonly state: DeliveryState;
  /** Of one that waits. */
  readonly nextAt: number | null;
  readonly reason: string | null;
  /** Attempts since it was sent or sent again; a second one after a 401 does not count. */
  readonly tries: number;
  /** Time of the first of them. */
  readonly firstAt: number | null;
  /** How many times it is still to be delivered. */
  readonly copies: number;
}

/** How a delivery begins, and begins again when it is sent once more: with all of its time. */
export const BEGINNING = { nextAt: null, reason: null, tries: 0, firstAt: null, copies: 1 } as const;

/** What does not change. */
export interface Sent {
  readonly id: number;
  readonly createdAt: number;
  /** Attempted once, never queued. */
  readonly isSingle: boolean;
  /** What the delivery options do to the first attempt. */
  readonly firstNote: string | null;
}

/** A delivery without its message: enough to queue it. */
export interface Queued extends Sent, Progress {
  readonly kind: DeliveryKind;
  readonly key: string;
}

export const idText = (id: number): string => `D-${id}`;
/** Undefined when the text is not an id. */
export const idOf = (text: string): number | undefined => {
  const digits = /^D-([1-9]\d{0,14})$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

export const MESSAGE = 'kind, key, rma, method, path, body';
export const SENT = 'id, created_at, is_single, first_note';
export const PROGRESS = 'state, next_at, reason, tries, first_at, copies';
export const QUEUED = `${SENT}, ${PROGRESS}, kind, key`;
export const SHOWN = `id, ${MESSAGE}, state, created_at, next_at, reason`;

export const valuesOf = ({ state, nextAt, reason, tries, firstAt, copies }: Progress) =>
  [state, state === 'waiting' ? nextAt : null, reason, tries, firstAt, copies] as const;

export const messageOf = ([kind, key, rma, method, path, body]: SqlRow): OutboundMessage =>
  ({ kind, key, rma, method, path, body }) as unknown as OutboundMessage;

export const attemptOf = ([at, ms, status, fault, answer, note]: SqlRow): Attempt =>
  ({ at, ms, status, fault, answer, note }) as unknown as Attempt;

export function deliveryOf(row: SqlRow, attempts: readonly Attempt[]): Delivery {
  const [state, createdAt, nextAt, reason] = row.slice(7);
  return {
    id: idText(Number(row[0])),
    message: messageOf(row.slice(1)),
    ...({ state, createdAt, nextAt, reason } as Pick<Delivery, 'state' | 'createdAt' | 'nextAt' | 'reason'>),
    attempts,
  };
}

export function queuedOf(row: SqlRow): Queued {
  const [id, createdAt, isSingle, firstNote, state, nextAt, reason, tries, firstAt, copies, kind, key] = row;
  const values = { id, createdAt, firstNote, state, nextAt, reason, tries, firstAt, copies, kind, key };
  return { ...values, isSingle: isSingle === 1 } as unknown as Queued;
}
