// Rows of one ASN to the ASN they describe: cartons by their identifier, a detail line for every row.
import type { Finding } from '../../contract/finding.ts';
import type { AsnColumn, AsnPlan } from '../../input/asn-columns.ts';
import { cellValue } from '../../input/cells.ts';
import type { RowPlace } from '../../input/types.ts';

type Cells = readonly string[];
type Fields = Record<string, unknown>;

/** What the rows came to; numbers are those of rows. */
export interface RowsAsn {
  readonly raw: Fields;
  readonly findings: readonly Finding[];
  /** The row that the ASN's own values are taken from. */
  readonly head: number;
  readonly cartons: readonly { readonly head: number; readonly details: readonly number[] }[];
  /** Why a mapping leaves all rows out, and the rows that it leaves out, by reason. */
  readonly skip?: string | undefined;
  readonly skippedRows?: readonly { readonly reason: string; readonly rows: number }[] | undefined;
}

interface Carton {
  readonly rows: number[];
  head: number;
}

/** So many contradictions of one ASN are named. */
const MOST_CONFLICTS = 10;

export function asnOfRows(plan: AsnPlan, rows: readonly Cells[], places: readonly RowPlace[]): RowsAsn {
  const findings: Finding[] = [];
  const all = rows.map((_, row) => row);
  const head = speaker(plan.columns.asn, [plan.program, plan.number], rows, places, all, '', findings);
  const raw: Fields = {};
  fill(raw, plan.columns.asn, rows[head]!, '', places[head]!, findings);
  const cartons: Carton[] = [];
  const byName = new Map<string, Carton>();
  for (const row of all) {
    const name = plan.carton < 0 ? '' : rows[row]![plan.carton]!;
    const carton = byName.get(name) ?? { rows: [], head: row };
    if (carton.rows.push(row) === 1) cartons.push(carton);
    byName.set(name, carton);
  }
  const built = cartons.map((carton, c) => {
    const at = `cartons[${c}]`;
    const own = [plan.carton];
    carton.head = speaker(plan.columns.carton, own, rows, places, carton.rows, `${at}.`, findings);
    const fields: Fields = {};
    fill(fields, plan.columns.carton, rows[carton.head]!, `${at}.`, places[carton.head]!, findings);
    const lines = distinctLines(plan, rows, places, carton.rows, at, findings);
    fields['details'] = lines.map((row, d) => {
      const detail: Fields = {};
      fill(detail, plan.columns.detail, rows[row]!, `${at}.details[${d}].`, places[row]!, findings);
      return detail;
    });
    return { fields, head: carton.head, details: lines };
  });
  raw['cartons'] = built.map(({ fields }) => fields);
  return { raw, findings, head, cartons: built };
}

/** Puts the cells of a row where their columns say; an empty cell is an absent field. */
function fill(
  into: Fields,
  columns: readonly AsnColumn[],
  cells: Cells,
  prefix: string,
  place: RowPlace,
  findings: Finding[],
): void {
  for (const column of columns) {
    const text = cells[column.index]!;
    if (text === '') continue;
    const { keys, path } = column.field;
    const value = cellValue(column, text, findings, () => ({
      path: prefix + path,
      line: place.line,
    }));
    putAt(into, keys, value);
  }
}

export function putAt(into: Fields, keys: readonly string[], value: unknown): void {
  let holder = into;
  for (const key of keys.slice(0, -1)) {
    holder[key] ??= {};
    holder = holder[key] as Fields;
  }
  holder[keys.at(-1)!] = value;
}

/**
 * Holds the columns that all of these rows share against each other; gives the row that they are taken from. Rows on
 * which they are all empty are no contradiction: exports often fill them on the first row only.
 */
function speaker(
  columns: readonly AsnColumn[],
  named: readonly number[],
  rows: readonly Cells[],
  places: readonly RowPlace[],
  of: readonly number[],
  prefix: string,
  findings: Finding[],
): number {
  const shared = columns.filter((column) => !named.includes(column.index));
  const blank = (cells: Cells) => shared.every((column) => cells[column.index] === '');
  let head = of[0]!;
  for (const row of of) {
    const cells = rows[row]!;
    if (row === head || blank(cells)) continue;
    if (blank(rows[head]!)) {
      head = row;
      continue;
    }
    for (const column of shared) {
      if (cells[column.index] === rows[head]![column.index]) continue;
      const path = prefix + column.field.path;
      findings.push(pair('asn.rows.conflict', column.name, places[row]!, places[head]!, path));
      if (findings.length >= MOST_CONFLICTS) return head;
    }
  }
  return head;
}

/** The rows of a carton that are detail lines of their own: a repeated one is none, a contradicting one is reported. */
function distinctLines(
  plan: AsnPlan,
  rows: readonly Cells[],
  places: readonly RowPlace[],
  of: readonly number[],
  at: string,
  findings: Finding[],
): number[] {
  const { detail } = plan.columns;
  const cell = (row: number, index: number) => (index < 0 ? '' : rows[row]![index]!);
  const seen = new Map<string, { readonly row: number; readonly detail: number }>();
  const lines: number[] = [];
  for (const row of of) {
    if (detail.every((column) => rows[row]![column.index] === '')) continue;
    const line = cell(row, plan.line);
    // Two units of one order line share its identifier, so the unit belongs to what names a row.
    const key = JSON.stringify([line, cell(row, plan.unit)]);
    const first = line === '' ? undefined : seen.get(key);
    if (first === undefined) {
      seen.set(key, { row, detail: lines.push(row) - 1 });
      continue;
    }
    const differing = detail.find((column) => cell(row, column.index) !== cell(first.row, column.index));
    const path = `${at}.details[${first.detail}]`;
    const earlier = places[first.row]!;
    findings.push(
      differing
        ? pair('asn.line.conflict', differing.name, places[row]!, earlier, path)
        : { ...pair('asn.line.repeated', '', places[row]!, earlier, path), severity: 'note' },
    );
  }
  return lines;
}

export const pair = (
  code: string,
  column: string,
  place: RowPlace,
  first: RowPlace,
  path: string,
): Finding => ({
  code,
  severity: 'error',
  path,
  args: { column, line: place.line, first_line: first.line },
});
