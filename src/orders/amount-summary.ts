// Figures of the plan by which users recognise their data: a sample order without anything personal, and the
// sum, minimum, median and maximum of all amounts.

import { currencyName } from '../basics/units.ts';
import type { Lax, Order, OrderItem } from '../contract/order.ts';

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

/** The numbers are iterated several times instead of copied. `count` is the number of amounts, at least one. */
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

/** An order as the plan shows it: nothing personal, and the renderer masks the id. */
export interface OrderSample {
  readonly id: string;
  readonly status: string;
  readonly lines: number;
  readonly units: number;
  readonly totalCents: number;
  readonly currency: string;
  readonly createdAt: string;
}

/** Shown for a status that is missing because a level lets that pass. */
export const NONE = '(none)';

export function sampleOf(order: Order): OrderSample {
  const { status = NONE, total_amount_cents: total = 0, currency, created_at: created }: Lax<Order> = order;
  const unitsOf = ({ quantity = 0 }: Lax<OrderItem>) => quantity;
  return {
    id: order.identifier,
    status,
    lines: order.items.length,
    units: order.items.reduce((sum, item) => sum + unitsOf(item), 0),
    totalCents: total,
    currency: currencyName(currency),
    createdAt: created ?? '',
  };
}

/** The first, the largest and the last order. */
export class Samples {
  private first: OrderSample | undefined;
  private largest: OrderSample | undefined;
  private last: Order | undefined;

  add(order: Order, totalCents: number): void {
    this.first ??= sampleOf(order);
    if (totalCents > (this.largest?.totalCents ?? -1)) this.largest = sampleOf(order);
    this.last = order;
  }

  /** Without duplicates. */
  list(): OrderSample[] {
    const all = [this.first, this.largest, this.last && sampleOf(this.last)].filter(
      (sample) => sample !== undefined,
    );
    return all.filter((sample, index) => all.findIndex((other) => other.id === sample.id) === index);
  }
}

export interface MoneyPlan extends AmountSummary {
  readonly currency: string;
  readonly orders: number;
  /** Unit price x ordered units of all lines, shipped or not, before tax. */
  readonly orderedCents: number;
}

/** What orders are worth, and by what users recognise them. */
export interface OrderFigures {
  readonly money: readonly MoneyPlan[];
  readonly statuses: readonly { readonly status: string; readonly orders: number }[];
  /** Days, as microseconds since the epoch; NaN when there are no orders. */
  readonly oldestMicros: number;
  readonly newestMicros: number;
  /** The first, the largest and the last order, without duplicates. */
  readonly samples: readonly OrderSample[];
}

/** What the figures take from an order: the creation in microseconds since the epoch. */
interface OrderFacts {
  readonly currency: string;
  readonly status: string;
  readonly createdMicros: number;
  readonly totalCents: number;
  readonly orderedCents: number;
}

/** The facts of `snapshots` are iterated several times instead of copied; undefined for what does not count. */
export function figuresOf(
  snapshots: number,
  samples: Samples,
  factsOf: (ordinal: number) => OrderFacts | undefined,
): OrderFigures {
  const each = (see: (facts: OrderFacts) => void) => {
    for (let ordinal = 0; ordinal < snapshots; ordinal++) {
      const facts = factsOf(ordinal);
      if (facts) see(facts);
    }
  };
  const orders = new Map<string, { orders: number; orderedCents: number }>();
  const statuses = new Map<string, number>();
  let oldestMicros = Number.NaN;
  let newestMicros = Number.NaN;
  each(({ currency, status, createdMicros, orderedCents }) => {
    const sums = orders.get(currency) ?? { orders: 0, orderedCents: 0 };
    orders.set(currency, { orders: sums.orders + 1, orderedCents: sums.orderedCents + orderedCents });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (!(createdMicros >= oldestMicros)) oldestMicros = createdMicros;
    if (!(createdMicros <= newestMicros)) newestMicros = createdMicros;
  });
  const amountsIn = (currency: string) => (see: (cents: number) => void) =>
    each((facts) => facts.currency === currency && see(facts.totalCents));
  return {
    money: [...orders]
      .map(([currency, sums]) => ({
        currency,
        ...sums,
        ...summariseAmounts(amountsIn(currency), sums.orders),
      }))
      .sort((a, b) => b.orders - a.orders),
    statuses: [...statuses]
      .map(([status, orders]) => ({ status, orders }))
      .sort((a, b) => b.orders - a.orders),
    oldestMicros,
    newestMicros,
    samples: samples.list(),
  };
}
