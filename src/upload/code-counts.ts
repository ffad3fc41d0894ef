// How many orders each finding code concerns, where the first stands, and one example to quote.
import type { Place } from '../base/failure.ts';
import type { CodeCount } from '../contract/code-count.ts';
import type { Finding } from '../contract/finding.ts';
import { shorts } from '../intake/column.ts';
import type { JudgedSnapshot } from './judged.ts';

/** Different sets of codes that are told apart; orders of a real input have a few dozen. */
const MOST_SETS = 65_535;

export class CodeCounts {
  private readonly counts = new Map<string, { -readonly [K in keyof CodeCount]: CodeCount[K] }>();
  /** By slot the number of its set of codes, so that versions which turn out to be superseded can be taken back. */
  private readonly setOf = shorts();
  private slots = 0;
  /** Sets of codes by number; 0 is the empty one. */
  private readonly sets: (readonly string[])[] = [[]];
  private readonly setNumbers = new Map<string, number>();

  /** Counts every code once per order; the line is where the first finding of that code stands. */
  addFindings(
    snapshot: JudgedSnapshot,
    findings: readonly Finding[],
    fileName: (index: number) => string,
  ): void {
    if (findings.length === 0) return;
    const seen = new Set<string>();
    for (const finding of findings) {
      if (seen.has(finding.code)) continue;
      seen.add(finding.code);
      const known = this.counts.get(finding.code);
      if (known) known.count++;
      else {
        const place: Place = snapshot.placeOf(finding.path);
        this.counts.set(finding.code, {
          code: finding.code,
          count: 1,
          firstLine: place.line ?? snapshot.rows[0]?.line ?? 0,
          firstFile: place.file ?? fileName(snapshot.rows[0]?.file ?? 0),
          example: finding,
        });
      }
    }
    this.setOf.set(snapshot.slot, this.numberOf([...seen]));
    this.slots = Math.max(this.slots, snapshot.slot + 1);
  }

  /** Takes back what was counted for versions that a later one in the input supersedes. */
  keepOnly(isLatest: (slot: number) => boolean): void {
    for (let slot = 0; slot < this.slots; slot++) {
      const set = this.setOf.get(slot);
      if (set === 0 || isLatest(slot)) continue;
      this.setOf.set(slot, 0);
      for (const code of this.sets[set]!) {
        const known = this.counts.get(code)!;
        if (--known.count === 0) this.counts.delete(code);
      }
    }
  }

  private numberOf(codes: readonly string[]): number {
    const key = codes.join(' ');
    const known = this.setNumbers.get(key);
    if (known !== undefined) return known;
    if (this.sets.length > MOST_SETS) return 0;
    this.setNumbers.set(key, this.sets.length);
    return this.sets.push(codes) - 1;
  }

  addCode(code: string, line: number, file: string): void {
    const known = this.counts.get(code);
    if (known) known.count++;
    else this.counts.set(code, { code, count: 1, firstLine: line, firstFile: file });
  }

  /** Most frequent first. */
  list(): readonly CodeCount[] {
    return [...this.counts.values()].sort((a, b) => b.count - a.count || a.firstLine - b.firstLine);
  }
}
