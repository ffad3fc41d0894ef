// Orders of older versions of an API: recognised by their core keys, and no refund in them is lost without a word.
import { describe, expect, test } from 'vitest';
import { engineFor } from '../../orders/map/engine.ts';

const ADDRESS = {
  ...{
    first_name: 'Ana',
    last_name: 'Lima',
    company: '',
    address_1: 'Rua Um 2',
    address_2: '',
    city: 'Lisboa',
  },
  ...{ state: '', postcode: '1000-001', country: 'PT' },
};

/** An order of WooCommerce 3.0 (2017), which has no phone for the shipping address, no image and no symbol of the currency. */
const woo = (number: string, change: object) => ({
  ...{
    id: Number(number),
    parent_id: 0,
    number,
    order_key: `wc_order_58d17c${number}`,
    created_via: 'checkout',
  },
  ...{ version: '3.0.0', status: 'completed', currency: 'EUR', prices_include_tax: false, customer_id: 26 },
  ...{ date_created: '2017-03-21T16:16:00', date_created_gmt: '2017-03-21T19:16:00' },
  ...{ date_modified: '2017-03-21T16:54:51', date_modified_gmt: '2017-03-21T19:54:51' },
  ...{ date_paid: null, date_paid_gmt: null },
  ...{ date_completed: '2017-03-21T16:54:51', date_completed_gmt: '2017-03-21T19:54:51' },
  ...{ discount_total: '0.00', discount_tax: '0.00', shipping_total: '10.00', shipping_tax: '0.00' },
  ...{ cart_tax: '0.00', total: '50.00', total_tax: '0.00', customer_note: '', cart_hash: '' },
  ...{ customer_ip_address: '192.0.2.1', customer_user_agent: 'Mozilla/5.0', transaction_id: '' },
  billing: { ...ADDRESS, email: 'ana@example.com', phone: '+351200000000' },
  shipping: ADDRESS,
  ...{ payment_method: 'bacs', payment_method_title: 'Bank transfer', meta_data: [] },
  line_items: [
    {
      ...{ id: 313, name: 'Cup', product_id: 34, variation_id: 0, quantity: 2, tax_class: '', sku: 'CUP' },
      ...{ subtotal: '40.00', subtotal_tax: '0.00', total: '40.00', total_tax: '0.00', price: 20 },
      ...{ taxes: [], meta_data: [] },
    },
  ],
  ...{ tax_lines: [], shipping_lines: [], fee_lines: [], coupon_lines: [], refunds: [] },
  ...change,
});

/** Recognised as the mapping without a question; what is sent, refused and warned of. */
async function readAs(name: string, document: object) {
  const engine = engineFor('orders.json', Buffer.from(JSON.stringify(document)));
  const { recognised, questions, mapping } = await engine.propose({});
  expect([recognised?.name, questions.map(({ id }) => id)]).toEqual([name, []]);
  const { sent, codes, warnings } = await engine.check(mapping);
  const refunds = warnings.find(({ code }) => code === 'refund.lines.none')?.count ?? 0;
  return { sent, codes, refunds };
}

describe('WooCommerce 3.0 (2017)', () => {
  test('is recognised, and an order goes by its number', async () => {
    const { sent, codes, refunds } = await readAs('woocommerce-rest', [woo('722', {})]);
    expect([codes, refunds, [...sent.keys()]]).toEqual([[], 0, ['722']]);
    expect(sent.get('722')).toMatchObject({
      ...{ status: 'Shipped', created_at: '2017-03-21T19:16:00+00:00', total_amount_cents: 5000 },
      ...{ product_amount_cents: 4000, shipping_amount_cents: 1000, refunds: [] },
    });
  });

  test.each([
    ['a part', 'Shipped', woo('723', { refunds: [{ id: 726, refund: '', total: '-10.00' }] })],
    [
      'everything',
      'Cancelled',
      woo('723', {
        ...{ status: 'refunded', date_completed: null, date_completed_gmt: null },
        refunds: [{ id: 727, refund: 'lost', total: '-50.00' }],
      }),
    ],
  ])('refunded %s: the order is sent, and a warning names the refund', async (_, status, order) => {
    const { sent, codes, refunds } = await readAs('woocommerce-rest', { orders: [order] });
    expect([codes, refunds, [...sent.keys()]]).toEqual([[], 1, ['723']]);
    expect(sent.get('723')).toMatchObject({ status, refunds: [] });
  });

  test('before 3.0 no time was in UTC: such an order is refused, not dated wrongly', async () => {
    const {
      date_created_gmt: _,
      date_modified_gmt: __,
      date_completed_gmt: ___,
      ...order
    } = woo('722', {}) as Record<string, unknown>;
    const { sent, codes } = await readAs('woocommerce-rest', [order]);
    expect([codes, sent.size]).toEqual([['order.field.missing created_at x1'], 0]);
  });
});

