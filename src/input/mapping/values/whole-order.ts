// Values that need the whole order: sums over its line items, and shares of an amount of the order. Their operands are
// read when all line items are known; then each line is given its part.

import { sharesOf } from '../../../basics/units.ts';
import { addFinding, type Fields } from '../../rows.ts';
import { faultAt, inside, type Target } from './binding.ts';
import { type Fraction, proportions, sumOf, ZERO } from './fraction.ts';
import { MAKES_WORTH } from './shared-values.ts';
import { type Amount, partsOf, type SharedField, type Value } from './value.ts';

/** The sum of a part of a calculation over all line items of the order, or all its rows. */
export function overItems(one: Value<Amount>, at: Target, what: string): Value<Amount> {
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
export function shareOf(amount: SharedField, by: Value<Amount> | undefined, at: Target): Value<Amount> {
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
