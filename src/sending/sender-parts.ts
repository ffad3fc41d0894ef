// What the sender gets from its caller: options, and the functions that call the service, settle messages and report.
import type { Clock, HttpAnswer, Random } from '../platform/platform.ts';
import type { Envelope, Message, Refusal } from './batch.ts';
import type { Pacer } from './pacer.ts';
import type { TokenSource } from './token-source.ts';

/** How long open requests may finish after an interruption (design, section 4, promise 8), ms. */
export const DRAIN_MS = 10_000;

export interface SenderOptions {
  readonly envelope: Envelope;
  /** Messages in a batch, at most. */
  readonly batchSize: number;
  /** Bytes of a request body, at most. */
  readonly batchBytes: number;
  /** Open requests, at most; when not given, between 4 and 64 depending on the latency. */
  readonly concurrency?: number;
  /** When no request succeeded for so long, the run ends as unavailable, ms. */
  readonly maxOutageMs: number;
  /** Monotonic time at which the run ends as unavailable, ms, although the service may answer. */
  readonly endsAt?: number | undefined;
  /** So many refused messages end the run. */
  readonly maxRefused: number;
  /** How long open requests may finish after an interruption, ms. */
  readonly drainMs: number;
}

/** An error that one of these functions throws ends the run as failed. */
export interface SenderParts<T> {
  readonly clock: Clock;
  readonly random: Random;
  readonly pacer: Pick<Pacer, 'limit' | 'acquire' | 'answered'>;
  readonly tokens: Pick<TokenSource, 'get' | 'refused'>;
  readonly counts: RequestCounts;
  /** One HTTP exchange; `body` holds the messages. @throws NetworkFault */
  post(
    body: string | Uint8Array,
    token: string,
    signal: AbortSignal,
    messages: readonly Message<T>[],
  ): Promise<HttpAnswer>;
  /**
   * Called before every attempt of a batch: returns the messages that still have to be sent, as they have to be sent now.
   * The callee settles the others.
   */
  admit(messages: readonly Message<T>[]): readonly Message<T>[];
  /** The service accepted these messages. Resolves when that is on disk; until then their keys are in use. */
  accepted(messages: readonly Message<T>[]): Promise<void>;
  refused(message: Message<T>, refusals: readonly Refusal[]): Promise<void>;
  /**
   * True when a refusal says that the service has the message already, from an attempt whose answer was lost: it then
   * counts as accepted.
   */
  alreadyThere?(message: Message<T>, refusals: readonly Refusal[]): boolean;
  /** Whether another process asks to send, and how it is let in between. Absent: only this process sends. */
  readonly turn?: { isAsked(): boolean; pass(): Promise<void> } | undefined;
  /** Something to show the user: an outage begins or ends, a pause. */
  notice(notice: SenderNotice): void;
}

export type SenderNotice =
  | { readonly kind: 'outage'; readonly reason: string; readonly giveUpInMs: number }
  | { readonly kind: 'recovered' }
  /** After a 429 no process sends for so long, ms. */
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
  /** No answer: connection dropped, time-out, or cancelled by the tool. */
  network: number;
  tokens: number;
  /** Answers that end a run: 403, 404, redirects, and any status or body that the interface does not know. */
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
