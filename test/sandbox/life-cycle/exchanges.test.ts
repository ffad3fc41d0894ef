// Exchanges, gift cards and gifts: the RMA, what is asked of the retailer, and what its answers make of it.
import { describe, expect, it } from 'vitest';
import { validateExchangeOrder } from '../../../src/contract/exchange-rules/order.ts';
import { validateRma } from '../../../src/contract/validate-rma.ts';
import type { Command } from '../../../src/sandbox/life-cycle/types.ts';
import { historyFindings } from '../../contract/histories.ts';
import { CUSTOMER, makeWorld, orderOf, refundOf, variant, type World, wants } from './world.ts';

const placed = (rma = 'RMA-1') => ({ kind: 'exchange-placed', rma, exchangeOrder: 'EX-1' }) as const;
const fulfilled = { kind: 'exchange-fulfilled', rma: 'RMA-1' } as const;
const failed = { kind: 'exchange-failed', rma: 'RMA-1' } as const;

const told = (world: World) => world.messages.map(({ status }) => status);
const items = (world: World) =>
  world.messages.at(-1)!['items'] as {
    refund_type: string;
    is_exchange: boolean;
    exchange_order_identifier: string | null;
    refund_financials: Record<string, number>;
  }[];

const worldOf = (assume = {}) =>
  makeWorld(
    orderOf([
      { id: 'L1', quantity: 3, price: 2500, tax: 600 },
      { id: 'L2', price: 900, tax: 0 },
    ]),
    { exchange_status: 'PENDING_EXCHANGE', ...assume },
  );

const clean = (world: World) => {
  expect(world.messages.flatMap(validateRma).filter(({ severity }) => severity !== 'note')).toEqual([]);
  for (const { identifier } of world.book.rmas) {
    const findings = historyFindings(world.messagesOf(identifier));
    expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  }
  expect(world.exchangeOrders.flatMap(validateExchangeOrder)).toEqual([]);
};

describe('an even exchange', () => {
  it('is PENDING_EXCHANGE, CREATED when placed, then has its label, and REFUNDED when fulfilled', () => {
    const world = worldOf();
    world.returns([wants('L1', 2, variant('SKU-L1-RED', 2500))]);
    world.passes(60_000);
    expect(world.rma()).toMatchObject({ status: 'PENDING_EXCHANGE', exchange: 'asked' });
    expect(world.exchangeOrders).toStrictEqual([
      {
        original_order_id: 'SO-1',
        rma_identifier: 'RMA-1',
        currency: 'USD',
        is_gift: false,
        items: [
          {
            sku: 'SKU-L1-RED',
            quantity: 2,
            title: 'Other SKU-L1-RED',
            unit_price_amount_cents: 2500,
            product_amount_cents: 5000,
            variant_identifier: 'V-L1',
            original_sku: 'SKU-L1',
            original_item_identifier: 'L1',
          },
        ],
        customer: CUSTOMER,
        shipping_address: ADDRESS,
        billing_address: ADDRESS,
        payment: { transaction_id: 'PAY-RMA-1' },
      },
    ]);
    world.must(placed());
    expect(items(world)[0]).toMatchObject({
      refund_type: 'EVEN_EXCHANGE',
      is_exchange: true,
      exchange_order_identifier: 'EX-1',
      refund_financials: {
        estimated_refund_amount_cents: 2700,
        provider_refund_amount_cents: 0,
        shopper_refund_amount_cents: 0,
      },
    });
    world.passes(3000);
    expect(world.rma().units[0]!.packageStatus).toBe('PRE_TRANSIT');
    world.must(fulfilled);
    expect(told(world)).toEqual(['PENDING_EXCHANGE', 'CREATED', 'CREATED', 'REFUNDED']);
    clean(world);
  });

  it.each([
    ['fails', [failed], ['PENDING_EXCHANGE', 'CREATED']],
    ['was placed and is never fulfilled', [placed(), failed], ['PENDING_EXCHANGE', 'CREATED', 'CREATED']],
  ])('that %s turns into a refund: CREATED, REFUND, and no exchange order', (_, steps, statuses) => {
    const world = worldOf();
    world.returns([wants('L1', 1, variant('X', 2500))]);
    for (const step of steps) world.must(step);
    expect(world.rma()).toMatchObject({ status: 'CREATED', exchange: 'failed' });
    expect(world.refused(fulfilled).code).toBe('exchange.order');
    expect(told(world)).toEqual(statuses);
    expect(items(world)[0]).toMatchObject({
      refund_type: 'REFUND',
      is_exchange: false,
      exchange_order_identifier: null,
      refund_financials: { shopper_refund_amount_cents: 2700 },
    });
    world.passes(3000);
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }, 'RMA-1')] });
    expect(told(world).at(-1)).toBe('REFUNDED');
    clean(world);
  });

  it('cannot be cancelled once it was sent, and not be asked twice of one order', () => {
    const world = worldOf();
    world.returns([wants('L1', 1, variant('X', 2500))]);
    const cancel = { kind: 'cancel', rma: 'RMA-1' } as const;
    const refusedBy = (command: Command) => {
      const { code, assumed } = world.refused(command);
      return [code, ...assumed];
    };
    expect(refusedBy(cancel)).toEqual(['cancel.exchange', 'cancel_exchange']);
    const lines = [wants('L1', 1, variant('X', 2500))];
    const again = { kind: 'return', order: 'SO-1', method: 'mail-back', giftee: null, lines } as const;
    expect(refusedBy(again)).toEqual(['return.exchange_again', 'exchange_per_order']);
    // After it failed, both are possible.
    world.must(failed);
    world.must(again);
    world.must(cancel);
  });
});

