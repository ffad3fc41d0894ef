// Rows and cells as the report page shows them: personal cells are hidden, and long texts are cut.
import { plural } from '../../basics/units.ts';
import { identifierOf } from '../../contract/report.ts';
import { ORDER_TABLE } from '../../input/message-table.ts';
import type { Snapshot } from '../../input/types.ts';
import { type Content, html } from '../../page/server/static-page.ts';
import { sourceCellOf, sourceRowsOf } from '../look/source-rows.ts';
import { isPersonal } from '../upload/hide-personal.ts';

export interface PageCell {
  /** Of its column. */
  readonly name: string;
  readonly shown: Content;
}

export interface PageRow {
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

export const BLANK = html`<i>blank</i>`;

export class PageRows {
  /** @param withPersonal otherwise only the length of a personal cell is in the page */
  constructor(
    private readonly withPersonal: boolean,
    private readonly fileName: (index: number) => string,
  ) {}

  /** An identifier of an order; some shops use the e-mail. */
  nameOf(id: string): string {
    return this.withPersonal ? id : identifierOf(id);
  }

  /** The rows that findings are about, filled up with the others. */
  of(
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
  cellOf(snapshot: Snapshot, path: string): PageCell | null {
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

/** A column of the template may hold refunds as JSON, with their notes. */
const holdsPersonal = (path: string, text: string): boolean =>
  isPersonal(path) || !isKnown(path) || (path === 'refunds' && text.includes('"note"'));

function isKnown(path: string): boolean {
  const plain = path.replace(/\[\d*\]/g, '');
  return KNOWN.has(plain) || plain === 'items' || KNOWN.has(plain.split('.', 1)[0]!);
}
