// What a run counts: the outcome of every snapshot of the input, and whether orders and rows add up (promise 1); and how
// often each finding code occurs, in which fields.
import { defectFailure } from '../basics/failure.ts';
import type { Finding } from '../contract/finding.ts';
import { bytes } from '../input/column.ts';
import type { SnapshotIndex } from '../input/snapshot-index.ts';

/** The outcomes of a snapshot. The index is the number stored in the column; 0 means not decided yet. */
export const SNAPSHOT_OUTCOMES = [
  'pending',
  'accepted',
  'already_accepted',
  'superseded',
  'refused',
  'skipped',
] as const;
export type SnapshotOutcome = (typeof SNAPSHOT_OUTCOMES)[number];
export type OutcomeCounts = { -readonly [F in SnapshotOutcome]: number };

export class Accounts {
  private readonly outcomes = bytes();
  readonly counts: OutcomeCounts = {
    accepted: 0,
    already_accepted: 0,
    superseded: 0,
    refused: 0,
    skipped: 0,
    pending: 0,
  };

  /** Records the outcome of a snapshot, exactly once. @throws Failure exit 1 when it already has one */
  record(ordinal: number, outcome: Exclude<SnapshotOutcome, 'pending'>): void {
    if (this.outcomes.get(ordinal) !== 0)
      throw defectFailure('defect.accounts', `Snapshot ${ordinal} was recorded twice`, {
        hint: 'This is a defect of the tool: report it together with the summary.',
      });
    this.outcomes.set(ordinal, SNAPSHOT_OUTCOMES.indexOf(outcome));
    this.counts[outcome]++;
  }

  /**
   * Orders per outcome, and the rows that the snapshot index has for them. `balanced` is true when the orders equal
   * those counted as their outcomes were recorded, and the rows equal those counted while the files were read.
   */
  close(
    snapshotIndex: SnapshotIndex,
    rowsRead: number,
  ): { orders: OutcomeCounts; accounted: number; balanced: boolean } {
    const orders: OutcomeCounts = { ...this.counts, pending: 0 };
    const seen: OutcomeCounts = {
      accepted: 0,
      already_accepted: 0,
      superseded: 0,
      refused: 0,
      skipped: 0,
      pending: 0,
    };
    let accounted = 0;
    for (let ordinal = 0; ordinal < snapshotIndex.snapshots; ordinal++) {
      accounted += snapshotIndex.rowsOf(ordinal);
      seen[SNAPSHOT_OUTCOMES[this.outcomes.get(ordinal)]!]++;
    }
    orders.pending = seen.pending;
    const agree = SNAPSHOT_OUTCOMES.every((outcome) => seen[outcome] === orders[outcome]);
    return { orders, accounted, balanced: agree && accounted === rowsRead };
  }
}

/** A field, or an unknown word in a field, with its count. */
export interface CodeDetail {
  /** The column where the finding names one, else the path with `[]` in place of each list index. */
  readonly field: string;
  /** The unknown word; null when the finding is about the field itself. */
  readonly word: string | null;
  /** Number of messages. */
  readonly count: number;
}

export interface CodeCount {
  readonly code: string;
  readonly count: number;
  readonly firstLine: number;
  readonly firstFile: string;
  /** One finding as an example; absent for codes of the service. */
  readonly example?: Finding;
  /** The service's own message for its code, if it sent one. */
  readonly message?: string;
  /** Most frequent first; absent when they were not counted. */
  readonly details?: readonly CodeDetail[];
}

/** Splits the findings that refuse nothing into warnings and notes. */
export function bySeverity(counts: readonly CodeCount[]): {
  readonly warnings: readonly CodeCount[];
  readonly notes: readonly CodeCount[];
} {
  const isNote = (count: CodeCount) => count.example?.severity === 'note';
  return { warnings: counts.filter((count) => !isNote(count)), notes: counts.filter(isNote) };
}

/** Most different fields and words counted per code: enough for every field of the interface. */
const MOST_DETAILS = 100;
/** With more different words than this, mostly with count 1, they are free values, not an enumeration. */
const FEW_WORDS = 12;
/** A longer text is not a word of an enumeration. */
const LONGEST_WORD = 40;
const REST = '';

/** The fields and words of one code with their counts. */
export class CodeDetails {
  private readonly counts = new Map<string, number>();

  /** The key under which a finding is counted; beyond MOST_DETAILS all others share one key. */
  keyOf({ path, args }: Pick<Finding, 'path' | 'args'>): string {
    const field = typeof args['column'] === 'string' ? args['column'] : fieldOf(path);
    const { found } = args;
    const word = typeof found === 'string' && found.length <= LONGEST_WORD ? `\n${found}` : '';
    const key = field + word;
    return this.counts.has(key) || this.counts.size < MOST_DETAILS ? key : REST;
  }

  add(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  takeBack(key: string): void {
    const count = (this.counts.get(key) ?? 0) - 1;
    if (count > 0) this.counts.set(key, count);
    else this.counts.delete(key);
  }

  /** Most frequent first. */
  list(): CodeDetail[] {
    const entries = [...this.counts].filter(([key]) => key !== REST);
    const words = entries.filter(([key]) => key.includes('\n'));
    const total = words.reduce((sum, [, count]) => sum + count, 0);
    const isVocabulary = words.length <= FEW_WORDS || total >= 2 * words.length;
    const details = new Map<string, CodeDetail>();
    for (const [key, count] of entries) {
      const [field = '', word] = key.split('\n');
      const name = isVocabulary ? key : field;
      const before = details.get(name)?.count ?? 0;
      details.set(name, { field, word: isVocabulary ? (word ?? null) : null, count: before + count });
    }
    return [...details.values()].sort((a, b) => b.count - a.count);
  }
}

/** Cache: the same paths occur in every message of an input. */
const fields = new Map<string, string>();
const MOST_PATHS = 10000;

function fieldOf(path: string): string {
  const known = fields.get(path);
  if (known !== undefined) return known;
  const field = path.replace(/\[\d+\]/g, '[]');
  if (fields.size < MOST_PATHS) fields.set(path, field);
  return field;
}
