// The refund amount of a return by the order: everything, a part, the last part, never more than the remaining total.
import { describe, expect, test } from 'vitest';
import {
  agreedRefund,
  mostRefunded,
  type OrderPaid,
  returnAmount,
  type ShippingRefund,
} from '../../src/contract/refund-amount.ts';
import { knownLine } from './verdicts.ts';

describe('the amount by the order', () => {
  const line = knownLine('A', 'MUG', 2, 1000, 161);
  const order: OrderPaid = { totalCents: 2661, lines: [line], refunds: [] };
  const amount = (units: number, changes: Partial<OrderPaid> = {}, rule?: ShippingRefund) =>
    returnAmount({ ...order, ...changes }, new Map([['A', units]]), 'R', rule);
  const paid = (amountCents: number, units: number, name: string | null) => ({
    ...{ amountCents, rma: name },
    lines: units === 0 ? [] : [{ line: 'A', units }],
  });

  test('of everything is the total, of a part that of its units', () => {
    expect(amount(2)).toEqual({ kind: 'full', cents: 2661, worth: 2661 });
    // 1.61 tax: 0.80 for the first unit, 0.81 for the second; 5.00 shipping.
    expect(amount(1)).toMatchObject({ kind: 'part', cents: 1080 });
    expect(amount(1, { refunds: [paid(1080, 1, 'R')] })).toMatchObject({ kind: 'part', cents: 1081 });
  });

  // Goods of 30.00 and 9.99 less 1.01, with 4.90 shipping: 43.88. The shipping is no share of a unit.
  test.each([
    ['30.00 and 9.99', 1, 4388, 490, [3000, 999], [2924, 973]],
    ['two of 100.00 each, half price', 1, 10490, 490, [10000, 10000], [5000, 5000]],
    ['a discount of more than the goods', 1, 200, 490, [3000, 999], [0, 0]],
    ['the total is kept without its shipping', 1, 10490, undefined, [10000, 10000], [5245, 5245]],
  ])('of an order with a discount of its own: %s', (_, units, totalCents, shippingCents, prices, cents) => {
    const lines = prices.map((cents, i) => knownLine(`L${i}`, 'MUG', units, cents, 0));
    const of = (i: number) =>
      returnAmount({ totalCents, shippingCents, lines, refunds: [] }, new Map([[`L${i}`, 1]]), null).cents;
    expect(prices.map((_price, i) => of(i))).toEqual(cents);
  });

  // Seven for 67.61; a seventh is 9.6586. By hand: two of them are 19.31 or 19.32, five the rest of 67.61.
  test.each([
    ['as this program rounds', 1931, 4830],
    ['a cent above', 1932, 4829],
    ['two cents above', 1933, 4828],
    ['a cent below', 1930, 4831],
    ['less a fee, which is not paid out after all', 1431, 4830],
  ])('the last units of a line take what is left of it; the shop gave two back %s', (_, given, rest) => {
    const seven = { ...line, ordered: 7, shipped: 7, unitPriceCents: 999, taxCents: 101, discountCents: 333 };
    const changes = { totalCents: 7261, shippingCents: 500, lines: [seven], refunds: [paid(given, 2, null)] };
    expect(amount(5, changes).cents).toBe(rest);
    // Four are no rest: 67.61 / 7 * 6, less the two.
    expect(amount(4, changes).cents).toBe(3864);
  });

  test.each([
    ['single', 2661, 1080, 1081],
    ['last', 2661, 1080, 1581],
    ['first', 2661, 1580, 1081],
    ['never', 2161, 1080, 1081],
  ] as const)('the shipping by agreement: %s', (rule, whole, first, last) => {
    expect(amount(2, {}, rule).cents).toBe(whole);
    expect(amount(1, {}, rule).cents).toBe(first);
    // Too low before: what completes the return does not add that.
    for (const cents of [first, first - 80])
      expect(amount(1, { refunds: [paid(cents, 1, 'Q')] }, rule).cents).toBe(last);
  });

  test('is never more than the remaining total', () => {
    expect(amount(2, { refunds: [paid(2000, 0, null)] })).toEqual({ kind: 'part', cents: 661, worth: 2161 });
    expect(amount(1, { refunds: [paid(2661, 1, 'Q')] })).toEqual({ kind: 'part', cents: 0, worth: 1081 });
  });

  test('of a part is its proportion of the total when the total is lower than the sum of the lines, as with tax inside the price', () => {
    expect(amount(1, { totalCents: 2000 })).toMatchObject({ kind: 'part', cents: 999 });
    expect(amount(1, { totalCents: 2000, refunds: [paid(999, 1, 'Q')] })).toMatchObject({
      kind: 'part',
      cents: 1001,
    });
  });

  test('is that of a part while units are still to be shipped, or when the total includes cancelled ones', () => {
    expect(amount(2, { lines: [{ ...line, ordered: 3 }] })).toMatchObject({ kind: 'part', cents: 2161 });
    const cancelled = { lines: [{ ...line, ordered: 3, canceled: 1 }] };
    expect(amount(2, cancelled)).toEqual({ kind: 'full', cents: 2661, worth: 2661 });
    expect(amount(2, { ...cancelled, totalCents: 3161 })).toMatchObject({ kind: 'part', cents: 2161 });
  });
});

