// How many orders each finding code concerns, in which fields, where the first stands, and one example to quote.
import type { Place } from '../basics/failure.ts';
import { type CodeCount, CodeDetails } from '../contract/code-count.ts';
import type { Finding } from '../contract/finding.ts';
import { shorts } from '../input/column.ts';
import type { SnapshotRef } from './check-snapshot.ts';

/** Different sets of codes and fields that are told apart; orders of a real input have a few dozen. */
const MOST_SETS = 65_535;

/** With more sets than these their fields are no longer told apart: they would take too much memory. */
const MOST_DETAILED = 5000;

type Counted = { -readonly [K in keyof Omit<CodeCount, 'details'>]: CodeCount[K] } & {
  readonly details: CodeDetails;
};

/** A code, and the key of its field or word: undefined where only the code is taken back. */
type Part = readonly [code: string, detail: string | undefined];

export class CodeCounts {
  private readonly counts = new Map<string, Counted>();
  /** By slot the number of its set of codes, so that versions which turn out to be superseded can be taken back. */
  private readonly setOf = shorts();
  private ordinals = 0;
  /** Sets by number; 0 is the empty one. */
  private readonly sets: (readonly Part[])[] = [[]];
  private readonly setNumbers = new Map<string, number>();

  /** Counts every code, field and word once per order; the line is where the first finding of that code stands. */
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

  /** Takes back what was counted for versions that a later one in the input supersedes. */
  keepOnly(isLatest: (ordinal: number) => boolean): void {
    for (let ordinal = 0; ordinal < this.ordinals; ordinal++) {
      const set = this.setOf.get(ordinal);
      if (set === 0 || isLatest(ordinal)) continue;
      this.setOf.set(ordinal, 0);
      let last = '';
      for (const [code, detail] of this.sets[set]!) {
        const known = this.counts.get(code)!;
        if (detail !== undefined) known.details.takeBack(detail);
        // The parts of a code follow each other, and the order is counted once.
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

  /** A code of the service, at a field of the order, with what it said. */
  addCode(code: string, line: number, file: string, at: { field: string; message?: string }): void {
    let known = this.counts.get(code);
    if (!known) {
      const { message } = at;
      known = { code, count: 0, firstLine: line, firstFile: file, details: new CodeDetails() };
      if (message) known.message = message;
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
