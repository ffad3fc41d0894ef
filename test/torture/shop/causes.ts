// Why a difference is there, as far as its circumstances tell: so that what is known does not hide what is new.
import type { Shop } from './shop.ts';

/** Faults of today's program that this model sees. Whoever mends one takes it out of this list. */
export const KNOWN: readonly string[] = ['O-A', 'O-N', 'O-O', 'O-F', 'O-G'];

export type Cause = string;

interface Circumstances {
  readonly shop: Shop;
  readonly kind: string;
  readonly detail: string;
  readonly needs: readonly string[];
  readonly codes: readonly string[];
  /** Several versions of the order in the input. */
  readonly twice: boolean;
  /** The tool has posted a refund of the order before. */
  readonly own: boolean;
}

/** Codes that refuse two versions of an order which its date of change tells apart. */
const OVERLAP = ['order.files.overlap', 'order.line.conflict'];

export function causeOf({ kind, needs, codes, twice, shop, detail }: Circumstances): Cause {
  const isMapped = shop.format !== 'template' && shop.format !== 'ndjson';
  if (kind === 'line identifier') return 'O-A';
  if (twice && isMapped && kind.includes('lines') && detail.includes('instead')) return 'O-O';
  if (twice && isMapped && codes.some((code) => OVERLAP.includes(code))) return 'O-N';
  if (kind.includes('refunds') && needs.includes('own refund is newer')) return 'O-F';
  if (needs.includes('hour twice') && !kind.includes('refused')) return 'O-G';
  return `new: ${kind}`;
}
