// Verdict table for an order's times and values. Checked as given.
import { at, each, row, type Verdict } from './verdicts.ts';

export const TIME_VERDICTS: readonly Verdict[] = [
  at('fractional seconds and an offset', 'created_at', '2026-11-01T09:00:00.123456-05:00'),
  at('a date alone', 'created_at', '2026-11-01', 'error order.date.invalid'),
  each('day 31 of November', {
    created_at: ['2026-10-31T24:00:00Z', 'error order.date.invalid'],
    'items[0].shipped_date': ['2026-11-31T08:00:00Z', 'error order.date.invalid'],
  }),
  row(
    'an empty ship date',
    { 'items[0].shipped_date': '' },
    'error order.date.invalid items[0].shipped_date',
    'warning item.shipment.missing items[0].shipped_date',
  ),
  row(
    'a time without T and without offset',
    { created_at: '2026-11-01 09:00:00' },
    'error order.date.invalid created_at',
    'warning order.date.offset created_at',
  ),
  at('a time without offset', 'created_at', '2026-11-01T09:00:00', 'warning order.date.offset'),
  at('updated 5 minutes ahead', 'updated_at', '2026-11-20T12:05:00Z'),
  at('updated 5 minutes 1 s ahead', 'updated_at', '2026-11-20T12:05:01Z', 'error order.updated_at.ahead'),
  at('updated ahead by the clock on the wall only', 'updated_at', '2026-11-20T21:00:00+09:00'),
  at('before created_at', 'updated_at', '2026-11-01T08:59:59Z', 'warning order.updated_at.before_created'),
];

export const VALUE_VERDICTS: readonly Verdict[] = [
  each('a country in words', {
    'shipping_address.country_code': ['Deutschland', 'warning order.country.unknown'],
    'billing_address.country_code': ['usa', 'warning order.country.unknown'],
  }),
  at('another country', 'billing_address.country_code', 'CI'),
  row(
    'postal codes that lost their zeros',
    {
      ...{ 'shipping_address.zip_code': '4109', 'shipping_address.country_code': 'DE' },
      ...{ 'billing_address.zip_code': '184', 'billing_address.country_code': 'IT' },
    },
    'warning order.zip_code.short shipping_address.zip_code',
    'warning order.zip_code.short billing_address.zip_code',
  ),
  row('postal codes with all their digits', {
    ...{ 'shipping_address.zip_code': '1010', 'shipping_address.country_code': 'AT' },
    ...{ 'billing_address.zip_code': '00184', 'billing_address.country_code': 'IT' },
  }),
  each('a code with .0 behind it', {
    identifier: ['10001.0', 'warning order.text.decimal'],
    'items[0].upc': ['4012345678901.0', 'warning order.text.decimal'],
    'items[1].sku': ['1.0'],
    'items[0].title': ['Version 1000.0'],
  }),
  each('the text NULL', {
    'shipping_address.state': ['NULL', 'warning order.text.null'],
    'items[0].upc': ['NULL', 'warning order.text.null'],
    'items[1].sku': ['null', 'warning order.text.null'],
  }),
  at('a person called Null', 'customer.last_name', 'Null'),
  at('a letter that was lost', 'shipping_address.city', 'M\ufffdnchen', 'warning order.text.replaced'),
  each('a phone number as Excel shows it', {
    'customer.phone': ['4.47912E+11', 'warning order.text.exponent'],
    'items[0].upc': ['4,00000E+11', 'error order.identifier.exponent'],
    'items[1].sku': ['1E+5'],
  }),
  row('article numbers that look like E-notation', {
    'items[0].sku': '12E3',
    'items[0].upc': '1E5',
    'items[1].sku': '1.5E3',
  }),
  row(
    'a UPC with a zero width space, an e-mail with a blank behind it',
    { 'items[0].title': 'Hat\u00a0', 'items[1].upc': '4\u200b1', 'customer.email': 'jo@mail.example ' },
    'warning order.text.invisible items[1].upc',
    'warning order.text.invisible customer.email',
    'warning order.email.form customer.email',
  ),
  each('errors of a spreadsheet', {
    'items[0].tracking_number': ['#N/A', 'warning order.text.spreadsheet'],
    'items[1].upc': ['="00123"', 'warning order.text.spreadsheet'],
    'customer.last_name': ['#REF!', 'warning order.text.spreadsheet'],
  }),
  at('a currency in small letters', 'currency', 'usd', 'warning order.currency.form'),
  at('another currency', 'currency', 'JPY'),
  at('an e-mail without @', 'customer.email', 'jo.mail.example', 'warning order.email.form'),
  at('the e-mail as identifier', 'customer.identifier', 'jo@mail.example'),
  at('an image without a scheme', 'items[0].image_url', 'img.example/hat.png', 'warning item.image_url.form'),
  row('known tags', {
    tags: ['ShippingRateOverride', 'Thirdparty'],
    'items[0].tags': ['cs-required', 'canceled'],
  }),
  row('an unknown order tag', { tags: ['gift-card', 'finalsale'] }, 'warning order.tag.unknown tags[1]'),
  row(
    'an order tag on a line',
    { 'items[0].tags': ['ShippingRateOverride'] },
    'warning order.tag.unknown items[0].tags[0]',
  ),
];
