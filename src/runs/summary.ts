// The result of a check or an upload: `upload-summary/1`, fixed by the design.
import type { ExitCode } from '../basics/exit.ts';
import type { Reason } from '../basics/reason.ts';
import type { Level } from '../contract/levels.ts';
import type { RequestCounts } from '../sending/sender-parts.ts';
import type { FateCounts } from './accounts.ts';
import type { WouldStop } from './stop.ts';

export type RunState = 'checked' | 'completed' | 'partial' | 'stopped' | 'interrupted';

export interface CodeRow {
  readonly code: string;
  readonly count: number;
  readonly first_line: number;
  /** What the service said with its code. */
  readonly message?: string;
  /** The fields concerned, or the unknown words in them, with the orders that have them; the first 100. */
  readonly details: readonly {
    readonly field: string;
    readonly word: string | null;
    readonly count: number;
  }[];
}

/** One order of those that differ from what was accepted, field by field. */
export interface ChangedOrderRow {
  readonly order: string;
  readonly file: string;
  readonly line: number;
  readonly accepted_by: string;
  readonly accepted_at: string;
  readonly changes: readonly {
    readonly field: string;
    readonly accepted: string | number | null;
    readonly input: string | number | null;
  }[];
  readonly more_changes: number;
  /** Fields that the ledger does not keep. */
  readonly not_kept: 'same' | 'differs' | 'unknown';
}

export interface UploadSummary {
  readonly schema: 'upload-summary/1';
  readonly run: string;
  readonly state: RunState;
  readonly exit_code: ExitCode;
  readonly resume: string | null;
  readonly profile: string;
  readonly environment: string;
  readonly target: string;
  readonly shard: string | null;
  readonly input: {
    readonly files: readonly { path: string; bytes: number; rows: number; sha256: string }[];
    readonly rows: number;
    readonly orders: number;
  };
  readonly orders: FateCounts;
  readonly rows: { readonly read: number; readonly accounted: number };
  readonly balanced: boolean;
  readonly money: readonly {
    readonly currency: string;
    readonly orders: number;
    readonly total_cents: number;
    /** Unit price x ordered units, shipped or not, before tax. */
    readonly ordered_cents: number;
  }[];
  readonly requests: RequestCounts;
  readonly rate: {
    readonly limit_per_min: number | null;
    readonly max_in_60s: number;
    readonly paused_seconds: number;
  };
  /** Findings that count otherwise than their rules say, by CODE or CODE:FIELD. */
  readonly levels: Readonly<Record<string, Level>>;
  readonly refused: {
    readonly files: readonly string[];
    readonly by_code: readonly CodeRow[];
    /** Refused for the first time: only these go to the rejects, unless --rejects asks for all. */
    readonly new: number;
    /** Of a check, a dry run or a stop before sending: the first reasons, each with its order and field. */
    readonly orders?: readonly RefusedField[];
  };
  readonly warnings: readonly CodeRow[];
  /** Findings worth knowing that nobody has to act on. */
  readonly notes: readonly CodeRow[];
  /** Rows that the mapping leaves out, by reason; `orders` are those left out as a whole. */
  readonly skipped_by: readonly { reason: string; orders: number; rows: number }[];
  readonly seconds: number;
  /** Of a check or a dry run; null where the run would go on, or did. */
  readonly would_stop: WouldStop | null;
  /** With the suspicion that the mapping changed. */
  readonly changed_order?: ChangedOrderRow;
  /** With --canary: the first orders that were accepted, to be looked at. */
  readonly canary?: readonly string[];
  /** What ended the run before its time. */
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    readonly reason: Reason;
  };
}

/** One reason why one order is refused. */
export interface RefusedField {
  readonly order: string;
  readonly file: string;
  readonly line: number;
  readonly code: string;
  /** Field path; empty for the order itself. */
  readonly field: string;
  readonly message: string;
}
