// Rows of an export to orders as a mapping says: grouped by the order's column alone, built when all rows are there.
import type { Place } from '../../basics/failure.ts';
import type { Finding } from '../../contract/finding.ts';
import { parseInstant } from '../../contract/time.ts';
import type { Around, Layout } from '../layout.ts';
import type { RowsOrder } from '../snapshot-rows.ts';
import type { RowPlace } from '../types.ts';
import type { Compiled } from './compile.ts';
import type { Cells } from './conditions.ts';
import type { RowReading } from './convert.ts';
import type { Drafting } from './drafting.ts';
import { buildItems } from './items.ts';
import { rowsOfFiles } from './rows.ts';
import { settleMoney } from './settle-money.ts';
import { differingColumns, filled, headOf, rowWith, type Sharing, sharedValue } from './shared-values.ts';
import { skipOf } from './skips.ts';
import type { Stated } from './tax.ts';

/** Where the values came from, beside what every table keeps. */
export interface MappedOrder extends RowsOrder {
  readonly head: number;
  /** The rows themselves, to find the place of a value again. */
  readonly cells: readonly Cells[];
  readonly filledHead: Cells;
  /** Line of each joined file. */
  readonly from?: readonly (number | undefined)[] | undefined;
}

export class MappedLayout implements Layout {
  readonly names: readonly string[];

  constructor(
    readonly compiled: Compiled,
    /** Compiles the same mapping for the columns of several files together. */
    private readonly remake: (names: readonly string[]) => MappedLayout,
  ) {
    this.names = compiled.names;
  }

  keyOf(cells: Cells): string {
    return this.compiled.key(cells);
  }

  versionOf(): string {
    return '';
  }

  orderOf(given: readonly Cells[], places: readonly RowPlace[], around: Around): MappedOrder {
    const findings: Finding[] = [];
    let rows = given;
    let own = places;
    let index: readonly number[] | undefined;
    if (places.length > 1 && places[0]!.file !== places[places.length - 1]!.file) {
      const part = rowsOfFiles(given, places, this.names, around);
      if (part.finding) findings.push(part.finding);
      index = part.rows;
      rows = index.map((row) => given[row]!);
      own = index.map((row) => places[row]!);
    }
    const joined = this.compiled.joins.length > 0 ? joinRows(this.compiled, rows, findings) : undefined;
    const order = this.build(joined?.rows ?? rows, own, findings, around, joined);
    return index
      ? { ...order, lines: order.lines.map((row) => index[row]!), head: index[0]!, cells: given }
      : order;
  }

  private build(
    rows: readonly Cells[],
    places: readonly RowPlace[],
    findings: Finding[],
    around: Around,
    joined: Joined | undefined,
  ): MappedOrder {
    const { compiled } = this;
    const head = headOf(rows, compiled.orderColumns, compiled.fills);
    const reading: RowReading = {
      cells: head,
      line: places[0]!.line,
      file: around.nameOf(places[0]!.file),
      prefix: '',
      findings,
    };
    const drafting: Drafting = { compiled, rows, places, head, reading };
    const skip = skipOf(compiled, rows, head);
    const differing =
      rows.length === 1 ? undefined : differingColumns(rows, head, compiled.orderColumns, compiled.fills);
    if (skip?.whole !== undefined) {
      const id = String(compiled.identifier.read(reading) ?? '');
      findings.length = 0;
      const skippedRows = skip.reasons;
      const own = { id, updatedAt: undefined, micros: Number.NaN, skip: skip.whole, skippedRows };
      return { raw: {}, findings, head: 0, lines: [], cells: rows, filledHead: head, own };
    }
    const raw: Record<string, unknown> = {};
    const sharing = sharingOf(drafting);
    for (const field of compiled.order) {
      const value = sharedValue(field, sharing, differing);
      if (value === undefined) continue;
      const { parent, key } = field.field;
      if (parent === '') raw[key] = value;
      else {
        raw[parent] ??= {};
        (raw[parent] as Record<string, unknown>)[key] = value;
      }
    }
    // An export that has no tags says that there are none.
    raw['tags'] ??= [];
    const id = typeof raw['identifier'] === 'string' ? raw['identifier'] : '';
    const items = buildItems(drafting, id, skip?.skips);
    raw['items'] = items.items;
    settleMoney(raw, items, compiled, this.stated(drafting, differing), findings);
    const updatedAt = typeof raw['updated_at'] === 'string' ? raw['updated_at'] : undefined;
    const micros = (updatedAt === undefined ? undefined : parseInstant(updatedAt)?.micros) ?? Number.NaN;
    const matches = joined?.matches;
    const own = { id, updatedAt, micros, matches, skip: undefined, skippedRows: skip?.reasons };
    const from = joined?.from;
    return { raw, findings, head: 0, lines: items.rows, cells: rows, filledHead: head, from, own };
  }

  private stated(drafting: Drafting, differing: ReadonlySet<number> | undefined): Stated | undefined {
    const { tax } = this.compiled;
    if (!tax) return undefined;
    const stated: Record<keyof Stated, number | undefined> = {
      total: undefined,
      subtotal: undefined,
      shipping: undefined,
      tax: undefined,
      shipping_tax: undefined,
      discount: undefined,
    };
    for (const field of tax.stated) {
      const value = sharedValue(field, sharingOf(drafting), differing);
      if (typeof value === 'number') stated[field.name] = value;
    }
    return stated;
  }

