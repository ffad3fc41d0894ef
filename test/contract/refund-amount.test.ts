// The refund amount of a return by the order: everything, a part, the last part, never more than the remaining total.
import { describe, expect, test } from 'vitest';
import { type OrderPaid, returnAmount } from '../../src/contract/refund-amount.ts';

describe('the amount by the order', () => {
  const line = {
    identifier: 'A',
    ordered: 2,
    shipped: 2,
    canceled: 0,
    unitPriceCents: 1000,
    taxCents: 161,
    discountCents: 0,
  };
  const order: OrderPaid = { totalCents: 2661, lines: [line], refunds: [] };
  const amount = (units: number, changes: Partial<OrderPaid> = {}, name: string | null = 'R') =>
    returnAmount({ ...order, ...changes }, new Map([['A', units]]), name);
  const paid = (amountCents: number, units: number, name: string | null) => ({
    ...{ amountCents, rma: name },
    lines: units === 0 ? [] : [{ line: 'A', units }],
  });

  test('of everything is the total, of a part that of its units, of the last part of the same RMA the rest', () => {
    expect(amount(2)).toEqual({ kind: 'full', cents: 2661 });
    // 1.61 tax: 0.80 for the first unit, 0.81 for the second; 5.00 shipping.
    expect(amount(1)).toEqual({ kind: 'part', cents: 1080 });
    expect(amount(1, { refunds: [paid(1080, 1, 'R')] })).toEqual({ kind: 'last_part', cents: 1581 });
    expect(amount(1, { refunds: [paid(1080, 1, 'Q')] })).toEqual({ kind: 'part', cents: 1081 });
    // The first refund was 0.80 too low; the last part does not add that amount.
    expect(amount(1, { refunds: [paid(1000, 1, 'R')] })).toEqual({ kind: 'last_part', cents: 1581 });
  });

  test('is never more than the remaining total', () => {
    expect(amount(2, { refunds: [paid(2000, 0, null)] })).toEqual({ kind: 'part', cents: 661 });
    expect(amount(1, { refunds: [paid(2661, 1, 'Q')] })).toEqual({ kind: 'part', cents: 0 });
  });

  test('of a part is its proportion of the total when the total is lower than the sum of the lines, as with tax inside the price', () => {
    expect(amount(1, { totalCents: 2000 })).toEqual({ kind: 'part', cents: 999 });
    expect(amount(1, { totalCents: 2000, refunds: [paid(999, 1, 'Q')] })).toEqual({
      kind: 'part',
      cents: 1001,
    });
  });

  test('is that of a part while units are still to be shipped, or when the total includes cancelled ones', () => {
    expect(amount(2, { lines: [{ ...line, ordered: 3 }] })).toEqual({ kind: 'part', cents: 2161 });
    const cancelled = { lines: [{ ...line, ordered: 3, canceled: 1 }] };
    expect(amount(2, cancelled)).toEqual({ kind: 'full', cents: 2661 });
    expect(amount(2, { ...cancelled, totalCents: 3161 })).toEqual({ kind: 'part', cents: 2161 });
  });
});
