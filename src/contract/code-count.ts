// How many messages of an input a finding code concerns: what plans and summaries list.
import type { Finding } from './finding.ts';

export interface CodeCount {
  readonly code: string;
  readonly count: number;
  readonly firstLine: number;
  readonly firstFile: string;
  /** One finding to quote; absent for codes of the service. */
  readonly example?: Finding;
}

/** Of the findings that refuse nothing: those to look at, and those that are only worth knowing. */
export function bySeverity(counts: readonly CodeCount[]): {
  readonly warnings: readonly CodeCount[];
  readonly notes: readonly CodeCount[];
} {
  const isNote = (count: CodeCount) => count.example?.severity === 'note';
  return { warnings: counts.filter((count) => !isNote(count)), notes: counts.filter(isNote) };
}
