// Calculations of a mapping, as exact fractions: sums, differences, products, quotients and shares, also inside each
// other. What is not exact in cents is refused unless the mapping names the rounding. Sums over the line items and shares of
// an amount of the order need the whole order: they are read when all line items are known.

import { sharesOf } from '../../../basics/units.ts';
import { addFinding, type Fields, type RowReading } from '../../rows.ts';
import { valuesOf } from '../json/json-paths.ts';
import type { Calculated, Operand, ValueObject } from '../language/value-shape.ts';
import { faultAt, inside, type Target } from './binding.ts';
import { addedEach } from './column-value.ts';
import { rounded, scaleOf } from './convert.ts';
import {
  type Fraction,
  minus,
  numberFrom,
  ONE,
  over,
  proportions,
  type Rounding,
  sumOf,
  times,
  wholeFrom,
  ZERO,
} from './fraction.ts';
import { MAKES_WORTH } from './shared-values.ts';
import { type Amount, firstFilled, partsOf, type SharedField, type Value } from './value.ts';

/** The value without the `default` of the mapping; undefined when this is no calculation. @throws Failure exit 6 */
export function calculated(spec: ValueObject, at: Target): Value | undefined {
  const part = calculation(spec, at);
  if (!part || at.isPart) return part;
  const { field } = at;
  if (field.kind !== 'cents' && field.kind !== 'integer' && field.kind !== 'number')
    throw faultAt(at, 'Only amounts and numbers can be calculated', 'an amount in cents, or a number');
  if (!('sum' in spec) || spec.over !== 'line') return finished(part, at);
  return { ...finished(part, at), isOfParcels: true };
}

function calculation(spec: ValueObject, at: Target): Value<Amount> | undefined {
  const part = (one: Operand, to: Target) => to.compile(one, { ...to, isPart: true }) as Value<Amount>;
  const parts = (key: string, list: readonly Operand[]) =>
    list.map((one, i) => part(one, inside(at, key, i)));
  const addends = (list: readonly Operand[]) => parts('sum', list).map((one) => withAllValues(one, at));
  if ('share' in spec) return share(spec, at, part);
  // The field that may be added over refund lines is compiled without "over".
  if ('sum' in spec && spec.over === 'refund_lines')
    throw faultAt(
      inside(at, 'over'),
      'Only refund.total_refund_amount_cents can be a sum over refund_lines, and only as a whole',
      'that field, with operands inside the sum: {"sum": [{"multiply": [-1, "Amount"]}], "over": "refund_lines"}',
    );
  if (
    'sum' in spec &&
    spec.over === 'line' &&
    (at.isPart || at.level !== 'item' || at.field.kind !== 'integer')
  )
    throw faultAt(
      inside(at, 'over'),
      'Only units of a line are added over its rows',
      'item.quantity_shipped',
    );
  if ('sum' in spec && spec.over !== undefined && spec.over !== 'line') {
    const one = combined(addends(spec.sum), sumOf, undefined, at);
    return combined([overItems(one, at, spec.over)], sumOf, spec.round, at);
  }
  if ('sum' in spec) return combined(addends(spec.sum), sumOf, spec.round, at);
  if ('subtract' in spec) return combined(parts('subtract', spec.subtract), subtracted, spec.round, at);
  if ('multiply' in spec) return combined(parts('multiply', spec.multiply), multiplied, spec.round, at);
  if (!('divide' in spec)) return undefined;
  const both = parts('divide', spec.divide);
  return combined(both, divided(both[1]!, at), spec.round, at);
}

function share(
  spec: Extract<Calculated, { share: unknown }>,
  at: Target,
  part: (one: Operand, at: Target) => Value<Amount>,
): Value<Amount> {
  // It is read once for the whole order; findings about it are shown at the first line.
  const field = { ...at.field, path: `items[0].${at.field.path}` };
  const first = { ...inside(at, 'share'), field, level: 'order' as const };
  const whole = combined([part(spec.share, first)], sumOf, spec.round, first);
  const { take = 'first' } = spec;
  const amount = { field, value: finished(whole, first), take, chosen: spec.take !== undefined };
  return shareOf(amount, spec.by === undefined ? undefined : part(spec.by, inside(at, 'by')), at);
}

type Values = readonly (Fraction | undefined)[];

/** Not calculated when a part could not be read: its text is the result then. */
function combined(
  parts: readonly Value<Amount>[],
  combine: (values: Values, row: RowReading) => Amount,
  round: Rounding | undefined,
  { field }: Target,
): Value<Amount> {
  const columns = parts.flatMap((one) => one.columns);
  const late = parts.find((one) => one.late)?.late;
  return {
    read(row) {
      const values = parts.map((one) => one.read(row));
      const unreadable = values.find((one) => typeof one === 'string');
      const result = unreadable ?? combine(values as Values, row);
      return typeof result === 'object' ? rounded(result, round, field, row) : result;
    },
    source: (cells) => (columns.length > 0 ? firstFilled(columns, cells) : (parts[0]?.source(cells) ?? -1)),
    rule: () => late ?? 'calculated',
    columns,
    late,
  };
}

/** A path of JSON with several values in one row adds all of them; everywhere else the first counts. */
function withAllValues(part: Value<Amount>, { to }: Target): Value<Amount> {
  const [index, ...more] = part.columns;
  const all = index === undefined || more.length > 0 ? undefined : to.all(index);
  if (all === undefined) return part;
  to.noteAmounts([all], undefined);
  return {
    ...part,
    columns: [index!, all],
    read(row) {
      const values = valuesOf(row.cells[all]!);
      return values.length === 1 ? part.read(row) : addedEach(part, index!, values, row);
    },
  };
}

