// The request and the result of an update of ASNs.
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import { EXIT, type ExitCode } from '../basics/exit.ts';
import type { Failure } from '../basics/failure.ts';
import type { AsnVersion } from '../contract/asn-words.ts';
import type { Levels } from '../contract/levels.ts';
import type { RequestCounts } from '../sending/sender-parts.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import type { MappingRow } from '../storage/runs.ts';
import type { NewBody, PlanParts } from './plan-update.ts';
import type { AsnToUpdate, UpdateCounts, UpdateRow } from './update-rows.ts';

export interface UpdateRun {
  /** A dry run needs no credentials. */
  readonly target: Target | KnownTarget;
  readonly subjects: readonly AsnToUpdate[];
  /** For several ASNs: those that cannot be planned are refused, the others are sent. */
  readonly many: boolean;
  /** The new body. A function, because an editor needs the records first. */
  readonly body: (records: AsnRecords, parts: PlanParts) => Promise<NewBody>;
  readonly version: AsnVersion | undefined;
  /** Levels of findings. */
  readonly levels: Levels | undefined;
  /** The mapping that read the ASN from a file. */
  readonly mapping?: MappingRow | undefined;
  /** Also sends unchanged bodies. */
  readonly force: boolean;
  readonly files: readonly { path: string; bytes: number; rows: number; sha256: string }[];
  readonly dryRun: boolean;
  readonly maxOutageMs: number;
  readonly lockWaitMs: number;
  readonly argv: readonly string[];
  readonly agent: string;
  readonly warn: (text: string) => void;
  /** Shows the plan and asks for confirmation; false ends the run. */
  confirm(rows: readonly UpdateRow[]): Promise<boolean>;
  /** Shows what a whole body would undo, because the record changed meanwhile. */
  stale(row: UpdateRow): void;
  onWait(pid: number): void;
}

export type UpdateState =
  | 'planned'
  | 'queued'
  | 'unchanged'
  | 'refused'
  | 'partial'
  | 'stopped'
  | 'interrupted';

export interface UpdateResult {
  readonly state: UpdateState;
  readonly exitCode: ExitCode;
  /** Null when there was nothing to send. */
  readonly run: string | null;
  readonly rows: readonly UpdateRow[];
  readonly counts: UpdateCounts;
  readonly requests: RequestCounts;
  /** The failure that ended the run early. */
  readonly failure: Failure | undefined;
}

/** The exit code for refusals, by our check or by the service. */
export const exitOfUpdates = (rows: readonly UpdateRow[]): ExitCode =>
  rows.some(({ fate }) => fate === 'refused') ? EXIT.refused : EXIT.done;
