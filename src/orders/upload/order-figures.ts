// Figures of the plan by which users recognise their data: a sample order without anything personal, and the
// sum, minimum, median and maximum of all amounts.

import { currencyName } from '../../basics/units.ts';
import type { Lax, Order, OrderItem } from '../../contract/order.ts';
import { returnAmount, shippedRefunded } from '../../contract/refund-amount.ts';
import { microsOf } from '../../contract/time.ts';
import { type Column, counts } from '../../input/compact-numbers.ts';
import { orderFactsOf } from '../../storage/order-record.ts';

/** Shown for a status that is missing because a level lets that pass. */
const NO_STATUS = '(none)';
const DAY = 86_400_000_000;

interface Sums {
  orderedCents: number;
  orders: number;
  readonly totals: Column;
}

/** Adds up orders; holds four bytes for each. */
export class FigureCounts {
  private readonly money = new Map<string, Sums>();
  private readonly statuses = new Map<string, number>();
  private oldestMicros = Number.NaN;
  private newestMicros = Number.NaN;
  private first: ReturnType<typeof sampleOf> | undefined;
  private largest: ReturnType<typeof sampleOf> | undefined;
  private last: Order | undefined;
  private refunded: { readonly order: Order; readonly tells: number } | undefined;

  add(order: Order): void {
    // Fields may be missing when a level lets that pass.
    const { status = NO_STATUS, total_amount_cents: total = 0, created_at: created = '' }: Lax<Order> = order;
    const currency = currencyName(order.currency);
    const sums = this.money.get(currency) ?? { orderedCents: 0, orders: 0, totals: counts() };
    this.money.set(currency, sums);
    sums.orderedCents += orderedCents(order);
    sums.totals.set(sums.orders++, total);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    // The plan shows days.
    const day = Math.floor(microsOf(created) / DAY) * DAY;
    if (!(day >= this.oldestMicros)) this.oldestMicros = day;
    if (!(day <= this.newestMicros)) this.newestMicros = day;
    this.first ??= sampleOf(order);
    if (total > (this.largest?.totalCents ?? -1)) this.largest = sampleOf(order);
    this.last = order;
    const tells = tellsOfRefund(order);
    if (tells > (this.refunded?.tells ?? 0)) this.refunded = { order, tells };
  }

  /** Most orders first. */
  list() {
    const samples = [this.first, this.largest, this.last && sampleOf(this.last)].filter(
      (sample) => sample !== undefined,
    );
    const byOrders = (a: { orders: number }, b: { orders: number }) => b.orders - a.orders;
    return {
      /** Of the order that tells most; undefined when nothing has shipped. */
      sampleRefund: this.refunded && sampleRefundOf(this.refunded.order),
      money: [...this.money]
        .map(([currency, { totals, orderedCents, orders }]) => ({
          currency,
          /** Unit price x ordered units of all lines, shipped or not, before tax. */
          orderedCents,
          orders,
          ...summariseAmounts(Float64Array.from({ length: orders }, (_, at) => totals.get(at))),
        }))
        .sort(byOrders),
      statuses: [...this.statuses].map(([status, orders]) => ({ status, orders })).sort(byOrders),
      /** Days, as microseconds since the epoch; NaN when there are no orders. */
      oldestMicros: this.oldestMicros,
      newestMicros: this.newestMicros,
      /** The first, the largest and the last order, without duplicates. */
      samples: samples.filter((one, i) => samples.findIndex(({ id }) => id === one.id) === i),
    };
  }
}

/** Of at least one amount; sorts them. */
export function summariseAmounts(amounts: Float64Array) {
  return {
    totalCents: amounts.reduce((sum, cents) => sum + cents, 0),
    smallestCents: amounts.sort()[0]!,
    /** For an even number of amounts, the smaller of the two in the middle. */
    medianCents: amounts[(amounts.length - 1) >> 1]!,
    largestCents: amounts.at(-1)!,
  };
}

/** At the unit price, before tax and discount, whether or not it was shipped. */
const orderedCents = (order: Order): number =>
  order.items.reduce(
    (sum, { unit_price_amount_cents: price = 0, quantity = 0 }: Lax<OrderItem>) => sum + price * quantity,
    0,
  );

/** An order as the plan shows it: nothing personal, and the renderer masks the id. */
function sampleOf(order: Order) {
  const { status = NO_STATUS, total_amount_cents: total = 0, created_at: created }: Lax<Order> = order;
  const unitsOf = ({ quantity = 0 }: Lax<OrderItem>) => quantity;
  return {
    id: order.identifier,
    status,
    lines: order.items.length,
    units: order.items.reduce((sum, item) => sum + unitsOf(item), 0),
    totalCents: total,
    currency: currencyName(order.currency),
    createdAt: created ?? '',
  };
}

/** The first line with shipped units that are in no refund. */
function lineToRefund(order: Order): OrderItem | undefined {
  const { items, refunds = [] }: Lax<Order> & Pick<Order, 'items'> = order;
  const taken = refunds.length > 0 ? shippedRefunded(orderFactsOf(order)) : undefined;
  const isLeft = ({ identifier = '', quantity_shipped: shipped = 0 }: Lax<OrderItem>) =>
    shipped > (taken?.get(identifier) ?? 0);
  return items.find(isLeft);
}

/** How much the refund of one unit tells of price, discount and tax: 0 when none has shipped. Of a whole order it is the total. */
function tellsOfRefund(order: Order): number {
  const line: Lax<OrderItem> | undefined = lineToRefund(order);
  if (!line) return 0;
  if ((order.refunds ?? []).length > 0) return 0.5;
  const { unit_price_amount_cents: price, discount_amount_cents: discount, tax_amount_cents: tax } = line;
  const isPart = order.items.length > 1 || (line.quantity ?? 0) > 1;
  return 1 + (price && discount && tax ? 4 : 0) + (isPart ? 2 : 0) + (discount ? 1 : 0);
}

/** What one unit of a line would be refunded with, as `orders refund` works it out. */
function sampleRefundOf(order: Order) {
  const line = lineToRefund(order)!.identifier;
  const { cents } = returnAmount(orderFactsOf(order), new Map([[line, 1]]), null);
  return { order: order.identifier, line, units: 1, cents, currency: currencyName(order.currency) };
}
