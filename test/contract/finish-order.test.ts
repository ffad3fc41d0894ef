// The result of finishing an order: the values filled in, the values left unchanged, and whether it may be sent.
import { describe, expect, it } from 'vitest';
import { finishOrder, validateOrder } from '../../src/contract/validate-order.ts';
import { changed, NOW, ORDER } from './verdicts.ts';

const context = { now: NOW };
const given = (change: Readonly<Record<string, unknown>>) => changed(ORDER, change);

describe('finishOrder', () => {
  it('gives a complete order back itself: the bytes that it was read from are sent', () => {
    const raw = given({ extra: { kept: [1, null] } });
    expect(finishOrder(raw, context).order).toBe(raw);
  });

  it('derives what follows exactly', () => {
    const { order } = finishOrder(
      given({
        total_amount_cents: undefined,
        product_amount_cents: undefined,
        tax_amount_cents: undefined,
        transactions: undefined,
        refunds: undefined,
        discounts: undefined,
        'items[0].product_amount_cents': undefined,
        'items[1].product_identifier': undefined,
      }),
      context,
    );
    expect(order).toEqual({
      ...ORDER,
      items: [ORDER.items[0], { ...ORDER.items[1], product_identifier: 'SCARF-RED' }],
    });
  });

  it('counts shipped units only when it derives a line', () => {
    const { order } = finishOrder(
      given({
        status: 'Created',
        'items[0].quantity': 5,
        'items[0].product_amount_cents': undefined,
        product_amount_cents: undefined,
      }),
      context,
    );
    expect(order?.items[0]?.product_amount_cents).toBe(6000);
    expect(order?.product_amount_cents).toBe(7500);
  });

  it('drops null from optional fields, also from those only in the field notes, and leaves it elsewhere', () => {
    const { order } = finishOrder(
      given({ 'items[0].upc': null, 'items[1].concept': null, 'billing_address.street2': null, mine: null }),
      context,
    );
    expect(order?.items[0]).not.toHaveProperty('upc');
    expect(order?.items[1]).not.toHaveProperty('concept');
    expect(order?.billing_address).not.toHaveProperty('street2');
    expect(order).toHaveProperty('mine', null);
  });

  it('does not share lists between orders', () => {
    const finish = () => finishOrder(given({ transactions: undefined }), context).order;
    expect(finish()?.transactions).not.toBe(finish()?.transactions);
  });

  it('preserves a field named __proto__ and all other unknown fields', () => {
    const raw: unknown = JSON.parse(
      JSON.stringify(given({ refunds: undefined })).replace('{', '{"__proto__":{"a":1},'),
    );
    const { order } = finishOrder(raw, context);
    expect(JSON.stringify(order)).toContain('"__proto__":{"a":1}');
    expect(order).not.toHaveProperty('a');
  });
});

describe('a partly shipped line with the amount of all ordered units', () => {
  it('is explained', () => {
    const [finding] = validateOrder(
      given({
        status: 'Created',
        'items[0].quantity': 3,
        'items[0].product_amount_cents': 9000,
        product_amount_cents: 10_500,
        total_amount_cents: 11_100,
      }),
      { now: NOW },
    );
    expect(finding).toMatchObject({
      code: 'item.product.mismatch',
      args: { expected: 6000, found: 9000, is_ordered: true },
    });
  });
});
