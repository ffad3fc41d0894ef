// What the inspector is given, and what its server and its page say to each other.
import type { CallFinding, Verdict } from '../../contract/call-finding.ts';
import type { Anomaly } from '../../contract/rma-story.ts';
import type { Change } from '../../contract/rma-units.ts';
import type { CallKind, CallReader, CallRecord, EndpointAnswer } from '../../storage/calls.ts';
import type { InspectorKey } from '../../storage/inspector-key.ts';

/** What came of a call that was sent again. */
export interface Replayed {
  readonly url: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly ms: number;
  readonly fault?: string;
  /** What was answered, in one line. */
  readonly answer?: string;
  /** Id of the call that it became. */
  readonly recorded?: string;
}

export interface InspectorOptions {
  /** 0 picks a free one. Always on 127.0.0.1. */
  readonly port: number;
  readonly reader: CallReader;
  /** Calls that arrive from now on; what comes back ends it. */
  readonly subscribe: (listener: (record: CallRecord) => void) => () => void;
  /** Left out, the page has no button for it. */
  readonly replay?: (id: string) => Promise<Replayed>;
  readonly curlOf: (record: CallRecord) => string;
  /** The record without secrets: nothing else reaches the page. */
  readonly masked: (record: CallRecord) => CallRecord;
  /** Where calls arrive, to be shown. */
  readonly receiverUrl: string;
  /** Where RMA messages arrive, for an example. */
  readonly rmasUrl: string;
  /** What the address of the page holds; it never goes over a socket. */
  readonly key: InspectorKey;
}

export interface Inspector {
  /** With the key in the fragment: for the person, not for logs. The same after a restart. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** How many calls the page lists, the newest; older ones are in the record. */
export const MOST_LISTED = 20_000;

/** The header that carries the session's token. A foreign page cannot send it without being asked for first. */
export const SESSION_HEADER = 'x-inspector-session';

/** The open path that gives the number of this start. */
export const SESSION_PATH = '/api/session';

/** What `SESSION_PATH` answers. */
export interface SessionStart {
  /** Another one for every start. */
  readonly nonce: string;
}

/**
 * The text whose SHA-256 (hexadecimal) is the token. It proves the key without giving it away, for one start and for one
 * place (`127.0.0.1:4401`): whoever sits at that port while nobody listens learns nothing that is good later or elsewhere.
 */
export const tokenText = (key: string, nonce: string, place: string): string => `${key}\n${nonce}\n${place}`;

/** A call as the list knows it: small, since there are thousands. */
export interface CallSummary {
  readonly id: string;
  readonly at: number;
  readonly kind: CallKind;
  readonly method: string;
  readonly target: string;
  readonly rma: string | null;
  readonly orders: readonly string[];
  readonly status: string | null;
  /** Units of an RMA message; null when the body does not say. */
  readonly units: number | null;
  readonly verdict: Verdict;
  readonly anomaly: Anomaly | null;
  readonly findings: number;
  /** Codes of the findings, each once. */
  readonly codes: readonly string[];
  readonly changes: readonly Change[];
  readonly moreChanges: number;
  /** Status of the answer; 0 when the connection was dropped on purpose, or the call was imported. */
  readonly answer: number;
  readonly by: CallRecord['response']['by'];
  readonly bytes: number;
  readonly imported: boolean;
  /** The call that this one repeats. */
  readonly replayOf: string | null;
  /** What else a person searches for: skus and tracking numbers. */
  readonly also: readonly string[];
}

/** A call with everything, its body cut to what a page can show. */
export interface CallDetail {
  readonly schema: 'inspector-call/1';
  readonly call: CallRecord;
  /** Whether `call.body` holds less than the record does. */
  readonly cut: boolean;
}

/** First event of a connection. */
export interface Hello {
  readonly receiver: string;
  readonly canReplay: boolean;
  /** The receiver's clock, ms. */
  readonly now: number;
  /** A message that can be sent at once, and where to. */
  readonly example: { readonly url: string; readonly body: string };
}

export type { Anomaly, CallFinding, CallKind, CallRecord, Change, EndpointAnswer, Verdict };
