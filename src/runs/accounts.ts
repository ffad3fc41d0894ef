// The accounts of a run: the outcome of every snapshot of the input, and whether orders and rows add up.
import { defectFailure } from '../basics/failure.ts';
import { bytes } from '../input/number-columns.ts';
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
