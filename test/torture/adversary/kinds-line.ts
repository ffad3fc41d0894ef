// Columns of a line that mean something else than what they are mistaken for.
import type { Value } from './kinds.ts';
import { DAY, type Line } from './truth.ts';

const cents = (amount: number) => ({ cents: amount });
/** The same number for each product, whatever order it is in. */
const code = ({ sku }: Line) =>
  [...sku].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 90_000, 7) + 10_000;

const OTHER_IDENTIFIERS: Readonly<Record<string, Value>> = {
  'parent sku': ({ line }) => line.variant,
  'parent line': () => '',
  'cross-sell sku': ({ draw }) => draw.of(['BAG-1', 'BOX-2', 'CARD']),
  'old sku': ({ line }) => `X${code(line)}`,
  'vendor sku': ({ line }) => `V-${code(line)}`,
  'replacement sku': ({ draw }) => draw.of(['', '', 'TEE-2']),
  'product id': ({ line }) => code(line),
  barcode: ({ line }) => `40000000${code(line)}`,
  'serial number': ({ draw }) => draw.like('SN########'),
  bin: ({ draw }) => draw.like('?-##-#'),
  'lot number': ({ draw }) => draw.like('L####'),
  'customs code': ({ line }) => `61${code(line)}0`,
  position: ({ order, line }) => order.lines.indexOf(line) + 1,
};

const DESCRIPTIONS: Readonly<Record<string, Value>> = {
  'product type': ({ draw }) => draw.of(['simple', 'configurable']),
  category: ({ line }) => (line.price > 5000 ? 'Home' : 'Clothes'),
  brand: ({ draw }) => draw.of(['Nord', 'Fjell', 'Oak & Co']),
  'physical product': () => 'Yes',
  'requires shipping': () => 'true',
  taxable: () => 'TRUE',
  size: ({ line }) => line.sku.split('-')[1]!,
  colour: ({ draw }) => draw.of(['red', 'blue', 'natural']),
  'line note': ({ draw }) => draw.of(['', 'engrave: 4 ever', 'wrap x2']),
  'product page': ({ line }) => `https://shop.example/p/${line.variant.toLowerCase()}`,
  'product picture': ({ line }) => `https://cdn.example/${line.sku}.jpg`,
  'line supplier': ({ draw }) => draw.of(['Textil AG', 'Mug Works']),
  'line status': ({ line }) => (line.shipped > 0 ? 'released' : 'waiting'),
  'country of origin': ({ draw }) => draw.of(['PT', 'IN', 'TR']),
};

const OTHER_MONEY: Readonly<Record<string, Value>> = {
  'cost price': ({ line }) => cents(Math.floor(line.price / 2)),
  'list price': ({ line }) => cents(line.price + 500),
  'old price': ({ line }) => cents(line.price + 1000),
  'price before tax': ({ line }) => cents(Math.floor((line.price * 100) / 119)),
  'wholesale price': ({ line }) => cents(Math.floor((line.price * 7) / 10)),
  'fee of a line': ({ line }) => cents(Math.floor((line.price * line.units) / 10)),
  'freight of a line': ({ draw }) => cents(draw.of([110, 160, 210])),
  deposit: () => cents(0),
  'tax rate': () => 19,
  'discount per cent': ({ draw }) => draw.of([0, 0, 5, 10]),
  'line total': ({ line }) => cents(line.price * line.units),
  'eco tax': ({ draw }) => cents(draw.of([0, 12, 25])),
};

const OTHER_NUMBERS: Readonly<Record<string, Value>> = {
  stock: ({ line }) => code(line) % 90,
  backordered: ({ draw }) => draw.of([0, 0, 0, 1]),
  'pack size': ({ line }) => 1 + (code(line) % 6),
  'returned units': () => 0,
  'minimum quantity': () => 1,
  'invoiced units': ({ line, order }) => (order.status === 'Cancelled' ? 0 : line.units),
  'weight in grams': ({ line }) => (code(line) % 80) * 10 + 50,
  'weight in kilograms': ({ line }) => ((code(line) % 80) / 50 + 0.1).toFixed(2),
  'weight in pounds': ({ line }) => ((code(line) % 80) / 20 + 0.2).toFixed(1),
  length: ({ line }) => 10 + (code(line) % 60),
  rating: ({ draw }) => draw.from(1, 5),
  'points of a line': ({ line }) => Math.floor(line.price / 100),
  'lead time': ({ draw }) => draw.of([2, 5, 14]),
  'available from': ({ order }) => ({ ms: order.created - (order.created % DAY) + 12 * DAY }),
};

export const LINE_VALUES: Readonly<Record<string, Value>> = Object.assign(
  {},
  OTHER_IDENTIFIERS,
  DESCRIPTIONS,
  OTHER_MONEY,
  OTHER_NUMBERS,
);
