// The calls record: every call that the receiver heard, as it came, in append-only NDJSON, one file a day (UTC).
import type { CallFinding, Verdict } from '../contract/call-finding.ts';
import type { Anomaly } from '../contract/rma-story.ts';
import type { Change } from '../contract/rma-units.ts';

export type CallKind = 'rma' | 'variants' | 'exchange_order' | 'unknown';

/** What was answered and by whom. */
export interface CallResponse {
  /** 0 when there was none: dropped on purpose, cut off, or out of a log that does not tell. */
  readonly status: number;
  /**
   * `mock`: invented by us; `file`: from --variants; `forwarded`: the retailer's own; `forced`: by --respond; `none`: the
   * call was imported, and nobody here answered it.
   */
  readonly by: 'receiver' | 'mock' | 'file' | 'forwarded' | 'forced' | 'none';
  /** Body of the answer, when it decides something (variants, exchange orders, refusals) and is our own. */
  readonly body?: string;
  /** True when the connection was cut on purpose instead of an answer. */
  readonly dropped?: boolean;
}

/** The answer of an imported call. */
export const NO_ANSWER: CallResponse = { status: 0, by: 'none' };

/** What the retailer's own endpoint answered: its headers, and its body up to ANSWER_KEPT bytes. */
export interface EndpointAnswer {
  /** Secrets are masked in every view, never here. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly encoding: 'utf8' | 'base64';
  /** Bytes of the whole body; more than `body` holds when it was cut. */
  readonly bytes: number;
  readonly truncated: boolean;
}

/** Bytes of an endpoint's answer that are kept: 64 kB. */
export const ANSWER_KEPT = 64_000;

/** The retailer's own endpoint, when calls are passed on. */
export interface Forwarded {
  readonly url: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly ms: number;
  readonly fault?: string;
  /** Left out where no answer came, and in records that are older than this field. */
  readonly answer?: EndpointAnswer;
  readonly findings?: readonly CallFinding[];
}

/** One line of the record. */
export interface CallRecord {
  /** Sorts by arrival: `20261120-131222-3f2a1c`. */
  readonly id: string;
  /** When it arrived, ms since the epoch. */
  readonly at: number;
  readonly kind: CallKind;
  readonly method: string;
  /** Path and query as on the request line. */
  readonly target: string;
  /** Raw pairs in order, names as sent; secrets are masked in every view, never here. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly remote: string;
  /** The body as UTF-8 text, or in base64 when it is none. */
  readonly body: string;
  readonly encoding: 'utf8' | 'base64';
  /** Bytes of the body; more than `body` holds when it was cut at the limit. */
  readonly bytes: number;
  readonly truncated: boolean;
  readonly verdict: Verdict;
  readonly findings: readonly CallFinding[];
  /** What the call is about, as far as it says. */
  readonly rma: string | null;
  readonly orders: readonly string[];
  readonly status: string | null;
  readonly anomaly: Anomaly | null;
  readonly changes: readonly Change[];
  readonly response: CallResponse;
  readonly forwarded?: Forwarded;
  /** From the arrival to the decision of the answer, ms. */
  readonly ms: number;
  /** Where it came from when no socket heard it: a file that was imported, with the line. */
  readonly imported?: { readonly file: string; readonly line: number };
  /** The call that this one repeats, when `calls replay` or the page sent it. Never a replay itself. */
  readonly replayOf?: string;
}

/** A call that was replayed past the receiver, straight to an endpoint that took it. Kept beside the call. */
export interface Settlement {
  /** Of the call. */
  readonly id: string;
  readonly settled: { readonly at: number; readonly to: string; readonly status: number };
}

/** Appends: resolves when the line is on disk. @throws Failure exit 7 */
export interface CallLog {
  append(record: CallRecord): Promise<void>;
  settle(settlement: Settlement): Promise<void>;
  /** Everything that was handed over is on disk. */
  flush(): Promise<void>;
  close(): void;
}

export interface ReadCalls {
  readonly from?: number;
  readonly to?: number;
  readonly reverse?: boolean;
  /** Only what stands in about so many bytes at the end of the record. */
  readonly lastBytes?: number;
}

/** Reads without repair: a last line that a crash cut short is passed over. */
export interface CallReader {
  /** In the order written (newest first with `reverse`), from one time to another in ms, both included. */
  read(options?: ReadCalls): AsyncIterable<CallRecord>;
  get(id: string): Promise<CallRecord | undefined>;
  /** Ids that begin with a text: what a person may shorten an id to. */
  find(beginning: string): Promise<readonly CallRecord[]>;
  /** Of calls of this day (UTC, of a time in ms) and later. */
  settlements(from?: number): AsyncIterable<Settlement>;
}
