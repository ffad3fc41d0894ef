// Counts per finding code: how many ASNs, the place of the first one, and one example.

import type { Finding } from '../contract/finding.ts';
import { type CodeCount, CodeDetails } from '../contract/report.ts';
import type { ReadAsn } from './input/types.ts';

export class FindingCounts {
  private readonly counts = new Map<string, { -readonly [K in keyof CodeCount]: CodeCount[K] }>();

  private readonly details = new Map<string, CodeDetails>();

  /** Counts every code, field and value once per ASN. The line is that of the first finding with the code. */
  add(read: ReadAsn, findings: readonly Finding[]): void {
    for (const finding of new Map(findings.map((one) => [one.code, one])).values())
      this.count(finding.code, read, finding.path, finding);
    const seen = new Set<string>();
    for (const finding of findings) {
      const details = this.details.get(finding.code) ?? new CodeDetails();
      this.details.set(finding.code, details);
      const key = details.keyOf(finding);
      if (seen.has(`${finding.code} ${key}`)) continue;
      seen.add(`${finding.code} ${key}`);
      details.add(key);
    }
  }

  /** Counts a code of the service, with its field of the ASN. */
  count(code: string, read: ReadAsn, path: string, example?: Finding): void {
    const known = this.counts.get(code);
    if (known) {
      known.count++;
      return;
    }
    const { file = read.file, line = read.line } = read.placeOf(path);
    this.counts.set(code, {
      code,
      count: 1,
      firstLine: line,
      firstFile: file,
      ...(example ? { example } : {}),
    });
  }

  /** Most frequent first. */
  list(): readonly CodeCount[] {
    return [...this.counts.values()]
      .map((count) => ({ ...count, details: this.details.get(count.code)?.list() ?? [] }))
      .sort((a, b) => b.count - a.count || a.firstLine - b.firstLine);
  }
}
