// Events of a run while it works, whatever it sends. Renderers show them; engines never do.
import type { SenderNotice } from './sender-parts.ts';

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
