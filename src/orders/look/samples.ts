// Chooses the orders that `orders check --sample N` shows whole: those that show most of what the file and its mapping do.
import type { Lax, Order, OrderItem } from '../../contract/order.ts';
import type { Snapshot } from '../../input/types.ts';
import type { CheckContext, SnapshotVerdict } from '../read/check-snapshot.ts';
import type { Watch } from '../upload/first-pass.ts';
import { type SourceRow, sourceRowsOf } from './source-rows.ts';
import { type Trace, traceSnapshot } from './trace.ts';

export interface SampleOrder {
  /** Why this order was chosen: `the first order`, `a refused order`. */
  readonly why: string;
  readonly isRefused: boolean;
  readonly trace: Trace;
  readonly rows: readonly SourceRow[];
}

/** What is looked for, in this order: of each the order with the highest value is taken, of equal ones the first. */
const WANTED = [
  'the first order',
  'the order that shows most',
  'a refused order',
  'the order with most lines',
  'the largest order',
] as const;
type Wanted = (typeof WANTED)[number];

interface Seen {
  readonly snapshot: Snapshot;
  readonly isRefused: boolean;
  readonly value: number;
}

/** Holds a few snapshots while the input is read; their rows are looked up at the end. */
export class SampleChooser implements Watch {
  private readonly best = new Map<Wanted, Seen>();
  /** The first orders: they fill up the number that was asked for. */
  private first: Seen[] = [];

  constructor(private readonly most: number) {}

  begin(): void {
    this.best.clear();
    this.first = [];
  }

  see(snapshot: Snapshot, verdict: SnapshotVerdict): void {
    if (verdict.kind === 'skipped') return;
    const isRefused = verdict.kind === 'refused';
    /** A value of 0 means that the order does not have it. */
    const offer = (why: Wanted, value: number) => {
      if (value > (this.best.get(why)?.value ?? 0)) this.best.set(why, { snapshot, isRefused, value });
    };
    if (verdict.kind === 'refused') offer('a refused order', 1);
    else {
      const { order } = verdict.order;
      const { total_amount_cents: total = 0 }: Lax<Order> = order;
      offer('the first order', 1);
      offer('the order that shows most', score(order));
      offer('the order with most lines', order.items.length > 1 ? order.items.length : 0);
      offer('the largest order', total);
    }
    if (this.first.length < this.most) this.first.push({ snapshot, isRefused, value: 0 });
  }

  /** The chosen orders, while the input is still open. */
  take(context: CheckContext, fileName: (index: number) => string): SampleOrder[] {
    const chosen = new Map<number, readonly [why: string, seen: Seen]>();
    const add = (why: string, seen: Seen | undefined) => {
      if (seen && chosen.size < this.most && !chosen.has(seen.snapshot.ordinal))
        chosen.set(seen.snapshot.ordinal, [why, seen]);
    };
    for (const why of WANTED) add(why, this.best.get(why));
    for (const seen of this.first) add('one of the first orders', seen);
    return [...chosen.values()].map(([why, { snapshot, isRefused }]) => ({
      why,
      isRefused,
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
