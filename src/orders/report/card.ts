// One refused order on the report page: each reason with where it stands and what was found, and the rows of the file.
import { formatCount, plural } from '../../basics/units.ts';
import { fold, html, type Markup, table } from '../../page/server/static-page.ts';
import type { Reason } from '../compare/compare.ts';
import { titleOf } from './codes.ts';
import { BLANK, type PageCell, type PageRow } from './page-rows.ts';

interface Place {
  readonly file: string;
  readonly line: number;
  /** From 1; undefined where the input has no columns. */
  readonly column?: number | undefined;
}

export interface RefusedOrder {
  readonly order: string;
  /** `cell`: the one that the field came from; null when no cell gave it. */
  readonly findings: readonly (Reason & Place & { readonly cell: PageCell | null })[];
  readonly moreFindings: number;
  /** Names of the columns, in the order of the file. */
  readonly header: readonly string[];
  readonly rows: readonly PageRow[];
  readonly moreRows: number;
  /** The file whose name goes without saying. */
  readonly onlyFile: string;
}

export function refusedCard(order: RefusedOrder): Markup {
  const { findings, moreFindings, rows, moreRows, onlyFile } = order;
  const reasons = [...new Set(findings.map(({ code }) => code))].map((code) => {
    const lines = findings
      .filter((finding) => finding.code === code)
      .map(({ cell, field, message, ...at }) => [
        [placeText(at, onlyFile), cell && html` <b>${cell.name}</b>`],
        cell ? cell.shown : html`<i>no single cell</i>`,
        [message, field !== '' && html` <code>${field}</code>`],
      ]);
    const heads = ['Where', 'In the file', 'What is wrong'];
    return html`<h4>${titleOf(code)} <a href="#${code}">${code}</a></h4>${table(heads, lines, 'findings unfold')}`;
  });
  const name = order.order === '' ? 'Order without an identifier' : `Order ${order.order}`;
  const all = rows.length + moreRows;
  const summary = all === 1 ? 'The row of the file' : `The ${formatCount(all)} rows of the file`;
  return html`<article class="sheet"><h3>${name} <small>${rows[0] && placeText(rows[0], onlyFile)}</small></h3>${reasons}
${moreFindings > 0 && html`<p class="hint">and ${plural(moreFindings, 'more finding')}</p>`}
${rows.length > 0 && fold(summary, [rowTable(order), restText(rows, moreRows)], 'row')}</article>`;
}

function placeText({ file, line, column }: Place, onlyFile: string): string {
  const name = file === onlyFile || file === '' ? '' : `${file}, `;
  return `${name}line ${line}${column === undefined ? '' : `, column ${column}`}`;
}

/** The rows side by side, one line for each column that has a text or that a finding names. */
function rowTable({ findings, header, rows, onlyFile }: RefusedOrder): Markup {
  const marked = new Set(findings.map(({ file, line, cell }) => `${line} ${cell?.name} ${file}`));
  const filled = new Set(
    [...rows.flatMap(({ cells }) => cells), ...findings.map(({ cell }) => cell)].map((cell) => cell?.name),
  );
  const names = new Set([...header, ...filled]);
  const lines = [...names]
    .filter((name) => name !== undefined && filled.has(name))
    .map((name) => [
      name,
      ...rows.map(({ file, line, cells }) => {
        const shown = cells.find((cell) => cell.name === name)?.shown;
        return marked.has(`${line} ${name} ${file}`) ? html`<mark>${shown ?? BLANK}</mark>` : shown;
      }),
    ]);
  return table(['Column', ...rows.map((row) => placeText(row, onlyFile))], lines, 'rows');
}

function restText(rows: readonly PageRow[], moreRows: number): Markup | false {
  const unused = Math.max(...rows.map((row) => row.unused));
  const texts = [
    moreRows > 0 && `and ${plural(moreRows, 'more row')}`,
    unused > 0 &&
      `${plural(unused, 'column')} that no field uses ${unused === 1 ? 'is' : 'are'} not in this page`,
  ].filter((text) => text !== false);
  return texts.length > 0 && html`<p class="hint">${texts.join('; ')}.</p>`;
}
