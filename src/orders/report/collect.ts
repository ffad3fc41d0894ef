// Collects the refused orders while the input is read, as markup: each reason with where it stands and what was found, and the
// rows of the file. What is held is bounded, whatever the size of the input.
import { formatCount, plural } from '../../basics/units.ts';
import { refuses } from '../../contract/levels.ts';
import type { Snapshot } from '../../input/types.ts';
import { fold, html, type Markup, table } from '../../page/server/static-page.ts';
import { type Reason, reasonOf } from '../compare/compare.ts';
import type { CheckContext, SnapshotVerdict } from '../read/check-snapshot.ts';
import type { Watch } from '../upload/first-pass.ts';
import { titleOf } from './codes.ts';
import { BLANK, type PageCell, type PageRow, PageRows } from './page-rows.ts';

/** At most so many refused rows are in the page, and so many characters of them. */
const MOST_ROWS = 5000;
const MOST_CHARACTERS = 15_500_000;
/** Findings and rows of one order. */
const MOST_FINDINGS = 50;
const MOST_ORDER_ROWS = 20;

/** `cell`: the one that the field came from; null when no cell gave it. */
type FoundHere = Reason & At & { readonly cell: PageCell | null };

interface At {
  readonly file: string;
  readonly line: number;
  readonly column?: number | undefined;
}

export class ReportCollector implements Watch {
  /** A card for each order. Nothing in it keeps the rows of the input in memory. */
  refused: Markup[] = [];
  private heldRows = 0;
  private heldCharacters = 0;
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
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict, before?: Reason): void {
    if (before) this.refuse(snapshot, [before]);
    if (verdict.kind !== 'refused') return;
    this.refuse(snapshot, verdict.findings.filter((finding) => refuses(finding, this.checks)).map(reasonOf));
  }

  private refuse(snapshot: Snapshot, reasons: readonly Reason[]): void {
    if (this.heldRows >= MOST_ROWS || this.heldCharacters >= MOST_CHARACTERS) return;
    const [first] = snapshot.rows;
    const findings = reasons.slice(0, MOST_FINDINGS).map((reason) => {
      const place = snapshot.placeOf(reason.field);
      return {
        ...reason,
        file: place.file ?? this.fileName(first?.file ?? 0),
        line: place.line ?? first?.line ?? 0,
        column: place.column,
        cell: this.rows.cellOf(snapshot, reason.field),
      };
    });
    const rows = this.rows.of(snapshot, findings, MOST_ORDER_ROWS);
    const card = this.card(snapshot, findings, reasons.length - findings.length, rows);
    this.refused.push(card);
    this.heldRows += rows.length;
    this.heldCharacters += card.text.length;
  }

  private card(
    snapshot: Snapshot,
    findings: readonly FoundHere[],
    moreFindings: number,
    rows: readonly PageRow[],
  ): Markup {
    const reasons = [...new Set(findings.map(({ code }) => code))].map((code) => {
      const lines = findings
        .filter((finding) => finding.code === code)
        .map(({ cell, field, message, ...at }) => [
          [this.placeText(at), cell && html` <b>${cell.name}</b>`],
          cell ? cell.shown : html`<i>no single cell</i>`,
          [message, field !== '' && html` <code>${field}</code>`],
        ]);
      const heads = ['Where', 'In the file', 'What is wrong'];
      return html`<h4>${titleOf(code)} <a href="#${code}">${code}</a></h4>${table(heads, lines, 'findings unfold')}`;
    });
    const id = this.rows.nameOf(snapshot.id);
    const name = id === '' ? 'Order without an identifier' : `Order ${id}`;
    const all = snapshot.rows.length;
    const summary = all === 1 ? 'The row of the file' : `The ${formatCount(all)} rows of the file`;
    return html`<article class="sheet"><h3>${name} <small>${rows[0] && this.placeText(rows[0])}</small></h3>${reasons}
${moreFindings > 0 && html`<p class="hint">and ${plural(moreFindings, 'more finding')}</p>`}
${rows.length > 0 && fold(summary, [this.rowTable(snapshot, findings, rows), restText(rows, all - MOST_ORDER_ROWS)], 'row')}</article>`;
  }

  private placeText({ file, line, column }: At): string {
    // The only file of an input needs no name.
    const name = this.fileName(1) === '' || file === '' ? '' : `${file}, `;
    return `${name}line ${line}${column === undefined ? '' : `, column ${column}`}`;
  }

  /** The rows side by side, one line for each column that has a text or that a finding names. */
  private rowTable(snapshot: Snapshot, findings: readonly FoundHere[], rows: readonly PageRow[]): Markup {
    const marked = new Set(findings.map(({ file, line, cell }) => `${line} ${cell?.name} ${file}`));
    const cells = [...rows.flatMap((row) => row.cells), ...findings.flatMap(({ cell }) => cell ?? [])];
    const filled = new Set(cells.map((cell) => cell.name));
    const lines = [...new Set([...(snapshot.table?.names ?? []), ...filled])]
      .filter((name) => filled.has(name))
      .map((name) => [
        name,
        ...rows.map((row) => {
          const shown = row.cells.find((cell) => cell.name === name)?.shown;
          return marked.has(`${row.line} ${name} ${row.file}`) ? html`<mark>${shown ?? BLANK}</mark>` : shown;
        }),
      ]);
    return table(['Column', ...rows.map((row) => this.placeText(row))], lines, 'rows');
  }
}

function restText(rows: readonly PageRow[], moreRows: number): Markup | false {
  const unused = Math.max(...rows.map((row) => row.unused));
  const texts = [
    moreRows > 0 && `and ${plural(moreRows, 'more row')}`,
    unused > 0 && `not in this page: ${plural(unused, 'column')} that no field uses`,
  ].filter((text) => text !== false);
  return texts.length > 0 && html`<p class="hint">${texts.join('; ')}.</p>`;
}
