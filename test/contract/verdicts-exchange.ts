// Verdict tables for exchange orders, their answers, variants answers, and JSON texts of any message.
import type { Verdict } from './verdicts.ts';

/** A valid exchange order: one hat of another colour, and a gift card for a scarf. */
export const EXCHANGE = {
  currency: 'USD',
  original_order_id: 'W-20077',
  original_secondary_order_id: 'S-1',
  rma_identifier: 'RMA-77',
  is_gift: false,
  items: [
    {
      sku: 'HAT-RED',
      quantity: 2,
      title: 'Hat',
      unit_price_amount_cents: 3000,
      product_amount_cents: 6000,
      discount_amount_cents: 0,
      tax_amount_cents: 480,
      product_identifier: 'HAT',
      variant_identifier: 'HAT-V',
      original_sku: 'HAT-BLK',
      original_item_identifier: '1',
      concept: 'main',
    },
    {
      sku: 'GIFT',
      quantity: 1,
      unit_price_amount_cents: 1620,
      bonus_credit_amount_cents: 100,
      return_items: [
        { original_sku: 'SCARF-RED', original_item_identifier: '2', quantity: 1, title: 'Scarf' },
      ],
    },
  ],
  customer: { identifier: 'c-9', email: 'jo@mail.example', first_name: 'Jo' },
  shipping_address: {
    name: 'Jo Doe',
    street1: '5 Side St',
    street2: 'Apt 2',
    city: 'Salem',
    province: 'OR',
    postal_code: '97301',
    country_code: 'US',
  },
  billing_address: { name: 'Jo Doe', city: 'Salem', province: 'OR', postal_code: '97301' },
  payment: { transaction_id: 'TX-1' },
  anything_else: [1, 2],
};

export const EXCHANGE_VERDICTS: readonly Verdict[] = [
  {
    name: 'damaged and invisible characters',
    change: {
      payment: '1.23457E+11',
      'shipping_address.phone': '4.47912E+11',
      original_order_id: '#REF!',
      'shipping_address.city': 'M?nchen',
      'shipping_address.name': 'Null',
      'items[0].concept': 'NULL',
      rma_identifier: ' RMA-77',
    },
    expect: [
      'error exchange.identifier.exponent payment',
      'warning exchange.text.exponent shipping_address.phone',
      'warning exchange.text.spreadsheet original_order_id',
      'warning exchange.text.replaced shipping_address.city',
      'warning exchange.text.null items[0].concept',
      'warning exchange.text.invisible rma_identifier',
    ],
  },
  { name: 'a valid message', change: {}, expect: [] },
  { name: 'payment as a plain identifier', change: { payment: 'TX-1' }, expect: [] },
  ...['items', 'customer', 'payment'].flatMap((field) =>
    [undefined, null].map((value) => ({
      name: `${field} ${value}`,
      change: { [field]: value },
      expect: [`error exchange.field.missing ${field}`],
    })),
  ),
  ...['currency', 'original_order_id', 'is_gift', 'shipping_address', 'billing_address'].flatMap((field) =>
    [undefined, null].map((value) => ({
      name: `${field} ${value}`,
      change: { [field]: value },
      expect: [`warning exchange.field.recommended ${field}`],
    })),
  ),
  ...['rma_identifier', 'original_secondary_order_id', 'items[0].title'].map((field) => ({
    name: `no ${field}`,
    change: { [field]: undefined },
    expect: [],
  })),
  ...[
    'items[0].sku',
    'items[0].quantity',
    'customer.identifier',
    'customer.email',
    'payment.transaction_id',
  ].map((field) => ({
    name: `no ${field}`,
    change: { [field]: undefined },
    expect: [`warning exchange.field.recommended ${field}`],
  })),
  {
    name: 'an empty sku',
    change: { 'items[0].sku': '' },
    expect: ['warning exchange.field.recommended items[0].sku'],
  },
  { name: 'not an object', change: { '': 'x' }, expect: ['error exchange.field.type '] },
  { name: 'items as a text', change: { items: 'HAT' }, expect: ['error exchange.field.type items'] },
  {
    name: 'an item that is a text',
    change: { 'items[0]': 'HAT' },
    expect: ['error exchange.field.type items[0]'],
  },
  { name: 'customer as a text', change: { customer: 'Jo' }, expect: ['error exchange.field.type customer'] },
  { name: 'payment as a number', change: { payment: 5 }, expect: ['error exchange.field.type payment'] },
  {
    name: 'a price as a text',
    change: { 'items[0].unit_price_amount_cents': '3000' },
    expect: ['error exchange.field.type items[0].unit_price_amount_cents'],
  },
  {
    name: 'a price with a fraction',
    change: { 'items[1].bonus_credit_amount_cents': 1.5 },
    expect: ['error exchange.field.type items[1].bonus_credit_amount_cents'],
  },
  ...(
    [
      ['currency', 5],
      ['is_gift', 'no'],
      ['items[0].quantity', '2'],
      ['items[1].return_items', {}],
      ['items[1].return_items[0].quantity', '1'],
      ['customer.email', 5],
      ['shipping_address', 'Salem'],
      ['shipping_address.city', 5],
      ['payment.transaction_id', 5],
    ] as const
  ).map(([path, value]) => ({
    name: `${path} as ${JSON.stringify(value)}`,
    change: { [path]: value },
    expect: [`warning exchange.field.form ${path}`],
  })),
  { name: 'no items', change: { items: [] }, expect: ['error exchange.items.empty items'] },
  ...[0, -1, 1001].map((quantity) => ({
    name: `a quantity of ${quantity}`,
    change: { 'items[1].quantity': quantity },
    expect: ['warning exchange.quantity.range items[1].quantity'],
  })),
  {
    name: 'a negative discount',
    change: { 'items[0].discount_amount_cents': -1 },
    expect: ['warning exchange.amount.negative items[0].discount_amount_cents'],
  },
  {
    name: 'a product amount of one unit',
    change: { 'items[0].product_amount_cents': 3000 },
    expect: ['warning exchange.amount.mismatch items[0].product_amount_cents'],
  },
  {
    name: 'an address spelled as in orders',
    change: {
      'billing_address.province': undefined,
      'billing_address.state': 'OR',
      'billing_address.postal_code': undefined,
      'billing_address.zip_code': '97301',
    },
    expect: [
      'note exchange.address.spelling billing_address.state',
      'note exchange.address.spelling billing_address.zip_code',
    ],
  },
  {
    name: 'a small currency',
    change: { currency: 'usd' },
    expect: ['warning exchange.currency.form currency'],
  },
  {
    name: 'endless items',
    change: { items: Array.from({ length: 10_001 }, () => 1) },
    expect: ['error exchange.size.limit items'],
  },
  {
    name: 'endless returned items',
    change: { 'items[1].return_items': Array.from({ length: 10_000 }, () => 1) },
    expect: ['error exchange.size.limit items'],
  },
];

