// The second path through samples/exports/etsy-sold-items.csv and etsy-sold-orders.csv: reads the rows of both and makes
// the orders as the service must hold them, without code of src/.
import type { Reading } from './every-order.ts';
import { cents, ordersIn, type Row, shared, sum } from './export-rows.ts';

const COUNTRY: Readonly<Record<string, string>> = {
  'United States': 'US',
  'United Kingdom': 'GB',
  Australia: 'AU',
  France: 'FR',
  'Czech Republic': 'CZ',
};

/** Midnight in Chicago of `03/04/26` or `03/04/2026`; summer time from 2026-03-09 on, the day after the clocks change. */
function midnight(text: string): string {
  const [month, day, year] = text.split('/') as [string, string, string];
  const date = `${year.padStart(4, '20')}-${month}-${day}`;
  return `${date}T00:00:00${date >= '2026-03-09' ? '-05:00' : '-06:00'}`;
}

interface Money {
  readonly off: number;
  readonly shipping: number;
  readonly tax: number;
  readonly total: number;
}

function moneyOf(paper: Row): Money {
  const of = (name: string) => cents(paper[name]!);
  const off = of('Discount Amount');
  const shipping = of('Shipping') - of('Shipping Discount');
  const total = of('Order Total');
  return { off, shipping, total, tax: total - (of('Order Value') - off) - shipping };
}

function order(rows: readonly Row[], paper: Row): object {
  const head = rows[0]!;
  const { off, shipping, tax, total } = moneyOf(paper);
  const isCancelled = paper['Status'] === 'Canceled';
  const amounts = rows.map((row) => cents(row['Price']!) * Number(row['Quantity']));
  const taxes = shared(tax, amounts);
  const discounts = shared(off, amounts);
  const isSent = rows.map((row) => !isCancelled && row['Date Shipped'] !== '');
  const items = rows.map((row, i) => ({
    identifier: row['Transaction ID'],
    sku: row['SKU'],
    product_identifier: row['SKU'],
    variant_identifier: row['Listing ID'],
    title: row['Item Name'],
    tags: [],
    quantity: Number(row['Quantity']),
    quantity_shipped: isSent[i] ? Number(row['Quantity']) : 0,
    quantity_canceled: isCancelled ? Number(row['Quantity']) : 0,
    ...(isSent[i] ? { shipped_date: midnight(row['Date Shipped']!) } : {}),
    unit_price_amount_cents: cents(row['Price']!),
    product_amount_cents: isSent[i] ? amounts[i]! : 0,
    tax_amount_cents: isSent[i] ? taxes[i]! : 0,
    discount_amount_cents: discounts[i]!,
  }));
  const product = sum(items.map((item) => item.product_amount_cents));
  const ofLines = sum(items.map((item) => item.tax_amount_cents));
  const times = [head['Sale Date']!, head['Date Paid']!, paper['Date Shipped']!].filter(
    (text) => text !== '',
  );
  const address = {
    name: head['Ship Name'],
    street1: head['Ship Address1'],
    ...(head['Ship Address2'] === '' ? {} : { street2: head['Ship Address2'] }),
    city: head['Ship City'],
    state: head['Ship State'],
    zip_code: head['Ship Zipcode'],
    country_code: COUNTRY[head['Ship Country']!],
  };
  return {
    identifier: head['Order ID'],
    raw_status: paper['Status'],
    status: isCancelled ? 'Cancelled' : paper['Date Shipped'] === '' ? 'Created' : 'Shipped',
    currency: head['Currency'],
    created_at: midnight(head['Sale Date']!),
    updated_at: times.map(midnight).sort().at(-1),
    tags: [],
    total_amount_cents: isSent.every((sent) => sent) ? total : product + ofLines,
    product_amount_cents: product,
    tax_amount_cents: ofLines,
    discount_amount_cents: off,
    shipping_amount_cents: shipping,
    shipping_tax_amount_cents: 0,
    items,
    customer: {
      identifier: paper['Buyer User ID'],
      first_name: paper['First Name'],
      last_name: paper['Last Name'],
      email: `${paper['Buyer User ID']}@etsy.invalid`,
    },
    shipping_address: address,
    billing_address: address,
    transactions: [],
    refunds: [],
    discounts: [],
  };
}

