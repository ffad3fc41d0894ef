// The calls record: every call that the receiver heard, as it came, in append-only NDJSON, one file a day (UTC).
import type { FindingArguments, Severity } from '../contract/finding.ts';
import type { Anomaly } from '../contract/rma-story.ts';
import type { Change } from '../contract/rma-units.ts';

export type CallKind = 'rma' | 'variants' | 'exchange_order' | 'unknown';
export type Verdict = 'ok' | 'note' | 'warning' | 'error';

/** A finding with its sentence: a record is read long after the rules that made it. */
export interface CallFinding {
  readonly severity: Severity;
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly args?: FindingArguments;
}

/** What was answered and by whom. */
export interface CallResponse {
  readonly status: number;
  /** `mock`: invented by us; `file`: from --variants; `forwarded`: the retailer's own; `forced`: by --respond. */
  readonly by: 'receiver' | 'mock' | 'file' | 'forwarded' | 'forced';
  /** Body of the answer, when it decides something (variants, exchange orders, refusals). */
  readonly body?: string;
  /** True when the connection was cut on purpose instead of an answer. */
  readonly dropped?: boolean;
}

/** The retailer's own endpoint, when calls are passed on. */
export interface Forwarded {
  readonly url: string;
  /** 0 when no answer came. */
  readonly status: number;
  readonly ms: number;
  readonly fault?: string;
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
}

/** Appends: resolves when the line is on disk. @throws Failure exit 7 */
export interface CallLog {
  append(record: CallRecord): Promise<void>;
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
}
