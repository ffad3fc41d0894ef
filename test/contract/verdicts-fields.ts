// Verdict table for single fields of an order: required, recommended, typed, empty. Checked as given.
import { at, each, fields, many, row, type Verdict } from './verdicts.ts';

const without = (path: string, code: string): Verdict => at(`without ${path}`, path, undefined, `${code}`);

// Field notes, Required-ness: these are errors.
const required = fields(`
  identifier status total_amount_cents product_amount_cents tax_amount_cents
  discount_amount_cents shipping_amount_cents shipping_tax_amount_cents currency tags
  created_at updated_at items customer shipping_address billing_address transactions refunds
  discounts items[0].identifier items[0].sku items[1].quantity items[1].quantity_shipped
  items[0].quantity_canceled items[0].product_identifier items[0].variant_identifier
  items[1].title items[1].tags items[0].product_amount_cents items[0].tax_amount_cents
  items[0].discount_amount_cents items[0].unit_price_amount_cents customer.identifier
  customer.email shipping_address.name shipping_address.street1 shipping_address.city
  shipping_address.state shipping_address.zip_code shipping_address.country_code
  billing_address.street1 billing_address.zip_code
`).map((path) => without(path, 'error order.field.missing'));

// Field notes, Required-ness: every other field of the tables.
const recommended = fields(`
  raw_status items[0].image_url items[1].weight customer.first_name customer.last_name
  customer.phone shipping_address.phone billing_address.phone
`).map((path) => without(path, 'warning order.field.recommended'));

export const FIELD_VERDICTS: readonly Verdict[] = [
  row('the base order', {}),
  ...required,
  ...recommended,
  at('upc is called optional', 'items[0].upc', undefined),
  row('unknown fields anywhere', {
    extra: 1,
    'items[0].extra': null,
    'customer.extra': [],
    'shipping_address.street2': 'Apt 4',
  }),
  row('optional fields of the field', {
    concept: 'kids',
    note: 'x',
    'customer.tags': ['vip'],
    'items[0].variants': [],
  }),
  at('an order that is a list', '', [], 'error order.field.type'),
  at('an order that is null', '', null, 'error order.field.type'),
  at('identifier as a number', 'identifier', 20077, 'error order.field.type'),
  at('a total as text', 'total_amount_cents', '8100', 'error order.field.type'),
  at('a total with a fraction', 'total_amount_cents', 8100.5, 'error order.field.type'),
  at('a total beyond 2^53', 'total_amount_cents', 2 ** 60, 'error order.field.type'),
  at('half a unit', 'items[0].quantity', 2.5, 'error order.field.type'),
  at('a weight as text', 'items[0].weight', '0.4 kg', 'error order.field.type'),
  at('weight 0', 'items[0].weight', 0),
  at('tags as text', 'tags', 'FinalSale', 'error order.field.type'),
  row('a tag that is a number', { 'items[0].tags': [7] }, 'error order.field.type items[0].tags[0]'),
  at('an item that is null', 'items[1]', null, 'error order.field.type'),
  at('a required field that is null', 'currency', null, 'error order.field.missing'),
  at('a required list that is null', 'transactions', null, 'error order.field.missing'),
  at('an optional field that is null, literally', 'items[0].upc', null, 'error order.field.type'),
  each('several faults at once', {
    identifier: [undefined, 'error order.field.missing'],
    status: ['shipped', 'error order.status.unknown'],
    'items[0].sku': [undefined, 'error order.field.missing'],
    total_amount_cents: [8000, 'error order.total.unexplained'],
    created_at: ['yesterday', 'error order.date.invalid'],
  }),
  at('an empty order identifier', 'identifier', '', 'error order.identifier.empty'),
  ...['', '  '].map((currency) =>
    at(`a currency of ${currency.length} blanks`, 'currency', currency, 'error order.identifier.empty'),
  ),
  at('a blank sku', 'items[1].sku', '  ', 'error order.identifier.empty'),
  at('an empty customer identifier', 'customer.identifier', '', 'error order.identifier.empty'),
  at('an empty title', 'items[0].title', '', 'warning order.field.empty'),
  at('an empty street', 'billing_address.street1', '', 'warning order.field.empty'),
  at('a country without states', 'shipping_address.state', ''),
  row(
    'no lines',
    { items: [], product_amount_cents: 0, tax_amount_cents: 0, total_amount_cents: 0 },
    'warning order.items.empty items',
  ),
  row('ten thousand tags too many', { tags: many('FinalSale') }, 'error order.size.limit '),
];
