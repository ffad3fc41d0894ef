// Verdict tables for exchange orders, their answers, variants answers, and JSON texts of any message.
import { at, each, fields, many, row, type Verdict } from './verdicts.ts';

/** A valid exchange order: one hat of another colour, and a gift card for a scarf. */
export const EXCHANGE = {
  ...{ currency: 'USD', original_order_id: 'W-20077', original_secondary_order_id: 'S-1' },
  ...{ rma_identifier: 'RMA-77', is_gift: false },
  items: [
    {
      ...{ sku: 'HAT-RED', quantity: 2, title: 'Hat', concept: 'main' },
      ...{ unit_price_amount_cents: 3000, product_amount_cents: 6000 },
      ...{ discount_amount_cents: 0, tax_amount_cents: 480 },
      ...{ product_identifier: 'HAT', variant_identifier: 'HAT-V' },
      ...{ original_sku: 'HAT-BLK', original_item_identifier: '1' },
    },
    {
      ...{ sku: 'GIFT', quantity: 1, unit_price_amount_cents: 1620, bonus_credit_amount_cents: 100 },
      return_items: [
        { original_sku: 'SCARF-RED', original_item_identifier: '2', quantity: 1, title: 'Scarf' },
      ],
    },
  ],
  customer: { identifier: 'c-9', email: 'jo@mail.example', first_name: 'Jo' },
  shipping_address: {
    ...{ name: 'Jo Doe', street1: '5 Side St', street2: 'Apt 2', city: 'Salem' },
    ...{ province: 'OR', postal_code: '97301', country_code: 'US' },
  },
  billing_address: { name: 'Jo Doe', city: 'Salem', province: 'OR', postal_code: '97301' },
  payment: { transaction_id: 'TX-1' },
  anything_else: [1, 2],
};

export const EXCHANGE_VERDICTS: readonly Verdict[] = [
  each('damaged and invisible characters', {
    payment: ['1.23457E+11', 'error exchange.identifier.exponent'],
    'shipping_address.phone': ['4.47912E+11', 'warning exchange.text.exponent'],
    original_order_id: ['#REF!', 'warning exchange.text.spreadsheet'],
    'shipping_address.city': ['M?nchen', 'warning exchange.text.replaced'],
    'shipping_address.name': ['Null'],
    'items[0].concept': ['NULL', 'warning exchange.text.null'],
    'shipping_address.postal_code': ['60601.0', 'warning exchange.text.decimal'],
    rma_identifier: [' RMA-77', 'warning exchange.text.invisible'],
  }),
  row('a valid message', {}),
  at('payment as a plain identifier', 'payment', 'TX-1'),
  ...['items', 'customer', 'payment'].flatMap((field) =>
    [undefined, null].map((value) => at(`${field} ${value}`, field, value, 'error exchange.field.missing')),
  ),
  ...['currency', 'original_order_id', 'is_gift', 'shipping_address', 'billing_address'].flatMap((field) =>
    [undefined, null].map((value) =>
      at(`${field} ${value}`, field, value, 'warning exchange.field.recommended'),
    ),
  ),
  ...['rma_identifier', 'original_secondary_order_id', 'items[0].title'].map((field) =>
    at(`no ${field}`, field, undefined),
  ),
  ...fields(`
  items[0].sku items[0].quantity customer.identifier customer.email payment.transaction_id
`).map((field) => at(`no ${field}`, field, undefined, 'warning exchange.field.recommended')),
  at('an empty sku', 'items[0].sku', '', 'warning exchange.field.recommended'),
  at('not an object', '', 'x', 'error exchange.field.type'),
  at('items as a text', 'items', 'HAT', 'error exchange.field.type'),
  at('customer as a text', 'customer', 'Jo', 'error exchange.field.type'),
  at('a price as a text', 'items[0].unit_price_amount_cents', '3000', 'error exchange.field.type'),
  at('a price with a fraction', 'items[1].bonus_credit_amount_cents', 1.5, 'error exchange.field.type'),
  ...(
    [
      ['currency', 5],
      ['is_gift', 'no'],
      ['shipping_address', 'Salem'],
      ['payment.transaction_id', 5],
    ] as const
  ).map(([path, value]) =>
    at(`${path} as ${JSON.stringify(value)}`, path, value, 'warning exchange.field.form'),
  ),
  at('no items', 'items', [], 'error exchange.items.empty'),
  ...[0, -1, 1001].map((quantity) =>
    at(`a quantity of ${quantity}`, 'items[1].quantity', quantity, 'warning exchange.quantity.range'),
  ),
  at('a negative discount', 'items[0].discount_amount_cents', -1, 'warning exchange.amount.negative'),
  at('the amount of one unit', 'items[0].product_amount_cents', 3000, 'warning exchange.amount.mismatch'),
  each('an address spelled as in orders', {
    'billing_address.province': [undefined],
    'billing_address.state': ['OR', 'note exchange.address.spelling'],
    'billing_address.postal_code': [undefined],
    'billing_address.zip_code': ['97301', 'note exchange.address.spelling'],
  }),
  at('a small currency', 'currency', 'usd', 'warning exchange.currency.form'),
  at('endless items', 'items', many(), 'error exchange.size.limit'),
  row('endless returned items', { 'items[1].return_items': many() }, 'error exchange.size.limit items'),
];

