// The result of checking a call: its verdict, and its findings together with their messages.
import type { FindingArguments, Severity } from './finding.ts';

export type CallVerdict = 'ok' | 'note' | 'warning' | 'error';

/** A finding with its message: a record may be read when the rules have changed since. */
export interface CallFinding {
  readonly severity: Severity;
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly args?: FindingArguments;
}
