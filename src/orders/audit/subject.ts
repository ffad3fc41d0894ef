// What the audit looks at: orders as they are sent, and all cells that they were made of, also of columns that no field uses.
import { leaves } from '../../basics/json.ts';
import type { Lax, Order, OrderItem } from '../../contract/order.ts';
import { centsOf, type DecimalSign, decimalSignIn } from '../../input/mapping/values/money.ts';
import { isHidden } from '../../input/rows.ts';
import type { Inputs, SnapshotTable, SourceCell } from '../../input/types.ts';
import { sourceRowsOf } from '../look/source-rows.ts';
import type { SampledOrder } from './sample.ts';

export interface AuditedOrder {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly order: Lax<Order>;
  readonly items: readonly Lax<OrderItem>[];
  /** True when our own check lets it pass. */
  readonly isSent: boolean;
  /** From 0, among the audited orders. */
  readonly number: number;
}

/** A column, of JSON a path without indices. */
interface AuditedColumn {
  /** Of all orders, one for each row or element; blank ones are empty. */
  readonly texts: string[];
  /** For each order, where its texts begin; orders at the end may lack it. */
  readonly starts: number[];
  /** The fields of the interface that it gives values to: `customer.email`, `item.sku`. */
  readonly fields: Set<string>;
}

/** The audited orders as a table: what each column holds, and which fields it gives values to. */
export class Subject {
  /** Columns that a field uses, and columns that nothing in the mapping names. */
  readonly used: readonly string[];
  readonly unused: readonly string[];
  private readonly cents = new Map<string, readonly (number | undefined)[]>();

  constructor(
    readonly orders: readonly AuditedOrder[],
    private readonly columns: ReadonlyMap<string, AuditedColumn>,
    /** Columns and JSON keys that the mapping does not name; undefined without a mapping. */
    unmapped: readonly string[] | undefined,
    /** Columns of the file; undefined for JSON, whose records have different keys. */
    readonly columnsInFile: number | undefined,
    /** The fewest orders that say something about all orders of a shop. */
    readonly fewest: number,
  ) {
    const names = [...columns.keys()];
    const isUsed = (name: string) => columns.get(name)!.fields.size > 0;
    this.used = names.filter(isUsed);
    const isNamed = (name: string) =>
      unmapped !== undefined && !unmapped.some((one) => name === one || name.startsWith(`${one}.`));
    this.unused = names.filter((name) => !isUsed(name) && !isNamed(name));
  }

  get isMany(): boolean {
    return this.orders.length >= this.fewest;
  }

  /** Columns that give values to one of these fields. */
  columnsOf(...fields: readonly string[]): string[] {
    return this.used.filter((name) => fields.some((field) => this.columns.get(name)!.fields.has(field)));
  }

  /** The texts of a column in an order, one for each row or element. */
  textsOf({ number }: AuditedOrder, column: string): readonly string[] {
    const { texts, starts } = this.columns.get(column) ?? NOTHING;
    return texts.slice(starts[number] ?? texts.length, starts[number + 1]);
  }

  /** The first text of a column in an order; empty for none. */
  first({ number }: AuditedOrder, column: string): string {
    const { texts, starts } = this.columns.get(column) ?? NOTHING;
    const end = starts[number + 1] ?? texts.length;
    for (let i = starts[number] ?? end; i < end; i++) if (texts[i] !== '') return texts[i]!;
    return '';
  }

  /** The texts of a column for each line of an order; undefined where it has not one for each. */
  ofLines(order: AuditedOrder, column: string): readonly string[] | undefined {
    const list = this.textsOf(order, column);
    return list.length === order.items.length ? list : undefined;
  }

  /** The number of different texts of a column, without the empty one; each order counts its first. */
  distinct(column: string): number {
    return new Set(this.orders.map((order) => this.first(order, column)).filter((text) => text !== '')).size;
  }

  /** Cents of the first text of a column in each order; undefined where it is blank. Undefined as a whole for other columns. */
  amounts(column: string): readonly (number | undefined)[] | undefined {
    const known = this.cents.get(column);
    if (known) return known.length > 0 ? known : undefined;
    const texts = this.orders.map((order) => this.first(order, column));
    const cents = centsIn(texts);
    this.cents.set(column, cents ?? []);
    return cents;
  }
}

