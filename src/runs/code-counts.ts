// Findings as plans and summaries show them, counted per code: how many messages, which fields, the first place, an example.
import type { Finding } from '../contract/finding.ts';
import { type CodeCount, CodeDetails } from '../contract/report.ts';

/** File and line of a field path, or of the message itself. */
export type PlaceOf = (path: string) => { readonly file: string; readonly line: number };

type Counted = { -readonly [K in keyof Omit<CodeCount, 'details'>]: CodeCount[K] } & {
  readonly details: CodeDetails;
  /** The number of the last message that was counted. */
  last: number;
};

export class CodeCounts {
  private readonly counts = new Map<string, Counted>();
  private message = 0;

  /** Counts every code, field and value once per message. The place is that of the first finding with the code. */
  add(findings: readonly Finding[], placeOf: PlaceOf): void {
    this.message++;
    for (const finding of findings) {
      const { code } = finding;
      this.count(
        this.counts.get(code) ?? this.begin(code, placeOf(finding.path), { example: finding }),
        finding,
      );
    }
  }

  /** Counts a code of the service, with its message. */
  addOther(code: string, placeOf: PlaceOf, at: { readonly field: string; readonly message?: string }): void {
    this.message++;
    const { field: path, ...more } = at;
    this.count(this.counts.get(code) ?? this.begin(code, placeOf(path), more), { path, args: {} });
  }

  private begin(
    code: string,
    { line, file }: ReturnType<PlaceOf>,
    more: Pick<CodeCount, 'message' | 'example'>,
  ): Counted {
    const first = { firstLine: line, firstFile: file, ...more };
    const known = { code, count: 0, ...first, details: new CodeDetails(), last: 0 };
    this.counts.set(code, known);
    return known;
  }

  private count(known: Counted, at: Pick<Finding, 'path' | 'args'>): void {
    if (known.last !== this.message) known.count++;
    known.last = this.message;
    known.details.add(at, this.message);
  }

  /** Most frequent first. */
  list(): readonly CodeCount[] {
    return [...this.counts.values()]
      .map(({ details, last: _, ...count }) => ({ ...count, details: details.list() }))
      .sort((a, b) => b.count - a.count || a.firstLine - b.firstLine);
  }
}
