// What the upload tells while it works. Renderers draw it; the engine never does.
import type { SenderNotice } from '../client/sender.ts';
import type { Plan } from './plan.ts';
import type { ReadingEvent } from './survey.ts';

export interface SendingProgress {
  /** Orders that this run is to send, and how many of them are settled. */
  readonly toSend: number;
  readonly accepted: number;
  readonly refused: number;
  /** Attempts of this process within the last 60 s, and the limit. */
  readonly requestsPerMinute: number;
  readonly limit: number;
  /** ms since sending began. */
  readonly elapsedMs: number;
}

export type UploadEvent =
  | { readonly type: 'waiting'; readonly pid: number; readonly since: number }
  | ReadingEvent
  | { readonly type: 'plan'; readonly plan: Plan }
  | { readonly type: 'sending'; readonly progress: SendingProgress }
  | { readonly type: 'notice'; readonly notice: SenderNotice }
  | { readonly type: 'interrupted' };

export type Emit = (event: UploadEvent) => void;