export const ANSWER = {
  order_identifier: 'EX-9',
  total_amount_cents: 6480,
  product_amount_cents: 6000,
  tax_amount_cents: 480,
  more: true,
};

export const ANSWER_VERDICTS: readonly Verdict[] = [
  { name: 'a valid answer', change: {}, expect: [] },
  ...Object.keys(ANSWER)
    .filter((field) => field !== 'more')
    .map((field) => ({
      name: `no ${field}`,
      change: { [field]: undefined },
      expect: [`warning exchange.answer.missing ${field}`],
    })),
  {
    name: 'an empty order',
    change: { order_identifier: '' },
    expect: ['warning exchange.answer.missing order_identifier'],
  },
  {
    name: 'a number as order',
    change: { order_identifier: 9 },
    expect: ['warning exchange.answer.form order_identifier'],
  },
  ...['64.80', 64.8, -1].map((value) => ({
    name: `a total of ${JSON.stringify(value)}`,
    change: { total_amount_cents: value },
    expect: ['error exchange.answer.amount total_amount_cents'],
  })),
  {
    name: 'shipping on top',
    change: { total_amount_cents: 6980 },
    expect: ['note exchange.answer.total total_amount_cents'],
  },
  { name: 'a list', change: { '': [] }, expect: ['warning exchange.answer.form '] },
  { name: 'null', change: { '': null }, expect: ['warning exchange.answer.form '] },
];

export const VARIANTS = [
  {
    sku: 'HAT-RED',
    title: 'Hat, red',
    unit_price_amount_cents: 3000,
    quantity_in_stock: 4,
    attributes: [{ name: 'Color', value: 'Red' }],
    image_url: 'https://img.example/hat-red.png',
    product_url: 'https://shop.example/hat-red',
    more: 1,
  },
  { sku: 'HAT-BLU', title: 'Hat, blue', unit_price_amount_cents: 3000, quantity_in_stock: 0, attributes: [] },
];

