// What the audit looks at: orders as they are sent, and all cells that they were made of, also of columns that no field uses.
import { leaves } from '../../basics/json.ts';
import type { Lax, Order, OrderItem } from '../../contract/order.ts';
import { centsOf, type DecimalSign, decimalSignIn } from '../../input/mapping/values/money.ts';
import type { Inputs, SourceCell } from '../../input/types.ts';
import { sourceRowsOf } from '../source-rows.ts';
import type { SampledOrder } from './sample.ts';

export interface AuditedOrder {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly order: Lax<Order>;
  readonly items: readonly Lax<OrderItem>[];
  /** True when our own check lets it pass. */
  readonly isSent: boolean;
  /** The texts of each column, of JSON of each path without indices: one for each row or element; blank ones are empty. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** The audited orders as a table: what each column holds, and which fields it gives values to. */
export class Subject {
  /** Columns that a field uses, and columns that nothing in the mapping names. */
  readonly used: readonly string[];
  readonly unused: readonly string[];
  private readonly cents = new Map<string, readonly (number | undefined)[]>();

  constructor(
    readonly orders: readonly AuditedOrder[],
    /** By column: the fields of the interface, `customer.email`, `item.sku`. */
    private readonly uses: ReadonlyMap<string, ReadonlySet<string>>,
    /** Columns and JSON keys that the mapping does not name; undefined without a mapping. */
    unmapped: readonly string[] | undefined,
    /** Columns of the file; undefined for JSON, whose records have different keys. */
    readonly columnsInFile: number | undefined,
    /** The fewest orders that say something about all orders of a shop. */
    readonly fewest: number,
  ) {
    const names = [...uses.keys()];
    this.used = names.filter((name) => uses.get(name)!.size > 0);
    const isNamed = (name: string) =>
      unmapped !== undefined && !unmapped.some((one) => name === one || name.startsWith(`${one}.`));
    this.unused = names.filter((name) => uses.get(name)!.size === 0 && !isNamed(name));
  }

  get isMany(): boolean {
    return this.orders.length >= this.fewest;
  }

  /** Columns that give values to one of these fields. */
  columnsOf(...fields: readonly string[]): string[] {
    return this.used.filter((name) => fields.some((field) => this.uses.get(name)!.has(field)));
  }

  /** The first text of a column in an order; empty for none. */
  first({ texts }: AuditedOrder, column: string): string {
    return texts.get(column)?.find((text) => text !== '') ?? '';
  }

  /** The texts of a column for each line of an order; undefined where it has not one for each. */
  ofLines({ texts, items }: AuditedOrder, column: string): readonly string[] | undefined {
    const list = texts.get(column);
    return list?.length === items.length ? list : undefined;
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
  const uses = new Map<string, Set<string>>();
  const nameOf = (file: number) => inputs.files[file]?.path ?? '';
  const orders = sampled.map(({ snapshot, order, isSent }): AuditedOrder => {
    const texts = new Map<string, string[]>();
    const isRecord = snapshot.table && inputs.files[snapshot.rows[0]!.file]?.format !== 'csv';
    const used = new Set<string>();
    const see = ({ name: path, text, fields }: Pick<SourceCell, 'name' | 'text' | 'fields'>) => {
      const name = path.replace(/\[\d+\]/g, '[]');
      const known = uses.get(name) ?? new Set();
      uses.set(name, known);
      for (const field of fields) known.add(field.replace(/^items\./, 'item.'));
      used.add(name);
      const seen = texts.get(name);
      if (seen) seen.push(text.trim());
      else texts.set(name, [text.trim()]);
    };
    const { table, rows } = snapshot;
    if (!table || isRecord)
      for (const { cells } of sourceRowsOf(snapshot, nameOf)) for (const cell of cells) see(cell);
    else
      for (const row of rows.keys()) {
        const cells = new Map(table.cellsOf(row).map((cell) => [cell.name, cell]));
        for (const name of table.names) see(cells.get(name) ?? { name, text: '', fields: [] });
      }
    // A mapping of JSON reads the paths that it names; the others stand in the record alone.
    if (isRecord) {
      const text = Buffer.from(inputs.bytesOf(snapshot.rows[0]!)).toString();
      const record = JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
      const beside = leaves(record).filter(([path]) => !used.has(path.replace(/\[\d+\]/g, '[]')));
      for (const [name, value] of beside) see({ name, text: textOf(value), fields: [] });
    }
    const { file, line } = snapshot.rows[0]!;
    const items = (order.items ?? []) as readonly Lax<OrderItem>[];
    return { id: snapshot.id, file: nameOf(file), line, order, items, isSent, texts };
  });
  const isTable = sampled.every(({ snapshot }) => inputs.files[snapshot.rows[0]!.file]?.format === 'csv');
  return new Subject(orders, uses, inputs.mapping?.unmapped, isTable ? uses.size : undefined, fewest);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : (JSON.stringify(value) ?? '');
