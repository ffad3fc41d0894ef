// The story of one RMA across its messages in order of arrival: anomalies, what changed, and whether the change may be.
import type { Finding } from './finding.ts';
import type { Change, UnitState } from './rma-units.ts';

export type Anomaly = 'duplicate' | 'redelivery' | 'conflict' | 'out_of_order';

/** Digests of a message that arrived, made by the caller (the contract has no hash). */
export interface MessageDigests {
  /** Of the raw bytes. */
  readonly raw: string;
  /** Of `contentOf(message)`: the canonical JSON without updated_at. */
  readonly content: string;
}

/** A message that the memory still knows. */
export interface SeenMessage extends MessageDigests {
  /** Its updated_at in microseconds since the epoch; null when it had none that can be read. */
  readonly at: number | null;
}

/** What is remembered of one RMA; plain JSON, at most SEEN_KEPT digests and UNITS_KEPT kinds of units. */
export interface RmaMemory {
  /** Messages that arrived, duplicates included. */
  readonly count: number;
  /** In order of arrival, oldest first; each distinct body once. */
  readonly seen: readonly SeenMessage[];
  /** updated_at (microseconds) of the newest message; null when none had one. */
  readonly newest: number | null;
  /** Of the newest message. */
  readonly status: string | null;
  readonly createdAt: string | null;
  readonly returnMethod: string | null;
  readonly shippingCost: number | null;
  readonly giftOnly: boolean | null;
  /** Of the newest message; null when it had more kinds of units than are kept. */
  readonly units: readonly UnitState[] | null;
}

export interface Followed {
  readonly anomaly: Anomaly | null;
  /** To the newest message before; empty for the first one, and for one that is outdated or was seen before. */
  readonly changes: readonly Change[];
  /** Of the life cycle only: judgeRma judges the message itself. */
  readonly findings: readonly Finding[];
  readonly memory: RmaMemory;
}

export const SEEN_KEPT = 64;
export const UNITS_KEPT = 500;

/** What the digest of the content is made from: canonical JSON without updated_at. */
export function contentOf(_message: unknown): string {
  return '';
}

/** One more message of an RMA, in order of arrival. Pure: keep the memory it gives for the next one. */
export function follow(memory: RmaMemory | undefined, _message: unknown, _digests: MessageDigests): Followed {
  return { anomaly: null, changes: [], findings: [], memory: memory as RmaMemory };
}

/** What is known of an RMA's identifier: the text of `rma_identifier`, or undefined. */
export function rmaOf(_message: unknown): string | undefined {
  return undefined;
}
