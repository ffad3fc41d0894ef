// Collects the refused orders with their rows, and the first orders of each warning, while the input is read: as markup. What is
// held is bounded, whatever the size of the input.
import type { Finding } from '../../contract/finding.ts';
import { refuses } from '../../contract/levels.ts';
import type { Snapshot } from '../../input/types.ts';
import { html, type Markup } from '../../page/server/static-page.ts';
import { type Reason, reasonOf } from '../compare/compare.ts';
import type { CheckContext, SnapshotVerdict } from '../read/check-snapshot.ts';
import type { Watch } from '../upload/analysis.ts';
import { refusedCard } from './card.ts';
import { PageRows } from './page-rows.ts';

/** At most so many refused rows are in the page, and so many characters of them. */
const MOST_ROWS = 5000;
const MOST_CHARACTERS = 15_500_000;
/** So many orders of each code are in the page even when other codes have filled it. */
const FIRST_OF_CODE = 20;
/** Findings and rows of one order. */
const MOST_FINDINGS = 50;
const MOST_ORDER_ROWS = 20;
/** Orders that are named for each warning. */
const MOST_WARNED = 10;

export class ReportCollector implements Watch {
  /** A card for each order. Nothing in it keeps the rows of the input in memory. */
  refused: Markup[] = [];
  /** By the code of the warning: order, line, what it is. */
  readonly warned = new Map<string, (readonly Markup[])[]>();
  private heldRows = 0;
  private heldCharacters = 0;
  private readonly ofCode = new Map<string, number>();
  private readonly rows: PageRows;

  constructor(
    private readonly checks: CheckContext,
    private readonly fileName: (index: number) => string,
    withPersonal: boolean,
  ) {
    this.rows = new PageRows(withPersonal, fileName);
  }

  begin(): void {
    this.refused = [];
    this.heldRows = 0;
    this.heldCharacters = 0;
    this.ofCode.clear();
    this.warned.clear();
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict, before?: Reason): void {
    if (verdict.kind === 'skipped') return;
    const { checks } = this;
    const rest = verdict.findings.filter((finding) => !refuses(finding, checks));
    if (rest.length > 0) this.warn(snapshot, rest);
    if (before) this.refuse(snapshot, [before]);
    if (verdict.kind !== 'refused') return;
    const findings = verdict.findings.filter((finding) => refuses(finding, checks));
    this.refuse(snapshot, findings.slice(0, MOST_FINDINGS).map(reasonOf), findings.length);
  }

  private refuse(snapshot: Snapshot, reasons: readonly Reason[], count = reasons.length): void {
    if (!this.hasSpaceFor(reasons.map(({ code }) => code))) return;
    const findings = reasons.map((reason) => ({
      ...reason,
      ...this.placeOf(snapshot, reason.field),
      cell: this.rows.cellOf(snapshot, reason.field),
    }));
    const rows = this.rows.of(snapshot, findings, MOST_ORDER_ROWS);
    const card = refusedCard({
      order: this.rows.nameOf(snapshot.id),
      findings,
      moreFindings: count - findings.length,
      header: snapshot.table?.names ?? [],
      rows,
      moreRows: Math.max(0, snapshot.rows.length - MOST_ORDER_ROWS),
      // The only file of an input needs no name.
      onlyFile: this.fileName(1) === '' ? this.fileName(0) : '',
    });
    this.refused.push(card);
    this.heldRows += rows.length;
    this.heldCharacters += card.text.length;
  }

  /** Counts the codes. */
  private hasSpaceFor(codes: readonly string[]): boolean {
    let isNew = false;
    for (const code of new Set(codes)) {
      const count = (this.ofCode.get(code) ?? 0) + 1;
      this.ofCode.set(code, count);
      isNew ||= count <= FIRST_OF_CODE;
    }
    return isNew || (this.heldRows < MOST_ROWS && this.heldCharacters < MOST_CHARACTERS);
  }

  private warn(snapshot: Snapshot, findings: readonly Finding[]): void {
    const seen = new Set<string>();
    for (const finding of findings) {
      const { code, path, severity } = finding;
      if (severity === 'note' || seen.has(code)) continue;
      seen.add(code);
      const list = this.warned.get(code) ?? [];
      this.warned.set(code, list);
      if (list.length >= MOST_WARNED) continue;
      const { line } = this.placeOf(snapshot, path);
      const { field, message } = reasonOf(finding);
      list.push([
        html`${this.rows.nameOf(snapshot.id)}`,
        html`${String(line)}`,
        html`${message} <code>${field}</code>`,
      ]);
    }
  }

  private placeOf(snapshot: Snapshot, path: string) {
    const place = snapshot.placeOf(path);
    const [first] = snapshot.rows;
    return {
      file: place.file ?? this.fileName(first?.file ?? 0),
      line: place.line ?? first?.line ?? 0,
      column: place.column,
    };
  }
}
