// What a call came to: its verdict, and findings as they are recorded with their sentences.
import type { FindingArguments, Severity } from './finding.ts';

export type Verdict = 'ok' | 'note' | 'warning' | 'error';

/** A finding with its sentence: a record is read long after the rules that made it. */
export interface CallFinding {
  readonly severity: Severity;
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly args?: FindingArguments;
}
