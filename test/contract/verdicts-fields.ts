// Verdict table for single fields of an order: required, recommended, typed, empty. Checked as given.
import type { Verdict } from './verdicts.ts';

const without = (path: string, code: string): Verdict => ({
  name: `without ${path}`,
  change: { [path]: undefined },
  expect: [`${code} ${path}`],
});

// Field notes, Required-ness: these are errors.
const required = [
  'identifier',
  'status',
  'total_amount_cents',
  'product_amount_cents',
  'tax_amount_cents',
  'discount_amount_cents',
  'shipping_amount_cents',
  'shipping_tax_amount_cents',
  'currency',
  'tags',
  'created_at',
  'updated_at',
  'items',
  'customer',
  'shipping_address',
  'billing_address',
  'transactions',
  'refunds',
  'discounts',
  'items[0].identifier',
  'items[0].sku',
  'items[1].quantity',
  'items[1].quantity_shipped',
  'items[0].quantity_canceled',
  'items[0].product_identifier',
  'items[0].variant_identifier',
  'items[1].title',
  'items[1].tags',
  'items[0].product_amount_cents',
  'items[0].tax_amount_cents',
  'items[0].discount_amount_cents',
  'items[0].unit_price_amount_cents',
  'customer.identifier',
  'customer.email',
  'shipping_address.name',
  'shipping_address.street1',
  'shipping_address.city',
  'shipping_address.state',
  'shipping_address.zip_code',
  'shipping_address.country_code',
  'billing_address.street1',
  'billing_address.zip_code',
].map((path) => without(path, 'error order.field.missing'));

// Field notes, Required-ness: every other field of the tables.
const recommended = [
  'raw_status',
  'items[0].image_url',
  'items[1].weight',
  'customer.first_name',
  'customer.last_name',
  'customer.phone',
  'shipping_address.phone',
  'billing_address.phone',
].map((path) => without(path, 'warning order.field.recommended'));

export const FIELD_VERDICTS: readonly Verdict[] = [
  { name: 'the base order', change: {}, expect: [] },
  ...required,
  ...recommended,
  { name: 'upc is called optional', change: { 'items[0].upc': undefined }, expect: [] },
  {
    name: 'unknown fields anywhere',
    change: { extra: 1, 'items[0].extra': null, 'customer.extra': [], 'shipping_address.street2': 'Apt 4' },
    expect: [],
  },
  {
    name: 'optional fields of the field',
    change: { concept: 'kids', note: 'x', 'customer.tags': ['vip'], 'items[0].variants': [] },
    expect: [],
  },
  { name: 'an order that is a list', change: { '': [] }, expect: ['error order.field.type '] },
  { name: 'an order that is null', change: { '': null }, expect: ['error order.field.type '] },
  {
    name: 'identifier as a number',
    change: { identifier: 20077 },
    expect: ['error order.field.type identifier'],
  },
  {
    name: 'a total as text',
    change: { total_amount_cents: '8100' },
    expect: ['error order.field.type total_amount_cents'],
  },
  {
    name: 'a total with a fraction',
    change: { total_amount_cents: 8100.5 },
    expect: ['error order.field.type total_amount_cents'],
  },
  {
    name: 'a total beyond 2^53',
    change: { total_amount_cents: 2 ** 60 },
    expect: ['error order.field.type total_amount_cents'],
  },
  {
    name: 'a quantity with a fraction',
    change: { 'items[0].quantity': 1.5 },
    expect: ['error order.field.type items[0].quantity'],
  },
  {
    name: 'weight as text',
    change: { 'items[0].weight': '0.4' },
    expect: ['error order.field.type items[0].weight'],
  },
  { name: 'weight 0', change: { 'items[0].weight': 0 }, expect: [] },
  { name: 'tags as text', change: { tags: 'FinalSale' }, expect: ['error order.field.type tags'] },
  {
    name: 'a tag that is a number',
    change: { 'items[0].tags': [7] },
    expect: ['error order.field.type items[0].tags[0]'],
  },
  { name: 'items as an object', change: { items: {} }, expect: ['error order.field.type items'] },
  { name: 'an item that is null', change: { 'items[1]': null }, expect: ['error order.field.type items[1]'] },
  { name: 'customer as text', change: { customer: 'c-9' }, expect: ['error order.field.type customer'] },
  { name: 'a status that is a number', change: { status: 1 }, expect: ['error order.field.type status'] },
  {
    name: 'a required field that is null',
    change: { currency: null },
    expect: ['error order.field.missing currency'],
  },
  {
    name: 'an optional field that is null, literally',
    change: { 'items[0].upc': null },
    expect: ['error order.field.type items[0].upc'],
  },
  {
    name: 'quantity_refunded as text',
    change: { 'items[0].quantity_refunded': '1' },
    expect: ['error order.field.type items[0].quantity_refunded'],
  },
  {
    name: 'several faults at once',
    change: {
      identifier: undefined,
      status: 'shipped',
      'items[0].sku': undefined,
      total_amount_cents: 8000,
      created_at: 'yesterday',
    },
    expect: [
      'error order.field.missing identifier',
      'error order.field.missing items[0].sku',
      'error order.status.unknown status',
      'error order.date.invalid created_at',
      'error order.total.unexplained total_amount_cents',
    ],
  },
  {
    name: 'an empty order identifier',
    change: { identifier: '' },
    expect: ['error order.identifier.empty identifier'],
  },
  ...['', '  '].map((currency) => ({
    name: `a currency of ${currency.length} blanks`,
    change: { currency },
    expect: ['error order.identifier.empty currency'],
  })),
  {
    name: 'a blank sku',
    change: { 'items[1].sku': '  ' },
    expect: ['error order.identifier.empty items[1].sku'],
  },
  {
    name: 'an empty customer identifier',
    change: { 'customer.identifier': '' },
    expect: ['error order.identifier.empty customer.identifier'],
  },
  {
    name: 'an empty title',
    change: { 'items[0].title': '' },
    expect: ['warning order.field.empty items[0].title'],
  },
  {
    name: 'an empty street',
    change: { 'billing_address.street1': '' },
    expect: ['warning order.field.empty billing_address.street1'],
  },
  { name: 'a country without states', change: { 'shipping_address.state': '' }, expect: [] },
  {
    name: 'no lines',
    change: { items: [], product_amount_cents: 0, tax_amount_cents: 0, total_amount_cents: 0 },
    expect: ['warning order.items.empty items'],
  },
  {
    name: 'ten thousand tags too many',
    change: { tags: Array.from({ length: 10_001 }, () => 'FinalSale') },
    expect: ['error order.size.limit '],
  },
];
