// The results of checking and creating ASNs: `asn-check/1` and `asn-summary/1`.
import type { ExitCode } from '../basics/exit.ts';
import type { errorOf } from '../basics/reason.ts';
import type { Severity } from '../contract/finding.ts';
import type { Level } from '../contract/levels.ts';
import { mappingRow } from '../runs/run.ts';
import type { WouldStop } from '../runs/summary.ts';
import type { RequestCounts } from '../sending/sender-parts.ts';
import type { MappingRow } from '../storage/runs.ts';
import type { AsnInput, AsnMappingInfo, SkippedAsns } from './input/types.ts';

export type AsnRunState = 'checked' | 'completed' | 'partial' | 'stopped' | 'interrupted';

export interface AsnCodeRow {
  readonly code: string;
  readonly count: number;
  readonly first_line: number;
}

export interface AsnFileRow {
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
  readonly sha256: string;
}

/** A finding with its place and its sentence. */
export interface AsnProblem {
  readonly asn_number: string | null;
  readonly program_identifier: string | null;
  readonly file: string;
  readonly line: number;
  /** CSV: the number of the cell. */
  readonly column: number | null;
  readonly path: string;
  readonly code: string;
  readonly severity: Severity;
  /** HTTP status; null for a finding of our own check. */
  readonly status: number | null;
  readonly message: string;
  /** What to do. */
  readonly hint: string;
}

interface AsnResult {
  readonly exit_code: ExitCode;
  readonly profile: string;
  readonly environment: string;
  readonly target: string;
  /**
   * Null without a mapping. Rows that it leaves out belong to ASNs, or are counted with ASNs of which no row
   * is left.
   */
  readonly mapping:
    | (MappingRow & {
        readonly unmapped: readonly string[];
        /** Paths of the mapping that no JSON record has. */
        readonly absent: readonly string[];
        readonly skipped: readonly SkippedAsns[];
      })
    | null;
  readonly input: { readonly files: readonly AsnFileRow[]; readonly rows: number; readonly asns: number };
  readonly balanced: boolean;
  /** Levels that differ from those of the rules, by CODE or CODE:FIELD. */
  readonly levels: Readonly<Record<string, Level>>;
  /** For a check or a dry run; null when the run would continue, or did. */
  readonly would_stop: WouldStop | null;
  readonly warnings: readonly AsnCodeRow[];
  readonly notes: readonly AsnCodeRow[];
  readonly seconds: number;
}

export interface AsnCheck extends AsnResult {
  readonly schema: 'asn-check/1';
  readonly state: 'checked';
  readonly asns: { readonly ready: number; readonly already_queued: number; readonly refused: number };
  readonly by_code: readonly AsnCodeRow[];
  /** Findings in the order of the input, up to a maximum that fits into memory. */
  readonly findings: readonly AsnProblem[];
  /** Number of findings that are counted but not listed. */
  readonly unlisted: number;
}

export interface AsnSummary extends AsnResult {
  readonly schema: 'asn-summary/1';
  readonly run: string;
  readonly state: AsnRunState;
  readonly resume: string | null;
  /** `already_queued` includes recovered ASNs: stored by the service, but the answer was lost. */
  readonly asns: {
    readonly queued: number;
    readonly already_queued: number;
    readonly refused: number;
    readonly pending: number;
  };
  readonly recovered: number;
  readonly requests: RequestCounts;
  readonly rate: {
    readonly limit_per_min: number | null;
    readonly max_in_60s: number;
    readonly paused_seconds: number;
  };
  readonly refused: {
    readonly file: string | null;
    readonly by_code: readonly AsnCodeRow[];
    /** Refusals of the service, at most 1,000. */
    readonly answers: readonly AsnProblem[];
  };
  /** The error that ended the run early. */
  readonly error?: ReturnType<typeof errorOf>;
}

export const mappingOf = (info: AsnMappingInfo | undefined): AsnResult['mapping'] =>
  info
    ? {
        ...mappingRow(info)!,
        ...{ unmapped: info.unmapped, absent: info.absent, skipped: info.skipped },
      }
    : null;

/** Whether every row of the input belongs to an ASN, or was left out by the mapping. */
export const rowsBalance = (input: Pick<AsnInput, 'files'>, rows: number): boolean =>
  input.files.reduce((sum, file) => sum + file.rows, 0) === rows;