export const VARIANT_VERDICTS: readonly Verdict[] = [
  { name: 'a valid answer', change: {}, expect: [] },
  { name: 'no variants', change: { '': [] }, expect: [] },
  {
    name: 'wrapped',
    change: { '': { variants: VARIANTS } },
    expect: ['note variants.answer.wrapped variants'],
  },
  {
    name: 'wrapped, with a wrong price',
    change: { '': { variants: [{ ...VARIANTS[0], unit_price_amount_cents: '30' }] } },
    expect: [
      'note variants.answer.wrapped variants',
      'error variants.amount.type variants[0].unit_price_amount_cents',
    ],
  },
  { name: 'a text', change: { '': 'HAT' }, expect: ['error variants.answer.form '] },
  { name: 'null', change: { '': null }, expect: ['error variants.answer.form '] },
  { name: 'another object', change: { '': { items: [] } }, expect: ['error variants.answer.form '] },
  {
    name: 'variants that are an object',
    change: { '': { variants: {} } },
    expect: ['error variants.answer.form variants'],
  },
  ...['sku', 'title', 'unit_price_amount_cents', 'quantity_in_stock', 'attributes'].flatMap((field) =>
    [undefined, null].map((value) => ({
      name: `${field} ${value}`,
      change: { [`1.${field}`]: value },
      expect: [`warning variants.field.missing [1].${field}`],
    })),
  ),
  { name: 'an empty sku', change: { '1.sku': '' }, expect: ['warning variants.field.missing [1].sku'] },
  {
    name: 'attributes as an object',
    change: { '0.attributes': {} },
    expect: ['warning variants.field.type [0].attributes'],
  },
  {
    name: 'an attribute without value',
    change: { '0.attributes[0].value': undefined },
    expect: ['warning variants.field.missing [0].attributes[0].value'],
  },
  {
    name: 'a stock as text',
    change: { '0.quantity_in_stock': '4' },
    expect: ['warning variants.field.type [0].quantity_in_stock'],
  },
  { name: 'a variant that is a text', change: { '0': 'HAT' }, expect: ['warning variants.field.type [0]'] },
  {
    name: 'a price with a fraction',
    change: { '0.unit_price_amount_cents': 29.99 },
    expect: ['error variants.amount.type [0].unit_price_amount_cents'],
  },
  {
    name: 'negative numbers',
    change: { '0.unit_price_amount_cents': -1, '1.quantity_in_stock': -1 },
    expect: [
      'warning variants.amount.negative [0].unit_price_amount_cents',
      'warning variants.amount.negative [1].quantity_in_stock',
    ],
  },
  { name: 'a sku twice', change: { '1.sku': 'HAT-RED' }, expect: ['warning variants.sku.duplicate [1].sku'] },
  {
    name: 'endless variants',
    change: { '': Array.from({ length: 10_001 }, () => 1) },
    expect: ['error variants.size.limit '],
  },
];

/** Texts of messages: the key `''` replaces the whole text. */
export const TEXT_VERDICTS: readonly Verdict[] = (
  [
    ['nothing odd', '{"a":[1,{"b":"\\u00e9\\\\u0000"}]}', []],
    ['a key twice', '{"items":[{},{"sku":1,"sku":2}]}', ['error message.key.duplicate items[1].sku']],
    [
      'a key thrice, once escaped',
      '{"a":1,"\\u0061":2,"a":3}',
      ['error message.key.duplicate a', 'error message.key.duplicate a'],
    ],
    ['one key in two objects', '[{"a":1},{"a":1}]', []],
    ['__proto__ twice', '{"__proto__":1,"__proto__":2}', ['error message.key.duplicate __proto__']],
    [
      'integers beyond 2^53',
      '{"n":[9007199254740991,9007199254740992,-9007199254740993]}',
      ['error message.integer.rounded n[1]', 'error message.integer.rounded n[2]'],
    ],
    ['an integer alone', '12345678901234567890', ['error message.integer.rounded ']],
    ['an integer in a text', '{"n":"12345678901234567890"}', []],
    ['an endless number', '{"n":1e999}', ['error message.number.beyond n']],
    [
      'half a character',
      '{"a":"x\\ud83d","b":"\\udc00\\ud83d\\ude00"}',
      ['warning message.text.surrogate a', 'warning message.text.surrogate b'],
    ],
    ['half a character in a key', '{"x\\ud83d":1}', ['warning message.text.surrogate (key of 2 characters)']],
    ['NUL', '{"a":["\\u0000"]}', ['warning message.text.nul a[0]']],
    [
      'an e-mail as key',
      '{"jo@mail.example":1,"jo@mail.example":2}',
      ['error message.key.duplicate (key of 15 characters)'],
    ],
  ] as const
).map(([name, text, expected]) => ({ name, change: { '': text }, expect: expected }));
