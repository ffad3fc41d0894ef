// Finds the refund rows of an order, the line of the order that each is about, and which of them are one refund.
import type { Finding } from '../../../contract/finding.ts';
import type { Cells, Fields } from '../../layout.ts';
import { type Building, viewOf } from '../rows/mapped-parts.ts';
import type { RefundLevels } from '../rows/row-kinds.ts';
import { filled } from '../values/shared-values.ts';
import { readWithoutFindings } from '../values/value.ts';
import { instantOf } from './refund-names.ts';

/** A row that holds a refund. Values are as they are read; findings about them are made when the refund is built. */
export interface RefundRow {
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

export interface RefundedLine {
  /** The identifier of the line item; undefined when it was not found. */
  readonly item: string | undefined;
  /** Stands for the line in generated identifiers. Generated line identifiers depend on the order of rows. */
  readonly key: string;
  readonly fault: Omit<Finding, 'path'> | undefined;
}

/** Rows of one refund. */
export type RefundGroup = readonly RefundRow[];

interface Item {
  readonly identifier: string;
  readonly sku: unknown;
  readonly row: number;
}

/**
 * The refunds of an order, in an order that does not depend on that of the rows. `counted` are the rows that are not
 * skipped, `lines` those of the line items.
 */
export function refundGroups(
  building: Building,
  refunds: RefundLevels,
  counted: readonly number[],
  head: Cells,
  lines: readonly number[],
  items: readonly Fields[],
): RefundGroup[] {
  const { rows } = building;
  const read = readWithoutFindings();
  const known = items.map(({ identifier, sku }, i) => ({
    identifier: String(identifier),
    sku,
    row: lines[i]!,
  }));
  const groups = new Map<string, RefundRow[]>();
  for (const row of counted) {
    const cells = rows[row]!;
    if (!refunds.isRefund(cells, head)) continue;
    const view = filled(cells, head, refunds.fromOrder);
    const createdAt = read(refunds.createdAt, view);
    const amount = read(refunds.total, view);
    const units = read(refunds.quantity, view);
    const line = units === 0 ? undefined : lineOf(building, refunds, row, view, head, units, known);
    const own = refunds.all.map((index) => cells[index]);
    const content = JSON.stringify([line?.key ?? '', units ?? null, amount ?? null, own]);
    const key = refunds.identifier.generated ? instantOf(createdAt) : read(refunds.identifier, view);
    const name = JSON.stringify(key ?? null);
    const one: RefundRow = { row, view, createdAt, amount, units, line, content };
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  const sorted = [...groups].sort(([a, one], [b, two]) => compare(since(one), since(two)) || compare(a, b));
  return sorted.flatMap(([, group]) => (refunds.identifier.generated ? apart(group) : [group]));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const since = (group: RefundGroup): string =>
  group.map(({ createdAt }) => String(createdAt ?? '')).sort()[0]!;

/** The lines of a refund in an order that does not depend on that of the rows. */
export const sortedLines = (group: RefundGroup): RefundRow[] =>
  group.filter(({ line }) => line).sort((a, b) => compare(a.content, b.content));

/** Without an identifier, a second row about the same line at the same time is another refund. */
function apart(group: RefundGroup): RefundGroup[] {
  const counts = new Map<string, number>();
  const refunds: RefundRow[][] = [];
  for (const one of [...group].sort((a, b) => compare(a.content, b.content))) {
    const line = one.line?.item ?? one.line?.key;
    const nth = line === undefined ? 0 : (counts.get(line) ?? 0);
    if (line !== undefined) counts.set(line, nth + 1);
    const refund = refunds[nth];
    if (refund) refund.push(one);
    else refunds[nth] = [one];
  }
  return refunds.map((rows) => rows.sort((a, b) => a.row - b.row));
}

/** The line of the order that a refund row is about: named by its identifier or its sku, or on the same row. */
function lineOf(
  building: Building,
  refunds: RefundLevels,
  row: number,
  view: Cells,
  head: Cells,
  units: unknown,
  items: readonly Item[],
): RefundedLine | undefined {
  const read = readWithoutFindings();
  const line = building.places[row]!.line;
  const own = ownItem(building, row, head, items);
  // A line item names itself: money beside it is no refund of units.
  if (own && units === undefined) return undefined;
  const item = refunds.item && read(refunds.item, view);
  if (typeof item === 'string') {
    const found = items.find(({ identifier }) => identifier === item);
    return { item, key: found ? keyOf(building, found) : item, fault: undefined };
  }
  const sku = refunds.sku && read(refunds.sku, view);
  if (typeof sku === 'string') {
    const found = items.filter((one) => one.sku === sku);
    const one = found.length === 1 ? found[0] : found.find((other) => other === own);
    if (one) return { item: one.identifier, key: keyOf(building, one), fault: undefined };
    const args = { line, sku, lines: found.length };
    return { item: undefined, key: sku, fault: { code: 'refund.line.sku', severity: 'error', args } };
  }
  if (units === undefined) return undefined;
  if (own) return { item: own.identifier, key: keyOf(building, own), fault: undefined };
  return { item: undefined, key: '', fault: { code: 'refund.line.none', severity: 'error', args: { line } } };
}

/** The line item on the same row, or the one that this row repeats. */
function ownItem(
  { compiled, rows, isLine }: Building,
  row: number,
  head: Cells,
  items: readonly Item[],
): Item | undefined {
  const found = items.find((one) => one.row === row);
  const level = compiled.levels.at(-1)!;
  if (found || level.generates || (isLine && !isLine[row])) return found;
  const { value } = level.fields.find(({ field }) => field.path === level.key[0])!;
  const identifier = readWithoutFindings()(value, viewOf(compiled, rows[row]!, [head]));
  return items.find((one) => one.identifier === identifier);
}

const keyOf = ({ compiled }: Building, { identifier, sku }: Item): string =>
  compiled.levels.at(-1)!.generates && typeof sku === 'string' ? sku : identifier;
