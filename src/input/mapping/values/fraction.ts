// Exact fractions, for values that a mapping calculates: amounts of money never go through a floating-point number.

/** `bottom` is above zero. Not always in lowest terms. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** How an inexact result becomes a whole number: `up` and `down` are away from zero and towards it, as for halves. */
export const ROUNDINGS = ['half_up', 'half_even', 'up', 'down'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export const ZERO: Fraction = { top: 0n, bottom: 1n };
export const ONE: Fraction = { top: 1n, bottom: 1n };

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.bottom === b.bottom) return { top: a.top + b.top, bottom: a.bottom };
  return lowest({ top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom });
}

export const minus = (a: Fraction, { top, bottom }: Fraction): Fraction => plus(a, { top: -top, bottom });

/** Undefined for a sum of nothing. A text among them is the result: it could not be read. */
export function sumOf(list: readonly (Fraction | string | undefined)[]): Fraction | string | undefined {
  let sum: Fraction | undefined;
  for (const one of list) {
    if (typeof one === 'string') return one;
    if (one) sum = sum ? plus(sum, one) : one;
  }
  return sum;
}

export const times = (a: Fraction, b: Fraction): Fraction => ({
  top: a.top * b.top,
  bottom: a.bottom * b.bottom,
});

/** Undefined for a division by zero. */
export function over(a: Fraction, b: Fraction): Fraction | undefined {
  if (b.top === 0n) return undefined;
  return times(a, b.top < 0n ? { top: -b.bottom, bottom: -b.top } : { top: b.bottom, bottom: b.top });
}

/** In lowest terms, so that the sum of many fractions does not grow. */
function lowest({ top, bottom }: Fraction): Fraction {
  let a = top < 0n ? -top : top;
  let b = bottom;
  while (b !== 0n) [a, b] = [b, a % b];
  return { top: top / a, bottom: bottom / a };
}

/**
 * The fraction times `scale` as a whole number: a BigInt when it is no safe integer. Undefined when it is not whole and no
 * rounding is given.
 *
 * @param scale 100 for cents of an amount
 */
export function wholeFrom(
  { top, bottom }: Fraction,
  scale: number,
  rounding: Rounding | undefined,
): number | bigint | undefined {
  const scaled = top * BigInt(scale);
  const rest = scaled % bottom;
  let whole = scaled / bottom;
  if (rest !== 0n) {
    if (rounding === undefined) return undefined;
    const twice = (rest < 0n ? -rest : rest) * 2n;
    const half = twice < bottom ? -1 : twice > bottom ? 1 : 0;
    if (isAway(rounding, half, whole % 2n !== 0n)) whole += scaled < 0n ? -1n : 1n;
  }
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}

/** Whether to round away from zero. `half`: the rest is below (-1), at (0) or above (1) one half. */
function isAway(rounding: Rounding, half: number, isOdd: boolean): boolean {
  if (rounding === 'up') return true;
  if (rounding === 'down') return false;
  return half > 0 || (half === 0 && (rounding === 'half_up' || isOdd));
}

/** The nearest floating-point number, for weights only. */
export const numberFrom = ({ top, bottom }: Fraction): number => Number(top) / Number(bottom);

/** The value of a decimal number such as `-12.345`, exactly; undefined for another text. */
export function fractionIn(text: string): Fraction | undefined {
  const m = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text);
  if (!m) return undefined;
  const [, minusSign, whole, decimals = '', exponent = '0'] = m;
  const value = BigInt(whole! + decimals);
  const top = minusSign ? -value : value;
  const places = decimals.length - Number(exponent);
  return places >= 0
    ? { top, bottom: 10n ** BigInt(places) }
    : { top: top * 10n ** BigInt(-places), bottom: 1n };
}

/** Weights as whole numbers in the same proportion. */
export function proportions(weights: readonly Fraction[]): bigint[] {
  const common = weights.reduce((all, { bottom }) => (all % bottom === 0n ? all : all * bottom), 1n);
  return weights.map(({ top, bottom }) => top * (common / bottom));
}
