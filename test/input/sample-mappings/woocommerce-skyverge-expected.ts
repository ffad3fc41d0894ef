// The second path through samples/exports/woocommerce-skyverge.csv: reads the rows and makes the orders as
// the service must hold them, without code of src/.
import type { Reading } from './every-order.ts';
import { cents, filled, ordersIn, type Row, sum } from './export-rows.ts';

/** New York, where the shop of the sample is: the offset on a day of the sample, and in the hour that comes twice. */
const OFFSETS: readonly (readonly [from: string, offset: string])[] = [
  ['2025-03-01 00:00:00', '-05:00'],
  ['2025-03-09 02:00:00', '-04:00'],
  ['2025-11-02 02:00:00', '-05:00'],
];
const STATES: Readonly<Record<string, string>> = {
  'US Oregon': 'OR',
  'US Massachusetts': 'MA',
  'US California': 'CA',
  'US New York': 'NY',
  'CA Quebec': 'QC',
};
const STATUS: Readonly<Record<string, string>> = {
  completed: 'Shipped',
  processing: 'Created',
  'on-hold': 'Created',
  cancelled: 'Cancelled',
};
const SKIPPED: Readonly<Record<string, string>> = {
  pending: 'not paid yet',
  failed: 'payment failed',
  'checkout-draft': 'draft',
};

const time = (text: string) => {
  const offset = OFFSETS.filter(([from]) => from <= text).at(-1)![1];
  return `${text.replace(' ', 'T')}${offset}`;
};
const plain = (text: string) => (text.startsWith("'") ? text.slice(1) : text);

function address(row: Row, kind: 'billing' | 'shipping'): object {
  const of = (name: string) => row[`${kind}_${name}`]!;
  return {
    name: `${of('first_name')} ${of('last_name')}`,
    street1: of('address_1'),
    ...filled({ street2: of('address_2') }),
    city: of('city'),
    state: STATES[`${of('country')} ${of('state')}`] ?? of('state'),
    zip_code: of('postcode'),
    country_code: of('country'),
    ...(kind === 'billing' ? filled({ phone: plain(of('phone')) }) : {}),
  };
}

function line(row: Row): Readonly<Record<string, unknown>> {
  const quantity = Number(row['item_quantity']);
  const subtotal = cents(row['item_subtotal']!);
  const shipped = row['status'] === 'completed' ? quantity : 0;
  const price = Math.round(subtotal / quantity);
  return {
    identifier: row['item_id'],
    sku: row['item_sku'],
    product_identifier: row['item_product_id'],
    variant_identifier: row['item_product_id'],
    title: row['item_name'],
    tags: [],
    quantity,
    quantity_shipped: shipped,
    quantity_canceled: row['status'] === 'cancelled' ? quantity : 0,
    unit_price_amount_cents: price,
    product_amount_cents: price * shipped,
    tax_amount_cents: shipped === 0 ? 0 : cents(row['item_total_tax']!),
    discount_amount_cents: subtotal - cents(row['item_total']!),
  };
}

function order(rows: readonly Row[]): object {
  const row = rows[0]!;
  const items = rows.map(line);
  const tax = sum(items.map((item) => item['tax_amount_cents'] as number));
  const product = sum(items.map((item) => item['product_amount_cents'] as number));
  const email = row['billing_email']!;
  return {
    identifier: row['order_number'] || row['order_id'],
    raw_status: row['status'],
    status: STATUS[row['status']!],
    currency: row['order_currency'],
    created_at: time(row['date']!),
    updated_at: time(row['date']!),
    tags: [],
    ...filled({ note: row['customer_note']! }),
    total_amount_cents: row['status'] === 'completed' ? cents(row['order_total']!) : 0,
    product_amount_cents: product,
    tax_amount_cents: tax,
    discount_amount_cents: cents(row['discount_total']!),
    shipping_amount_cents: cents(row['shipping_total']!) + cents(row['fee_total']!),
    shipping_tax_amount_cents: cents(row['shipping_tax_total']!) + cents(row['fee_tax_total']!),
    items,
    customer: {
      identifier: row['customer_id'] === '0' ? email : row['customer_id'],
      first_name: row['billing_first_name'],
      last_name: row['billing_last_name'],
      email,
      ...filled({ phone: plain(row['billing_phone']!) }),
    },
    shipping_address: address(row, 'shipping'),
    billing_address: address(row, 'billing'),
    transactions: [],
    refunds: [],
    discounts: [],
  };
}

