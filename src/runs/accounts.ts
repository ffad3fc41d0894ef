// The accounts of a run: the outcome of every snapshot of the input, and whether orders and rows add up
// (promise 1).
import { defectFailure } from '../basics/failure.ts';
import { bytes } from '../input/column.ts';
import type { SnapshotIndex } from '../input/snapshot-index.ts';

/** The outcomes of a snapshot. The index is the number stored in the column; 0 means not decided yet. */
export const FATES = ['pending', 'accepted', 'already_accepted', 'superseded', 'refused', 'skipped'] as const;
export type Fate = (typeof FATES)[number];
export type FateCounts = { -readonly [F in Fate]: number };

export class Accounts {
  private readonly fates = bytes();
  readonly counts: FateCounts = {
    accepted: 0,
    already_accepted: 0,
    superseded: 0,
    refused: 0,
    skipped: 0,
    pending: 0,
  };

  /** Records the outcome of a snapshot, exactly once. @throws Failure exit 1 when it already has one */
  settle(ordinal: number, fate: Exclude<Fate, 'pending'>): void {
    if (this.fates.get(ordinal) !== 0)
      throw defectFailure('defect.accounts', `Snapshot ${ordinal} was settled twice`, {
        hint: 'This is a defect of the tool: report it together with the summary.',
      });
    this.fates.set(ordinal, FATES.indexOf(fate));
    this.counts[fate]++;
  }

  /**
   * Orders per outcome, and the rows that the snapshot index has for them. `balanced` is true when the orders equal
   * those counted as their outcomes were recorded, and the rows equal those counted while the files were read.
   */
  close(
    snapshotIndex: SnapshotIndex,
    rowsRead: number,
  ): { orders: FateCounts; accounted: number; balanced: boolean } {
    const orders: FateCounts = { ...this.counts, pending: 0 };
    const seen: FateCounts = {
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
      seen[FATES[this.fates.get(ordinal)]!]++;
    }
    orders.pending = seen.pending;
    const agree = FATES.every((fate) => seen[fate] === orders[fate]);
    return { orders, accounted, balanced: agree && accounted === rowsRead };
  }
}
