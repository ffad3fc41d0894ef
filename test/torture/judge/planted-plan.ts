// What the planted server decides, one function for each decision, and the right answers. A mistake replaces one or two of them.
import type http from 'node:http';
import type { ExchangeMessage, Line, Order, Rma, RmaItem, Variants } from './planted-types.ts';

/** Units of a line that one refund gives back. */
export interface Group {
  readonly line: Line;
  readonly units: number;
}

/** Some units of a line; `from` of its units were refunded before. */
export interface Part extends Group {
  readonly from: number;
}

export interface Worth extends Part {
  readonly order: Order;
  readonly rma: Rma;
}

/** One refund before its total is known; `cents` is what the units are worth. */
export interface Total {
  readonly order: Order;
  readonly rma: Rma;
  readonly parts: readonly (Part & { readonly cents: number })[];
  /** It alone gives back everything that the order has. */
  readonly isWhole: boolean;
}

export interface Plan {
  // What a message makes due.
  readonly newestKey: (rma: Rma) => string;
  readonly isOld: (updatedAt: string | null, newest: string | undefined) => boolean;
  readonly isOver: (rma: Rma) => boolean;
  readonly isDue: (item: RmaItem, rma: Rma) => boolean;
  readonly orderOf: (orders: Readonly<Record<string, Order>>, item: RmaItem, rma: Rma) => Order | undefined;
  readonly lineOf: (order: Order, item: RmaItem) => Line | undefined;
  readonly widen: (order: Order, due: ReadonlyMap<Line, number>) => ReadonlyMap<Line, number>;
  readonly countKey: (rma: Rma, order: Order, line: Line) => string;
  /** How many units of a line can still be refunded. */
  readonly open: (line: Line, refunded: number) => number;
  readonly split: (groups: readonly Group[]) => readonly (readonly Group[])[];
  // Money.
  readonly worth: (worth: Worth) => number;
  readonly total: (total: Total) => number;
  // Names and times of a refund.
  readonly refundIdentifier: (order: Order, rma: Rma, count: number) => string;
  readonly lineItemIdentifier: (refund: string, index: number, line: Line) => string;
  readonly refundedLine: (order: Order, line: Line) => string;
  readonly refundedUnits: (units: number) => number;
  readonly refundedRma: (order: Order, rma: Rma) => string | undefined;
  readonly createdAt: (order: Order, soon: Date) => string;
  readonly updatedAt: (order: Order, now: Date) => string;
  readonly snapshot: (order: Order) => Order;
  // Posts to the service.
  readonly keepsToken: boolean;
  readonly postsAgain: boolean;
  /** ms before a snapshot is posted. */
  readonly postAfter: () => number;
  // Answers.
  readonly prefix: string;
  readonly isAllowed: (request: http.IncomingMessage) => boolean;
  /** Before anything else; true when it has answered. */
  readonly front: (
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ) => boolean | Promise<boolean>;
  /** A status other than success for an RMA message; a 5xx comes after the message was marked as seen. */
  readonly refuses: (rma: Rma, orders: Readonly<Record<string, Order>>) => number | undefined;
  /** Answered as if it were taken. */
  readonly drops: (rma: Rma) => boolean;
  readonly answerAfter: () => number;
  readonly rmaStatus: number;
  readonly exchangeStatus: number;
  readonly decode: (segment: string) => string;
  readonly variants: (variants: Variants, identifier: string) => readonly unknown[] | undefined;
  readonly exchangeKey: (message: ExchangeMessage, text: string, count: number) => string;
  readonly exchangeAnswer: (answer: Record<string, unknown>) => Record<string, unknown>;
}

export const worthOfLine = (line: Line): number =>
  line.product_amount_cents + line.tax_amount_cents - line.discount_amount_cents;

/** The share of the units after `from`, of an amount for all shipped units; the last unit takes the rest. */
export const shareOf = (amount: number, { line, from, units }: Part): number => {
  const upTo = (count: number) => Math.round((amount * count) / line.quantity_shipped);
  return upTo(from + units) - upTo(from);
};

export const sumOf = (parts: Total['parts']): number => parts.reduce((sum, part) => sum + part.cents, 0);

export const shippingOf = ({ order }: Total): number =>
  order.shipping_amount_cents + order.shipping_tax_amount_cents;

export const isOnItsWay = (item: RmaItem): boolean =>
  item.package_tracking_status === 'TRANSIT' || item.package_tracking_status === 'DELIVERED';

export const RIGHT: Plan = {
  newestKey: (rma) => rma.rma_identifier,
  isOld: (updatedAt, newest) =>
    updatedAt !== null && newest !== undefined && Date.parse(updatedAt) <= Date.parse(newest),
  isOver: ({ status }) => /^CANCEL|^REFUNDED$/i.test(status),
  isDue(item, rma) {
    if (item.refund_type !== 'REFUND') return false;
    if (rma.return_method === 'customer-keep') return true;
    if (rma.return_method === 'mail-back') return isOnItsWay(item);
    if (rma.return_method === 'express-returns' || rma.return_method === 'home-pickup')
      return item.receiving_status === 'RECEIVED';
    return false;
  },
  orderOf: (orders, item) => orders[item.order_identifier],
  lineOf: (order, item) => order.items.find((line) => line.identifier === item.order_line_item_identifier),
  widen: (_order, due) => due,
  countKey: (rma, order, line) => JSON.stringify([rma.rma_identifier, order.identifier, line.identifier]),
  open: (line, refunded) => line.quantity_shipped - refunded,
  split: (groups) => (groups.length > 0 ? [groups] : []),
  worth: (part) => shareOf(worthOfLine(part.line), part),
  total: ({ order, parts, isWhole }) => (isWhole ? order.total_amount_cents : sumOf(parts)),
  refundIdentifier: (_order, _rma, count) => `RF-${count}`,
  lineItemIdentifier: (refund, index) => `${refund}-${index + 1}`,
  refundedLine: (_order, line) => line.identifier,
  refundedUnits: (units) => units,
  refundedRma: (_order, rma) => rma.rma_identifier,
  createdAt: (_order, soon) => soon.toISOString(),
  updatedAt: (_order, now) => now.toISOString(),
  snapshot: (order) => order,
  keepsToken: true,
  postsAgain: true,
  postAfter: () => 0,
  prefix: '',
  isAllowed: () => true,
  front: () => false,
  refuses: () => undefined,
  drops: () => false,
  answerAfter: () => 0,
  rmaStatus: 200,
  exchangeStatus: 200,
  decode: decodeURIComponent,
  variants: (variants, identifier) => (Object.hasOwn(variants, identifier) ? variants[identifier] : []),
  exchangeKey: (message) => JSON.stringify([message.original_order_id, message.rma_identifier]),
  exchangeAnswer: (answer) => answer,
};
