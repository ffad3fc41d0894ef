// The events that the receiver emits while it listens.
import type { CallVerdict } from '../contract/finding.ts';
import type { CallReader, CallRecord } from '../storage/calls.ts';

export type ReceiverEvent =
  | { readonly type: 'ready'; readonly url: string; readonly inspectUrl: string | null }
  /** Emitted after the call is on disk and answered. */
  | { readonly type: 'call'; readonly record: CallRecord }
  /** Something that the user should know: the public address fails, a forward fails, a mock was made. */
  | {
      readonly type: 'notice';
      readonly severity: 'note' | 'warning';
      readonly text: string;
      /** The data of a notice about refunds, for scripts. */
      readonly refund?: RefundNotice;
    }
  | {
      readonly type: 'closed';
      readonly calls: number;
      readonly byVerdict: Readonly<Record<CallVerdict, number>>;
    };

/** The result of a refund, or why units are not refunded; in the form of `listen-refund/1`. */
export interface RefundNotice {
  /** `kept_back`: units that are not refunded; `waits`: could not be posted yet; `zero`: the amount is 0. */
  readonly state: 'posted' | 'waits' | 'refused' | 'zero' | 'kept_back' | 'settled';
  readonly rma_identifier: string;
  readonly order_identifier: string | null;
  readonly refund_identifier: string | null;
  readonly lines: readonly { readonly line: string; readonly units: number }[];
  readonly amount_cents: number | null;
  readonly currency: string | null;
  readonly gift_card: boolean;
  /** The field and value that prevent the refund. */
  readonly reason: { readonly field: string; readonly value: string | null } | null;
}

/** Something that the user should know. */
export type Notice = Extract<ReceiverEvent, { type: 'notice' }>;

export const warningOf = (text: string): Notice => ({ type: 'notice', severity: 'warning', text });

export type EmitReceived = (event: ReceiverEvent) => void;

/** What a page beside the receiver gets of it. */
export interface WatchedReceiver {
  readonly reader: CallReader;
  readonly receiverUrl: string;
}
