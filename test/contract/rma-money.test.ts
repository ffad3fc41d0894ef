// The basis of each unit's refund estimate, compared with the known refunds.
import { describe, expect, it } from 'vitest';
import { explainMoney } from '../../src/contract/rma-money.ts';
import type { OrderKnown } from '../../src/contract/rma-rules/known-orders.ts';
import { changed, knownLine } from './verdicts.ts';
import { RMA } from './verdicts-rma.ts';

const HATS = knownLine('1', 'HAT-BLK', 2, 3000, 480);
const SCARF = knownLine('2', 'SCARF-RED', 1, 1500, 120);
/** 2 x 30.00 + 4.80 tax, 15.00 + 1.20 tax. */
const ORDER: OrderKnown = { totalCents: 8100, lines: [HATS, SCARF], refunds: [] };
const explain = (change: Record<string, unknown> = {}, order: OrderKnown | undefined = ORDER) =>
  explainMoney(changed(RMA, change), (id) => (id === 'W-20077' ? order : undefined));
const estimate = (cents: number) => ({ 'items[0].refund_financials.estimated_refund_amount_cents': cents });

describe('the money of an RMA', () => {
  it('is computed from price and tax share', () => {
    const money = explain();
    expect(money).toMatchObject({
      estimated_cents: 8100,
      goods_cents: 8100,
      return_shipping_cents: 0,
      refunded_cents: 0,
      by_order_cents: 8100,
      orders: [
        {
          ...{ order: 'W-20077', known: true, total_cents: 8100, refunds: [] },
          ...{ by_order: 'full', by_order_cents: 8100, units_refunded_otherwise: 0 },
        },
      ],
    });
    expect(money.units[0]).toEqual({
      path: 'items[0]',
      order: 'W-20077',
      line: '1',
      sku: 'HAT-BLK',
      refund_type: 'REFUND',
      ...{ estimated_cents: 3240, provider_cents: 0, shopper_cents: 3240 },
      ...{
        price_cents: 3000,
        tax_cents: 240,
        discount_cents: 0,
        return_shipping_cents: 0,
        goods_cents: 3240,
      },
      follows: 'goods',
      difference_cents: 0,
    });
  });

  it('reports the difference when the estimate has no known basis', () => {
    expect(explain(estimate(3000)).units[0]).toMatchObject({ follows: 'neither', difference_cents: -240 });
  });

  it('recognises estimates less the return shipping, divided over the units', () => {
    const money = explain({ return_shipping_cost_cents: 500, ...estimate(3240 - 166) });
    expect(money.units.map((unit) => unit.return_shipping_cents)).toEqual([166, 167, 167]);
    expect(money.units[0]).toMatchObject({ follows: 'goods_less_shipping', difference_cents: -166 });
    expect(money.units[1]).toMatchObject({ follows: 'goods' });
  });

  it('gives shares that add up to the line, and accepts a difference of one cent when they cannot be equal', () => {
    const order = {
      totalCents: 7100,
      lines: [{ ...HATS, taxCents: 481, discountCents: 1001 }, SCARF],
      refunds: [],
    };
    const money = explain(estimate(3000 + 241 - 500), order);
    const [first, second] = money.units;
    expect((first?.tax_cents ?? 0) + (second?.tax_cents ?? 0)).toBe(481);
    expect((first?.discount_cents ?? 0) + (second?.discount_cents ?? 0)).toBe(1001);
    expect(first).toMatchObject({ follows: 'goods', difference_cents: 1 });
    expect(explain(estimate(3000 + 241 - 500 + 3), order).units[0]).toMatchObject({ follows: 'neither' });
  });

  it('lists the refunds of this RMA, and those that name no RMA', () => {
    const refund = (identifier: string, rma: string | null, line: string) => ({
      identifier,
      amountCents: 1000,
      lines: [{ line, units: 1 }],
      rma,
    });
    const refunds = [
      refund('A', 'RMA-77', '1'),
      refund('B', 'RMA-5', '1'),
      refund('C', null, '2'),
      refund('D', null, '9'),
    ];
    const money = explain({}, { ...ORDER, refunds });
    expect(money.orders[0]?.refunds.map(({ identifier }) => identifier)).toEqual(['A', 'C']);
    expect(money.refunded_cents).toBe(1000);
  });

  it('takes fee and return shipping off what is refunded, not off what is exchanged', () => {
    // One hat for money: 30.00 + 2.40, less 3.24 and 4.95. The other hat and the scarf are exchanged.
    const exchanged = [1, 2].map((i) => [`items[${i}].refund_type`, 'EVEN_EXCHANGE']);
    const message = changed(RMA, { return_shipping_cost_cents: 495, ...Object.fromEntries(exchanged) });
    const fees = { shipping: true, restocking: 10 };
    expect(explainMoney(message, () => ORDER, fees)).toMatchObject({
      by_order_cents: 3240,
      to_refund_cents: 2421,
    });
    const none = changed(message, { 'items[0].refund_type': 'EVEN_EXCHANGE' });
    expect(explainMoney(none, () => ORDER, fees)).toMatchObject({ by_order_cents: 0, to_refund_cents: 0 });
  });

  it('does not count units that are in another refund', () => {
    // One of the two hats is refunded already: 30.00 + 2.40 for the other, 15.00 + 1.20 for the scarf.
    const one = { identifier: 'A', amountCents: 3240, lines: [{ line: '1', units: 1 }], rma: 'RMA-5' };
    expect(explain({}, { ...ORDER, refunds: [one] }).orders[0]).toMatchObject({
      ...{ units_refunded_otherwise: 1, by_order: 'part', by_order_cents: 4860 },
    });
  });

  it('gives null for unknown amounts', () => {
    const unknown = explainMoney(RMA, () => undefined);
    expect(unknown).toMatchObject({ goods_cents: null, estimated_cents: 8100, orders: [{ known: false }] });
    expect(unknown.units[0]).toMatchObject({ goods_cents: null, follows: 'unknown', difference_cents: null });
    expect(explain({ 'items[0].refund_financials': null })).toMatchObject({
      estimated_cents: null,
      goods_cents: 8100,
    });
    expect(explain({}, { ...ORDER, lines: [{ ...HATS, shipped: 0 }] }).units[0]).toMatchObject({
      goods_cents: null,
    });
    for (const odd of [null, 5, {}, { items: 1 }, { items: [1, null, {}] }])
      expect(explainMoney(odd, () => ORDER).refunded_cents).toBe(0);
  });
});