/** Why an order cannot be sent: the field, and a part of what the rejects say. */
function refusal(rows: readonly Row[]): readonly [string, string] | undefined {
  const row = rows[0]!;
  const has = (test: (sku: string) => boolean) => rows.some((one) => test(one['item_sku']!));
  if (row['fee_total']!.includes('-')) return ['items[0]', 'a negative fee lowers the total and the tax'];
  if (row['status'] === 'refunded') return ['items[0]', 'does not say whether a refunded order had shipped'];
  if (row['status'] === 'partial-shipped')
    return ['items[0]', 'does not say which lines of a partly shipped order have shipped'];
  if (has((sku) => sku === 'unknown_product')) return ['items[0]', 'the product was deleted from the shop'];
  if (has((sku) => /e\+/i.test(sku))) return ['items[0]', 'turned the sku into a rounded number'];
  if (has((sku) => sku === '')) return ['items[0].sku', 'sku is missing'];
  if (row['billing_email'] === '') return ['customer.email', 'email is missing'];
  if (row['shipping_address_1'] === '') return ['shipping_address.street1', 'street1 is missing'];
  if (row['order_currency'] === '') return ['currency', 'currency is missing'];
  const lines = sum(rows.map((one) => cents(one['item_total']!)));
  const besides = ['shipping_total', 'fee_total', 'tax_total'].map((name) => cents(row[name]!));
  if (lines + sum(besides) !== cents(row['order_total']!))
    return ['tax_amount_cents', `do not explain the total ${cents(row['order_total']!)}`];
  const items = rows.map(line);
  const product = sum(items.map((item) => item['product_amount_cents'] as number));
  const isPlain = ['shipping_total', 'fee_total', 'discount_total'].every((name) => row[name] === '0.00');
  if (isPlain && row['status'] === 'completed' && product !== lines)
    return ['total_amount_cents', `found ${cents(row['order_total']!)}; no other sum`];
  return undefined;
}

export function reading(rows: readonly Row[]): Reading {
  const orders = new Map<string, object>();
  const refused = new Map<string, readonly [string, string]>();
  const skipped: Record<string, number> = {};
  for (const [id, own] of ordersIn(rows, 'order_id')) {
    const reason = SKIPPED[own[0]!['status']!];
    const why = refusal(own);
    if (reason !== undefined) skipped[reason] = (skipped[reason] ?? 0) + 1;
    else if (why) refused.set(id, why);
    else orders.set(own[0]!['order_number'] || id, order(own));
  }
  return { orders, refused, skipped };
}

/** Two orders as written by hand from the file, so that the second path is not the only one that has read it. */
const portland = {
  name: 'Ines Carvalho',
  street1: '18 Alder Lane',
  street2: 'Unit 7',
  city: 'Portland',
  state: 'OR',
  zip_code: '97205',
  country_code: 'US',
};
const boston = {
  name: 'Tom Ahlgren',
  street1: '3 Wharf Road',
  city: 'Boston',
  state: 'MA',
  zip_code: '02110',
  country_code: 'US',
};
const none = { transactions: [], refunds: [], discounts: [] };
const mug = {
  sku: 'MUG-CAMP',
  product_identifier: '310',
  variant_identifier: '310',
  title: 'Camp Mug',
  tags: [],
  quantity_canceled: 0,
  unit_price_amount_cents: 1550,
  discount_amount_cents: 0,
};

export const byHand: Readonly<Record<string, object>> = {
  6001: {
    identifier: '6001',
    raw_status: 'completed',
    status: 'Shipped',
    currency: 'USD',
    created_at: '2025-03-03T09:12:44-05:00',
    updated_at: '2025-03-03T09:12:44-05:00',
    tags: [],
    total_amount_cents: 7609,
    product_amount_cents: 6350,
    tax_amount_cents: 508,
    discount_amount_cents: 0,
    shipping_amount_cents: 695,
    shipping_tax_amount_cents: 56,
    items: [
      {
        identifier: '9100',
        sku: 'TEE-MOSS-M',
        product_identifier: '301',
        variant_identifier: '301',
        title: 'Field Tee - Moss, M',
        tags: [],
        quantity: 2,
        quantity_shipped: 2,
        quantity_canceled: 0,
        unit_price_amount_cents: 2400,
        product_amount_cents: 4800,
        tax_amount_cents: 384,
        discount_amount_cents: 0,
      },
      {
        ...mug,
        identifier: '9101',
        quantity: 1,
        quantity_shipped: 1,
        product_amount_cents: 1550,
        tax_amount_cents: 124,
      },
    ],
    customer: {
      identifier: '41',
      first_name: 'Ines',
      last_name: 'Carvalho',
      email: 'ines.6001@example.com',
      phone: '+1 503 555 0142',
    },
    shipping_address: portland,
    billing_address: { ...portland, phone: '+1 503 555 0142' },
    ...none,
  },
  // A fee of 3.50 with 0.28 tax, beside 6.95 for the shipping with 0.56.
  6013: {
    identifier: '6013',
    raw_status: 'completed',
    status: 'Shipped',
    currency: 'USD',
    created_at: '2025-03-11T16:20:00-04:00',
    updated_at: '2025-03-11T16:20:00-04:00',
    tags: [],
    total_amount_cents: 4477,
    product_amount_cents: 3100,
    tax_amount_cents: 248,
    discount_amount_cents: 0,
    shipping_amount_cents: 1045,
    shipping_tax_amount_cents: 84,
    items: [
      {
        ...mug,
        identifier: '9117',
        quantity: 2,
        quantity_shipped: 2,
        product_amount_cents: 3100,
        tax_amount_cents: 248,
      },
    ],
    customer: {
      identifier: 'tom.6013@example.com',
      first_name: 'Tom',
      last_name: 'Ahlgren',
      email: 'tom.6013@example.com',
      phone: '(617) 555-0119',
    },
    shipping_address: boston,
    billing_address: { ...boston, phone: '(617) 555-0119' },
    ...none,
  },
};
