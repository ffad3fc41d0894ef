// Collects the refused orders while the input is read, as markup: each reason with where it stands and what was found, and the
// rows of the file. What is held is bounded, whatever the size of the input.

import { formatCount, plural } from '../../basics/units.ts';
import { type CodeCount, identifierOf } from '../../contract/finding.ts';
import { refuses } from '../../contract/levels.ts';
import { describeOrderFinding, ORDER_CATALOG } from '../../contract/order-catalog.ts';
import { ORDER_TABLE } from '../../input/message-table.ts';
import type { Snapshot } from '../../input/types.ts';
import { type Content, fold, html, list, type Markup, table } from '../../page/server/static-page.ts';
import { isPersonal } from '../../sending/hide-personal.ts';
import { type Reason, reasonOf } from '../compare/compare.ts';
import { sourceCellOf, sourceRowsOf } from '../look/trace.ts';
import type { CheckContext, SnapshotVerdict } from '../read/check-snapshot.ts';
import type { Watch } from '../upload/first-pass.ts';

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

  /** @param withPersonal otherwise only the length of a personal cell is in the page */
  constructor(
    private readonly checks: CheckContext,
    private readonly fileName: (index: number) => string,
    private readonly withPersonal: boolean,
  ) {}

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
        cell: this.cellOf(snapshot, reason.field),
      };
    });
    const rows = this.rowsOf(snapshot, findings, MOST_ORDER_ROWS);
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
  ) {
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
    const id = this.nameOf(snapshot.id);
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
  private rowTable(snapshot: Snapshot, findings: readonly FoundHere[], rows: readonly PageRow[]) {
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

  /** An identifier of an order; some shops use the e-mail. */
  private nameOf(id: string): string {
    return this.withPersonal ? id : identifierOf(id);
  }

  /** The rows that findings are about, filled up with the others. */
  private rowsOf(
    snapshot: Snapshot,
    places: readonly { readonly file: string; readonly line: number }[],
    most: number,
  ): PageRow[] {
    const named = new Set(places.map(({ file, line }) => `${line} ${file}`));
    const all = snapshot.rows.map((_, row) => row);
    const isNamed = (row: number) => {
      const { file, line } = snapshot.rows[row]!;
      return named.has(`${line} ${this.fileName(file)}`);
    };
    const first = [...all.filter(isNamed), ...all.filter((row) => !isNamed(row))].slice(0, most);
    const chosen = first.sort((a, b) => a - b);
    return sourceRowsOf(snapshot, this.fileName, chosen).map(({ file, line, cells }) => {
      const shown = this.withPersonal ? cells : cells.filter(({ fields }) => fields.length > 0);
      return {
        file,
        line,
        cells: shown.map(({ name, text, fields }) => this.cell(name, text, fields)),
        unused: cells.length - shown.length,
      };
    });
  }

  /** The cell that a field came from. */
  private cellOf(snapshot: Snapshot, path: string): PageCell | null {
    const cell = path === '' ? null : sourceCellOf(snapshot, path);
    return cell && this.cell(cell.name, cell.text, [...cell.fields, path]);
  }

  /** A cell that no field uses may hold anything, so it counts as personal. */
  private cell(name: string, text: string, fields: readonly string[]): PageCell {
    if (text === '') return { name, shown: BLANK };
    const personal =
      fields.length === 0 || E_MAIL.test(text) || fields.some((path) => holdsPersonal(path, text));
    const length = plural(text.length, 'character');
    if (personal && !this.withPersonal) return { name, shown: html`<i>hidden, ${length}</i>` };
    const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
    return { name, shown: personal ? html`<i class="cover">covered, ${length}</i><span>${cut}</span>` : cut };
  }
}

function restText(rows: readonly PageRow[], moreRows: number) {
  const unused = Math.max(...rows.map((row) => row.unused));
  const texts = [
    moreRows > 0 && `and ${plural(moreRows, 'more row')}`,
    unused > 0 && `not in this page: ${plural(unused, 'column')} that no field uses`,
  ].filter((text) => text !== false);
  return texts.length > 0 && html`<p class="hint">${texts.join('; ')}.</p>`;
}

// The codes of the report page: refusals, warnings and notes, each with its count, its meaning, an example and where it stands.

/** Fields and words that are listed for a code. */
const MOST_DETAILS = 60;

/** A reason that is no rule. */
const REFUSED_BEFORE = {
  title: 'The service refused the same order before',
  explanation:
    'The service refused exactly this order in an earlier upload, so it is not sent again. Correct the order in the shop or in the export; --force sends it again as it is.',
};

const ruleOf = (code: string) => (code === 'refused_before' ? REFUSED_BEFORE : ORDER_CATALOG.get(code));

export const titleOf = (code: string): string => ruleOf(code)?.title ?? code;

/** A code with the number of its orders. */
export type Coded = Pick<CodeCount, 'code' | 'count'> & Partial<CodeCount>;

export function codeBlock(
  { code, count, example, firstFile, firstLine, details = [] }: Coded,
  tone: string,
): Markup {
  const places = details.slice(0, MOST_DETAILS).map(({ field, word, count: times }) => {
    const place = word === null ? field || 'the order' : `${field}: ${word}`;
    return html`<code>${place}</code> ${times}`;
  });
  const path = example?.path ? `${example.path}: ` : '';
  return fold(
    html`<b>${count}</b> ${titleOf(code)} <code>${code}</code>`,
    [
      html`<p id="${code}">${tone === 'error' && html`<b>What to do:</b> `}${ruleOf(code)?.explanation}</p>`,
      example &&
        html`<p><b>For example</b> (${firstFile}, line ${String(firstLine)}): ${path}${describeOrderFinding(example)}</p>`,
      places.length > 1 && list(places),
    ],
    `sheet whole code ${tone}`,
    tone === 'error',
  );
}

// Rows and cells as the report page shows them: personal cells are hidden, and long texts are cut.

interface PageCell {
  /** Of its column. */
  readonly name: string;
  readonly shown: Content;
}

interface PageRow {
  readonly file: string;
  readonly line: number;
  /** The cells with a text. */
  readonly cells: readonly PageCell[];
  /** Cells with a text that are not in the page, because no field uses their column. */
  readonly unused: number;
}

/** Paths of the interface, without indices. In JSON there may be others, which may hold anything. */
const KNOWN: ReadonlySet<string> = new Set(
  ORDER_TABLE.levels.flatMap(({ list, fields }) =>
    fields.flatMap(({ path }) => (list === '' ? [path] : [path, `${list}.${path}`])),
  ),
);
const E_MAIL = /[^\s@]@[^\s@]/;

/** Longer texts are cut, in characters. */
const LONGEST = 400;

const BLANK = html`<i>blank</i>`;

/** A column of the template may hold refunds as JSON, with their notes. */
const holdsPersonal = (path: string, text: string): boolean =>
  isPersonal(path) || !isKnown(path) || (path === 'refunds' && text.includes('"note"'));

function isKnown(path: string): boolean {
  const plain = path.replace(/\[\d*\]/g, '');
  return KNOWN.has(plain) || plain === 'items' || KNOWN.has(plain.split('.', 1)[0]!);
}
