// The shapes of the exchange order message and of its answer. The interface names three fields; the others come from the field notes.
import * as z from 'zod';
import { describe, flag, maybeText, text } from './shape-fields.ts';

const maybe = (description: string) => maybeText(description).optional();
const cents = (description: string) => describe(z.int(), `${description} Cents.`);
const maybeCents = (description: string) => describe(z.int().nullable(), `${description} Cents.`).optional();
const units = (description: string, more = {}) => describe(z.int(), description, { minimum: 1, ...more });

/** An item that the shopper returns for a gift card. */
export const returnItemShape = z.looseObject({
  original_sku: maybe('SKU of the returned item.'),
  original_item_identifier: maybe('Order line of the returned item.'),
  quantity: describe(z.int().nullable(), 'Units returned.').optional(),
  title: maybe('Title of the returned item.'),
});
export type ExchangeReturnItem = z.infer<typeof returnItemShape>;

/** An item of an exchange order. A gift card has an agreed sku, a price, a bonus and the items returned for it. */
export const exchangeItemShape = z.looseObject({
  sku: text('SKU to send to the shopper.'),
  quantity: units('Units, at most 1000.', { maximum: 1000 }),
  title: maybe('Title.'),
  unit_price_amount_cents: maybeCents('Price of a single unit.'),
  product_amount_cents: maybeCents('Price of all units.'),
  discount_amount_cents: maybeCents('Discount of the item.'),
  tax_amount_cents: maybeCents('Tax of the item.'),
  bonus_credit_amount_cents: maybeCents('Of a gift card: credit on top of what is returned.'),
  product_identifier: maybe('Identifier of the product.'),
  variant_identifier: maybe('Identifier of the variant (parent SKU).'),
  original_sku: maybe('SKU that is exchanged.'),
  original_item_identifier: maybe('Order line that is exchanged.'),
  concept: maybe('Retail concept or brand.'),
  return_items: describe(
    z.array(returnItemShape).nullable(),
    'Of a gift card: what is given back.',
  ).optional(),
});
export type ExchangeItem = z.infer<typeof exchangeItemShape>;

/** An address of an exchange order: it has province and postal_code where the order message has state and zip_code. */
export const exchangeAddressShape = z.looseObject({
  name: maybe('Name of the recipient.'),
  street1: maybe('Street and number.'),
  street2: maybe('Addition to the street.'),
  city: maybe('City.'),
  province: maybe('State or province.'),
  postal_code: maybe('Postal code.'),
  country_code: maybe('Country code.'),
  phone: maybe('Phone number.'),
});
export type ExchangeAddress = z.infer<typeof exchangeAddressShape>;

export const exchangeCustomerShape = z.looseObject({
  identifier: text('Identifier of the shopper.'),
  email: text('E-mail of the shopper.'),
});
export type ExchangeCustomer = z.infer<typeof exchangeCustomerShape>;

export const exchangePaymentShape = z.looseObject({
  transaction_id: text('Reports and reconciles payments of exchange orders.'),
});
export type ExchangePayment = z.infer<typeof exchangePaymentShape>;

/** The body of the exchange order request (interface: Exchange order message). */
export const exchangeOrderShape = z.looseObject({
  original_order_id: maybe('Order that is exchanged; an exchange order is idempotent by it. Recommended.'),
  original_secondary_order_id: maybe('Secondary identifier of that order.'),
  rma_identifier: maybe('RMA of the returned items.'),
  currency: maybe('Currency code. Recommended.'),
  is_gift: flag('Whether the order was a gift. Recommended.').optional(),
  items: describe(z.array(exchangeItemShape), 'Each item of the exchange order.', { minItems: 1 }),
  customer: describe(exchangeCustomerShape, 'The shopper.'),
  shipping_address: describe(exchangeAddressShape.nullable(), 'Where to send it. Recommended.').optional(),
  billing_address: describe(exchangeAddressShape.nullable(), 'Recommended.').optional(),
  payment: describe(
    z.union([z.string(), exchangePaymentShape]),
    'Identifier to report and reconcile payments; plain, or as transaction_id.',
  ),
});
export type ExchangeOrder = z.infer<typeof exchangeOrderShape>;

/** The retailer's answer. The interface does not show it, so this shape follows the field notes. */
export const exchangeAnswerShape = z.looseObject({
  order_identifier: text("Identifier of the new order in the customer's systems."),
  total_amount_cents: cents('Total of the new order.'),
  product_amount_cents: cents('Price of all items.'),
  tax_amount_cents: cents('Tax.'),
});
export type ExchangeAnswer = z.infer<typeof exchangeAnswerShape>;