const subtracted = ([first, ...others]: Values): Fraction | undefined =>
  first && others.reduce<Fraction>((left, value) => minus(left, value ?? ZERO), first);

function multiplied(values: Values): Fraction | undefined {
  let result = ONE;
  for (const value of values) {
    if (!value) return undefined;
    result = times(result, value);
  }
  return result;
}

const divided =
  (divisor: Value<Amount>, at: Target) =>
  ([value, by]: Values, row: RowReading): Amount => {
    if (!value || !by) return undefined;
    const result = over(value, by);
    if (result) return result;
    addFinding('cell.division', row, cellIn(at, divisor.source(row.cells)));
    return 'a division by zero';
  };

/** The value of the field that a result gives. One that cannot be the value gets a finding and stays as a text. */
function finished(part: Value<Amount>, at: Target): Value {
  const { field } = at;
  const { kind } = field;
  return {
    ...part,
    read(row) {
      const amount = part.read(row);
      if (typeof amount !== 'object') return amount;
      if (kind === 'number') return numberFrom(amount);
      const whole = wholeFrom(amount, scaleOf(field, row), undefined);
      if (typeof whole === 'number') return whole;
      // Six decimals are enough for a message.
      const found = String(Number(numberFrom(amount).toFixed(6)));
      const code = whole === undefined ? 'cell.inexact' : 'cell.large';
      addFinding(code, row, cellIn(at, part.source(row.cells)), { found, of: kind });
      return found;
    },
  };
}

const cellIn = ({ field: { path }, to }: Target, index: number) => ({
  path,
  column: to.names[index] ?? '',
  index,
});

/** The sum of a part of a calculation over all line items of the order, or all its rows. */
function overItems(one: Value<Amount>, at: Target, what: string): Value<Amount> {
  const { level } = at;
  const { wholeOrder } = at.to;
  if (level !== 'order' && level !== 'item')
    throw faultAt(inside(at, 'over'), 'Only orders have items', 'a mapping of orders');
  const prefixOf = level === 'item' ? ofItem : () => '';
  wholeOrder.columns.lines.push(...one.columns);
  let result: Amount;
  wholeOrder.steps.push((order) => {
    const amounts: Amount[] = [];
    const { reading, lines, rows } = order;
    const each = { reading, lines: what === 'rows' ? rows : lines };
    wholeOrder.each(each, prefixOf, () => amounts.push(one.read(reading)));
    result = sumOf(amounts);
  });
  return { ...one, read: () => result, columns: [], late: 'sum of items' };
}

/** The line's share of an amount of the order, exact in cents. If `by` is undefined: by unit price x quantity. */
function shareOf(amount: SharedField, by: Value<Amount> | undefined, at: Target): Value<Amount> {
  const { field, level } = at;
  const { wholeOrder, names } = at.to;
  if (level !== 'item') throw faultAt(at, 'Only line items have a share', 'a field of "item"');
  if (field.kind !== 'cents') throw faultAt(at, 'Only amounts are shared', 'an amount in cents');
  if (!by && MAKES_WORTH.has(field.path))
    throw faultAt(at, `A share by unit price x quantity cannot make ${field.path}`, '"by" beside "share"');
  wholeOrder.columns.message.push(...amount.value.columns);
  let shares: readonly number[] | string | undefined;
  let bottom = 100n;
  const steps = by ? wholeOrder.steps : wholeOrder.pricedSteps;
  steps.push((order) => {
    const cents = order.shared(amount);
    bottom = BigInt(partsOf(order.reading));
    shares = typeof cents === 'string' ? cents : undefined;
    if (typeof cents !== 'number') return;
    const weights: Fraction[] = [];
    let fails: { readonly reason: string; readonly index: number } | undefined;
    wholeOrder.each(order, ofItem, ({ item }, index) => {
      const weight = by ? by.read(order.reading) : worthOf(item);
      if (typeof weight === 'string') shares = weight;
      else if (weight ? weight.top < 0n : !by) fails ??= { reason: weight ? 'negative' : 'none', index };
      weights.push(typeof weight === 'object' ? weight : ZERO);
    });
    if (typeof shares === 'string') return;
    if (weights.every(({ top }) => top === 0n)) fails ??= { reason: 'zero', index: 0 };
    if (!fails || cents === 0) {
      shares = sharesOf(cents, proportions(weights));
      return;
    }
    const index = amount.value.source(order.reading.cells);
    const cell = { path: `items[${fails.index}].${field.path}`, column: names[index] ?? '', index };
    const { line } = order.lines[fails.index]!;
    addFinding('cell.share', order.reading, cell, { line, reason: fails.reason });
    shares = 'an amount that is not shared';
  });
  return {
    read() {
      if (typeof shares === 'object') return { top: BigInt(shares[wholeOrder.line]!), bottom };
      // Only the first line shows the text: one finding says it for all.
      return wholeOrder.line === 0 ? shares : undefined;
    },
    source: amount.value.source,
    rule: () => 'share',
    columns: by?.columns ?? [],
    late: 'share',
  };
}

const ofItem = (index: number): string => `items[${index}].`;

/** Unit price x quantity; undefined when one of them is missing or unreadable. */
function worthOf({ unit_price_amount_cents: price, quantity }: Fields): Fraction | undefined {
  if (!Number.isSafeInteger(price) || !Number.isSafeInteger(quantity)) return undefined;
  return { top: BigInt(price as number) * BigInt(quantity as number), bottom: 1n };
}
