// Why a difference is there, as far as its circumstances tell: so that what is known does not hide what is new.
import type { Shop } from './shop.ts';

/** Faults of today's program that this model sees. Whoever mends one takes it out of this list. */
export const KNOWN: readonly string[] = [
  // Two versions of an order in mapped rows are refused, though their dates tell them apart.
  'O-N',
  // Two versions of an order in mapped rows become one: its lines are doubled.
  'O-O',
  // After a refund by the tool a change under the shop's old date is not sent.
  'O-F',
  // A change in the second of the two equal hours counts as older than one in the first.
  'O-G',
  // A row of a refund that stands twice in a mapped file counts twice: its units are doubled, not its amount.
  'refund row twice',
  // Two orders of one number: the service has one of them, and no word is said.
  'number used again',
  // An older file undoes a change that did not move the date, and only a count says so.
  'one date',
];

interface Circumstances {
  readonly shop: Shop;
  readonly kind: string;
  readonly detail: string;
  readonly needs: readonly string[];
  readonly codes: readonly string[];
  /** Several versions of the order in the input. */
  readonly twice: boolean;
}

export function causeOf({ kind, needs, codes, twice, shop, detail }: Circumstances): string {
  const isMapped = shop.format !== 'template' && shop.format !== 'ndjson';
  if (twice && isMapped && kind === 'line identifier') return 'O-O';
  if (kind === 'line identifier' && needs.includes('same date')) return 'one date';
  if (kind === 'line identifier' || (kind === 'own refund' && / was .* and is /.test(detail))) return 'O-A';
  // Where rows move, what was refunded on a line number hangs on another article afterwards.
  const isNumbered = !shop.lineIds && shop.rowsMove;
  if (isNumbered && kind === 'own refund refused' && !twice) return 'O-A';
  if (isNumbered && codes.some((code) => code.endsWith('exceeded'))) return 'O-A';
  if (kind === 'number used again' || needs.includes('number used again')) return 'number used again';
  if (twice && isMapped && kind === 'refunds' && codes.length === 0) return 'refund row twice';
  if (twice && isMapped) return codes.length > 0 ? 'O-N' : 'O-O';
  if (codes.length === 0 && needs.includes('own refund is newer')) return 'O-F';
  if (codes.length === 0 && needs.includes('hour twice')) return 'O-G';
  if (codes.length === 0 && needs.includes('same date')) return 'one date';
  return `new: ${kind}`;
}
