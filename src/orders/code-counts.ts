// Findings as the plan shows them: counted per code (how many orders, which fields, the first place, an example), and the
// refused orders one by one.
import type { Place } from '../basics/failure.ts';
import type { Finding } from '../contract/finding.ts';
import { describeOrderFinding } from '../contract/order-catalog.ts';
import { type CodeCount, CodeDetails } from '../contract/report.ts';
import { shorts } from '../input/number-columns.ts';
import type { RefusedField } from '../runs/summary.ts';
import type { SnapshotRef } from './check-snapshot.ts';

/** Maximum number of distinct sets of codes and fields. Orders of a real input have a few dozen. */
const MOST_SETS = 65_535;

/**
 * Above this number of sets, fields are no longer counted per set, because that would take too much memory.
 */
const MOST_DETAILED = 5000;

type Counted = { -readonly [K in keyof Omit<CodeCount, 'details'>]: CodeCount[K] } & {
  readonly details: CodeDetails;
};

/**
 * A code, and the key of its field or value. The key is undefined when only the count of the code can be
 * taken back.
 */
type Part = readonly [code: string, detail: string | undefined];

export class CodeCounts {
  private readonly counts = new Map<string, Counted>();
  /**
   * Number of the set of codes, by snapshot ordinal. With it, the counts of superseded versions are taken
   * back.
   */
  private readonly setOf = shorts();
  private ordinals = 0;
  /** Sets by number; 0 is the empty set. */
  private readonly sets: (readonly Part[])[] = [[]];
  private readonly setNumbers = new Map<string, number>();

  /**
   * Counts every code, field and value once per order. The line is that of the first finding with the code.
   */
  addFindings(
    snapshot: SnapshotRef,
    findings: readonly Finding[],
    fileName: (index: number) => string,
  ): void {
    if (findings.length === 0) return;
    const parts = new Map<string, Set<string>>();
    for (const finding of findings) {
      const { code } = finding;
      let known = this.counts.get(code);
      if (!known) {
        const place: Place = snapshot.placeOf(finding.path);
        const firstLine = place.line ?? snapshot.rows[0]?.line ?? 0;
        const firstFile = place.file ?? fileName(snapshot.rows[0]?.file ?? 0);
        known = { code, count: 0, firstLine, firstFile, example: finding, details: new CodeDetails() };
        this.counts.set(code, known);
      }
      let keys = parts.get(code);
      if (!keys) {
        known.count++;
        keys = new Set();
        parts.set(code, keys);
      }
      const key = known.details.keyOf(finding);
      if (keys.has(key)) continue;
      keys.add(key);
      known.details.add(key);
    }
    this.setOf.set(snapshot.ordinal, this.numberOf(parts));
    this.ordinals = Math.max(this.ordinals, snapshot.ordinal + 1);
  }

  /** Takes back the counts of versions that a later version in the input supersedes. */
  keepOnly(isLatest: (ordinal: number) => boolean): void {
    for (let ordinal = 0; ordinal < this.ordinals; ordinal++) {
      const set = this.setOf.get(ordinal);
      if (set === 0 || isLatest(ordinal)) continue;
      this.setOf.set(ordinal, 0);
      let last = '';
      for (const [code, detail] of this.sets[set]!) {
        const known = this.counts.get(code)!;
        if (detail !== undefined) known.details.takeBack(detail);
        // The parts of one code are adjacent, and the order is counted once per code.
        if (code === last) continue;
        last = code;
        known.count--;
      }
    }
    for (const [code, { count }] of this.counts) if (count === 0) this.counts.delete(code);
  }

  private numberOf(given: ReadonlyMap<string, ReadonlySet<string>>): number {
    const isDetailed = this.sets.length < MOST_DETAILED;
    const parts: Part[] = [];
    let name = '';
    for (const [code, keys] of given) {
      if (isDetailed) for (const key of keys) parts.push([code, key]);
      else parts.push([code, undefined]);
      name += isDetailed ? `${code}\t${[...keys].join('\t')}\u0000` : `${code}\u0000`;
    }
    const known = this.setNumbers.get(name);
    if (known !== undefined) return known;
    if (this.sets.length > MOST_SETS) return 0;
    this.setNumbers.set(name, this.sets.length);
    return this.sets.push(parts) - 1;
  }

  /** Counts a code that is no finding of an order: of the service, with its message, or of a file. */
  addCode(
    code: string,
    line: number,
    file: string,
    at: { field: string; message?: string; example?: Finding },
  ): void {
    let known = this.counts.get(code);
    if (!known) {
      const { message, example } = at;
      known = { code, count: 0, firstLine: line, firstFile: file, details: new CodeDetails() };
      if (message) known.message = message;
      if (example) known.example = example;
      this.counts.set(code, known);
    }
    known.count++;
    if (at.field !== '') known.details.add(known.details.keyOf({ path: at.field, args: {} }));
  }

  /** Most frequent first. */
  list(): readonly CodeCount[] {
    return [...this.counts.values()]
      .map(({ details, ...count }) => ({ ...count, details: details.list() }))
      .sort((a, b) => b.count - a.count || a.firstLine - b.firstLine);
  }
}

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
