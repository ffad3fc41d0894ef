// A discount that stands once on the order, and that a column shows to be of some of its lines: what is left of each line, or a
// percentage, makes the discount of every order.

import { rateIn } from '../../../basics/units.ts';
import { type Column, hasNumbers } from '../look/columns.ts';
import type { AmountColumn } from './amount-columns.ts';
import { Amounts, type Reading } from './amounts.ts';
import type { Hypothesis } from './hypothesis.ts';
import { isMostly } from './sums.ts';

export interface LineDiscount {
  readonly column: Column;
  /** What it holds: what is left of a line, or of a unit, or how many percent are off. */
  readonly holds: 'line' | 'unit' | 'percent';
}

/** So many orders of several lines with a discount show whose it is. */
const SOME = 2;
const CENT = 100;

export function lineDiscountOf(
  { orders, columns, levels, amounts, decimal = '.' }: Hypothesis,
  reading: Reading,
  whole: AmountColumn,
): LineDiscount | undefined {
  const known = orders.flatMap((rows) => {
    const order = new Amounts(rows, amounts, decimal);
    if (!order.explain(reading)) return [];
    return [{ rows, order, worth: order.worth(reading), off: Math.abs(order.of(whole)) }];
  });
  const showing = known.filter(({ off, rows }) => off > 0 && rows.length > 1);
  if (showing.length < SOME || reading.canceled !== undefined || amounts.quantity === undefined)
    return undefined;
  const used = [reading.price, reading.total, amounts.quantity, whole.index];
  const isOne = ({ column: { index }, holds }: LineDiscount) =>
    isMostly(known, ({ rows, order, worth, off }) => {
      const left = order.worth({
        price: index,
        per: holds === 'unit' ? 'unit' : 'line',
        canceled: undefined,
      });
      const parts = worth.map((all, i) => {
        if (holds !== 'percent') return rows[i]![index] === '' ? Number.NaN : all - left[i]!;
        const rate = rows[i]![index] === '' ? 0 : rateIn(rows[i]![index]!);
        return Math.round((all * rate) / 100 / CENT) * CENT;
      });
      return parts.every((part) => part >= 0) && parts.reduce((sum, part) => sum + part, 0) === off;
    });
  const free = columns.filter(({ index }) => levels[index] !== 'order' && !used.includes(index));
  const all = free.flatMap((column): LineDiscount[] => {
    const held = hasNumbers(column) ? (['line', 'unit', 'percent'] as const) : (['percent'] as const);
    return held.map((holds) => ({ column, holds }));
  });
  return all.filter(({ holds }) => holds !== 'percent').find(isOne) ?? all.find(isOne);
}
