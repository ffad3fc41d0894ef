// Builds the refunds of an order with a mapping: finds their rows, the line of the order that each is about, and which
// rows are one refund. Identifiers that the export does not have are the same in every run, because refunds that were
// accepted before are recognised by them.

import { hashHex } from '../../../basics/text.ts';
import type { Finding } from '../../../contract/finding.ts';
import { microsOf } from '../../../contract/time.ts';
import { REFUND_TABLE } from '../../message-table.ts';
import {
  addTo,
  type Cells,
  type Fields,
  finding,
  type MappedPart,
  nest,
  pairFinding,
  pick,
  put,
  type RowsMessage,
  readWithoutFindings,
  spotInRows,
} from '../../rows.ts';
import type { CompiledLevel } from '../rows/compile.ts';
import { type Building, viewOf } from '../rows/mapped-parts.ts';
import type { RefundLevels } from '../rows/row-kinds.ts';
import { filled, putShared, sharingOf } from '../values/shared-values.ts';
import { NO_VALUE, type Value } from '../values/value.ts';

/** A row that holds a refund. Values are as they are read; findings about them are made when the refund is built. */
interface RefundRow {
  readonly row: number;
  readonly view: Cells;
  readonly createdAt: unknown;
  readonly amount: unknown;
  readonly units: unknown;
  /** Undefined when the row refunds no units of a line. */
  readonly line: RefundedLine | undefined;
  /** Decides the order of the lines of a refund: nothing in it depends on where the row stands. */
  readonly content: string;
}

interface RefundedLine {
  /** The identifier of the line item; undefined when it was not found. */
  readonly item: string | undefined;
  /** Stands for the line in generated identifiers. Generated line identifiers depend on the order of rows. */
  readonly key: string;
  readonly fault?: Omit<Finding, 'path'>;
}

interface Item {
  readonly identifier: string;
  readonly sku: unknown;
  readonly row: number;
}

const TOTAL = 'total_refund_amount_cents';
/** They say which line of the order a line of a refund is. */
const WHICH_LINE: ReadonlySet<string> = new Set(['order_item_identifier', 'sku']);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byContent = (a: RefundRow, b: RefundRow): number => compare(a.content, b.content);

export class OrderRefunds {
  /** How often a generated identifier was given. */
  private readonly seen = new Map<string, number>();
  private readonly reader = readWithoutFindings();
  private readonly isGenerated: boolean;
  private readonly items: readonly Item[];

  /** `order` has the cells that its rows share, and the rows of its line items. */
  constructor(
    private readonly building: Building,
    private readonly levels: RefundLevels,
    private readonly order: Pick<MappedPart, 'filledHead' | 'lines'>,
    items: readonly Fields[],
  ) {
    this.isGenerated = levels.values.get('refund.identifier')!.generated !== undefined;
    this.items = items.map(({ identifier, sku }, i) => {
      return { identifier: String(identifier), sku, row: order.lines[i]! };
    });
  }

  /** Sets `refunds` of the order, and returns the rows of each. `counted` are the rows that are not skipped. */
  put(counted: readonly number[], raw: Fields): readonly MappedPart[] {
    const list: Fields[] = [];
    raw['refunds'] = list;
    return this.refundsIn(counted).flatMap((rows) => {
      if (rows.some(({ line }) => line)) return [this.build(rows, list)];
      this.reportWithoutLines(rows);
      return [];
    });
  }

  private read(name: string, view: Cells): unknown {
    const value = this.levels.values.get(name);
    return value && this.reader(value, view);
  }

  /** The rows of each refund, in an order that does not depend on that of the rows. */
  private refundsIn(counted: readonly number[]): (readonly RefundRow[])[] {
    const groups = new Map<string, RefundRow[]>();
    for (const row of counted) {
      const cells = this.building.cells[row]!;
      const { filledHead } = this.order;
      if (!this.levels.isRefund(cells, filledHead)) continue;
      const view = filled(cells, filledHead, this.levels.fromOrder);
      const createdAt = this.read('refund.created_at', view);
      const amount = this.read(`refund.${TOTAL}`, view);
      const units = this.read('refund_line.quantity', view);
      const line = units === 0 ? undefined : this.lineOf(row, view, units);
      const own = this.levels.all.map((index) => cells[index]);
      const content = JSON.stringify([line?.key ?? '', units ?? null, amount ?? null, own]);
      const key = this.isGenerated ? instantOf(createdAt) : this.read('refund.identifier', view);
      addTo(groups, JSON.stringify(key ?? null), { row, view, createdAt, amount, units, line, content });
    }
    const since = (rows: readonly RefundRow[]) => rows.map((one) => String(one.createdAt ?? '')).sort()[0]!;
    return [...groups]
      .sort(([a, one], [b, two]) => compare(since(one), since(two)) || compare(a, b))
      .flatMap(([, rows]) => (this.isGenerated ? apart(rows) : [rows]));
  }

