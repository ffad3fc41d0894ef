// Reads the lines, tags and refunds of a stored snapshot. A lowered level of the order endpoint lets incomplete orders in, so
// nothing is taken for granted here.
import { countBy } from '../../basics/groups.ts';
import { isObject } from '../../basics/json.ts';
import { formatCents } from '../../basics/units.ts';
import { isCount } from '../../contract/finding.ts';
import { microsOf } from '../../contract/time.ts';
import type { StoredSnapshot } from './types.ts';

export interface OrderLine {
  readonly identifier: string;
  readonly sku: string;
  readonly title: string;
  readonly variant: string;
  readonly image: string | null;
  readonly quantity: number;
  readonly shipped: number;
  readonly canceled: number;
  /** Cents. */
  readonly unitPrice: number;
  /** Cents of all shipped units. */
  readonly tax: number;
  readonly discount: number;
  /** Tags of the line and of its order. */
  readonly tags: ReadonlySet<string>;
  /** ms since the epoch; null when there is no date that can be read. */
  readonly shippedAt: number | null;
  readonly policyEnd: number | null;
}

export interface OrderRefund {
  readonly identifier: string;
  readonly rma: string | null;
  /** Its amount, as a person reads it. */
  readonly money: string;
  readonly tags: ReadonlySet<string>;
  /** Units by line. */
  readonly units: ReadonlyMap<string, number>;
}

/** The lines by identifier, in their order; of two with the same identifier the first counts. */
export function linesOf(order: StoredSnapshot): ReadonlyMap<string, OrderLine> {
  const lines = new Map<string, OrderLine>();
  const orderTags = textsOf(order.tags);
  for (const item of objectsOf(order.items)) {
    const identifier = textOf(item['identifier']);
    if (lines.has(identifier)) continue;
    lines.set(identifier, {
      identifier,
      sku: textOf(item['sku']),
      title: textOf(item['title']),
      variant: textOf(item['variant_identifier']),
      image: textOf(item['image_url']) || null,
      quantity: countOf(item['quantity']),
      shipped: countOf(item['quantity_shipped']),
      canceled: countOf(item['quantity_canceled']),
      unitPrice: countOf(item['unit_price_amount_cents']),
      tax: countOf(item['tax_amount_cents']),
      discount: countOf(item['discount_amount_cents']),
      tags: new Set([...orderTags, ...textsOf(item['tags'])]),
      shippedAt: timeOf(item['shipped_date']),
      policyEnd: timeOf(endOfDay(item['return_policy_end_date'])),
    });
  }
  return lines;
}

export const refundsOf = (order: StoredSnapshot): OrderRefund[] =>
  objectsOf(order.refunds).map((refund) => ({
    identifier: textOf(refund['identifier']),
    rma: textOf(refund['rma_identifier']) || null,
    money: formatCents(countOf(refund['total_refund_amount_cents']), textOf(order.currency)),
    tags: new Set(textsOf(refund['tags'])),
    units: countBy(
      objectsOf(refund['refund_line_items']),
      (line) => textOf(line['order_item_identifier']),
      (line) => countOf(line['quantity']),
    ),
  }));

const objectsOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter(isObject) : [];
const textsOf = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const countOf = (value: unknown): number => (isCount(value) ? value : 0);

/** A date without a time is meant until its end. */
const endOfDay = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T23:59:59Z` : value;

function timeOf(value: unknown): number | null {
  const micros = typeof value === 'string' ? microsOf(value) : Number.NaN;
  return Number.isNaN(micros) ? null : Math.floor(micros / 1000);
}
