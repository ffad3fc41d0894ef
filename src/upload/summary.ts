// The result of a check or an upload: `upload-summary/1`, fixed by the design.
import type { ExitCode } from '../base/exit.ts';
import type { RequestCounts } from '../client/counts.ts';
import type { Level } from '../contract/levels.ts';
import type { FateCounts } from './accounts.ts';

export type RunState = 'checked' | 'completed' | 'partial' | 'stopped' | 'interrupted';

export interface CodeRow {
  readonly code: string;
  readonly count: number;
  readonly first_line: number;
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
  readonly money: readonly { currency: string; orders: number; total_cents: number }[];
  readonly requests: RequestCounts;
  readonly rate: {
    readonly limit_per_min: number | null;
    readonly max_in_60s: number;
    readonly paused_seconds: number;
  };
  /** Findings that count otherwise than their rules say, by CODE or CODE:FIELD. */
  readonly levels: Readonly<Record<string, Level>>;
  readonly refused: { readonly files: readonly string[]; readonly by_code: readonly CodeRow[] };
  readonly warnings: readonly CodeRow[];
  /** Findings worth knowing that nobody has to act on. */
  readonly notes: readonly CodeRow[];
  /** Rows that the mapping leaves out, by reason; `orders` are those left out as a whole. */
  readonly skipped_by: readonly { reason: string; orders: number; rows: number }[];
  readonly seconds: number;
  /** With --canary: the first orders that were accepted, to be looked at. */
  readonly canary?: readonly string[];
  /** What ended the run before its time. */
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
}