  /** The line of the order that a refund row is about: named by its identifier or its sku, or on the same row. */
  private lineOf(row: number, view: Cells, units: unknown): RefundedLine | undefined {
    const named = (item: string, one: Item | undefined) => ({ item, key: one ? this.keyOf(one) : item });
    const unnamed = (code: string, key: string, more = {}) => {
      const args = { line: this.building.places[row]!.line, ...more };
      return { item: undefined, key, fault: { code, severity: 'error' as const, args } };
    };
    const own = this.ownItem(row);
    // A line item names itself: money beside it is no refund of units.
    if (own && units === undefined) return undefined;
    const item = this.read('refund_line.order_item_identifier', view);
    if (typeof item === 'string') {
      const found = this.items.find(({ identifier }) => identifier === item);
      return named(item, found);
    }
    const sku = this.read('refund_line.sku', view);
    if (typeof sku === 'string') {
      const found = this.items.filter((one) => one.sku === sku);
      const one = found.length === 1 ? found[0] : found.find((other) => other === own);
      return one ? named(one.identifier, one) : unnamed('refund.line.sku', sku, { sku, lines: found.length });
    }
    if (units === undefined) return undefined;
    return own ? named(own.identifier, own) : unnamed('refund.line.none', '');
  }

  /** The line item on the same row, or the one that this row repeats. */
  private ownItem(row: number): Item | undefined {
    const { compiled, cells: rows, isLine } = this.building;
    const found = this.items.find((one) => one.row === row);
    const level = compiled.levels.at(-1)!;
    if (found || level.generates || (isLine && !isLine[row])) return found;
    const { value } = level.fields.find(({ field }) => field.path === level.key[0])!;
    const identifier = this.reader(value, viewOf(compiled, rows[row]!, [this.order.filledHead]));
    return this.items.find((one) => one.identifier === identifier);
  }

  private keyOf({ identifier, sku }: Item): string {
    return this.building.compiled.levels.at(-1)!.generates && typeof sku === 'string' ? sku : identifier;
  }

  /** A refund without lines cannot be sent: which units it settles is not known. */
  private reportWithoutLines(rows: readonly RefundRow[]): void {
    const amounts = rows.flatMap(({ amount }) => amount ?? []);
    const isReadable = amounts.every((amount) => typeof amount === 'number');
    if (isReadable && amounts.every((amount) => amount === 0)) return;
    const sum = this.levels.isAdded ? total(amounts) : amounts[0];
    const { line } = this.building.places[rows[0]!.row]!;
    const args = { line, amount: isReadable ? (sum as number) : null };
    const { findings } = this.building.reading;
    findings.push(finding('warning', 'refund.lines.none', 'refunds', args));
  }

  private build(refund: readonly RefundRow[], list: Fields[]): MappedPart {
    const { compiled, reading, places, around } = this.building;
    const { fields, columns, isAdded } = this.levels;
    const rows = refund.map(({ row }) => row);
    const views = refund.map(({ view }) => view);
    const sharing = sharingOf(compiled, columns, { cells: views, places: pick(places, rows), around });
    // The identifier comes first in the message.
    const raw: Fields = this.isGenerated ? { identifier: '' } : {};
    const inside = `refunds[${list.length}].`;
    list.push(raw);
    const shared = isAdded ? fields[0].filter(({ field }) => field.path !== TOTAL) : fields[0];
    const before = reading.findings.length;
    putShared(shared, sharing, reading, raw);
    nest(reading.findings, before, inside);
    const lines = this.putLines(refund, sharing.head, inside, raw);
    if (isAdded)
      this.addAmounts(
        refund.filter((one) => !one.line || lines.includes(one)),
        inside,
        raw,
      );
    const content = lines.map(({ line, units }) => [line!.key, units]);
    if (this.isGenerated) raw['identifier'] = this.nameOf(raw, content);
    const { identifier } = raw;
    // The identifier of a line stays when the refund has more lines in a later export.
    for (const line of raw['refund_line_items'] as Fields[])
      if (line['identifier'] === undefined && typeof identifier === 'string')
        line['identifier'] = this.numbered(`${identifier}-${line['order_item_identifier'] ?? ''}`);
    return { head: rows[0]!, rows, filledHead: sharing.head, parts: [], lines: lines.map(({ row }) => row) };
  }

  /** What makes a refund the one that it is: `lines` are key and units of each. */
  private nameOf(raw: Fields, lines: readonly (readonly unknown[])[]): string {
    const { id } = this.building;
    const sorted = lines.map((line) => JSON.stringify(line)).sort();
    const text = JSON.stringify([id, instantOf(raw['created_at']), raw[TOTAL] ?? null, sorted]);
    return this.numbered(`${id}-R${hashHex(text)}`);
  }

  /** Equal names are numbered in the order in which they are given. */
  private numbered(name: string): string {
    const count = (this.seen.get(name) ?? 0) + 1;
    this.seen.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  }

