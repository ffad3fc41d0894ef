// What the audit looks at: orders as they are sent, and all cells that they were made of, also of columns that no field uses.
import { isObject } from '../../basics/json.ts';
import type { Lax, Order, OrderItem } from '../../contract/order.ts';
import { centsOf, type DecimalSign, decimalSignIn } from '../../input/mapping/values/money.ts';
import { addTo, isHidden } from '../../input/rows.ts';
import type { Inputs, RowPlace, SnapshotTable } from '../../input/types.ts';
import { sourceRowsOf } from '../look/trace.ts';
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
  /** Its rows; undefined for JSON. */
  readonly table: SnapshotTable | undefined;
  readonly rows: number;
}

/** A column, of JSON a path without indices. */
interface AuditedColumn {
  /** By the number of the order, one for each row or element; of a table, where somebody has asked for them. */
  readonly texts: string[][];
  /** Its places in the table that was read last: nearly all orders have the same columns. */
  last: { readonly names: readonly string[]; readonly at: readonly number[] } | undefined;
  /** The fields of the interface that it gives values to: `customer.email`, `item.sku`. */
  readonly fields: Set<string>;
}

const MOST_WORDS = 20;

/** The audited orders as a table: what each column holds, and which fields it gives values to. */
export class Subject {
  /** Columns that a field uses, and columns that nothing in the mapping names. */
  readonly used: readonly string[];
  readonly unused: readonly string[];
  private readonly words = new Map<string, ReadonlyMap<string, readonly AuditedOrder[]>>();
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
    /** Lists in the document beside that of the orders. */
    readonly beside: readonly string[] = [],
  ) {
    const names = [...columns.keys()];
    const isUsed = (name: string) => columns.get(name)!.fields.size > 0;
    this.used = names.filter(isUsed);
    const isNamed = (name: string) =>
      unmapped !== undefined && !unmapped.some((one) => name === one || name.startsWith(`${one}.`));
    this.unused = names.filter((name) => !isUsed(name) && !isNamed(name));
  }

  /** Of JSON, columns in lists beside that of the lines, whether a field uses them or not: an order has a text for each entry. */
  get ofEntries(): string[] {
    const [lines = ''] = this.columnsOf('item.sku', 'item.quantity', 'item.identifier');
    const list = lines.slice(0, lines.indexOf('[].') + 1);
    const isOfLines = (name: string) => list !== '' && name.startsWith(list);
    return [...this.columns.keys()].filter((name) => name.includes('[].') && !isOfLines(name));
  }

  get isMany(): boolean {
    return this.orders.length >= this.fewest;
  }

  /** Columns that give values to one of these fields. */
  columnsOf(...fields: readonly string[]): string[] {
    return this.used.filter((name) => fields.some((field) => this.columns.get(name)!.fields.has(field)));
  }

  /** The texts of a column in an order, without blanks at their ends, one for each row or element. */
  textsOf(order: AuditedOrder, column: string): readonly string[] {
    const audited = this.columns.get(column);
    if (audited === undefined) return [];
    audited.texts[order.number] ??= cellsOf(order, column, audited);
    return audited.texts[order.number]!;
  }

  /** The first text of a column in an order; empty for none. */
  first(order: AuditedOrder, column: string): string {
    return this.textsOf(order, column).find((text) => text !== '') ?? '';
  }

  /** The texts of a column for each line of an order; undefined where it has not one for each. */
  ofLines(order: AuditedOrder, column: string): readonly string[] | undefined {
    const list = this.textsOf(order, column);
    return list.length === order.items.length ? list : undefined;
  }

  /** The texts of a column that has a few, each with its orders; none for other columns. */
  wordsOf(column: string): ReadonlyMap<string, readonly AuditedOrder[]> {
    const known = this.words.get(column);
    if (known) return known;
    const words = new Map<string, AuditedOrder[]>();
    for (const order of this.orders) {
      for (const text of new Set(this.textsOf(order, column))) if (text !== '') addTo(words, text, order);
      if (words.size > MOST_WORDS) {
        words.clear();
        break;
      }
    }
    this.words.set(column, words);
    return words;
  }

  /** Whether a column is one of the lines: those of an order differ in it, or blanks are not those of an order that stands once. */
  isOfLines(column: string): boolean {
    if (column.includes('[].')) return true;
    const isRepeated = this.columnsOf('created_at').some((name) =>
      this.orders.every((order) => !this.textsOf(order, name).includes('')),
    );
    return this.orders.some((order) => {
      const [first, ...more] = this.textsOf(order, column);
      return more.some((text) => text !== first && (isRepeated || text !== ''));
    });
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

function cellsOf({ table, rows }: AuditedOrder, name: string, column: AuditedColumn): string[] {
  const texts: string[] = [];
  if (table === undefined) return texts;
  const { names } = table;
  if (column.last?.names !== names)
    column.last = { names, at: [...names.keys()].filter((i) => names[i] === name) };
  for (let row = 0; row < rows; row++)
    for (const i of column.last.at) texts.push(table.textsOf(row)[i]!.trim());
  return texts;
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
  const columnOf = (name: string, fields: readonly string[] = NO_FIELD): AuditedColumn => {
    const column = columns.get(name) ?? { texts: [], last: undefined, fields: new Set() };
    columns.set(name, column);
    for (const field of fields) column.fields.add(field.replace(/^items\./, 'item.'));
    return column;
  };
  const seen = new Set<readonly string[]>();
  const nameOf = (file: number) => inputs.files[file]?.path ?? '';
  const isCsv = ({ file }: RowPlace) => inputs.files[file]?.format === 'csv';
  const orders = sampled.map(({ source, order, isSent }, number): AuditedOrder => {
    const { id, rows } = source;
    const isRecord = source.table !== undefined && !isCsv(rows[0]!);
    const table = isRecord ? undefined : source.table;
    const see = (text: string, { texts }: AuditedColumn) => {
      texts[number] ??= [];
      texts[number].push(text.trim());
    };
    if (table !== undefined) {
      if (!seen.has(table.names))
        for (const [i, name] of table.names.entries()) if (!isHidden(name)) columnOf(name, table.fieldsOf(i));
      seen.add(table.names);
    } else if (isRecord) {
      for (const { cells } of sourceRowsOf(source, nameOf))
        for (const { name, text, fields } of cells) see(text, columnOf(withoutIndices(name), fields));
      // A mapping of JSON reads the paths that it names; the others stand in the record alone.
      const text = Buffer.from(inputs.bytesOf(rows[0]!)).toString();
      const record = JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
      const beside: [string, AuditedColumn][] = [];
      eachLeaf(record, '', (name, value) => {
        const column = columnOf(name);
        if (column.texts[number] === undefined) beside.push([value, column]);
      });
      for (const [value, column] of beside) see(value, column);
    } else
      eachLeaf(source.raw, '', (name, value) => {
        see(value, columns.get(name) ?? columnOf(name, [name.replaceAll('[]', '')]));
      });
    const { file, line } = rows[0]!;
    const items = (order.items ?? []) as readonly Lax<OrderItem>[];
    return { id, file: nameOf(file), line, order, items, isSent, number, table, rows: rows.length };
  });
  const isTable = sampled.every(({ source }) => isCsv(source.rows[0]!));
  const columnsInFile = isTable ? columns.size : undefined;
  const { unmapped, beside } = inputs.mapping ?? {};
  return new Subject(orders, columns, unmapped, columnsInFile, fewest, beside);
}

const NO_FIELD: readonly string[] = [];

const withoutIndices = (path: string) => (path.includes('[') ? path.replace(/\[\d+\]/g, '[]') : path);

/** Tells every scalar, and every empty list or object, as a text with its path without indices. */
function eachLeaf(value: unknown, path: string, tell: (path: string, text: string) => void): void {
  if (Array.isArray(value) && value.some(isObject)) for (const one of value) eachLeaf(one, `${path}[]`, tell);
  else if (isObject(value) && Object.keys(value).length > 0)
    for (const key of Object.keys(value)) eachLeaf(value[key], path === '' ? key : `${path}.${key}`, tell);
  else tell(path, textOf(value));
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : (JSON.stringify(value) ?? '');
