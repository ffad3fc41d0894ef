// Types of the inspector: its options, and the data that its server and its page exchange.
import type { PageKey } from '../../page/server/guard.ts';
import type { WatchedReceiver } from '../events.ts';
import type { CallSummary } from './summary.ts';

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

export interface InspectorOptions extends WatchedReceiver {
  /** 0 picks a free port. The address is always 127.0.0.1. */
  readonly port: number;
  readonly timeoutMs: number;
  /** Root certificates for a receiver with its own TLS certificate. */
  readonly ca?: string | undefined;
  /** The session key in the page's address. It is never sent over a socket. */
  readonly key: PageKey;
}

/** Maximum number of calls that the page lists, the newest. Older ones are in the record. */
export const MOST_LISTED = 20_000;

/** What came since a call that the page has. */
export interface NewCalls {
  readonly receiver: string;
  /** The receiver's clock, ms since the epoch. */
  readonly now: number;
  /** The newest first. */
  readonly calls: readonly CallSummary[];
}

export type { CallFinding, CallVerdict } from '../../contract/finding.ts';
export type { RmaChange } from '../../contract/rma-units.ts';
export type { CallKind, CallRecord, EndpointAnswer } from '../../storage/calls.ts';
export type { CallDetail, CallSummary } from './summary.ts';