const place = {
  ...{ name: 'Ana Lima', address1: 'Rua Um 2', address2: null, city: 'Lisboa', province_code: null },
  ...{ zip: '1000-001', country_code: 'PT', phone: null },
};

/** An order of the Shopify API of 2017: no allocations of discounts, no amounts in two currencies, no discounted shipping. */
const shopify = (change: object) => ({
  ...{ id: 450789469, name: '#1001', number: 1, order_number: 1001, email: 'ana@example.com', note: null },
  ...{ created_at: '2017-01-10T11:00:00-05:00', updated_at: '2017-01-12T11:00:00-05:00', test: false },
  ...{ cancelled_at: null, closed_at: null, currency: 'USD', taxes_included: false, phone: null, tags: '' },
  ...{ total_price: '50.00', subtotal_price: '40.00', total_tax: '0.00', total_discounts: '0.00' },
  ...{ total_line_items_price: '40.00', total_weight: 0, financial_status: 'paid' },
  ...{ fulfillment_status: 'fulfilled', gateway: 'bogus', token: 'x', checkout_id: 1 },
  line_items: [
    {
      ...{
        id: 466157049,
        variant_id: 39072856,
        product_id: 632910392,
        title: 'Cup',
        name: 'Cup',
        sku: 'CUP',
      },
      ...{
        quantity: 2,
        price: '20.00',
        fulfillable_quantity: 0,
        fulfillment_status: 'fulfilled',
        grams: 200,
      },
      ...{ total_discount: '0.00', taxable: true, gift_card: false, tax_lines: [] },
    },
  ],
  shipping_lines: [{ id: 1, title: 'Post', price: '10.00', code: 'Post', source: 'shopify', tax_lines: [] }],
  billing_address: place,
  shipping_address: place,
  fulfillments: [
    {
      ...{ id: 255858046, order_id: 450789469, status: 'success', tracking_number: '1Z1' },
      ...{ created_at: '2017-01-11T11:00:00-05:00', line_items: [{ id: 466157049, quantity: 2 }] },
    },
  ],
  refunds: [],
  customer: { id: 207119551, email: 'ana@example.com', first_name: 'Ana', last_name: 'Lima' },
  ...change,
});

describe('Shopify REST of 2017', () => {
  test('is recognised; the shipping is its price', async () => {
    const { sent, codes } = await readAs('shopify-rest', { orders: [shopify({})] });
    expect(codes).toEqual([]);
    expect(sent.get('1001')).toMatchObject({
      ...{ status: 'Shipped', total_amount_cents: 5000, shipping_amount_cents: 1000 },
      items: [{ quantity: 2, quantity_shipped: 2, quantity_canceled: 0 }],
    });
  });

  test('a refund comes with its line', async () => {
    const refund = {
      ...{ id: 509562969, created_at: '2017-01-14T11:00:00-05:00', note: 'too small', restock: true },
      refund_line_items: [
        { id: 104689539, quantity: 1, line_item_id: 466157049, subtotal: 20, total_tax: 0 },
      ],
      transactions: [{ id: 1, kind: 'refund', status: 'success', amount: '20.00', currency: 'USD' }],
    };
    const { sent, codes } = await readAs('shopify-rest', { orders: [shopify({ refunds: [refund] })] });
    expect(codes).toEqual([]);
    expect(sent.get('1001')).toMatchObject({
      refunds: [
        {
          total_refund_amount_cents: 2000,
          refund_line_items: [{ order_item_identifier: '466157049', quantity: 1 }],
        },
      ],
    });
  });

  test('a discount of the order without its parts of the lines is taken off once', async () => {
    const order = shopify({ total_discounts: '5.00', subtotal_price: '35.00', total_price: '45.00' });
    const { sent, codes } = await readAs('shopify-rest', { orders: [order] });
    expect(codes).toEqual([]);
    expect(sent.get('1001')).toMatchObject({ total_amount_cents: 4500, discount_amount_cents: 500 });
  });
});

test('other shops with keys of the same names are not taken for a platform', async () => {
  const order = { ...woo('722', {}) } as Record<string, unknown>;
  delete order['order_key'];
  const engine = engineFor('orders.json', Buffer.from(JSON.stringify([order])));
  expect((await engine.propose({})).recognised).toBeUndefined();
});
