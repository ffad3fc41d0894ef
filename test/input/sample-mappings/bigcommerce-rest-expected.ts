// The second path for samples/exports/bigcommerce-rest*: what each order must be, worked out from the JSON by itself,
// without code of src/.
import { readFileSync } from 'node:fs';
import { sample, sum } from './export-rows.ts';

type Json = Readonly<Record<string, unknown>>;
const read = (name: string) => readFileSync(sample(`exports/${name}`), 'utf8');

export const records = read('bigcommerce-rest.ndjson')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Json);
export const products = records.filter((one) => 'product_id' in one);
export const refunds = records.filter((one) => 'payments' in one);
export const orders = JSON.parse(read('bigcommerce-rest-orders.json')) as Json[];
export const addresses = JSON.parse(read('bigcommerce-rest-addresses.json')) as Json[];

/** Why, by order. */
export const REFUSED: Readonly<Record<string, string>> = {
  7013: 'join.duplicate',
  7015: 'order.field.missing',
  7023: 'order.field.missing',
  7024: 'order.field.missing',
  7036: 'order.field.missing',
  7038: 'order.total.unexplained',
};
export const SKIPPED: Readonly<Record<string, string>> = {
  7020: 'checkout was not finished',
  7021: 'payment is pending',
  7022: 'archived in the control panel',
};

/** Cents of `12.3400` or 12.34, half a cent up. */
function cents(value: unknown): number {
  const [whole = '', rest = ''] = String(value).split('.');
  const digits = rest.padEnd(3, '0');
  return Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits[2]! >= '5' ? 1 : 0);
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** `Mon, 02 Mar 2026 09:14:05 +0000` -> `2026-03-02T09:14:05+00:00`. */
function time(mail: unknown): string | undefined {
  if (mail === '') return undefined;
  const [, day, month, year, clock] = String(mail).split(' ');
  const number = String(MONTHS.indexOf(month!) / 3 + 1).padStart(2, '0');
  return `${year}-${number}-${day}T${clock}+00:00`;
}

const STATES: Readonly<Record<string, string>> = {
  Texas: 'TX',
  Massachusetts: 'MA',
  Ontario: 'ON',
  Washington: 'WA',
  'New South Wales': 'NSW',
  '': '',
};
const known = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== null));
const text = (value: unknown) => (value === '' ? undefined : value);
const address = (given: Json): Json =>
  known({
    name: `${given['first_name']} ${given['last_name']}`,
    street1: given['street_1'],
    street2: text(given['street_2']),
    city: given['city'],
    state: STATES[given['state'] as string],
    zip_code: given['zip'],
    country_code: given['country_iso2'],
    phone: text(given['phone']),
  });

const isInside = (order: Json) => order['is_tax_inclusive_pricing'] === true;
const IS_WHOLE = [2, 10];
const SHIPPED_BY_DATE = [4, 13, 14];
const isDated = (order: Json) => order['date_shipped'] !== '';

function statusOf(order: Json): string {
  const id = order['status_id'] as number;
  if (IS_WHOLE.includes(id) || (SHIPPED_BY_DATE.includes(id) && isDated(order))) return 'Shipped';
  return [4, 5, 6].includes(id) ? 'Cancelled' : 'Created';
}

function itemOf(product: Json, order: Json): Json {
  const quantity = product['quantity'] as number;
  const id = order['status_id'] as number;
  const shipped = IS_WHOLE.includes(id) ? quantity : (product['quantity_shipped'] as number);
  const price = cents(isInside(order) ? product['price_inc_tax'] : product['price_ex_tax']);
  const tax = isInside(order) ? 0 : cents(product['total_tax']);
  const isCancelled = [5, 6].includes(id) || (id === 4 && !isDated(order));
  const parent = product['product_id'] === 0 ? product['sku'] : String(product['product_id']);
  return known({
    identifier: String(product['id']),
    sku: product['sku'],
    product_identifier: String(product['variant_id'] ?? product['sku']),
    variant_identifier: parent,
    title: product['name'],
    tags: [],
    quantity,
    quantity_shipped: shipped,
    quantity_canceled: isCancelled ? quantity - shipped : 0,
    quantity_refunded: product['quantity_refunded'],
    shipped_date: shipped > 0 ? time(order['date_shipped']) : undefined,
    unit_price_amount_cents: price,
    product_amount_cents: price * shipped,
    tax_amount_cents: Math.floor((tax * shipped) / quantity),
    discount_amount_cents: sum(
      (product['applied_discounts'] as Json[]).map((discount) => cents(discount['amount'])),
    ),
    weight: Number(product['weight']),
  });
}

/** Those that name products: a refund without them cannot be sent. */
function refundsOf(id: unknown): Json[] {
  return refunds
    .filter((one) => one['order_id'] === id)
    .flatMap((one): Json[] => {
      const lines = (one['items'] as Json[]).filter((item) => item['item_type'] === 'PRODUCT');
      if (lines.length === 0) return [];
      return [
        known({
          identifier: String(one['id']),
          total_refund_amount_cents: cents(one['total_amount']),
          created_at: one['created'],
          note: text(one['reason']),
          refund_line_items: lines.map((item) => ({
            identifier: `${one['id']}-${item['item_id']}`,
            quantity: item['quantity'],
            order_item_identifier: String(item['item_id']),
          })),
        }),
      ];
    });
}

function orderOf(order: Json): Json {
  const id = order['id'];
  const items = products.filter((one) => one['order_id'] === id).map((one) => itemOf(one, order));
  const billing = order['billing_address'] as Json;
  const kind = isInside(order) ? 'inc_tax' : 'ex_tax';
  const costs = (end: string) =>
    sum(['shipping', 'handling', 'wrapping'].map((cost) => cents(order[`${cost}_cost_${end}`])));
  const ofItems = (name: string) => sum(items.map((item) => item[name] as number));
  const isWhole = items.every((item) => item['quantity'] === item['quantity_shipped']);
  const shipped = ofItems('product_amount_cents') + ofItems('tax_amount_cents');
  return known({
    identifier: String(id),
    raw_status: order['custom_status'],
    status: statusOf(order),
    currency: order['default_currency_code'],
    created_at: time(order['date_created']),
    updated_at: time(order['date_modified']),
    tags: [],
    note: text(order['customer_message']),
    total_amount_cents: isWhole ? cents(order['total_inc_tax']) : shipped,
    product_amount_cents: ofItems('product_amount_cents'),
    tax_amount_cents: ofItems('tax_amount_cents'),
    discount_amount_cents: cents(order['discount_amount']) + cents(order['coupon_discount']),
    shipping_amount_cents: costs(kind),
    shipping_tax_amount_cents: isInside(order) ? 0 : costs('tax'),
    items,
    customer: known({
      identifier: order['customer_id'] === 0 ? billing['email'] : String(order['customer_id']),
      first_name: billing['first_name'],
      last_name: billing['last_name'],
      email: billing['email'],
      phone: text(billing['phone']),
    }),
    shipping_address: address(addresses.find((one) => one['order_id'] === id)!),
    billing_address: address(billing),
    transactions: [],
    refunds: refundsOf(id),
    discounts: [],
  });
}

/** By identifier: the orders that are sent. */
export const expected: ReadonlyMap<string, Json> = new Map(
  orders
    .filter((one) => !(String(one['id']) in REFUSED) && !(String(one['id']) in SKIPPED))
    .filter((one) => products.some((product) => product['order_id'] === one['id']))
    .map((one) => [String(one['id']), orderOf(one)]),
);
