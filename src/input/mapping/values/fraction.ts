// Exact fractions, for values that a mapping calculates: amounts of money never go through a floating-point number.

/** A safe integer, or a BigInt where one could be too large. */
export type Whole = number | bigint;

/** `bottom` is above zero. Not always in lowest terms. */
export interface Fraction {
  readonly top: Whole;
  readonly bottom: Whole;
}

/** How an inexact result becomes a whole number: `up` and `down` are away from zero and towards it, as for halves. */
export const ROUNDINGS = ['half_up', 'half_even', 'up', 'down'] as const;
export type Rounding = (typeof ROUNDINGS)[number];

export const ZERO: Fraction = { top: 0, bottom: 1 };
export const ONE: Fraction = { top: 1, bottom: 1 };

function product(a: Whole, b: Whole): Whole {
  if (typeof a === 'number' && typeof b === 'number') {
    const value = a * b;
    if (Number.isSafeInteger(value)) return value;
  }
  return BigInt(a) * BigInt(b);
}

function total(a: Whole, b: Whole): Whole {
  if (typeof a === 'number' && typeof b === 'number') {
    const value = a + b;
    if (Number.isSafeInteger(value)) return value;
  }
  return BigInt(a) + BigInt(b);
}

const negative = (a: Whole): Whole => (typeof a === 'number' ? 0 - a : -a);

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.bottom === b.bottom) return { top: total(a.top, b.top), bottom: a.bottom };
  const top = total(product(a.top, b.bottom), product(b.top, a.bottom));
  return lowest({ top, bottom: product(a.bottom, b.bottom) });
}

export const minus = (a: Fraction, b: Fraction): Fraction =>
  plus(a, { top: negative(b.top), bottom: b.bottom });

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
  top: product(a.top, b.top),
  bottom: product(a.bottom, b.bottom),
});

/** Undefined for a division by zero. */
export function over(a: Fraction, b: Fraction): Fraction | undefined {
  if (sign(b) === 0) return undefined;
  const upside = sign(b) < 0 ? negative(b.bottom) : b.bottom;
  const below = sign(b) < 0 ? negative(b.top) : b.top;
  return { top: product(a.top, upside), bottom: product(a.bottom, below) };
}

/** -1, 0 or 1. */
export const sign = ({ top }: Fraction): number => (top < 0 ? -1 : top > 0 ? 1 : 0);

/** In lowest terms, so that the sum of many fractions does not grow. */
function lowest({ top, bottom }: Fraction): Fraction {
  if (typeof top === 'number' && typeof bottom === 'number') {
    let a = Math.abs(top);
    let b = bottom;
    while (b !== 0) [a, b] = [b, a % b];
    return { top: top / a, bottom: bottom / a };
  }
  let a = BigInt(top < 0 ? negative(top) : top);
  let b = BigInt(bottom);
  while (b !== 0n) [a, b] = [b, a % b];
  return { top: smaller(BigInt(top) / a), bottom: smaller(BigInt(bottom) / a) };
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);
const smaller = (value: bigint): Whole => (value <= MOST && value >= -MOST ? Number(value) : value);

/**
 * The fraction times `scale` as a whole number. Undefined when it is none and no rounding is given.
 *
 * @param scale 100 for cents of an amount
 */
export function wholeFrom(
  { top, bottom }: Fraction,
  scale: number,
  rounding: Rounding | undefined,
): Whole | undefined {
  const scaled = product(top, scale);
  if (typeof scaled === 'number' && typeof bottom === 'number') {
    const rest = scaled % bottom;
    // Adding 0 turns -0 into 0.
    if (rest === 0) return scaled / bottom + 0;
    if (rounding === undefined) return undefined;
    const down = (scaled - rest) / bottom;
    // The rest is compared with what lacks to the next whole number: doubling it could be too large.
    const half = Math.sign(Math.abs(rest) - (bottom - Math.abs(rest)));
    return (isAway(rounding, half, down % 2 !== 0) ? down + Math.sign(scaled) : down) + 0;
  }
  const large = BigInt(scaled);
  const by = BigInt(bottom);
  const rest = large % by;
  const down = large / by;
  if (rest === 0n) return smaller(down);
  if (rounding === undefined) return undefined;
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const half = twice < by ? -1 : twice > by ? 1 : 0;
  const step = large < 0n ? -1n : 1n;
  return smaller(isAway(rounding, half, down % 2n !== 0n) ? down + step : down);
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
  const digits = whole! + decimals;
  const places = decimals.length - Number(exponent);
  const value = digits.length <= 15 ? Number(digits) : BigInt(digits);
  const top = minusSign ? negative(value) : value;
  return places >= 0 ? { top, bottom: power(places) } : { top: product(top, power(-places)), bottom: 1 };
}

const power = (places: number): Whole => (places <= 15 ? 10 ** places : 10n ** BigInt(places));

/** Weights as whole numbers in the same proportion. */
export function proportions(weights: readonly Fraction[]): Whole[] {
  let common: Whole = 1;
  for (const { bottom } of weights)
    if (BigInt(common) % BigInt(bottom) !== 0n) common = product(common, bottom);
  return weights.map(({ top, bottom }) => product(top, smaller(BigInt(common) / BigInt(bottom))));
}
