// What the sender is given: options, and the hooks through which it calls, settles and tells.
import type { Clock, HttpAnswer, Random } from '../platform/platform.ts';
import type { Envelope, Message, Refusal } from './batch.ts';
import type { Pacer } from './pacer.ts';
import type { TokenSource } from './token.ts';

/** How long open requests may finish after an interruption (design, section 4, promise 8), ms. */
export const DRAIN_MS = 10_000;

export interface SenderOptions {
  readonly envelope: Envelope;
  /** Messages a batch. */
  readonly batchSize: number;
  /** Bytes of a request body. */
  readonly batchBytes: number;
  /** Open requests; by latency between 4 and 64 when not given. */
  readonly concurrency?: number;
  /** How long nothing may succeed before the run ends as unavailable, ms. */
  readonly maxOutageMs: number;
  /** How many refused messages stop the run. */
  readonly maxRefused: number;
  /** How long open requests may finish after an interruption, ms. */
  readonly drainMs: number;
}

/** What a hook throws ends the run as failed. */
export interface SenderParts<T> {
  readonly clock: Clock;
  readonly random: Random;
  readonly pacer: Pick<Pacer, 'limit' | 'acquire' | 'answered'>;
  readonly tokens: Pick<TokenSource, 'get' | 'refused'>;
  readonly counts: RequestCounts;
  /** One HTTP exchange with the messages that `body` holds. @throws NetworkFault */
  post(
    body: string,
    token: string,
    signal: AbortSignal,
    messages: readonly Message<T>[],
  ): Promise<HttpAnswer>;
  /** The last look before every attempt: the message as it has to be now; undefined when it need not be sent any more (the callee settles it). */
  admit(message: Message<T>): Message<T> | undefined;
  /** Accepted by the service; resolves when that is on disk. Until then the keys stay taken. */
  accepted(messages: readonly Message<T>[]): Promise<void>;
  refused(message: Message<T>, refusals: readonly Refusal[]): Promise<void>;
  /** Whether a refusal says that the message lies there already, from an attempt of ours whose answer was lost: then it counts as accepted. */
  alreadyThere?(message: Message<T>, refusals: readonly Refusal[]): boolean;
  /** Something a person would want to know: an outage begins or ends, a pause. */
  notice(notice: SenderNotice): void;
}

export type SenderNotice =
  | { readonly kind: 'outage'; readonly reason: string; readonly giveUpInMs: number }
  | { readonly kind: 'recovered' }
  /** After a 429 nobody sends for so long, ms. */
  | { readonly kind: 'paused'; readonly ms: number };
// Counts of HTTP attempts as the upload summary shows them: all but `retried` add up to `total`.

export interface RequestCounts {
  total: number;
  ok: number;
  retried: number;
  s401: number;
  s413: number;
  s422: number;
  s429: number;
  s5xx: number;
  /** No answer: dropped, timed out, or called off by us. */
  network: number;
  tokens: number;
  /** Answers that stop a run: 403, 404, redirects, and what the service never says. */
  other: number;
}

export const noRequests = (): RequestCounts => ({
  total: 0,
  ok: 0,
  retried: 0,
  s401: 0,
  s413: 0,
  s422: 0,
  s429: 0,
  s5xx: 0,
  network: 0,
  tokens: 0,
  other: 0,
});
