// Chooses the reading of the amounts that the orders of the file show, and says how sure that is.
import type { Evidence, Reading } from './amounts.ts';

export interface ChosenReading {
  readonly reading: Reading;
  /**
   * sure: nearly all orders add up this way. auto: some include the tax in the prices, others do not, which is decided order by
   * order. open: too few orders add up, so that a person has to choose.
   */
  readonly kind: 'sure' | 'auto' | 'open';
  /** Orders that add up, of those with all amounts. */
  readonly fits: number;
  readonly of: number;
  /** The best readings, to choose from. */
  readonly others: readonly Evidence[];
}

/** Share of the orders that must add up. The others have fees, tips or gift cards, and are refused one by one. */
const ENOUGH = 0.9;
const MOST_CHOICES = 4;

/** `evidence` with the best first; undefined when there is no total to compare with. */
export function chooseReading(evidence: readonly Evidence[], chosen?: string): ChosenReading | undefined {
  const best = bestOf(evidence);
  if (!best || best.of === 0) return undefined;
  const others = choicesOf(evidence);
  const given = chosen === undefined ? undefined : others[Number(chosen) - 1];
  if (given) return { ...given, kind: 'sure', others };
  if (best.fits >= best.of * ENOUGH) return { ...best, kind: 'sure', others };
  const { reading } = best;
  const partner = evidence.find(({ reading: other }) => isOtherTax(reading, other));
  const both = best.fits + (partner?.fits ?? 0);
  if (partner && partner.fits > 0 && both >= best.of * ENOUGH) {
    const onTop = reading.tax ? reading : partner.reading;
    return { reading: onTop, kind: 'auto', fits: both, of: best.of, others };
  }
  return { ...best, kind: 'open', others };
}

/**
 * The reading of most orders; but `lines = subtotal` is true of every order as well, so that another total counts for more when
 * nearly as many orders add up to it with shipping, tax or discount.
 */
function bestOf(evidence: readonly Evidence[]): Evidence | undefined {
  const [first] = evidence;
  if (!first) return undefined;
  const fuller = evidence.find(
    ({ reading, fits, of, used }) =>
      reading.total !== first.reading.total && fits >= of * ENOUGH && used > first.used,
  );
  return fuller ?? first;
}

/** The same amounts, once with the tax on top and once inside. */
const isOtherTax = (one: Reading, other: Reading): boolean =>
  (one.tax === undefined) !== (other.tax === undefined) &&
  one.total === other.total &&
  one.price === other.price &&
  one.per === other.per &&
  one.shipping === other.shipping &&
  one.discount === other.discount;

/** Readings that explain some order, without those that explain exactly as many as a better one in another way. */
function choicesOf(evidence: readonly Evidence[]): Evidence[] {
  const kept: Evidence[] = [];
  for (const one of evidence) {
    if (one.fits === 0 || kept.length === MOST_CHOICES) break;
    if (!kept.some(({ fits }) => fits === one.fits)) kept.push(one);
  }
  return kept;
}

/** `lines + shipping + tax - discount = total`, with the names of the columns. */
export function readingText(
  { total, price, per, shipping, tax, shippingTax, discount }: Reading,
  quantity: number | undefined,
  nameOf: (index: number) => string,
): string {
  const lines = per === 'unit' ? `${nameOf(price)} x ${nameOf(quantity!)}` : `sum of ${nameOf(price)}`;
  const plus = [shipping, tax?.index, shippingTax]
    .filter((index) => index !== undefined)
    .map((index) => ` + ${nameOf(index)}`);
  const minus = discount ? ` - ${nameOf(discount.index)}` : '';
  return `${lines}${plus.join('')}${minus} = ${nameOf(total)}`;
}
