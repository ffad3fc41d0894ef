// Which orders are refused, and at which fields: the first ones by name, for who reads the result with a program.
import type { Finding } from '../contract/finding.ts';
import { describeFinding } from '../contract/order-catalog.ts';
import type { RefusedField } from '../runs/summary.ts';
import type { SnapshotRef } from './check-snapshot.ts';

/** How many reasons are listed unless asked otherwise. */
export const REFUSALS_LISTED = 100;

export class RefusalList {
  private entries: { readonly ordinal: number; readonly refused: RefusedField }[] = [];
  private full = false;

  /** @param most reasons that are listed */
  constructor(private readonly most: number) {}

  add(
    snapshot: SnapshotRef,
    findings: readonly Finding[],
    fileName: (index: number) => string,
    isLatest: (ordinal: number) => boolean,
  ): void {
    for (const finding of findings) {
      if (!this.hasRoom(isLatest)) return;
      const place = snapshot.placeOf(finding.path);
      this.push(snapshot, fileName, {
        ...(place.line === undefined ? {} : { line: place.line }),
        ...(place.file === undefined ? {} : { file: place.file }),
        ...{ code: finding.code, field: finding.path, message: describeFinding(finding) },
      });
    }
  }

  /** A reason that is no finding of ours: the service refused the order before. */
  addReason(
    snapshot: SnapshotRef,
    reason: Pick<RefusedField, 'code' | 'field' | 'message'>,
    fileName: (index: number) => string,
    isLatest: (ordinal: number) => boolean,
  ): void {
    if (this.hasRoom(isLatest)) this.push(snapshot, fileName, reason);
  }

  /** Without versions that a later one in the input supersedes. */
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

  /** Twice as many are kept as are listed: some may turn out to be superseded. */
  private hasRoom(isLatest: (ordinal: number) => boolean): boolean {
    if (this.full || this.entries.length < 2 * this.most) return !this.full;
    this.entries = this.entries.filter(({ ordinal }) => isLatest(ordinal));
    this.full = this.entries.length >= this.most;
    return !this.full;
  }
}
