// Which orders are refused, and at which fields: the first ones by name, for who reads the result with a program.
import type { Finding } from '../contract/finding.ts';
import { describeFinding } from '../contract/order-catalog.ts';
import type { RefusedField } from '../runs/summary.ts';
import type { JudgedSnapshot } from './judge.ts';

/** How many reasons are listed unless asked otherwise. */
export const REFUSALS_LISTED = 100;

export class RefusalList {
  private entries: { readonly slot: number; readonly refused: RefusedField }[] = [];
  private full = false;

  /** @param most reasons that are listed */
  constructor(private readonly most: number) {}

  add(
    snapshot: JudgedSnapshot,
    findings: readonly Finding[],
    fileName: (index: number) => string,
    isLatest: (slot: number) => boolean,
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
    snapshot: JudgedSnapshot,
    reason: Pick<RefusedField, 'code' | 'field' | 'message'>,
    fileName: (index: number) => string,
    isLatest: (slot: number) => boolean,
  ): void {
    if (this.hasRoom(isLatest)) this.push(snapshot, fileName, reason);
  }

  /** Without versions that a later one in the input supersedes. */
  list(isLatest: (slot: number) => boolean): readonly RefusedField[] {
    return this.entries
      .filter(({ slot }) => isLatest(slot))
      .slice(0, this.most)
      .map(({ refused }) => refused);
  }

  private push(
    { slot, id, rows: [first] }: JudgedSnapshot,
    fileName: (index: number) => string,
    reason: Partial<RefusedField> & Pick<RefusedField, 'code' | 'field' | 'message'>,
  ): void {
    const place = { file: fileName(first?.file ?? 0), line: first?.line ?? 0 };
    this.entries.push({ slot, refused: { order: id, ...place, ...reason } });
  }

  /** Twice as many are kept as are listed: some may turn out to be superseded. */
  private hasRoom(isLatest: (slot: number) => boolean): boolean {
    if (this.full || this.entries.length < 2 * this.most) return !this.full;
    this.entries = this.entries.filter(({ slot }) => isLatest(slot));
    this.full = this.entries.length >= this.most;
    return !this.full;
  }
}
