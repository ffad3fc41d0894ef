// Whether a message of an RMA is a duplicate, a redelivery, a conflict or out of order, by its bytes, its content and its time.
import { canonicalJson, isObject } from '../basics/json.ts';
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

/** What is remembered of the messages of an RMA. */
export interface SeenMessages {
  /** In order of arrival, oldest first; each distinct body once, at most MAX_SEEN. */
  readonly seen: readonly SeenMessage[];
  /** updated_at (microseconds) of the newest message; null when none had one. */
  readonly newest: number | null;
}

/** The input of the content digest: canonical JSON without updated_at (unless updated_at cannot be read). */
export function contentOf(message: unknown): string {
  if (!isObject(message) || instantOf(message) === null) return canonicalJson(message);
  return canonicalJson({ ...message, updated_at: undefined });
}

/** The digests of a message from its bytes and its parsed body; at most 32 characters of each are kept. */
export function messageDigests(
  digestOf: (content: string | Uint8Array) => string,
  bytes: Uint8Array,
  message: unknown,
): MessageDigests {
  return { raw: digestOf(bytes).slice(0, 32), content: digestOf(contentOf(message)).slice(0, 32) };
}

/** updated_at in microseconds since the epoch; null when there is none that can be read. */
export function instantOf(message: unknown): number | null {
  const updated = isObject(message) ? message.updated_at : undefined;
  if (typeof updated !== 'string') return null;
  const micros = microsOf(updated);
  return Number.isNaN(micros) ? null : micros;
}

/** The first that applies: same bytes; same time and content; same time; older than the newest. */
export function anomalyOf(memory: SeenMessages, { raw, content, at }: SeenMessage): Anomaly | null {
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
