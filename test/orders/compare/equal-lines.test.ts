// Lines that are equal in all facts, in an export that names none: accepted refunds say which is which. The right values were
// worked out by hand.
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { withAcceptedNames } from '../../../src/orders/compare/accepted-lines.ts';
import { type KnownOrder, orderFactsOf } from '../../../src/storage/order-record.ts';
import { orders } from '../../helpers/order-desk.ts';

describe('of lines that are equal, accepted refunds say which is which', () => {
  type Refunds = Readonly<Record<string, Readonly<Record<string, number>>>>;
  const [base] = orders(1) as [Order];
  /** Lines by identifier, with their shipped units of two; refunds with their units by line. */
  const make = (lines: Readonly<Record<string, number>>, refunds: Refunds): Order => ({
    ...base,
    items: Object.entries(lines).map(([identifier, shipped]) => ({
      ...{ ...base.items[0]!, identifier, quantity: 2, quantity_shipped: shipped },
    })),
    refunds: Object.entries(refunds).map(([identifier, units]) => ({
      ...{ identifier, created_at: base.created_at, total_refund_amount_cents: 100 },
      refund_line_items: Object.entries(units).map(([line, quantity]) => ({
        ...{ identifier: `${identifier}-${line}`, order_item_identifier: line, quantity },
      })),
    })),
  });
  const TWO = { T: 2, 'T-2': 2 };
  const THREE = { ...TWO, 'T-3': 2 };

  it.each<[what: string, was: Order, is: Order, refunds: readonly string[]]>([
    ['one refund', make(TWO, { G: { T: 1 } }), make(TWO, { G: { 'T-2': 1 } }), ['G T 1 as G-T']],
    [
      'a new refund of the other',
      make(TWO, { G: { T: 1 } }),
      make(TWO, { G: { 'T-2': 1 }, H: { T: 1 } }),
      ['G T 1 as G-T', 'H T-2 1 as H-T'],
    ],
    [
      'three in a circle',
      make(THREE, { G: { T: 1 }, H: { 'T-2': 2 } }),
      make(THREE, { G: { 'T-2': 1 }, H: { 'T-3': 2 } }),
      ['G T 1 as G-T', 'H T-2 2 as H-T-2'],
    ],
    [
      'other units in one refund',
      make(TWO, { G: { T: 1, 'T-2': 2 } }),
      make(TWO, { G: { T: 2, 'T-2': 1 } }),
      ['G T-2 2 as G-T-2', 'G T 1 as G-T'],
    ],
    ['a refund that grew', make(TWO, { G: { T: 1 } }), make(TWO, { G: { 'T-2': 2 } }), ['G T 2 as G-T']],
    [
      'while the refunded one ships the rest, and one unit of the other',
      make({ T: 1, 'T-2': 0 }, { G: { T: 1 } }),
      make({ T: 1, 'T-2': 2 }, { G: { 'T-2': 1 } }),
      ['G T 1 as G-T'],
    ],
    [
      'a refund that gains the other line',
      make(TWO, { G: { T: 1 } }),
      make(TWO, { G: { T: 2, 'T-2': 1 } }),
      ['G T-2 2 as G-T-3', 'G T 1 as G-T'],
    ],
    [
      'one beside a new one, while that of the other is lost',
      make(TWO, { G: { T: 1 }, H: { 'T-2': 1 } }),
      make(TWO, { G: { 'T-2': 1 }, K: { 'T-2': 1 } }),
      ['G T 1 as G-T', 'K T 1 as K-T-2'],
    ],
    [
      'a refund that was lost decides nothing: units that shipped stay so',
      make({ T: 2, 'T-2': 1 }, { G: { T: 1 } }),
      make({ T: 1, 'T-2': 2 }, {}),
      [],
    ],
  ])('%s', (_, was, is, refunds) => {
    const named = withAcceptedNames(is, orderFactsOf(was) as KnownOrder);
    const told = named.refunds.flatMap(({ identifier, refund_line_items: lines }) =>
      lines.map((one) => `${identifier} ${one.order_item_identifier} ${one.quantity} as ${one.identifier}`),
    );
    expect(told).toEqual(refunds);
    for (const { identifier, quantity_shipped: now } of named.items) {
      const before = was.items.find((item) => item.identifier === identifier)!;
      expect(now).toBeGreaterThanOrEqual(before.quantity_shipped);
    }
  });
});
