// The summary of a run: what those of orders and ASNs have alike, and `upload-summary/1`. The design fixes its shape.
import type { ExitCode } from '../basics/exit.ts';
import type { FailureReason } from '../basics/reason.ts';
import type { Level } from '../contract/levels.ts';
import type { RequestCounts } from '../sending/sender-parts.ts';
import type { MappingRow } from '../storage/runs.ts';

/** What would stop the run, as reported in the summary of a check or a dry run. */
export interface WouldStop {
  readonly code: string;
  readonly exit_code: ExitCode;
  readonly message: string;
  readonly hint: string;
}

/** The outcomes of a snapshot; pending: not decided yet. */
export type SnapshotOutcome =
  | 'pending'
  | 'accepted'
  | 'already_accepted'
  | 'superseded'
  | 'refused'
  | 'skipped';
export type OutcomeCounts = Record<SnapshotOutcome, number>;

export type RunState = 'checked' | 'completed' | 'partial' | 'stopped' | 'interrupted';

export interface CodeRow {
  readonly code: string;
  readonly count: number;
  readonly first_line: number;
  /** The message that the service sent with its code. */
  readonly message?: string;
  /** The fields concerned, or the unknown values in them, with the number of orders; the first 100. */
  readonly details: readonly {
    readonly field: string;
    readonly word: string | null;
    readonly count: number;
  }[];
}

/** One example of the orders that differ from what was accepted, field by field. */
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
  /** Comparison of the fields that the ledger does not store. */
  readonly not_kept: 'same' | 'differs' | 'unknown';
}

/** What the summaries of orders and of ASNs both have. */
export interface RunSummary {
  readonly run: string;
  readonly state: RunState;
  readonly exit_code: ExitCode;
  readonly resume: string | null;
  readonly profile: string;
  readonly environment: string;
  readonly target: string;
  readonly balanced: boolean;
  readonly requests: RequestCounts;
  readonly rate: {
    readonly limit_per_min: number | null;
    readonly max_in_60s: number;
    readonly paused_seconds: number;
  };
  /** Levels that differ from those of the rules, by CODE or CODE:FIELD. */
  readonly levels: Readonly<Record<string, Level>>;
  readonly seconds: number;
  /** For a check or a dry run; null when the run would continue, or did. */
  readonly would_stop: WouldStop | null;
  /** The error that ended the run early. */
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    readonly reason: FailureReason;
  };
}

export interface UploadSummary extends RunSummary {
  readonly schema: 'upload-summary/1';
  readonly shard: string | null;
  readonly input: {
    readonly files: readonly { path: string; bytes: number; rows: number; sha256: string }[];
    readonly rows: number;
    readonly orders: number;
  };
  /** Null when the input has the columns of the template, or is JSON. */
  readonly mapping: MappingRow | null;
  readonly orders: OutcomeCounts;
  readonly rows: { readonly read: number; readonly accounted: number };
  readonly money: readonly {
    readonly currency: string;
    readonly orders: number;
    readonly total_cents: number;
    /** Unit price x ordered units, shipped or not, before tax. */
    readonly ordered_cents: number;
  }[];
  /** One unit of a shipped order; null when nothing has shipped. */
  readonly sample_refund?: {
    readonly order: string;
    readonly line: string;
    readonly units: number;
    readonly cents: number;
    readonly currency: string;
  } | null;
  /** Orders of the plan whose content differs from what was accepted: under a newer `updated_at`, and under the same one. */
  readonly changed: {
    readonly newer: number;
    readonly same_updated_at: number;
    /** Those of which a line or the number does not mean what was accepted, at most 1,000. */
    readonly orders?: readonly RefusedField[];
  };
  /** Snapshots that are not sent although they hold a refund that the accepted order lacks. */
  readonly refunds_left_out: number;
  readonly refused: {
    readonly files: readonly string[];
    readonly by_code: readonly CodeRow[];
    /** Refused for the first time: only these are written to the rejects, unless --rejects is given. */
    readonly new: number;
    /** The first reasons, each with its order and field. */
    readonly orders?: readonly RefusedField[];
  };
  readonly warnings: readonly CodeRow[];
  /** Findings of level note: they need no action. */
  readonly notes: readonly CodeRow[];
  /** Rows that the mapping leaves out, by reason; `orders` counts the orders that are left out completely. */
  readonly skipped_by: readonly { reason: string; orders: number; rows: number }[];
  /** Set when the run suspects that the mapping changed. */
  readonly changed_order?: ChangedOrderRow;
  /** With --canary: the first orders that were accepted, for the user to look at. */
  readonly canary?: readonly string[];
}

/** One reason why an order is refused. */
export interface RefusedField {
  readonly order: string;
  readonly file: string;
  readonly line: number;
  readonly code: string;
  /** Field path; empty for the order itself. */
  readonly field: string;
  readonly message: string;
}
