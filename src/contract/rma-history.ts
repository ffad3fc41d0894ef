// Follows one RMA across its messages in order of arrival: anomalies, changes, and whether the changes are allowed.
import { canonicalJson, isObject } from '../basics/json.ts';
import type { Finding } from './finding.ts';
import { found } from './report.ts';
import { changesBetween, type RmaState, stateOf, unitsBetween } from './rma-changes.ts';
import { updatedUnmoved } from './rma-rules/history.ts';
import { validateStep } from './rma-steps.ts';
import type { RmaChange } from './rma-units.ts';
import { microsOf } from './time.ts';

export type Anomaly = 'duplicate' | 'redelivery' | 'conflict' | 'out_of_order';

/** Digests of an incoming message; `messageDigests` makes them. */
export interface MessageDigests {
  /** Of the raw bytes. */
  readonly raw: string;
  /** Of `contentOf(message)`: the canonical JSON without updated_at. */
  readonly content: string;
}

/** A message that is still in the memory of its RMA. */
export interface SeenMessage extends MessageDigests {
  /** Its updated_at in microseconds since the epoch; null when it has none that can be read. */
  readonly at: number | null;
}

/** What is stored of one RMA; plain JSON. Its state is that of the newest message. */
export interface RmaMemory extends RmaState {
  /** Number of messages received, duplicates included. */
  readonly count: number;
  /** In order of arrival, oldest first; each distinct body once, at most MAX_SEEN. */
  readonly seen: readonly SeenMessage[];
  /** updated_at (microseconds) of the newest message; null when none had one. */
  readonly newest: number | null;
}

export interface Followed {
  readonly anomaly: Anomaly | null;
  /** Changes since the newest message before; empty for the first message, and for one that is outdated or a duplicate. */
  readonly changes: readonly RmaChange[];
  /** Findings about the life cycle only: validateRma checks the message itself. */
  readonly findings: readonly Finding[];
  readonly memory: RmaMemory;
}

/** How many distinct bodies of an RMA are stored. */
export const MAX_SEEN = 64;

/** The input of the content digest: canonical JSON without updated_at (unless updated_at cannot be read). */
export function contentOf(message: unknown): string {
  if (!isObject(message) || instantOf(message) === null) return canonicalJson(message);
  return canonicalJson({ ...message, updated_at: undefined });
}

/** The digests of a message from its bytes and its parsed body. `sha256` gives lower-case hexadecimal. */
export function messageDigests(
  sha256: (content: string | Uint8Array) => string,
  bytes: Uint8Array,
  message: unknown,
): MessageDigests {
  return { raw: sha256(bytes).slice(0, 32), content: sha256(contentOf(message)).slice(0, 32) };
}

/** The RMA of a message: the text of its `rma_identifier`, or undefined. */
export function rmaOf(message: unknown): string | undefined {
  const rma = isObject(message) ? message['rma_identifier'] : undefined;
  return typeof rma === 'string' && rma !== '' ? rma : undefined;
}

/** updated_at in microseconds since the epoch; null when there is none that can be read. */
export function instantOf(message: unknown): number | null {
  const updated = isObject(message) ? message['updated_at'] : undefined;
  if (typeof updated !== 'string') return null;
  const micros = microsOf(updated);
  return Number.isNaN(micros) ? null : micros;
}

/** Adds one message of an RMA, in order of arrival. Pure: pass the returned memory to the next call. */
export function follow(memory: RmaMemory | undefined, message: unknown, digests: MessageDigests): Followed {
  const at = instantOf(message);
  const body = { raw: digests.raw, content: digests.content, at };
  if (!memory) return followed(null, [], [], { ...stateOf(message), count: 1, seen: [body], newest: at });
  const anomaly = anomalyOf(memory, body);
  const count = memory.count + 1;
  if (anomaly === 'duplicate') return followed(anomaly, [], [], { ...memory, count });
  const seen = [...memory.seen.slice(1 - MAX_SEEN), body];
  const findings = anomaly === 'conflict' ? [found(updatedUnmoved, 'updated_at')] : [];
  const isCurrent = anomaly === null || (anomaly === 'conflict' && at === memory.newest);
  if (!isCurrent) return followed(anomaly, [], findings, { ...memory, count, seen });
  const state = stateOf(message);
  const units = unitsBetween(memory, state);
  findings.push(...validateStep(memory, state, units, message, anomaly === 'conflict'));
  // A message without a time does not change it: later messages are still compared with the last known time.
  const newest = at ?? memory.newest;
  return followed(anomaly, changesBetween(memory, state, units), findings, { ...state, count, seen, newest });
}

const followed = (
  anomaly: Anomaly | null,
  changes: readonly RmaChange[],
  findings: readonly Finding[],
  memory: RmaMemory,
): Followed => ({ anomaly, changes, findings, memory });

/** The first that applies: same bytes; same time and content; same time; older than the newest. */
function anomalyOf(memory: RmaMemory, { raw, content, at }: SeenMessage): Anomaly | null {
  let isSameTime = false;
  let isSameContent = false;
  for (const seen of memory.seen) {
    if (seen.raw === raw) return 'duplicate';
    if (seen.at !== at) continue;
    isSameTime = true;
    if (seen.content === content) isSameContent = true;
  }
  if (isSameContent) return 'redelivery';
  if (at === null) return null;
  if (isSameTime || at === memory.newest) return 'conflict';
  return memory.newest !== null && at < memory.newest ? 'out_of_order' : null;
}