  /** The amount of a refund as the sum over its rows. An amount that cannot be read stays as it is, with its finding. */
  private addAmounts(rows: readonly RefundRow[], inside: string, raw: Fields): void {
    const { reading, places } = this.building;
    const before = reading.findings.length;
    const amounts = rows.flatMap(({ row, view }) => {
      reading.cells = view;
      reading.line = places[row]!.line;
      return this.levels.values.get(`refund.${TOTAL}`)!.read(reading) ?? [];
    });
    nest(reading.findings, before, inside);
    const unreadable = amounts.find((amount) => typeof amount !== 'number');
    if (amounts.length > 0) raw[TOTAL] = unreadable ?? total(amounts);
  }

  /**
   * Sets the lines of a refund and returns the row of each. A row that repeats a line with an identifier counts once; two
   * different lines with one identifier are refused by the rules of the contract.
   */
  private putLines(refund: readonly RefundRow[], head: Cells, inside: string, raw: Fields): RefundRow[] {
    const { reading, places, around } = this.building;
    const { findings } = reading;
    const all: Fields[] = [];
    raw['refund_line_items'] = all;
    const rows: RefundRow[] = [];
    for (const one of refund.filter(({ line }) => line).sort(byContent)) {
      reading.cells = filled(one.view, head, this.levels.columns);
      reading.line = places[one.row]!.line;
      const before = findings.length;
      const line: Fields = { identifier: undefined };
      for (const { field, value } of this.levels.fields[1]) {
        const read = WHICH_LINE.has(field.path) ? undefined : value.read(reading);
        if (read !== undefined) put(line, field.keys, read);
      }
      const { item, fault } = one.line!;
      if (item !== undefined) line['order_item_identifier'] = item;
      const text = JSON.stringify(line);
      const same =
        line['identifier'] === undefined ? -1 : all.findIndex((other) => JSON.stringify(other) === text);
      if (same >= 0) {
        findings.length = before;
        const at = { path: `${inside}refund_line_items[${same}]`, column: '' };
        const pair = [places[rows[same]!.row]!, places[one.row]!] as const;
        findings.push(pairFinding('order.line.repeated', at, pair, around));
        continue;
      }
      if (fault) findings.push({ ...fault, path: 'order_item_identifier' });
      nest(findings, before, `${inside}refund_line_items[${all.length}].`);
      all.push(line);
      rows.push(one);
    }
    return rows;
  }
}

const total = (amounts: readonly unknown[]): number =>
  (amounts as readonly number[]).reduce((a, b) => a + b, 0);

/** Without an identifier, a second row about the same line at the same time is another refund. */
function apart(rows: readonly RefundRow[]): RefundRow[][] {
  const counts = new Map<string, number>();
  const refunds: RefundRow[][] = [];
  for (const one of [...rows].sort(byContent)) {
    const line = one.line?.item ?? one.line?.key;
    const nth = line === undefined ? 0 : (counts.get(line) ?? 0);
    if (line !== undefined) counts.set(line, nth + 1);
    const refund = refunds[nth];
    if (refund) refund.push(one);
    else refunds[nth] = [one];
  }
  return refunds.map((refund) => refund.sort((a, b) => a.row - b.row));
}

/** The instant of a time as it is sent: `10:00+01:00` and `09:00Z` are one. A text that is no time stands for itself. */
function instantOf(createdAt: unknown): unknown {
  const micros = microsOf(typeof createdAt === 'string' ? createdAt : '');
  return Number.isNaN(micros) ? (createdAt ?? null) : micros;
}

const GENERATED: Value = { ...NO_VALUE, rule: () => 'generated' };

/** Undefined when the path is not one of a refund. `items` is the level of line items. */
export function refundSpot(refunds: RefundLevels, items: CompiledLevel, order: RowsMessage, path: string) {
  const whole = { head: order.head, parts: order.refunds ?? [], lines: [] };
  const { depth, row, path: name, parts } = spotInRows(REFUND_TABLE, whole, path);
  if (depth === 0) return undefined;
  const refund = parts[1] as MappedPart;
  const [fields, lineFields] = refunds.fields;
  const valueIn = (list: typeof fields) => list.find(({ field }) => field.path === name)?.value;
  const found = { row, parts: [order, refund] };
  if (depth === 1) return { ...found, value: valueIn(fields), view: refund.filledHead };
  const own = filled(order.cells[row]!, order.filledHead, refunds.fromOrder);
  const view = filled(own, refund.filledHead, refunds.columns);
  if (name === 'order_item_identifier') {
    const read = readWithoutFindings();
    const named = ['order_item_identifier', 'sku']
      .map((one) => refunds.values.get(`refund_line.${one}`))
      .find((one) => one && typeof read(one, view) === 'string');
    const ofItem = items.fields.find(({ field }) => field.path === items.key[0])?.value;
    return { ...found, value: named ?? ofItem, view };
  }
  return { ...found, value: valueIn(lineFields) ?? (name === 'identifier' ? GENERATED : undefined), view };
}
