// The identifier of a line that the export does not name, worked out without the program: order, hyphen, sku; equal articles
// are counted by price, then title, then units.
import { createHash } from 'node:crypto';

interface NamedLine {
  readonly sku: string;
  readonly title: string;
  readonly unit: number;
  readonly quantity: number;
}

/** A line without an sku is sent with its title as sku. */
const skuOf = ({ sku, title }: NamedLine): string => (sku === '' ? title : sku).trim();

const rankOf = ({ unit, title, quantity }: NamedLine): string =>
  [String(unit).padStart(12, '0'), title, String(quantity).padStart(6, '0')].join('\0');

export function lineName(order: string, lines: readonly NamedLine[], i: number): string {
  const own = lines[i]!;
  const equal = lines.filter((line) => skuOf(line) === skuOf(own));
  const before = equal.filter(
    (line, at) => rankOf(line) < rankOf(own) || (rankOf(line) === rankOf(own) && at < equal.indexOf(own)),
  ).length;
  const text = skuOf(own).replace(/[\s,=%]/g, (sign) => encodeURIComponent(sign));
  const part =
    Buffer.byteLength(text) > 64 ? createHash('sha256').update(skuOf(own)).digest('hex').slice(0, 12) : text;
  return `${order}-${part}${before === 0 ? '' : `-${before + 1}`}`;
}
