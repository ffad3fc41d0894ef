// What an update of ASNs is asked for, and what comes out of it.
import type { KnownTarget } from '../account/known-target.ts';
import type { Target } from '../account/settings.ts';
import { EXIT, type ExitCode } from '../basics/exit.ts';
import type { Failure } from '../basics/failure.ts';
import type { AsnVersion } from '../contract/asn.ts';
import type { Levels } from '../contract/levels.ts';
import type { RequestCounts } from '../sending/sender-parts.ts';
import type { AsnRecords } from '../storage/asn-records.ts';
import type { NewBody, PlanParts } from './plan-update.ts';
import type { Subject, UpdateCounts, UpdateRow } from './update-rows.ts';

export interface UpdateRun {
  /** A dry run needs no credentials. */
  readonly target: Target | KnownTarget;
  readonly subjects: readonly Subject[];
  /** Many at once: what cannot be planned is refused, the others are sent. */
  readonly many: boolean;
  /** The new body; an editor is asked for it once the records are open. */
  readonly body: (records: AsnRecords, parts: PlanParts) => Promise<NewBody>;
  readonly version: AsnVersion | undefined;
  /** How findings count. */
  readonly levels: Levels | undefined;
  /** Sends what has not changed, too. */
  readonly force: boolean;
  readonly files: readonly { path: string; bytes: number; rows: number; sha256: string }[];
  readonly dryRun: boolean;
  readonly maxOutageMs: number;
  readonly lockWaitMs: number;
  readonly argv: readonly string[];
  readonly agent: string;
  readonly warn: (text: string) => void;
  /** Shows the plan and asks; false ends it. */
  confirm(rows: readonly UpdateRow[]): Promise<boolean>;
  /** Shows what a whole body would undo, since the record changed. */
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
  /** Null when nothing was to be sent. */
  readonly run: string | null;
  readonly rows: readonly UpdateRow[];
  readonly counts: UpdateCounts;
  readonly requests: RequestCounts;
  /** What ended it before its time. */
  readonly failure: Failure | undefined;
}

/** Of what was refused by us or by the service. */
export const exitOf = (rows: readonly UpdateRow[]): ExitCode =>
  rows.some(({ fate }) => fate === 'refused') ? EXIT.refused : EXIT.done;
