// Kinds of columns that real shops have and that an order message has no place for. Half of them are held back: which half a
// run may see says `ADVERSARY_HALF`.

import { Draw } from '../draw.ts';
import type { Cell, Column } from './cells.ts';
import type { Format } from './formats.ts';
import { LINE_VALUES } from './kinds-line.ts';
import { NAMES } from './kinds-names.ts';
import { ORDER_VALUES } from './kinds-order.ts';
import type { Line, Order, Shop } from './truth.ts';

export type Value = (given: { draw: Draw; order: Order; line: Line; shop: Shop }) => Cell;

export interface Kind {
  readonly name: string;
  readonly level: 'order' | 'line';
  readonly names: readonly string[];
  /** Fields of the message for which such a column is right as well. */
  readonly allows: readonly string[];
  /** Its money is a part of the total, beside shipping. */
  readonly isPart: boolean;
  readonly value: Value;
}

/** Fields for which a column of this kind is right as well. */
const ALLOWS: Readonly<Record<string, readonly string[]>> = {
  'customer number': ['customer.identifier'],
  'order weight': ['item.weight'],
  'parent sku': ['item.variant_identifier'],
  'product id': ['item.product_identifier', 'item.variant_identifier'],
  barcode: ['item.upc'],
  position: ['item.identifier'],
  'product picture': ['item.image_url'],
  'weight in grams': ['item.weight'],
  'weight in kilograms': ['item.weight'],
  'weight in pounds': ['item.weight'],
};

const NAMES_OF = new Map(
  NAMES.trim()
    .split('\n')
    .map((row) => row.split(': ') as [string, string]),
);

const kindsOf = (level: Kind['level'], values: Readonly<Record<string, Value>>): Kind[] =>
  Object.entries(values).map(([name, value]) => ({
    name,
    level,
    names: NAMES_OF.get(name)!.split('|'),
    allows: ALLOWS[name] ?? [],
    isPart: name.endsWith(' in the total'),
    value,
  }));

export const KINDS: readonly Kind[] = [...kindsOf('order', ORDER_VALUES), ...kindsOf('line', LINE_VALUES)];

/** Drawn once for all time. */
const shuffled = new Draw(20_261_127).shuffled(KINDS);

export const HALVES: Readonly<Record<'a' | 'b', readonly Kind[]>> = {
  a: shuffled.filter((_, at) => at % 2 === 0),
  b: shuffled.filter((_, at) => at % 2 === 1),
};

const numberOf = (text: string): number =>
  [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 17);

/** Where a column of a line lies in this format. */
export function pathOf(format: Format, name: string, level: 'order' | 'line'): string {
  if (format.shape === 'rows' || level === 'order')
    return format.shape.endsWith('json') ? name.replaceAll('.', '') : name;
  const list = format.columns.find(([path]) => path.includes('[]'))![0].split('[]')[0]!;
  return format.shape === 'numbered' ? `${list}[] ${name}` : `${list}[].${name.replaceAll('.', '')}`;
}

/** A column of a kind: the same cell for the same order (and line) whenever it is asked. */
export function decoyOf(
  draw: Draw,
  kind: Kind,
  format: Format,
  shop: Shop,
  taken: ReadonlySet<string>,
): Column | undefined {
  const name = draw.of(kind.names);
  const path = pathOf(format, name, kind.level);
  if (taken.has(path.toLowerCase())) return undefined;
  const seed = draw.from(0, 1_000_000);
  // Most systems write all numbers of a file with the same sign before the decimals.
  const isComma = ['comma', 'grouped'].includes(format.money) && draw.chance(0.9);
  return {
    name: path,
    meaning: `decoy:${kind.name}`,
    level: kind.level,
    cell: (order, line) => {
      const place = kind.level === 'order' ? order.number : `${order.number}/${line.id}`;
      const value = kind.value({ draw: new Draw(seed + numberOf(place)), order, line, shop });
      return isComma && typeof value === 'string' && /^\d+\.\d+$/.test(value)
        ? value.replace('.', ',')
        : value;
    },
  };
}