export const ANSWER = {
  order_identifier: 'EX-9',
  total_amount_cents: 6480,
  product_amount_cents: 6000,
  tax_amount_cents: 480,
  more: true,
};

export const ANSWER_VERDICTS: readonly Verdict[] = [
  row('a valid answer', {}),
  ...Object.keys(ANSWER)
    .filter((field) => field !== 'more')
    .map((field) => at(`no ${field}`, field, undefined, 'warning exchange.answer.missing')),
  at('an empty order', 'order_identifier', '', 'warning exchange.answer.missing'),
  at('a number as order', 'order_identifier', 9, 'warning exchange.answer.form'),
  ...['64.80', 64.8, -1].map((value) =>
    at(`a total of ${JSON.stringify(value)}`, 'total_amount_cents', value, 'error exchange.answer.amount'),
  ),
  at('shipping on top', 'total_amount_cents', 6980, 'note exchange.answer.total'),
  at('a list', '', [], 'warning exchange.answer.form'),
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
  row('a valid answer', {}),
  at('no variants', '', []),
  row(
    'wrapped, with a wrong price',
    { '': { variants: [{ ...VARIANTS[0], unit_price_amount_cents: '30' }] } },
    'note variants.answer.wrapped variants',
    'error variants.amount.type variants[0].unit_price_amount_cents',
  ),
  at('a text', '', 'HAT', 'error variants.answer.form'),
  at('another object', '', { items: [] }, 'error variants.answer.form'),
  row('variants that are an object', { '': { variants: {} } }, 'error variants.answer.form variants'),
  ...['sku', 'title', 'unit_price_amount_cents', 'quantity_in_stock', 'attributes'].flatMap((field) =>
    [undefined, null].map((value) =>
      row(`${field} ${value}`, { [`1.${field}`]: value }, `warning variants.field.missing [1].${field}`),
    ),
  ),
  row('attributes as an object', { '0.attributes': {} }, 'warning variants.field.type [0].attributes'),
  row('a stock as text', { '0.quantity_in_stock': '4' }, 'warning variants.field.type [0].quantity_in_stock'),
  row(
    'a price with a fraction',
    { '0.unit_price_amount_cents': 29.99 },
    'error variants.amount.type [0].unit_price_amount_cents',
  ),
  row(
    'negative numbers',
    { '0.unit_price_amount_cents': -1, '1.quantity_in_stock': -1 },
    'warning variants.amount.negative [0].unit_price_amount_cents',
    'warning variants.amount.negative [1].quantity_in_stock',
  ),
  row('a sku twice', { '1.sku': 'HAT-RED' }, 'warning variants.sku.duplicate [1].sku'),
  at('endless variants', '', many(), 'error variants.size.limit'),
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
