// The list of refused orders with their fields: the first ones, for programs that read the result.
import type { Finding } from '../contract/finding.ts';
import { describeOrderFinding } from '../contract/order-catalog.ts';
import type { RefusedField } from '../runs/summary.ts';
import type { SnapshotRef } from './check-snapshot.ts';

/** Default number of listed reasons. */
export const REFUSALS_LISTED = 100;

export class RefusalList {
  private entries: { readonly ordinal: number; readonly refused: RefusedField }[] = [];
  private full = false;

  /** @param most maximum number of listed reasons */
  constructor(private readonly most: number) {}

  add(
    snapshot: SnapshotRef,
    findings: readonly Finding[],
    fileName: (index: number) => string,
    isLatest: (ordinal: number) => boolean,
  ): void {
    for (const finding of findings) {
      if (!this.hasSpace(isLatest)) return;
      const place = snapshot.placeOf(finding.path);
      this.push(snapshot, fileName, {
        ...(place.line === undefined ? {} : { line: place.line }),
        ...(place.file === undefined ? {} : { file: place.file }),
        ...{ code: finding.code, field: finding.path, message: describeOrderFinding(finding) },
      });
    }
  }

  /** Adds a reason that is not one of our findings: the service refused the order before. */
  addReason(
    snapshot: SnapshotRef,
    reason: Pick<RefusedField, 'code' | 'field' | 'message'>,
    fileName: (index: number) => string,
    isLatest: (ordinal: number) => boolean,
  ): void {
    if (this.hasSpace(isLatest)) this.push(snapshot, fileName, reason);
  }

  /** Excludes versions that a later version in the input supersedes. */
  list(isLatest: (ordinal: number) => boolean): readonly RefusedField[] {
    return this.entries
      .filter(({ ordinal }) => isLatest(ordinal))
      .slice(0, this.most)
      .map(({ refused }) => refused);
  }

  private push(
    { ordinal, id, rows: [first] }: SnapshotRef,
    fileName: (index: number) => string,
    reason: Partial<RefusedField> & Pick<RefusedField, 'code' | 'field' | 'message'>,
  ): void {
    const place = { file: fileName(first?.file ?? 0), line: first?.line ?? 0 };
    this.entries.push({ ordinal, refused: { order: id, ...place, ...reason } });
  }

  /** Stores twice as many as are listed, because some may turn out to be superseded. */
  private hasSpace(isLatest: (ordinal: number) => boolean): boolean {
    if (this.full || this.entries.length < 2 * this.most) return !this.full;
    this.entries = this.entries.filter(({ ordinal }) => isLatest(ordinal));
    this.full = this.entries.length >= this.most;
    return !this.full;
  }
}
