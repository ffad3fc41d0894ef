// How far a return is, as the shopper follows it: steps by the method, and which of them are done. Pure.
import type { Return } from '../types.ts';

export interface ProgressStep {
  readonly name: string;
  readonly state: 'done' | 'now' | 'later';
}

export interface Progress {
  /** The headline. */
  readonly title: string;
  readonly text: string;
  /** Empty when the return went no usual way: cancelled, or lost. */
  readonly steps: readonly ProgressStep[];
  readonly tone: 'good' | 'plain' | 'bad';
  /** Nothing was handed over yet: the shopper has something to do. */
  readonly isWithShopper: boolean;
}

/** What the portal reads of an item of an RMA. Anything may be missing: the document is data. */
export interface ReturnUnit {
  readonly line: string;
  readonly sku: string;
  readonly reason: string;
  readonly tracking: string | null;
  readonly parcel: string | null;
  readonly receiving: string | null;
  readonly refundType: string;
  readonly estimatedCents: number;
}

export function unitsOf({ items, exchange }: Pick<Return, 'items' | 'exchange'>): ReturnUnit[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const textOrNone = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  return items.map((item, i) => {
    const money = item['refund_financials'] as { estimated_refund_amount_cents?: unknown } | undefined;
    const cents = money?.estimated_refund_amount_cents;
    return {
      line: text(item['order_line_item_identifier']),
      sku: text(item['sku']),
      reason: text(item['return_reason']),
      tracking: textOrNone(item['tracking_number']),
      parcel: textOrNone(item['package_tracking_status']),
      receiving: textOrNone(item['receiving_status']),
      refundType: exchange.gift_card_items.includes(i) ? 'UNEVEN_GC' : text(item['refund_type']),
      estimatedCents: typeof cents === 'number' ? cents : 0,
    };
  });
}

const ORDER = ['PRE_TRANSIT', 'ACCEPTED', 'TRANSIT', 'DELIVERED'];

/** The first thing that happens on the way, by the method. */
const FIRST: Readonly<Record<string, readonly [name: string, reached: string]>> = {
  'mail-back': ['Label ready', 'PRE_TRANSIT'],
  'express-returns': ['Dropped off', 'ACCEPTED'],
  'home-pickup': ['Picked up', 'ACCEPTED'],
};

/** A return that went no usual way. */
const endedAs = (tone: Progress['tone'], title: string, text: string): Progress => ({
  title,
  text,
  tone,
  steps: [],
  isWithShopper: false,
});

export function progressOf(rma: Return): Progress {
  const units = unitsOf(rma);
  const end = endOf(units);
  if (rma.status === 'CANCELED')
    return endedAs('plain', 'This return is cancelled', 'Nothing has to be sent.');
  const parcels = units.map(({ parcel }) => parcel);
  const isClosed = rma.status === 'REFUNDED';
  if (!isClosed && parcels.includes('FAILURE'))
    return endedAs(
      'bad',
      'The carrier has lost your parcel',
      'We look into it. You do not have to do anything.',
    );
  if (!isClosed && parcels.includes('RETURNED'))
    return endedAs('bad', 'Your parcel is on its way back to you', 'The carrier could not deliver it.');
  const furthest = Math.max(-1, ...parcels.map((parcel) => ORDER.indexOf(parcel ?? '')));
  const hasArrived = units.some(({ receiving }) => receiving === 'RECEIVED');
  const first = FIRST[rma.return_method];
  const way = first ? [first, ['On its way', 'TRANSIT'] as const, ['Arrived', 'DELIVERED'] as const] : [];
  const done = [
    true,
    ...way.map(([, reached]) => isClosed || hasArrived || ORDER.indexOf(reached) <= furthest),
    isClosed,
  ];
  const names = ['Return started', ...way.map(([name]) => name), end];
  const now = done.lastIndexOf(true);
  const steps = names.map((name, i) => ({
    name,
    state: i > now ? ('later' as const) : i === now && !isClosed ? ('now' as const) : ('done' as const),
  }));
  const isWithShopper = !isClosed && !hasArrived && furthest <= 0;
  return { ...headline(rma, names[now]!, end), steps, tone: isClosed ? 'good' : 'plain', isWithShopper };
}

function headline(rma: Return, reached: string, end: string): { title: string; text: string } {
  if (rma.status === 'REFUNDED') return ENDS[end]!;
  if (rma.status === 'PARTIAL_REFUND')
    return { title: 'Part of your refund is on its way', text: 'We contact you about the rest.' };
  if (rma.status === 'PENDING_EXCHANGE')
    return { title: 'We are placing your exchange', text: 'This takes a moment.' };
  if (reached === 'Return started') {
    const makesLabel = 'We are making your label. It appears here in a few seconds.';
    const text = rma.return_method === 'mail-back' ? makesLabel : '';
    return { title: 'Your return is confirmed', text };
  }
  return TITLES[reached] ?? { title: reached, text: '' };
}

const ENDS: Readonly<Record<string, { title: string; text: string }>> = {
  Refunded: { title: 'Your refund is on its way', text: 'It reaches your account within a few days.' },
  Exchanged: { title: 'Your exchange is complete', text: 'Your new items are on their way to you.' },
  'Gift card sent': { title: 'Your gift card is on its way', text: 'Look into your e-mail.' },
  Completed: { title: 'Your return is complete', text: 'Everything is settled.' },
};

/** What the return ends with; several kinds of units end with all of it. */
function endOf(units: readonly ReturnUnit[]): string {
  const ends = units.map(({ refundType }) =>
    refundType.endsWith('EXCHANGE')
      ? 'Exchanged'
      : refundType === 'UNEVEN_GC'
        ? 'Gift card sent'
        : 'Refunded',
  );
  const [first = 'Refunded'] = ends;
  return ends.every((end) => end === first) ? first : 'Completed';
}

const TITLES: Readonly<Record<string, { title: string; text: string }>> = {
  'Label ready': { title: 'Your label is ready', text: 'Print it, or show it on your phone.' },
  'Dropped off': { title: 'We have your items', text: 'Thank you for dropping them off.' },
  'Picked up': { title: 'We have your items', text: 'The courier has picked them up.' },
  'On its way': { title: 'Your parcel is on its way to us', text: 'We tell you when it has arrived.' },
  Arrived: { title: 'Your parcel has arrived', text: 'We check the items and tell you what is next.' },
};
