// What the rooms around the receiver speak: the events it emits while it listens.
import type { Verdict } from '../contract/call-finding.ts';
import type { CallRecord } from '../storage/calls.ts';

export type ReceiverEvent =
  | { readonly type: 'ready'; readonly url: string; readonly inspectUrl: string | null }
  /** After it is on disk and answered. */
  | { readonly type: 'call'; readonly record: CallRecord }
  /** Something a person should know: the way in broke, a forward is dead, a mock was made. */
  | {
      readonly type: 'notice';
      readonly severity: 'note' | 'warning';
      readonly text: string;
      /** What a script reads of a notice about refunds. */
      readonly refund?: RefundNotice;
    }
  | {
      readonly type: 'closed';
      readonly calls: number;
      readonly byVerdict: Readonly<Record<Verdict, number>>;
    };

/** What became of a refund, or why units are not refunded. */
export interface RefundNotice {
  /** `kept_back`: units that are not refunded; `waits`: it could not be posted yet; `zero`: nothing is to be paid. */
  readonly state: 'posted' | 'waits' | 'refused' | 'zero' | 'kept_back' | 'settled';
  readonly rma: string;
  readonly order?: string;
  readonly identifier?: string;
  readonly lines?: readonly { readonly line: string; readonly units: number }[];
  readonly amountCents?: number;
  readonly currency?: string;
  readonly isGift?: boolean;
  /** Field and value that keep units back. */
  readonly reason?: { readonly field: string; readonly value: string | null };
}

export type EmitReceived = (event: ReceiverEvent) => void;
