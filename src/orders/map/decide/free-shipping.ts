// A discount that is the amount of the shipping: the shopper paid no shipping, and the goods cost what their prices say.
import type { Row } from '../look/columns.ts';
import type { Reading } from './amounts.ts';
import type { Hypothesis } from './hypothesis.ts';

/** So few orders are alike by chance. */
const FEWEST_FREE = 3;
const SIGN = /^[-\u2212]/;

/** Undefined where discounts of such an amount stand beside other shipping as well. `isSure`: with shipping of several amounts. */
export function freeShippingIn({ orders, levels }: Hypothesis, reading: Reading | undefined) {
  const { shipping, discounts = [] } = reading ?? {};
  const discount = discounts.find(({ index }) => levels[index] !== 'item');
  if (!discount || shipping?.level !== 'order') return undefined;
  const textIn = (rows: readonly Row[], { index }: typeof shipping) =>
    rows.map((row) => row[index]!.trim()).find((text) => text !== '') ?? '';
  const pairs = orders.map((rows) => [textIn(rows, discount), textIn(rows, shipping)] as const);
  const free = pairs.filter(([off, cost]) => /[1-9]/.test(off) && off.replace(SIGN, '') === cost);
  const amounts = new Set(free.map(([off]) => off));
  const alike = pairs.filter(([off]) => amounts.has(off));
  if (free.length < FEWEST_FREE || free.length < alike.length * 0.9) return undefined;
  return {
    discount: discount.index,
    shipping: shipping.index,
    orders: free.length,
    isSure: amounts.size > 1,
    /** A condition of a mapping compares texts: `-4.90` is another one. */
    canSay: free.every(([off, cost]) => off === cost),
  };
}
