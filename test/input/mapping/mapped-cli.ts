// A mapping with which orders are complete.
import { type Json, mappingOf } from './support.ts';

const PARTS = ['name', 'street1', 'city', 'state', 'zip_code', 'country_code'];
const zero = { constant: 0 };

/** What the contract asks for and the table of the tests lacks is the same for all orders. */
export function completeMapping({ order, item, ...rest }: Json): Json {
  const places = ['shipping_address', 'billing_address'].flatMap((name) =>
    PARTS.map((part) => [`${name}.${part}`, { constant: 'somewhere' }]),
  );
  return mappingOf({
    ...rest,
    order: {
      ...Object.fromEntries(places),
      status: { constant: 'Shipped' },
      currency: { constant: 'GBP' },
      discount_amount_cents: zero,
      shipping_amount_cents: zero,
      shipping_tax_amount_cents: zero,
      'customer.identifier': 'Email',
      'customer.email': 'Email',
      ...(order as Json),
    },
    item: {
      variant_identifier: 'Sku',
      title: 'Sku',
      quantity_shipped: 'Qty',
      quantity_canceled: zero,
      shipped_date: 'At',
      discount_amount_cents: zero,
      ...(item as Json),
    },
  });
}