/** Cents of texts that are all amounts or blank, in one spelling; undefined for other texts, and where all are blank. */
export function centsIn(texts: readonly string[]): readonly (number | undefined)[] | undefined {
  const signs = new Set(texts.map(decimalSignIn));
  const sign: DecimalSign = signs.has(',') && !signs.has('.') ? ',' : '.';
  const cents = texts.map((text) => (text === '' ? undefined : (centsOf(text, sign) ?? Number.NaN)));
  const isAmounts = cents.some((one) => one !== undefined) && !cents.some(Number.isNaN);
  return isAmounts ? cents : undefined;
}

/** @param fewest see Subject */
export function subjectOf(
  sampled: readonly SampledOrder[],
  inputs: Pick<Inputs, 'files' | 'bytesOf' | 'mapping'>,
  fewest: number,
): Subject {
  const columns = new Map<string, AuditedColumn>();
  const columnOf = (path: string, fields: SourceCell['fields']): AuditedColumn => {
    const name = withoutIndices(path);
    const column = columns.get(name) ?? { texts: [], starts: [], fields: new Set() };
    columns.set(name, column);
    for (const field of fields) column.fields.add(field.replace(/^items\./, 'item.'));
    return column;
  };
  // Nearly all orders of a table have the same columns.
  let last:
    | { readonly names: readonly string[]; readonly list: readonly (AuditedColumn | undefined)[] }
    | undefined;
  const columnsIn = ({ names, fieldsOf }: SnapshotTable) => {
    if (last?.names !== names)
      last = {
        names,
        list: names.map((name, i) => (isHidden(name) ? undefined : columnOf(name, fieldsOf(i)))),
      };
    return last.list;
  };
  const nameOf = (file: number) => inputs.files[file]?.path ?? '';
  const orders = sampled.map(({ source, order, isSent }, number): AuditedOrder => {
    const { id, table, rows } = source;
    const isRecord = table && inputs.files[rows[0]!.file]?.format !== 'csv';
    const add = (column: AuditedColumn, text: string) => {
      while (column.starts.length <= number) column.starts.push(column.texts.length);
      column.texts.push(text.trim());
    };
    const see = (path: string, text: string, fields: SourceCell['fields']) =>
      add(columnOf(path, fields), text);
    if (!table || isRecord)
      for (const { cells } of sourceRowsOf(source, nameOf))
        for (const { name, text, fields } of cells) see(name, text, fields);
    else {
      const list = columnsIn(table);
      for (const row of rows.keys()) {
        const texts = table.textsOf(row);
        // A plain loop: most of a short run is over before V8 has compiled this.
        for (let i = 0; i < list.length; i++) if (list[i]) add(list[i]!, texts[i]!);
      }
    }
    // A mapping of JSON reads the paths that it names; the others stand in the record alone.
    if (isRecord) {
      const text = Buffer.from(inputs.bytesOf(rows[0]!)).toString();
      const record = JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
      const isSeen = (path: string) => (columns.get(withoutIndices(path))?.starts.length ?? 0) > number;
      const beside = leaves(record).filter(([path]) => !isSeen(path));
      for (const [path, value] of beside) see(path, textOf(value), UNKNOWN);
    }
    const { file, line } = rows[0]!;
    const items = (order.items ?? []) as readonly Lax<OrderItem>[];
    return { id, file: nameOf(file), line, order, items, isSent, number };
  });
  const isTable = sampled.every(({ source }) => inputs.files[source.rows[0]!.file]?.format === 'csv');
  const columnsInFile = isTable ? columns.size : undefined;
  return new Subject(orders, columns, inputs.mapping?.unmapped, columnsInFile, fewest);
}

const NOTHING: Pick<AuditedColumn, 'texts' | 'starts'> = { texts: [], starts: [] };

/** Fields of what stands beside all that the mapping reads. */
const UNKNOWN: readonly string[] = [];

const withoutIndices = (path: string) => (path.includes('[') ? path.replace(/\[\d+\]/g, '[]') : path);

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : (JSON.stringify(value) ?? '');
