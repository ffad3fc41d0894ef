// The scenarios of the interface as messages: they give no error and no warning.
import { describe, expect, it } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { describeChange } from '../../src/contract/rma-changes.ts';
import { validateRmaAgainstOrder } from '../../src/contract/rma-ledger.ts';
import { explainMoney } from '../../src/contract/rma-money.ts';
import { finishOrder, validateOrder, validateOrdersMessage } from '../../src/contract/validate-order.ts';
import { validateRma } from '../../src/contract/validate-rma.ts';
import { orderFactsOf } from '../../src/storage/order-record.ts';
import { followAll } from './histories.ts';
import { NOW } from './verdicts.ts';

const context = { now: NOW };
const address = {
  name: 'Sam Poe',
  street1: '12 Elm Street',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  country_code: 'US',
  phone: '512 555 0101',
};

/** Single-line order, posted when it is shipped. */
const SINGLE = {
  identifier: '100045',
  raw_status: 'SHIPPED',
  status: 'Shipped',
  total_amount_cents: 10_825,
  product_amount_cents: 10_000,
  tax_amount_cents: 825,
  discount_amount_cents: 0,
  shipping_amount_cents: 0,
  shipping_tax_amount_cents: 0,
  currency: 'USD',
  tags: [],
  created_at: '2026-11-10T08:15:30.000-06:00',
  updated_at: '2026-11-12T14:00:00Z',
  items: [
    {
      identifier: '100045-1',
      sku: '88123',
      quantity: 1,
      quantity_shipped: 1,
      quantity_canceled: 0,
      tracking_number: '9400111899223',
      shipped_date: '2026-11-12T13:58:12Z',
      product_identifier: '88123',
      variant_identifier: '88000',
      title: 'Rain jacket',
      tags: [],
      product_amount_cents: 10_000,
      tax_amount_cents: 825,
      discount_amount_cents: 0,
      unit_price_amount_cents: 10_000,
      image_url: 'https://cdn.shop.example/88123.jpg',
      weight: 1.25,
    },
  ],
  customer: {
    identifier: 'sam@poe.example',
    first_name: 'Sam',
    last_name: 'Poe',
    email: 'sam@poe.example',
    phone: '512 555 0101',
  },
  shipping_address: address,
  billing_address: address,
  transactions: [],
  refunds: [],
  discounts: [],
};

const second = {
  ...SINGLE.items[0],
  identifier: '100045-2',
  sku: '88200',
  quantity: 3,
  quantity_shipped: 3,
  product_amount_cents: 6000,
  tax_amount_cents: 495,
  unit_price_amount_cents: 2000,
};
const { tracking_number: _tracking, shipped_date: _shipped, ...bare } = second;

/** Split shipment, first post: the second line has not shipped, so its amounts are 0. */
const PARTLY = {
  ...SINGLE,
  raw_status: 'PARTIALLY_FULFILLED',
  status: 'Created',
  items: [SINGLE.items[0], { ...bare, quantity_shipped: 0, product_amount_cents: 0, tax_amount_cents: 0 }],
};

/** Second post: everything was shipped. */
const WHOLLY = {
  ...SINGLE,
  updated_at: '2026-11-14T09:00:00+00:00',
  product_amount_cents: 16_000,
  tax_amount_cents: 1320,
  total_amount_cents: 17_320,
  items: [SINGLE.items[0], second],
};

/** After the carrier's scan: the full refund of the single-line order. */
const REFUNDED = {
  ...SINGLE,
  raw_status: 'REFUNDED',
  updated_at: '2026-11-20T11:59:00Z',
  refunds: [
    {
      identifier: 'RF-100045',
      total_refund_amount_cents: 10_825,
      refund_line_items: [{ identifier: 'RFL-1', quantity: 1, order_item_identifier: '100045-1' }],
      created_at: '2026-11-20T12:10:00Z',
      rma_identifier: 'RMA-77',
    },
  ],
};

describe.each([
  ['single-line order', SINGLE],
  ['split shipment, first post', PARTLY],
  ['split shipment, second post', WHOLLY],
  ['refund at carrier scan', REFUNDED],
])('%s', (_name, order) => {
  it('passes the checks of client and service', () => {
    expect(validateOrder(order, context)).toEqual([]);
    expect(finishOrder(order, context)).toEqual({ order, findings: [] });
    expect(validateOrdersMessage({ returns_portal_order: { orders: [order] } }, context)).toEqual([]);
  });
});

/** The messages of a mail-back return of the whole order: created, label, carrier scan, refunded. */
function messagesOf(order: Pick<Order, 'items'>) {
  const units = order.items.flatMap((line) =>
    Array.from({ length: line.quantity_shipped }, () => ({
      order_line_item_identifier: line.identifier,
      order_identifier: SINGLE.identifier,
      exchange_order_identifier: null,
      original_order_identifier: null,
      return_reason: 'no longer needed',
      is_exchange: false,
      sku: line.sku,
      refund_financials: {
        estimated_refund_amount_cents: line.unit_price_amount_cents + line.tax_amount_cents / line.quantity,
        provider_refund_amount_cents: 0,
        shopper_refund_amount_cents: line.unit_price_amount_cents + line.tax_amount_cents / line.quantity,
      },
      refund_type: 'REFUND',
    })),
  );
  const message = (updated: string, status: string, tracking: string | null) => ({
    rma_identifier: 'RMA-77',
    status,
    created_at: '2026-11-18T16:00:00.500-06:00',
    updated_at: updated,
    items: units.map((unit) => ({
      ...unit,
      tracking_number: tracking && '9400111899999',
      package_tracking_status: tracking,
    })),
    return_method: 'mail-back',
    return_shipping_cost_cents: 0,
    gift_refund_only: false,
  });
  return [
    message('2026-11-18T16:00:00.500-06:00', 'CREATED', null),
    message('2026-11-18T22:00:04Z', 'CREATED', 'PRE_TRANSIT'),
    message('2026-11-20T11:58:00Z', 'CREATED', 'TRANSIT'),
    message('2026-11-20T12:00:00Z', 'REFUNDED', 'TRANSIT'),
  ];
}

describe.each([
  ['single-line order', SINGLE, 1],
  ['split shipment', WHOLLY, 4],
])('the RMA messages of a %s', (_name, order, units) => {
  const messages = messagesOf(order as Order);
  const refunds = REFUNDED.refunds.map((refund) => ({ ...refund }));
  const record = orderFactsOf({ ...order, refunds } as Order);
  const known = (id: string) => (id === record.id ? record : undefined);

  it('pass without a finding, alone, one after the other, and against the order', () => {
    for (const message of messages) {
      expect(validateRma(message)).toEqual([]);
      expect(validateRmaAgainstOrder(message, known)).toEqual([]);
      expect(explainMoney(message, known).units.map(({ follows }) => follows)).toEqual(
        Array.from({ length: units }, () => 'goods'),
      );
    }
    const story = followAll(messages.map((message) => JSON.stringify(message)));
    expect(story.flatMap(({ findings }) => findings)).toEqual([]);
    expect(story.map(({ anomaly }) => anomaly)).toEqual([null, null, null, null]);
    expect(story[3]?.changes.map(describeChange)).toEqual(['status CREATED -> REFUNDED']);
    expect(story[2]?.changes.reduce((sum, change) => sum + change.units, 0)).toBe(units);
  });

  it('pass without the first message, as when the label exists at once', () => {
    const story = followAll(messages.slice(1).map((message) => JSON.stringify(message)));
    expect(story.flatMap(({ findings }) => findings)).toEqual([]);
  });
});
