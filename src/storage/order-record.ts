// The ledger's record of an order: facts without personal data, made from the accepted message, and its digests.

import { currencyName } from '../basics/units.ts';
import type { Lax, Order, OrderItem, OrderRefund } from '../contract/order.ts';
import { microsOf } from '../contract/time.ts';

/** One order line: identifiers, units and cents. */
export interface LineFacts {
  readonly identifier: string;
  readonly sku: string;
  readonly ordered: number;
  readonly shipped: number;
  readonly canceled: number;
  readonly unitPriceCents: number;
  readonly productCents: number;
  readonly taxCents: number;
  readonly discountCents: number;
}

export interface RefundFacts {
  readonly identifier: string;
  readonly amountCents: number;
  readonly lines: readonly { readonly identifier: string; readonly line: string; readonly units: number }[];
  readonly rma: string | null;
  /** As sent. Needed to copy the refund into later snapshots. */
  readonly createdAt: string;
}

/** An earlier accepted version. */
export interface PastVersion {
  readonly updatedAt: string;
  readonly status: string;
  readonly digest: string;
  readonly at: number;
  readonly run: string;
}

/** What the ledger records of the content of an order. */
export interface OrderFacts {
  readonly id: string;
  readonly updatedAt: string;
  readonly status: string;
  readonly currency: string;
  readonly totalCents: number;
  readonly lines: readonly LineFacts[];
  readonly refunds: readonly RefundFacts[];
}

/** The part of an accepted order's record that a newer snapshot is compared with. */
export interface KnownOrder extends OrderFacts {
  /** 128 bits of SHA-256 over the canonical JSON of the accepted message, hexadecimal. */
  readonly digest: string;
  /** The same without `updated_at`: distinguishes a real change from a changed time stamp only. */
  readonly content: string;
  /** When the service accepted it, ms since the epoch. */
  readonly at: number;
  readonly run: string;
}

export interface OrderRecord extends KnownOrder {
  /** The source file, as named on the command line, and the line. */
  readonly source: { readonly file: string; readonly line: number };
  /** Earlier accepted versions, newest first, at most HISTORY. */
  readonly past: readonly PastVersion[];
  /** The whole record before this one as JSON, so that a run can be undone; at most one. */
  readonly previous: string | null;
}

/** How many earlier versions are stored. */
export const HISTORY = 20;

/** Fields that a lowered rule allowed to be missing become 0 or empty. Identifiers are never missing. */
const linesOf = (order: Order): LineFacts[] =>
  order.items.map((item: Lax<OrderItem> & Pick<OrderItem, 'identifier'>) => ({
    identifier: item.identifier,
    sku: item.sku ?? '',
    ordered: item.quantity ?? 0,
    shipped: item.quantity_shipped ?? 0,
    canceled: item.quantity_canceled ?? 0,
    unitPriceCents: item.unit_price_amount_cents ?? 0,
    productCents: item.product_amount_cents ?? 0,
    taxCents: item.tax_amount_cents ?? 0,
    discountCents: item.discount_amount_cents ?? 0,
  }));

/** What the ledger records of an order. */
export function orderFactsOf(order: Order): OrderFacts {
  const { status = '', total_amount_cents: totalCents = 0 }: Lax<Order> = order;
  return {
    id: order.identifier,
    updatedAt: order.updated_at,
    status,
    currency: currencyName(order.currency),
    totalCents,
    lines: linesOf(order),
    refunds: order.refunds.map((refund) => ({
      identifier: refund.identifier,
      amountCents: refund.total_refund_amount_cents,
      lines: refund.refund_line_items.map((line) => ({
        identifier: line.identifier,
        line: line.order_item_identifier,
        units: line.quantity,
      })),
      rma: refund.rma_identifier ?? null,
      createdAt: (refund as Lax<OrderRefund>).created_at ?? '',
    })),
  };
}

/** Whether both have the same status, total and lines; refunds and times are ignored. */
export const holdsSameLines = (record: OrderFacts, facts: OrderFacts): boolean =>
  record.status === facts.status &&
  record.totalCents === facts.totalCents &&
  JSON.stringify(record.lines) === JSON.stringify(facts.lines);

export const isOlder = (updatedAt: string, other: string): boolean => microsOf(updatedAt) < microsOf(other);

/** The record that replaces `before`, with its history: versions in the order in which they were accepted. */
export function succeed(before: OrderRecord | undefined, next: OrderRecord): OrderRecord {
  if (!before) return next;
  const { updatedAt, status, digest, at, run } = before;
  const past = [{ updatedAt, status, digest, at, run }, ...before.past].slice(0, HISTORY);
  return { ...next, past, previous: JSON.stringify({ ...before, past: [], previous: null }) };
}

/** The record before its newest version; undefined when that is not known. */
export function beforeOf(record: OrderRecord): OrderRecord | undefined {
  if (record.previous === null) return undefined;
  return { ...(JSON.parse(record.previous) as OrderRecord), past: record.past.slice(1) };
}
