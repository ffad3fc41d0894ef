// Chooses the orders that `orders check --sample N` shows whole: those that show most of what the file and its mapping do.
import type { Lax, Order, OrderItem } from '../../contract/order.ts';
import type { Snapshot } from '../../input/types.ts';
import type { CheckContext, SnapshotVerdict } from '../read/check-snapshot.ts';
import type { Watch } from '../upload/analysis.ts';
import { type SourceRow, sourceRowsOf } from './source-rows.ts';
import { type Trace, traceSnapshot } from './trace.ts';

export interface SampleOrder {
  /** Why this order was chosen: `the first order`, `a refused order`. */
  readonly why: string;
  readonly isRefused: boolean;
  readonly trace: Trace;
  readonly rows: readonly SourceRow[];
}

/**
 * What is looked for, in this order: the order with the highest value is taken, of equal ones the first. 0 means that
 * the order does not have it.
 */
const WANTED: readonly (readonly [why: string, value: (order: Order) => number])[] = [
  ['the first order', () => 1],
  ['the order that shows most', (order) => score(order)],
  ['a refused order', () => 0],
  ['the order with most lines', ({ items }) => (items.length > 1 ? items.length : 0)],
  ['the largest order', ({ total_amount_cents: total = 0 }: Lax<Order>) => total],
];
const REFUSED = WANTED.findIndex(([why]) => why === 'a refused order');

interface Seen {
  readonly snapshot: Snapshot;
  readonly isRefused: boolean;
  readonly value: number;
}

/** Holds a few snapshots while the input is read; their rows are looked up at the end. */
export class SampleChooser implements Watch {
  private best: (Seen | undefined)[] = [];
  /** The first orders: they fill up the number that was asked for. */
  private first: Seen[] = [];

  constructor(private readonly most: number) {}

  begin(): void {
    this.best = [];
    this.first = [];
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict): void {
    if (verdict.kind === 'skipped') return;
    const isRefused = verdict.kind === 'refused';
    if (isRefused) this.offer(REFUSED, { snapshot, isRefused, value: 1 });
    else
      for (const [i, [, value]] of WANTED.entries())
        this.offer(i, { snapshot, isRefused, value: value(verdict.order.order) });
    if (this.first.length < this.most) this.first.push({ snapshot, isRefused, value: 0 });
  }

  private offer(i: number, seen: Seen): void {
    if (seen.value > (this.best[i]?.value ?? 0)) this.best[i] = seen;
  }

  /** The chosen orders, while the input is still open. */
  take(context: CheckContext, fileName: (index: number) => string): SampleOrder[] {
    const chosen = new Map<number, readonly [why: string, seen: Seen]>();
    const add = (why: string, seen: Seen | undefined) => {
      if (!seen || chosen.size >= this.most) return;
      if (!chosen.has(seen.snapshot.ordinal)) chosen.set(seen.snapshot.ordinal, [why, seen]);
    };
    for (const [i, [why]] of WANTED.entries()) add(why, this.best[i]);
    for (const seen of this.first) add('one of the first orders', seen);
    return [...chosen.values()].map(([why, { snapshot, isRefused }]) => ({
      ...{ why, isRefused },
      trace: traceSnapshot(snapshot, context),
      rows: sourceRowsOf(snapshot, fileName),
    }));
  }
}

/** More for what is rare and often mapped wrongly: refunds, then discounts, tax, lines and shipments. */
function score(order: Order): number {
  const { tax_amount_cents: tax = 0, shipping_amount_cents: shipping = 0 }: Lax<Order> = order;
  const has = [order.refunds.length > 0, discountOf(order) > 0, tax > 0, order.items.length > 1];
  return [...has, isPartly(order), shipping > 0].reduce((sum, one) => sum * 2 + Number(one), 0);
}

function discountOf({ discount_amount_cents: ofOrder = 0, items = [] }: Lax<Order>): number {
  const ofLine = ({ discount_amount_cents: cents = 0 }: Lax<OrderItem>) => cents;
  return items.reduce((sum, item) => sum + ofLine(item), ofOrder);
}

const isPartly = ({ items }: Order): boolean =>
  items.some(
    ({ quantity = 0, quantity_shipped: shipped = 0, quantity_canceled: canceled = 0 }: Lax<OrderItem>) =>
      shipped < quantity || canceled > 0,
  );
