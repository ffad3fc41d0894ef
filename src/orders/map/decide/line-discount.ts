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

/** So many orders with a discount show whose it is. */
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
  const isOff = ({ off }: (typeof known)[number]) => off > 0;
  if (known.filter(isOff).length < SOME || reading.canceled !== undefined) return undefined;
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
    if (amounts.rates.has(column.index)) return [{ column, holds: 'percent' }];
    if (!hasNumbers(column)) return [];
    return [
      { column, holds: 'line' },
      ...(amounts.quantity === undefined ? [] : [{ column, holds: 'unit' } as const]),
    ];
  });
  return all.filter(({ holds }) => holds !== 'percent').find(isOne) ?? all.find(isOne);
}
