// What the sender gets from its caller: options, and the functions that call the service, settle messages and report.

import type { Failure } from '../basics/failure.ts';
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

/** How often a run that waits looks whether another run asks for the turn, ms. */
export const LOOK_MS = 500;

/** Messages that wait because another version of them is in doubt (src/storage/in-doubt.ts). */
export interface Holds<T> {
  /** A request with these messages begins. Recorded when it returns; called at its end: what is known then. */
  begin(messages: readonly Message<T>[]): (end: 'accepted' | 'answered' | 'unknown') => void;
  /** By key: how long those of the messages that have to wait do so, ms. */
  of(messages: readonly Message<T>[]): ReadonlyMap<string, number>;
  /** How long they are waited for once nothing else is left to be sent, ms. */
  readonly patienceMs: number;
  /** Why the run ends without these keys; the first of them can be sent in so many ms. */
  left(keys: readonly string[], ms: number): Failure;
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
  /** Messages that wait. Absent: none does. */
  readonly holds?: Holds<T> | undefined;
  /**
   * Whether another process asks to send, and how it is let in between: `pass` waits for the turn again, at most so many ms.
   * Absent: only this process sends.
   */
  readonly turn?: { isAsked(): boolean; pass(waitMs: number): Promise<void> } | undefined;
  /** Something to show the user: an outage begins or ends, a pause. */
  notice(notice: SenderNotice): void;
}

/** What sending needs to reach the service: tokens, pace and the counts of attempts. */
export interface Transport {
  readonly tokens: TokenSource;
  readonly pacer: Pacer;
  readonly counts: RequestCounts;
  /** Absent when a lock excludes all other runs. */
  readonly turn?: (NonNullable<SenderParts<unknown>['turn']> & { hold(): Promise<void> }) | undefined;
}

export type SenderNotice =
  | { readonly kind: 'outage'; readonly reason: string; readonly giveUpInMs: number }
  | { readonly kind: 'recovered' }
  /** Nothing is left but messages in doubt; the first of them is sent in so many ms. */
  | { readonly kind: 'held'; readonly keys: readonly string[]; readonly ms: number }
  /** After a 429 no process sends for so long, ms. */
  /** `why`: the failure whose answer asks for it; of a 429 there is none. */
  | { readonly kind: 'paused'; readonly ms: number; readonly why?: string };
// Counts of HTTP attempts as the upload summary shows them: all but `retried` add up to `total`.

export type RequestCounts = ReturnType<typeof noRequests>;

export const noRequests = () => ({
  total: 0,
  ok: 0,
  retried: 0,
  s401: 0,
  s413: 0,
  s422: 0,
  s429: 0,
  s5xx: 0,
  /** No answer: connection dropped, time-out, or cancelled by the tool. */
  network: 0,
  tokens: 0,
  /** Answers that end a run: 403, 404, redirects, and any status or body that the interface does not know. */
  other: 0,
});

// Events of a run while it works, whatever it sends. Renderers show them; engines never do.

export interface SendingProgress {
  /** Messages that this run is to send, and how many of them are settled. */
  readonly toSend: number;
  readonly accepted: number;
  readonly refused: number;
  /** Attempts of this process within the last 60 s, and the limit. */
  readonly requestsPerMinute: number;
  readonly limit: number;
  /** ms since sending began. */
  readonly elapsedMs: number;
}

/** How much of the input has been read. */
export interface ReadingProgress {
  readonly type: 'reading';
  readonly bytes: number;
  readonly totalBytes: number;
  /** Messages so far. */
  readonly messages: number;
  /** A proposed mapping is tried; the input was read before without one. */
  readonly isTrial?: boolean;
}

/** `reread`: rows of one message are not adjacent, so the whole input is read once more. */
export type ReadingEvent = ReadingProgress | { readonly type: 'reread' };

export interface SendingEvent {
  readonly type: 'sending';
  readonly progress: SendingProgress;
}

export interface NoticeEvent {
  readonly type: 'notice';
  readonly notice: SenderNotice;
}

export type RunEvent<Plan> =
  /** The run is recorded. */
  | { readonly type: 'begun'; readonly run: string }
  | { readonly type: 'waiting'; readonly pid: number; readonly since: number }
  | ReadingEvent
  | { readonly type: 'plan'; readonly plan: Plan }
  | SendingEvent
  | NoticeEvent
  | { readonly type: 'interrupted' };

/** How the sending ended. */
export type SendEnd =
  | { readonly kind: 'done' | 'interrupted' }
  | { readonly kind: 'stopped' | 'failed'; readonly failure: Failure };

/** A number of messages, or a share of the messages to send. */
export type MaxRejects = number | { readonly share: number };