describe('a partial exchange', () => {
  it('is REFUNDED when the refund and the exchange order are both there', () => {
    const world = worldOf();
    world.returns([wants('L1', 1), wants('L1', 2, variant('X', 2400)), wants('L2', 1, 'gift_card')]);
    const types = items(world).map(({ refund_type }) => refund_type);
    expect(types).toEqual(['REFUND', ...Array(3).fill('UNEVEN_EXCHANGE')]);
    // What the new item costs less goes back to the shopper.
    expect(items(world).map((item) => item.refund_financials['shopper_refund_amount_cents'])).toEqual([
      2700, 300, 300, 0,
    ]);
    world.must(placed());
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }, 'RMA-1')] });
    expect(world.rma().units.map(({ settled }) => settled)).toEqual([true, false, false, true]);
    expect(told(world)).toEqual(['PENDING_EXCHANGE', 'CREATED', 'CREATED']);
    world.must(fulfilled);
    expect(told(world).at(-1)).toBe('REFUNDED');
    clean(world);
  });

  it('waits for its refund after the exchange order is fulfilled, without another message', () => {
    const world = worldOf();
    world.returns([wants('L1', 1), wants('L1', 1, variant('X', 2500))]);
    world.must(placed());
    const sent = world.messages.length;
    world.must(fulfilled);
    expect(world.messages).toHaveLength(sent);
    expect(world.rma()).toMatchObject({ status: 'CREATED', exchange: 'fulfilled' });
    expect(world.refused(failed).code).toBe('exchange.order');
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }, 'RMA-1')] });
    expect(world.rma().status).toBe('REFUNDED');
    clean(world);
  });
});

describe('a gift card', () => {
  it('is one item for all units refunded to it, and settles them when it is created', () => {
    const world = worldOf();
    world.returns([wants('L1', 2, 'gift_card'), wants('L2', 1, 'gift_card')]);
    expect(world.exchangeOrders[0]!['items']).toStrictEqual([
      {
        sku: 'GIFT-CARD',
        quantity: 1,
        title: 'Gift card',
        unit_price_amount_cents: 6300,
        product_amount_cents: 6300,
        bonus_credit_amount_cents: 0,
        return_items: [
          { original_sku: 'SKU-L1', original_item_identifier: 'L1', quantity: 2, title: 'Thing L1' },
          { original_sku: 'SKU-L2', original_item_identifier: 'L2', quantity: 1, title: 'Thing L2' },
        ],
      },
    ]);
    world.must(placed());
    expect(told(world)).toEqual(['PENDING_EXCHANGE', 'CREATED', 'REFUNDED']);
    // It is closed, so there is nothing to send a label for.
    expect(world.later).toEqual([]);
    clean(world);
  });
});

describe('a gift', () => {
  it('is refunded to its receiver only', () => {
    const world = worldOf();
    world.returns([wants('L1', 1, variant('X', 2500))], { giftee: 'giftee@mail.example' });
    expect(world.messages[0]).toMatchObject({
      gift_refund_only: true,
      giftee_email: 'giftee@mail.example',
    });
    expect(world.exchangeOrders[0]).toMatchObject({ is_gift: true });
    world.must(failed);
    world.returns([wants('L2')], { giftee: '  ' });
    expect(world.messages.at(-1)).toMatchObject({ gift_refund_only: false });
    expect(world.messages.at(-1)).not.toHaveProperty('giftee_email');
    expect(JSON.stringify(world.log)).not.toContain('@');
    clean(world);
  });
});

const ADDRESS = {
  name: 'A. Shopper',
  street1: '1 Main Street',
  city: 'Springfield',
  province: 'IL',
  postal_code: '62701',
  country_code: 'US',
  phone: '217 555 0101',
};
