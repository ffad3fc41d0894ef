// What the rooms around the receiver speak: the events it emits while it listens.
import type { CallRecord, Verdict } from '../store/calls.ts';

export type ReceiverEvent =
  | { readonly type: 'ready'; readonly url: string; readonly inspectUrl: string | null }
  /** After it is on disk and answered. */
  | { readonly type: 'call'; readonly record: CallRecord }
  /** Something a person should know: the way in broke, a forward is dead, a mock was made. */
  | { readonly type: 'notice'; readonly severity: 'note' | 'warning'; readonly text: string }
  | {
      readonly type: 'closed';
      readonly calls: number;
      readonly byVerdict: Readonly<Record<Verdict, number>>;
    };

export type EmitReceived = (event: ReceiverEvent) => void;