  placeIn(order: RowsOrder, places: readonly RowPlace[], path: string, around: Around): Place {
    const { cells, filledHead } = order as MappedOrder;
    const item = /^items\[(\d+)\](?:\.(.*))?$/.exec(path);
    const { index, row } = item
      ? this.itemSource(order as MappedOrder, Number(item[1]), item[2] ?? '')
      : this.orderSource(path, cells, filledHead, order.head);
    const beside = this.joinedPlace(index, order as MappedOrder);
    if (beside) return { ...beside, path };
    const place = places[row]!;
    return {
      file: around.nameOf(place.file),
      line: place.line,
      ...(index >= 0 && index < this.names.length ? { column: index + 1 } : {}),
      path,
    };
  }

  ruleOf(given: RowsOrder, path: string): string | undefined {
    const order = given as MappedOrder;
    const { compiled } = this;
    const item = /^items\[(\d+)\]\.(\w+)$/.exec(path);
    if (item) {
      const value = compiled.item.find(({ field }) => field.key === item[2])?.value;
      if (!value) return item[2] === 'tax_amount_cents' ? 'tax share' : 'derived';
      const row = order.lines[Number(item[1])] ?? order.head;
      return value.rule(filled(order.cells[row]!, order.filledHead, compiled.shared));
    }
    const isShipped = order.findings.some(({ code }) => code === 'order.total.shipped');
    if (isShipped && path === 'total_amount_cents') return 'derived';
    const plain = path.replace(/\[\d+\].*$/, '');
    const value = compiled.order.find((one) => one.field.path === plain)?.value;
    return value?.rule(order.filledHead) ?? 'derived';
  }

  /** The place in a joined file, for columns behind those of the export. */
  private joinedPlace(index: number, { from }: MappedOrder): Place | undefined {
    let first = this.names.length;
    if (index < first || !from) return undefined;
    for (const [i, { join }] of this.compiled.joins.entries()) {
      const line = from[i];
      if (index < first + join.names.length)
        return line === undefined ? undefined : { file: join.spec.path, line, column: index - first + 1 };
      first += join.names.length;
    }
    return undefined;
  }

  private itemSource(order: MappedOrder, line: number, path: string) {
    const row = order.lines[line] ?? order.head;
    const key = path.replace(/\[\d+\].*$/, '');
    const value = this.compiled.item.find(({ field }) => field.key === key)?.value;
    const index = value?.source(filled(order.cells[row]!, order.filledHead, this.compiled.shared)) ?? -1;
    const blank = index >= 0 && order.cells[row]![index] === '' && order.filledHead[index] !== '';
    return { index, row: blank ? rowWith(order.cells, index, order.head) : row };
  }

  private orderSource(path: string, rows: readonly Cells[], head: Cells, first: number) {
    const plain = path.replace(/\[\d+\].*$/, '');
    const { order, tax } = this.compiled;
    const field =
      order.find((one) => one.field.path === plain) ?? tax?.stated.find((one) => one.field.path === plain);
    const index = field?.value.source(head) ?? -1;
    return { index, row: index < 0 ? first : rowWith(rows, index, first) };
  }

  merge(layouts: readonly Layout[], rows: readonly Cells[]) {
    const numbered = layouts.map((layout) => withNumbers(layout.names));
    const names = [...new Set(numbered.flat())];
    return {
      layout: this.remake(names),
      rows: rows.map((cells, i) =>
        names.map((name) => {
          const index = numbered[i]!.indexOf(name);
          return index < 0 ? '' : cells[index]!;
        }),
      ),
    };
  }
}

const sharingOf = ({ compiled, rows, places, head, reading }: Drafting): Sharing => ({
  of: 'order',
  rows,
  places,
  head,
  reading,
  columns: compiled.orderColumns,
  fills: compiled.fills,
  names: compiled.allNames,
});

/** `Name`, `Name#2`: so that every column of a header has a name of its own. */
function withNumbers(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name}#${count}`;
  });
}

interface Joined {
  readonly rows: readonly Cells[];
  readonly matches: readonly boolean[];
  readonly from: readonly (number | undefined)[];
}

/** The cells of joined files behind those of every row. */
function joinRows(compiled: Compiled, rows: readonly Cells[], findings: Finding[]): Joined {
  const more: string[] = [];
  const matches: boolean[] = [];
  const from: (number | undefined)[] = [];
  for (const { join, key } of compiled.joins) {
    const entry = keysOf(compiled, rows, key)
      .map((text) => join.find(text))
      .find((found) => found !== undefined);
    matches.push(entry !== undefined);
    from.push(entry?.line);
    more.push(...(entry?.cells ?? join.names.map(() => '')));
    if (entry?.other === undefined) continue;
    const { name, path } = join.spec;
    const args = { name, file: path, line: entry.line, other: entry.other };
    findings.push({ code: 'join.duplicate', severity: 'error', path: '', args });
  }
  return { rows: rows.map((cells) => [...cells, ...more]), matches, from };
}

/** What an order may be called in the other file: as its rows have it, and as it is sent. */
function keysOf(compiled: Compiled, rows: readonly Cells[], key: number | undefined): string[] {
  if (key !== undefined) return [rows.find((cells) => cells[key] !== '')?.[key] ?? ''];
  const cells = rows[0]!;
  const id = compiled.identifier.read({ cells, line: 0, file: '', prefix: '', findings: [] });
  const raw = compiled.identifier.source(cells);
  return [compiled.key(cells), typeof id === 'string' ? id : '', raw < 0 ? '' : cells[raw]!];
}