/** Why an order cannot be sent: the field, and a part of what the rejects say. */
function refusal(rows: readonly Row[], paper: Row | undefined): readonly [string, string] | undefined {
  if (!paper) return ['shipping_amount_cents', 'shipping_amount_cents is missing'];
  if (rows.some((row) => /e\+/i.test(row['SKU']!)))
    return ['items[0]', 'turned the sku into a rounded number'];
  if (rows.some((row) => row['SKU'] === '')) return ['items[0].sku', 'sku is missing'];
  if (paper['Buyer User ID'] === '') return ['customer.email', 'email is missing'];
  if (rows[0]!['Ship Address1'] === '') return ['shipping_address.street1', 'street1 is missing'];
  const { tax, total } = moneyOf(paper);
  if (tax < 0) return ['total_amount_cents', `found ${total}`];
  return undefined;
}

/** @param items - rows of the file of items. @param papers - rows of the file of orders */
export function reading(items: readonly Row[], papers: readonly Row[]): Reading {
  const orders = new Map<string, object>();
  const refused = new Map<string, readonly [string, string]>();
  const byOrder = ordersIn(papers, 'Order ID');
  for (const [id, own] of ordersIn(items, 'Order ID')) {
    const paper = byOrder.get(id)?.[0];
    const why = refusal(own, paper);
    if (why) refused.set(id, why);
    else orders.set(id, order(own, paper!));
  }
  return { orders, refused, skipped: {} };
}

const vermont = {
  name: 'Owen Baptiste',
  street1: '410 Cedar St',
  city: 'Burlington',
  state: 'VT',
  zip_code: '05401',
  country_code: 'US',
};

/** An order as written by hand from the files, so that the second path is not the only one that has read them. */
export const byHand: Readonly<Record<string, object>> = {
  // Three lines, of which one has shipped; no tax.
  3500010125: {
    identifier: '3500010125',
    raw_status: 'Completed',
    status: 'Created',
    currency: 'USD',
    created_at: '2026-03-21T00:00:00-05:00',
    updated_at: '2026-03-21T00:00:00-05:00',
    tags: [],
    total_amount_cents: 3400,
    product_amount_cents: 3400,
    tax_amount_cents: 0,
    discount_amount_cents: 0,
    shipping_amount_cents: 800,
    shipping_tax_amount_cents: 0,
    items: [
      {
        identifier: '4200000034',
        sku: 'MUG-SPK',
        product_identifier: 'MUG-SPK',
        variant_identifier: '1500000001',
        title: 'Speckled mug, hand thrown',
        tags: [],
        quantity: 1,
        quantity_shipped: 1,
        quantity_canceled: 0,
        shipped_date: '2026-03-22T00:00:00-05:00',
        unit_price_amount_cents: 3400,
        product_amount_cents: 3400,
        tax_amount_cents: 0,
        discount_amount_cents: 0,
      },
      {
        identifier: '4200000035',
        sku: 'BOWL-MOON',
        product_identifier: 'BOWL-MOON',
        variant_identifier: '1500000002',
        title: 'Small bowl &quot;Moon&quot;',
        tags: [],
        quantity: 1,
        quantity_shipped: 0,
        quantity_canceled: 0,
        unit_price_amount_cents: 2150,
        product_amount_cents: 0,
        tax_amount_cents: 0,
        discount_amount_cents: 0,
      },
    ],
    customer: {
      identifier: 'owenb77',
      first_name: 'Owen',
      last_name: 'Baptiste',
      email: 'owenb77@etsy.invalid',
    },
    shipping_address: vermont,
    billing_address: vermont,
    transactions: [],
    refunds: [],
    discounts: [],
  },
};
