// Builds the refunds of an order with a mapping.
import { type Fields, nest, pairFinding, put } from '../../layout.ts';
import type { Building, MappedPart } from '../rows/mapped-parts.ts';
import type { RefundLevels } from '../rows/row-kinds.ts';
import { differingColumns, filled, headOf, putShared } from '../values/shared-values.ts';
import { RefundNames } from './refund-names.ts';
import { type RefundGroup, type RefundRow, refundGroups, sortedLines } from './refund-rows.ts';

/** Sets `refunds` of the order, and returns the rows of each. */
export function putRefunds(
  building: Building,
  refunds: RefundLevels,
  counted: readonly number[],
  { filledHead, lines }: Pick<MappedPart, 'filledHead' | 'lines'>,
  raw: Fields,
): readonly MappedPart[] {
  const items = raw['items'] as Fields[];
  const groups = refundGroups(building, refunds, counted, filledHead, lines, items);
  const list: Fields[] = [];
  raw['refunds'] = list;
  const names = new RefundNames();
  return groups.flatMap((group) =>
    group.some(({ line }) => line)
      ? [refundOf(building, refunds, group, names, list)]
      : withoutLines(building, refunds, group),
  );
}

/** A refund without lines cannot be sent: which units it settles is not known. */
function withoutLines({ reading, places }: Building, { isAdded }: RefundLevels, group: RefundGroup): [] {
  const amounts = group.map(({ amount }) => amount).filter((amount) => amount !== undefined);
  const numbers = amounts.filter((amount) => typeof amount === 'number');
  const isReadable = numbers.length === amounts.length;
  const sum = isAdded ? numbers.reduce((a, b) => a + b, 0) : (numbers[0] ?? 0);
  if (isReadable && numbers.every((amount) => amount === 0)) return [];
  const { line } = places[group[0]!.row]!;
  const args = { line, amount: isReadable ? sum : null };
  reading.findings.push({ code: 'refund.lines.none', severity: 'warning', path: 'refunds', args });
  return [];
}

function refundOf(
  building: Building,
  refunds: RefundLevels,
  group: RefundGroup,
  names: RefundNames,
  list: Fields[],
): MappedPart {
  const { compiled, reading } = building;
  const { generated } = refunds.identifier;
  const rows = group.map(({ row }) => row);
  const views = group.map(({ view }) => view);
  const places = rows.map((row) => building.places[row]!);
  const { columns } = refunds;
  const { fills, allNames } = compiled;
  const head = headOf(views, columns, fills);
  // The identifier comes first in the message.
  const refund: Fields = generated ? { identifier: '' } : {};
  const inside = `refunds[${list.length}].`;
  list.push(refund);
  const sharing = {
    of: 'order',
    rows: views,
    places,
    head,
    reading,
    columns,
    fills,
    names: allNames,
  } as const;
  putShared(refunds.shared, sharing, differingColumns(views, head, columns, fills), inside, refund);
  const lines = linesOf(building, refunds, sortedLines(group), head, inside, refund);
  const counted = group.filter((one) => !one.line || lines.includes(one));
  if (refunds.isAdded) addAmounts(building, refunds, counted, inside, refund);
  const all = refund['refund_line_items'] as Fields[];
  if (generated)
    refund['identifier'] = names.nameOf({
      order: building.id,
      createdAt: refund['created_at'],
      amount: refund['total_refund_amount_cents'],
      lines: lines.map(({ line, units }) => [line!.key, units]),
    });
  const { identifier } = refund;
  for (const line of all)
    if (line['identifier'] === undefined && typeof identifier === 'string')
      line['identifier'] = names.lineNameOf(identifier, String(line['order_item_identifier'] ?? ''));
  return { head: rows[0]!, rows, filledHead: head, parts: [], lines: lines.map(({ row }) => row) };
}

/** The amount of a refund as the sum over its rows. An amount that cannot be read stays as it is, with its finding. */
function addAmounts(
  { reading, places }: Building,
  { total }: RefundLevels,
  group: RefundGroup,
  inside: string,
  refund: Fields,
): void {
  const before = reading.findings.length;
  let sum: number | undefined;
  let unreadable: unknown;
  for (const { row, view } of group) {
    reading.cells = view;
    reading.line = places[row]!.line;
    const amount = total.read(reading);
    if (typeof amount === 'number') sum = (sum ?? 0) + amount;
    else unreadable ??= amount;
  }
  nest(reading.findings, before, inside);
  const amount = unreadable ?? sum;
  if (amount !== undefined) refund['total_refund_amount_cents'] = amount;
}

/**
 * Sets the lines of a refund and returns the row of each. A row that repeats a line with an identifier counts once; two
 * different lines with one identifier are refused by the rules of the contract.
 */
function linesOf(
  building: Building,
  { line: fields, columns }: RefundLevels,
  group: RefundGroup,
  head: readonly string[],
  inside: string,
  refund: Fields,
): RefundRow[] {
  const { reading, places, around } = building;
  const { findings } = reading;
  const all: Fields[] = [];
  refund['refund_line_items'] = all;
  const rows: RefundRow[] = [];
  for (const one of group) {
    const at = `${inside}refund_line_items[${all.length}].`;
    reading.cells = filled(one.view, head, columns);
    reading.line = places[one.row]!.line;
    const before = findings.length;
    const line: Fields = { identifier: undefined };
    for (const { field, value } of fields) {
      const read = value.read(reading);
      if (read !== undefined) put(line, field.keys, read);
    }
    const { item, fault } = one.line!;
    if (item !== undefined) line['order_item_identifier'] = item;
    const text = JSON.stringify(line);
    const same =
      line['identifier'] === undefined ? -1 : all.findIndex((other) => JSON.stringify(other) === text);
    if (same >= 0) {
      findings.length = before;
      const [first, second] = [places[rows[same]!.row]!, places[one.row]!];
      const path = `${inside}refund_line_items[${same}]`;
      findings.push(pairFinding('order.line.repeated', '', second, first, around, path));
      continue;
    }
    if (fault) findings.push({ ...fault, path: 'order_item_identifier' });
    nest(findings, before, at);
    all.push(line);
    rows.push(one);
  }
  return rows;
}
