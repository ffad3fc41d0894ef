// Findings as plans and summaries show them, counted per code: how many messages, which fields, the first place, an example.
import type { Finding } from '../contract/finding.ts';
import { type CodeCount, CodeDetails } from '../contract/report.ts';

/** File and line of a field path, or of the message itself. */
export type PlaceOf = (path: string) => { readonly file: string; readonly line: number };

type Counted = { -readonly [K in keyof Omit<CodeCount, 'details'>]: CodeCount[K] } & {
  readonly details: CodeDetails;
};

export class CodeCounts {
  private readonly counts = new Map<string, Counted>();

  /** Counts every code, field and value once per message. The place is that of the first finding with the code. */
  add(findings: readonly Finding[], placeOf: PlaceOf): void {
    const seen = new Map<string, Set<string>>();
    for (const finding of findings) {
      let keys = seen.get(finding.code);
      if (!keys) {
        keys = new Set();
        seen.set(finding.code, keys);
        this.addCode(finding.code, placeOf, { field: finding.path, example: finding });
      }
      const { details } = this.counts.get(finding.code)!;
      const key = details.keyOf(finding);
      if (!keys.has(key)) details.add(key);
      keys.add(key);
    }
  }

  /** Counts a code of the service, with its message. */
  addOther(code: string, placeOf: PlaceOf, at: { readonly field: string; readonly message?: string }): void {
    const { details } = this.addCode(code, placeOf, at);
    if (at.field !== '') details.add(details.keyOf({ path: at.field, args: {} }));
  }

  private addCode(
    code: string,
    placeOf: PlaceOf,
    { field, ...more }: { readonly field: string; readonly message?: string; readonly example?: Finding },
  ): Counted {
    let known = this.counts.get(code);
    if (!known) {
      const { line, file } = placeOf(field);
      known = { code, count: 0, firstLine: line, firstFile: file, ...more, details: new CodeDetails() };
      this.counts.set(code, known);
    }
    known.count++;
    return known;
  }

  /** Most frequent first. */
  list(): readonly CodeCount[] {
    return [...this.counts.values()]
      .map(({ details, ...count }) => ({ ...count, details: details.list() }))
      .sort((a, b) => b.count - a.count || a.firstLine - b.firstLine);
  }
}
