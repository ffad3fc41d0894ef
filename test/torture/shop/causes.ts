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

export function causeOf({ kind }: Circumstances): Cause {
  return `new: ${kind}`;
}
