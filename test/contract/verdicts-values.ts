// Verdict table for an order's times and values. Checked as given.
import type { Verdict } from './verdicts.ts';

export const TIME_VERDICTS: readonly Verdict[] = [
  {
    name: 'fractional seconds and an offset',
    change: { created_at: '2026-11-01T09:00:00.123456-05:00' },
    expect: [],
  },
  {
    name: 'a date alone',
    change: { created_at: '2026-11-01' },
    expect: ['error order.date.invalid created_at'],
  },
  {
    name: 'day 31 of November',
    change: { created_at: '2026-10-31T24:00:00Z', 'items[0].shipped_date': '2026-11-31T08:00:00Z' },
    expect: ['error order.date.invalid created_at', 'error order.date.invalid items[0].shipped_date'],
  },
  {
    name: 'an empty ship date',
    change: { 'items[0].shipped_date': '' },
    expect: [
      'error order.date.invalid items[0].shipped_date',
      'warning item.shipment.missing items[0].shipped_date',
    ],
  },
  {
    name: 'a space in place of the T',
    change: { created_at: '2026-11-01 09:00:00Z', 'items[0].shipped_date': '2026-11-03 08:30:00 +0100' },
    expect: ['error order.date.invalid created_at', 'error order.date.invalid items[0].shipped_date'],
  },
  {
    name: 'a time without T and without offset',
    change: { created_at: '2026-11-01 09:00:00' },
    expect: ['error order.date.invalid created_at', 'warning order.date.offset created_at'],
  },
  {
    name: 'a time without offset',
    change: { created_at: '2026-11-01T09:00:00' },
    expect: ['warning order.date.offset created_at'],
  },
  {
    name: 'a ship date without offset',
    change: { 'items[0].shipped_date': '2026-11-03T08:30:00.5' },
    expect: ['warning order.date.offset items[0].shipped_date'],
  },
  { name: 'updated 5 minutes ahead', change: { updated_at: '2026-11-20T12:05:00Z' }, expect: [] },
  {
    name: 'updated more than 5 minutes ahead',
    change: { updated_at: '2026-11-20T12:05:01Z' },
    expect: ['error order.updated_at.ahead updated_at'],
  },
  {
    name: 'updated ahead in another zone only by the clock on the wall',
    change: { updated_at: '2026-11-20T21:00:00+09:00' },
    expect: [],
  },
  {
    name: 'updated before created',
    change: { updated_at: '2026-11-01T08:59:59Z' },
    expect: ['warning order.updated_at.before_created updated_at'],
  },
  {
    name: 'updated when created, in another zone',
    change: { updated_at: '2026-11-01T10:00:00+01:00' },
    expect: [],
  },
];

export const VALUE_VERDICTS: readonly Verdict[] = [
  {
    name: 'a country in words',
    change: { 'shipping_address.country_code': 'Deutschland', 'billing_address.country_code': 'usa' },
    expect: [
      'warning order.country.unknown shipping_address.country_code',
      'warning order.country.unknown billing_address.country_code',
    ],
  },
  { name: 'another country', change: { 'billing_address.country_code': 'CI' }, expect: [] },
  {
    name: 'the text NULL',
    change: { 'shipping_address.state': 'NULL', 'items[0].upc': 'NULL', 'items[1].sku': 'null' },
    expect: [
      'warning order.text.null shipping_address.state',
      'warning order.text.null items[0].upc',
      'warning order.text.null items[1].sku',
    ],
  },
  {
    name: 'a person called Null',
    change: { 'customer.last_name': 'Null' },
    expect: [],
  },
  {
    name: 'a letter that was lost',
    change: { 'shipping_address.city': 'M\ufffdnchen' },
    expect: ['warning order.text.replaced shipping_address.city'],
  },
  {
    name: 'a phone number as Excel shows it',
    change: { 'customer.phone': '4.47912E+11', 'items[0].upc': '4,00000E+11', 'items[1].sku': '1E+5' },
    expect: ['warning order.text.exponent customer.phone', 'error order.identifier.exponent items[0].upc'],
  },
  {
    name: 'article numbers that look like E-notation',
    change: { 'items[0].sku': '12E3', 'items[0].upc': '1E5', 'items[1].sku': '1.5E3' },
    expect: [],
  },
  {
    name: 'a UPC with a zero width space, an e-mail with a blank behind it',
    change: {
      'items[0].title': 'Hat\u00a0',
      'items[1].upc': '4\u200b1',
      'customer.email': 'jo@mail.example ',
    },
    expect: [
      'warning order.text.invisible items[1].upc',
      'warning order.text.invisible customer.email',
      'warning order.email.form customer.email',
    ],
  },
  {
    name: 'errors of a spreadsheet',
    change: { 'items[0].tracking_number': '#N/A', 'items[1].upc': '="00123"', 'customer.last_name': '#REF!' },
    expect: [
      'warning order.text.spreadsheet items[0].tracking_number',
      'warning order.text.spreadsheet items[1].upc',
      'warning order.text.spreadsheet customer.last_name',
    ],
  },
  {
    name: 'a currency in small letters',
    change: { currency: 'usd' },
    expect: ['warning order.currency.form currency'],
  },
  { name: 'a currency sign', change: { currency: '$' }, expect: ['warning order.currency.form currency'] },
  { name: 'another currency', change: { currency: 'JPY' }, expect: [] },
  {
    name: 'an e-mail without @',
    change: { 'customer.email': 'jo.mail.example' },
    expect: ['warning order.email.form customer.email'],
  },
  {
    name: 'an empty e-mail',
    change: { 'customer.email': '' },
    expect: ['warning order.email.form customer.email'],
  },
  { name: 'the e-mail as identifier', change: { 'customer.identifier': 'jo@mail.example' }, expect: [] },
  {
    name: 'an image address without a scheme',
    change: { 'items[0].image_url': 'img.example/hat.png' },
    expect: ['warning item.image_url.form items[0].image_url'],
  },
  {
    name: 'known tags',
    change: { tags: ['ShippingRateOverride', 'Thirdparty'], 'items[0].tags': ['cs-required', 'canceled'] },
    expect: [],
  },
  {
    name: 'an unknown tag of the order',
    change: { tags: ['gift-card', 'finalsale'] },
    expect: ['warning order.tag.unknown tags[1]'],
  },
  {
    name: 'an order tag on a line',
    change: { 'items[0].tags': ['ShippingRateOverride'] },
    expect: ['warning order.tag.unknown items[0].tags[0]'],
  },
];
