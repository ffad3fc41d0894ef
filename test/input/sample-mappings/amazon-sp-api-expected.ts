// The second path for samples/exports/amazon-sp-api*: what each order must be, worked out from the JSON by itself, without
// code of src/.
import { readFileSync } from 'node:fs';
import { sample, sum } from './export-rows.ts';

type Json = Readonly<Record<string, unknown>>;
interface Answer {
  readonly payload: { readonly AmazonOrderId: string; readonly OrderItems: Json[] };
}
const read = (name: string) => readFileSync(sample(`exports/${name}`), 'utf8');

export const answers = read('amazon-sp-api.ndjson')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Answer);
export const orders = (JSON.parse(read('amazon-sp-api-orders.json')) as { payload: { Orders: Json[] } })
  .payload.Orders;

/** `902-0000301-0000301` for 301. */
export const idOf = (number: number | string): string => {
  const part = String(number).padStart(7, '0');
  return `902-${part}-${part}`;
};

/** Why, by order. */
export const REFUSED: Readonly<Record<string, string>> = {
  316: 'order.tax.undecidable',
  317: 'order.field.missing',
  318: 'order.field.missing',
  319: 'order.field.missing',
  320: 'cell.inexact',
  321: 'order.map.refused',
  327: 'cell.unmapped',
  328: 'order.field.missing',
  329: 'order.field.missing',
  330: 'order.tax.undecidable',
  334: 'order.tax.undecidable',
};
/** Wholly. */
export const SKIPPED: Readonly<Record<string, string>> = {
  307: 'payment is pending: no amounts yet',
  308: 'the line was cancelled: no units, no price',
  332: 'payment is pending: no amounts yet',
};

/** Cents of `{"CurrencyCode": "EUR", "Amount": "12.30"}`; 0 when it is not there. */
function cents(money: unknown): number {
  if (money === undefined) return 0;
  const [whole, rest] = (money as { Amount: string }).Amount.split('.');
  return Number(whole) * 100 + Number(rest);
}

const known = (object: Json): Json =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined && value !== ''));
const STATES: Readonly<Record<string, string>> = {
  NY: 'NY',
  Texas: 'TX',
  'West Yorkshire': 'West Yorkshire',
};

function addressOf(given: Json): Json {
  const lines = [given['AddressLine1'], given['AddressLine2'], given['AddressLine3']].filter(
    (line) => line !== undefined,
  );
  return {
    ...known({
      name: given['Name'],
      street1: lines[0],
      street2: lines.slice(1).join(' '),
      city: given['City'],
      zip_code: given['PostalCode'],
      country_code: given['CountryCode'],
      phone: given['Phone'],
    }),
    state: STATES[given['StateOrRegion'] as string] ?? '',
  };
}

function orderOf(order: Json): Json {
  const id = order['AmazonOrderId'] as string;
  const lines = answers
    .filter(({ payload }) => payload.AmazonOrderId === id)
    .flatMap(({ payload }) => payload.OrderItems)
    .filter((line) => line['QuantityOrdered'] !== 0);
  const all = (name: string) => sum(lines.map((line) => cents(line[name])));
  const wrap = (name: string) => sum(lines.map((line) => cents((line['BuyerInfo'] as Json)[name])));
  const shipping = all('ShippingPrice') - all('ShippingDiscount') + wrap('GiftWrapPrice');
  const shippingTax = all('ShippingTax') - all('ShippingDiscountTax') + wrap('GiftWrapTax');
  const total = cents(order['OrderTotal']);
  const isInside = total === all('ItemPrice') - all('PromotionDiscount') + shipping;
  const isCancelled = order['OrderStatus'] === 'Canceled';
  const items = lines.map((line): Json => {
    const quantity = line['QuantityOrdered'] as number;
    const shipped = line['QuantityShipped'] as number;
    const price = cents(line['ItemPrice']) / quantity;
    const tax = isInside ? 0 : cents(line['ItemTax']) - cents(line['PromotionDiscountTax']);
    return {
      identifier: line['OrderItemId'],
      sku: line['SellerSKU'],
      product_identifier: line['ASIN'],
      variant_identifier: line['SellerSKU'],
      title: line['Title'],
      tags: [],
      quantity,
      quantity_shipped: shipped,
      quantity_canceled: isCancelled ? quantity - shipped : 0,
      unit_price_amount_cents: price,
      product_amount_cents: price * shipped,
      tax_amount_cents: Math.floor((tax * shipped) / quantity),
      discount_amount_cents: Math.floor((cents(line['PromotionDiscount']) * shipped) / quantity),
    };
  });
  const ofItems = (name: string) => sum(items.map((item) => item[name] as number));
  const isWhole = items.every((item) => item['quantity'] === item['quantity_shipped']);
  const product = ofItems('product_amount_cents');
  const tax = ofItems('tax_amount_cents');
  const address = addressOf(order['ShippingAddress'] as Json);
  const email = (order['BuyerInfo'] as Json)['BuyerEmail'];
  const isOpen = ['Unshipped', 'PartiallyShipped'].includes(order['OrderStatus'] as string);
  return {
    identifier: id,
    raw_status: `${order['OrderStatus']} / ${order['FulfillmentChannel']}`,
    status: isCancelled ? 'Cancelled' : isOpen ? 'Created' : 'Shipped',
    currency: (order['OrderTotal'] as Json)['CurrencyCode'],
    created_at: order['PurchaseDate'],
    updated_at: order['LastUpdateDate'],
    tags: [],
    total_amount_cents: isWhole ? total : product + tax - ofItems('discount_amount_cents'),
    product_amount_cents: product,
    tax_amount_cents: tax,
    discount_amount_cents: ofItems('discount_amount_cents'),
    shipping_amount_cents: shipping,
    shipping_tax_amount_cents: isInside ? 0 : shippingTax,
    items,
    customer: known({ identifier: email, email, phone: address['phone'] }),
    shipping_address: address,
    billing_address: address,
    transactions: [],
    refunds: [],
    discounts: [],
  };
}

const isSent = (order: Json) =>
  !Object.keys({ ...REFUSED, ...SKIPPED }).some((number) => order['AmazonOrderId'] === idOf(number));
/** By identifier: the orders that are sent. */
export const expected: ReadonlyMap<string, Json> = new Map(
  orders.filter(isSent).map((one) => [one['AmazonOrderId'] as string, orderOf(one)]),
);
