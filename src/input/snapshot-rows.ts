// Rows of one snapshot to the order they describe: built once, when all rows are there.
import type { Place } from '../basics/failure.ts';
import type { Finding } from '../contract/finding.ts';
import { cellValue } from './cells.ts';
import { columnOf, type Plan, type PlannedColumn } from './plan.ts';
import type { RowPlace } from './types.ts';

/** What the rows came to. `lines` has the row of each item. */
export interface RowsOrder {
  readonly raw: Record<string, unknown>;
  readonly findings: Finding[];
  readonly head: number;
  readonly lines: readonly number[];
  /** What the rows themselves say where it is not what they were grouped by: under a mapping. */
  readonly own?: {
    readonly id: string;
    readonly updatedAt: string | undefined;
    readonly micros: number;
    readonly matches?: readonly boolean[] | undefined;
    readonly skip: string | undefined;
    readonly skippedRows: readonly { readonly reason: string; readonly rows: number }[] | undefined;
  };
}

type Cells = readonly string[];
type Names = (file: number) => string;

/** Builds the order of rows that all follow one plan. */
export function orderOfRows(
  plan: Plan,
  rows: readonly Cells[],
  places: readonly RowPlace[],
  nameOf: Names,
): RowsOrder {
  const findings: Finding[] = [];
  const head = rows.length === 1 ? 0 : compareRows(plan, rows, places, nameOf, findings);
  const raw: Record<string, unknown> = {};
  const headCells = rows[head]!;
  for (const column of plan.order) {
    const value = cellOf(column, headCells, '', places[head]!, findings);
    if (value === undefined) continue;
    const { parent, key } = column.field;
    if (parent === '') raw[key] = value;
    else {
      raw[parent] ??= {};
      (raw[parent] as Record<string, unknown>)[key] = value;
    }
  }
  const lines = rows.length === 1 ? [0] : distinctLines(plan, rows, places, nameOf, findings);
  const items: Record<string, unknown>[] = [];
  const kept: number[] = [];
  for (const row of lines) {
    const cells = rows[row]!;
    if (isBlank(plan.item, cells)) continue;
    const item: Record<string, unknown> = {};
    const path = `items[${items.length}].`;
    for (const column of plan.item) {
      const value = cellOf(column, cells, path, places[row]!, findings);
      if (value !== undefined) item[column.field.key] = value;
    }
    items.push(item);
    kept.push(row);
  }
  raw['items'] = items;
  return { raw, findings, head, lines: kept };
}

function cellOf(
  column: PlannedColumn,
  cells: Cells,
  prefix: string,
  place: RowPlace,
  findings: Finding[],
): unknown {
  const text = cells[column.index]!;
  const { kind } = column.field;
  if (text === '') return kind === 'list' ? [] : undefined;
  if (kind === 'text' || kind === 'timestamp') return text;
  return cellValue(column, text, findings, () => {
    const { parent, key } = column.field;
    return { path: prefix + (parent === '' ? key : `${parent}.${key}`), line: place.line };
  });
}

function isBlank(columns: readonly PlannedColumn[], cells: Cells): boolean {
  for (const column of columns) if (cells[column.index] !== '') return false;
  return true;
}

/** Holds the order's columns of all rows against each other; gives the row that they are taken from. */
function compareRows(
  plan: Plan,
  rows: readonly Cells[],
  places: readonly RowPlace[],
  nameOf: Names,
  findings: Finding[],
): number {
  const { repeated } = plan;
  const blank = (cells: Cells) => repeated.every((index) => cells[index] === '');
  let head = 0;
  for (let row = 1; row < rows.length; row++) {
    const first = rows[head]!;
    const cells = rows[row]!;
    for (const index of repeated) {
      if (cells[index] === first[index]) continue;
      if (blank(cells)) break;
      // Only so far unnamed rows may be blank: from here on this one speaks for the order.
      if (blank(first)) {
        head = row;
        break;
      }
      findings.push(
        pairFinding('order.rows.conflict', plan.names[index]!, places[row]!, places[head]!, nameOf, {
          path: pathOf(plan, index),
        }),
      );
      if (findings.length >= 10) return head;
    }
  }
  return head;
}

const pathOf = (plan: Plan, index: number): string =>
  plan.order.find((column) => column.index === index)?.field.name ?? '';

/** The rows that are lines of their own: a repeated one is none, a contradicting one is reported. */
function distinctLines(
  plan: Plan,
  rows: readonly Cells[],
  places: readonly RowPlace[],
  nameOf: Names,
  findings: Finding[],
): number[] {
  const seen = new Map<string, number>();
  const lines: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    const cells = rows[row]!;
    const identifier = plan.itemIdentifier < 0 ? '' : cells[plan.itemIdentifier]!;
    const first = identifier === '' ? undefined : seen.get(identifier);
    if (first === undefined) {
      if (identifier !== '') seen.set(identifier, row);
      lines.push(row);
      continue;
    }
    const differing = plan.item.find((column) => cells[column.index] !== rows[first]![column.index]);
    const path = `items[${lines.indexOf(first)}]`;
    findings.push(
      differing
        ? pairFinding('order.line.conflict', differing.name, places[row]!, places[first]!, nameOf, { path })
        : pairFinding('order.line.repeated', '', places[row]!, places[first]!, nameOf, {
            path,
            severity: 'note',
          }),
    );
  }
  return lines;
}

function pairFinding(
  code: string,
  column: string,
  place: RowPlace,
  first: RowPlace,
  nameOf: Names,
  more: { path: string; severity?: Finding['severity'] },
): Finding {
  // Files are only named where there is more than one.
  const apart = place.file !== first.file;
  return {
    code,
    severity: more.severity ?? 'error',
    path: more.path,
    args: {
      column,
      line: place.line,
      file: apart ? nameOf(place.file) : null,
      first_line: first.line,
      first_file: apart ? nameOf(first.file) : null,
    },
  };
}

/** The place that a field path came from. */
export function placeInRows(
  plan: Plan,
  order: RowsOrder,
  places: readonly RowPlace[],
  path: string,
  nameOf: Names,
): Place {
  const item = /^items\[(\d+)\](?:\.(.*))?$/.exec(path);
  const row = item ? (order.lines[Number(item[1])] ?? order.head) : order.head;
  const place = places[row]!;
  const column = item ? columnOf(plan, 'item', item[2] ?? '') : columnOf(plan, 'order', path);
  return {
    file: nameOf(place.file),
    line: place.line,
    ...(column ? { column: column.index + 1 } : {}),
    path,
  };
}
