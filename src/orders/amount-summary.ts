// Sum, minimum, median and maximum of a large number of integers. The numbers are iterated several times
// instead of copied.

export interface AmountSummary {
  readonly totalCents: number;
  readonly smallestCents: number;
  /** For an even number of amounts, the smaller of the two in the middle. */
  readonly medianCents: number;
  readonly largestCents: number;
}

/** Iterates over all amounts; every call must give the same amounts. */
export type Amounts = (see: (cents: number) => void) => void;

const BINS = 4096;

/** `count` is the number of amounts, at least one. */
export function summariseAmounts(amounts: Amounts, count: number): AmountSummary {
  let totalCents = 0;
  let smallestCents = Number.POSITIVE_INFINITY;
  let largestCents = Number.NEGATIVE_INFINITY;
  amounts((cents) => {
    totalCents += cents;
    smallestCents = Math.min(smallestCents, cents);
    largestCents = Math.max(largestCents, cents);
  });
  const medianCents = nth(amounts, (count - 1) >> 1, smallestCents, largestCents);
  return { totalCents, smallestCents, medianCents, largestCents };
}

/** The amount at index `rank` in ascending order, found by a binary search over the value range. */
function nth(amounts: Amounts, rank: number, from: number, to: number): number {
  const bins = new Uint32Array(BINS);
  let before = rank;
  let low = from;
  let high = to;
  while (low < high) {
    const width = Math.ceil((high - low + 1) / BINS);
    bins.fill(0);
    amounts((cents) => {
      if (cents >= low && cents <= high) bins[Math.floor((cents - low) / width)]!++;
    });
    let bin = 0;
    while (before >= bins[bin]!) before -= bins[bin++]!;
    low += bin * width;
    high = Math.min(high, low + width - 1);
  }
  return low;
}
