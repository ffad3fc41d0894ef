// How far a return is, as the shopper follows it: steps by the method, and which of them are done. Pure.
import type { Return, RmaItem } from '../types.ts';

export interface ProgressStep {
  readonly name: string;
  readonly state: 'done' | 'now' | 'later';
}

export interface Progress {
  /** The headline. */
  readonly title: string;
  /** Empty when the return went no usual way: cancelled, or lost. */
  readonly steps: readonly ProgressStep[];
  readonly tone: 'good' | 'plain' | 'bad';
  /** Nothing was handed over yet: the shopper has something to do. */
  readonly isWithShopper: boolean;
}

/** A gift card has an agreed refund_type in the message. */
export const refundTypeOf = ({ items, exchange }: Pick<Return, 'items' | 'exchange'>, i: number): string =>
  exchange.gift_card_items.includes(i) ? 'UNEVEN_GC' : items[i]!.refund_type;

const ORDER = ['PRE_TRANSIT', 'ACCEPTED', 'TRANSIT', 'DELIVERED'];

/** The first thing that happens on the way, by the method. */
const FIRST: Readonly<Record<string, readonly [name: string, reached: string]>> = {
  'mail-back': ['Label ready', 'PRE_TRANSIT'],
  'express-returns': ['Dropped off', 'ACCEPTED'],
  'home-pickup': ['Picked up', 'ACCEPTED'],
};

/** A return that goes no usual way. */
function detourOf(
  status: string,
  parcels: readonly RmaItem['package_tracking_status'][],
): readonly [title: string, tone: Progress['tone']] | undefined {
  if (status.startsWith('CANCEL')) return ['This return is cancelled', 'plain'];
  if (status === 'REFUNDED') return undefined;
  if (parcels.includes('FAILURE')) return ['The carrier has lost your parcel', 'bad'];
  return parcels.includes('RETURNED') ? ['Your parcel is on its way back to you', 'bad'] : undefined;
}

export function progressOf(rma: Return): Progress {
  const { status, items, return_method: method } = rma;
  const parcels = items.map((item) => item.package_tracking_status);
  const detour = detourOf(status, parcels);
  if (detour) return { title: detour[0], tone: detour[1], steps: [], isWithShopper: false };
  const isClosed = status === 'REFUNDED';
  const furthest = Math.max(-1, ...parcels.map((parcel) => ORDER.indexOf(parcel ?? '')));
  const hasArrived = items.some((item) => item.receiving_status === 'RECEIVED');
  const first = FIRST[method];
  const way = first ? [first, ['On its way', 'TRANSIT'] as const, ['Arrived', 'DELIVERED'] as const] : [];
  const done = [
    true,
    ...way.map(([, reached]) => isClosed || hasArrived || ORDER.indexOf(reached) <= furthest),
    isClosed,
  ];
  const names = ['Return started', ...way.map(([name]) => name), endOf(rma)];
  const now = done.lastIndexOf(true);
  const steps = names.map((name, i) => ({
    name,
    state: i > now ? ('later' as const) : i === now && !isClosed ? ('now' as const) : ('done' as const),
  }));
  return {
    title: WAITING[status] ?? names[now]!,
    steps,
    tone: isClosed ? 'good' : 'plain',
    isWithShopper: !isClosed && !hasArrived && furthest <= 0,
  };
}

/** What is more than the last step. */
const WAITING: Readonly<Record<string, string>> = {
  PARTIAL_REFUND: 'Partly refunded',
  PENDING_EXCHANGE: 'We are placing your exchange',
};

/** What the return ends with; several kinds of units end with all of it. */
function endOf(rma: Return): string {
  const [first = 'Refunded', ...others] = new Set(
    rma.items.map((_, i) => {
      const type = refundTypeOf(rma, i);
      return type.endsWith('EXCHANGE') ? 'Exchanged' : type === 'UNEVEN_GC' ? 'Gift card sent' : 'Refunded';
    }),
  );
  return others.length === 0 ? first : 'Completed';
}
