// Types of the inspector: its options, and the data that its server and its page exchange.
import type { CallFinding, CallVerdict } from '../../contract/call-finding.ts';
import type { Anomaly } from '../../contract/rma-history.ts';
import type { RmaChange } from '../../contract/rma-units.ts';
import type { PageKey } from '../../page/server/guard.ts';
import type { CallKind, CallReader, CallRecord, EndpointAnswer } from '../../storage/calls.ts';

/** The result of a replay. */
export interface PageReplay {
  readonly url: string;
  /** 0 when no answer was received. */
  readonly status: number;
  readonly ms: number;
  readonly fault?: string;
  /** The answer in one line. */
  readonly answer?: string;
  /** Id of the new call that the replay became. */
  readonly recorded?: string;
}

export interface InspectorOptions {
  /** 0 picks a free port. The address is always 127.0.0.1. */
  readonly port: number;
  readonly reader: CallReader;
  /** Subscribes to new calls; the returned function unsubscribes. */
  readonly subscribe: (listener: (record: CallRecord) => void) => () => void;
  /** When absent, the page has no replay button. */
  readonly replay?: (id: string) => Promise<PageReplay>;
  readonly curlOf: (record: CallRecord) => string;
  /** The call with secrets masked. The page gets calls only in this form. */
  readonly masked: (record: CallRecord) => CallRecord;
  /** The receiver's address, for display. */
  readonly receiverUrl: string;
  /** The address of the RMA endpoint, for an example. */
  readonly rmasUrl: string;
  /** The session key in the page's address. It is never sent over a socket. */
  readonly key: PageKey;
}

export interface InspectorServer {
  /** With the key in the fragment: to be shown to the user, not to be logged. Unchanged after a restart. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Maximum number of calls that the page lists, the newest. Older ones are in the record. */
export const MOST_LISTED = 20_000;

/** A call in the list: small, because there are thousands. */
export interface CallSummary {
  readonly id: string;
  readonly at: number;
  readonly kind: CallKind;
  readonly method: string;
  readonly target: string;
  readonly rma: string | null;
  readonly orders: readonly string[];
  readonly status: string | null;
  /** `CREATED · TRANSIT`: the status with those of the parcels; null when the body does not say. */
  readonly state: string | null;
  /** Units of an RMA message; null when the body does not say. */
  readonly units: number | null;
  readonly verdict: CallVerdict;
  readonly anomaly: Anomaly | null;
  readonly findings: number;
  /** Codes of the findings, without duplicates. */
  readonly codes: readonly string[];
  readonly changes: readonly RmaChange[];
  readonly moreChanges: number;
  /** Status of the answer; 0 when the connection was dropped on purpose, or the call was imported. */
  readonly answer: number;
  readonly by: CallRecord['response']['by'];
  readonly bytes: number;
  readonly imported: boolean;
  /** The call that this one repeats. */
  readonly replayOf: string | null;
  /** More search words: skus and tracking numbers. */
  readonly also: readonly string[];
}

/** A complete call, with its body cut to what the page can show. */
export interface CallDetail {
  readonly schema: 'inspector-call/1';
  readonly call: CallRecord;
  /** Whether `call.body` is shorter than the recorded body. */
  readonly cut: boolean;
}

/** First event of a connection. */
export interface Hello {
  readonly receiver: string;
  readonly canReplay: boolean;
  /** The receiver's clock, ms since the epoch. */
  readonly now: number;
  /** A complete example message and its address. */
  readonly example: { readonly url: string; readonly body: string };
}

export type { Anomaly, CallFinding, CallKind, CallRecord, CallVerdict, EndpointAnswer, RmaChange };