type Refunds = OrderPaid['refunds'];

describe('with cancelled units, which take a refund without RMA first', () => {
  // 20.00 a unit and 1.60 tax: 21.60. The total counts shipped units.
  const order = (shipped: number, canceled: number, refunds: Refunds, shipping = 0): OrderPaid => ({
    totalCents: 2160 * shipped + shipping,
    lines: [
      { ...knownLine('A', 'MUG', shipped, 2000, 160 * shipped), ordered: shipped + canceled, canceled },
    ],
    refunds,
  });
  const refund = (units: number, rma: string | null = null, amountCents = 2160 * units) => ({
    ...{ amountCents, rma },
    lines: [{ line: 'A', units }],
  });

  test.each<[name: string, order: OrderPaid, units: number, rma: string | null, kind: string, cents: number]>(
    [
      ['the shipped one after the cancelled one', order(1, 1, [refund(1)]), 1, 'R', 'full', 2160],
      ['the same with shipping', order(1, 1, [refund(1)], 500), 1, 'R', 'full', 2660],
      ['the cancelled one was paid with a gift', order(1, 1, [refund(1, null, 2300)]), 1, 'R', 'full', 2020],
      ['the cancelled one after the shipped one', order(1, 1, [refund(1, 'R')]), 1, null, 'part', 2160],
      ['both in one refund', order(1, 1, []), 2, 'R', 'full', 4320],
      ['two cancelled in one refund, one shipped', order(1, 2, [refund(2)]), 1, 'R', 'full', 2160],
      ['one RMA of two', order(2, 1, [refund(1)]), 1, 'R', 'part', 2160],
      ['the other RMA of two', order(2, 1, [refund(1), refund(1, 'Q')]), 1, 'R', 'part', 2160],
      ['the rest of one RMA', order(2, 1, [refund(1), refund(1, 'R')], 500), 1, 'R', 'last_part', 2660],
      ['that of the cancelled one named the RMA', order(1, 1, [refund(1, 'R')]), 1, 'R', 'last_part', 2160],
      ['everything was refunded', order(1, 1, [refund(1), refund(1, 'R')]), 1, 'R', 'last_part', 0],
    ],
  )('%s', (_, of, units, rma, kind, cents) => {
    const rule = kind === 'last_part' ? 'last' : 'single';
    expect(returnAmount(of, new Map([['A', units]]), rma, rule)).toMatchObject({ kind, cents });
  });

  test('all refunds together are at most the total and what was paid for the cancelled units that they name', () => {
    expect(mostRefunded(order(1, 1, [refund(1, 'R')]))).toBe(2160);
    expect(mostRefunded(order(1, 1, [refund(1), refund(1, 'R')]))).toBe(4320);
    expect(mostRefunded(order(0, 1, [refund(1)]))).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('less what the shopper bears by agreement', () => {
  // 3 units of 20.00 and 1.40 tax, 6.00 shipping: 70.20.
  const order: OrderPaid = { totalCents: 7020, lines: [knownLine('A', 'MUG', 3, 2000, 420)], refunds: [] };
  const agreed = (units: number, refunds: Refunds = [], shippingCents = 495, restocking = 10) => {
    const fees = { shipping: true, restocking, shippingRefund: 'last' } as const;
    const { byOrder, withheld, cents } = agreedRefund(
      { ...order, refunds },
      new Map([['A', units]]),
      { rma: 'R', shippingCents },
      fees,
    );
    return [byOrder.cents, withheld.restocking, withheld.shipping, cents];
  };
  const refund = (units: number, amountCents: number, rma = 'R') => ({
    amountCents,
    rma,
    lines: [{ line: 'A', units }],
  });

  test('fee and shipping of the whole, once', () => {
    expect(agreed(3)).toEqual([7020, 702, 495, 5823]);
  });

  test('in parts: the shipping once, and the same sum', () => {
    // 21.40 less 2.14 and 4.95; then 42.80 + 6.00 less 4.88.
    expect(agreed(1)).toEqual([2140, 214, 495, 1431]);
    expect(agreed(2, [refund(1, 1431)])).toEqual([4880, 488, 0, 4392]);
    expect(1431 + 4392).toBe(5823);
    expect(agreed(1, [refund(1, 1431, 'Q')])).toEqual([2140, 214, 495, 1431]);
  });

  test('odd cents of the fee are rounded once for a return', () => {
    // 7 % of 21.40 is 1.498, of 42.80 is 2.996, of 70.20 is 4.914.
    expect(agreed(1, [], 0, 7)).toEqual([2140, 150, 0, 1990]);
    expect(agreed(1, [refund(1, 1990)], 0, 7)).toEqual([2140, 150, 0, 1990]);
    expect(agreed(1, [refund(2, 3980)], 0, 7)).toEqual([2740, 191, 0, 2549]);
    expect(1990 + 1990 + 2549).toBe(7020 - 491);
  });

  test('never more than there is: the rest of the shipping is taken off the next part', () => {
    expect(agreed(1, [], 3000)).toEqual([2140, 214, 1926, 0]);
    expect(agreed(1, [refund(1, 0)], 3000)).toEqual([2140, 214, 1074, 852]);
  });
});
