// The orders of the model: ids with several versions each, some bad, some with refunds that a later version
// lacks; exports with some of them; and a simple computation of the newest version.
import { generateOrders, type TestOrder } from '../helpers/orders.ts';

/** The `raw_status` of an order that the service never accepts. */
export const BAD = 'never accepted';

export interface Version {
  readonly id: string;
  readonly updatedAt: string;
  /** Counted from 0 within the order. */
  readonly number: number;
  readonly refunds: readonly string[];
  readonly isBad: boolean;
  /** The line in an export. */
  readonly text: string;
}

export interface Shelf {
  /** By order, oldest version first. */
  readonly orders: readonly (readonly Version[])[];
  /** Each export is a list of versions in the order of its lines. */
  readonly exports: readonly (readonly Version[])[];
}

export interface ShelfOptions {
  readonly orders: number;
  readonly versions: number;
  readonly exports: number;
  /** How many of ten orders have bad versions. */
  readonly bad: number;
  /** How many of ten versions have a refund. */
  readonly refunds: number;
  /** No export has an older version than the export before it; otherwise versions are in any sequence. */
  readonly forward: boolean;
}

const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 9, 1);
const template = [...generateOrders({ seed: 5, orders: 12 }).expected.values()].find(
  ({ status, refunds, items }) => status === 'Shipped' && refunds.length === 0 && items.length === 1,
)!;

export function versionOf(
  id: string,
  number: number,
  isBad = false,
  refunds: readonly string[] = [],
): Version {
  const at = (hours: number) => new Date(FIRST + hours * HOUR).toISOString().replace('.000Z', 'Z');
  const updatedAt = at(1 + number);
  const order: TestOrder = {
    ...template,
    identifier: id,
    raw_status: isBad ? BAD : 'fine',
    // Every other version differs from the one before in more than its time.
    shipping_amount_cents: template.shipping_amount_cents + (number >> 1),
    total_amount_cents: template.total_amount_cents + (number >> 1),
    items: template.items.map((item) => ({ ...item, identifier: `${id}-1` })),
    created_at: at(0),
    updated_at: updatedAt,
    refunds: refunds.map((identifier) => ({
      identifier,
      total_refund_amount_cents: 1,
      refund_line_items: [{ identifier: `${identifier}-L`, quantity: 1, order_item_identifier: `${id}-1` }],
      created_at: at(2 + number),
      rma_identifier: `RMA-${id}`,
    })),
  };
  return { id, updatedAt, number, refunds, isBad, text: JSON.stringify(order) };
}

export function stock(options: ShelfOptions, random: () => number): Shelf {
  const below = (n: number) => Math.floor(random() * n);
  const orders = Array.from({ length: options.orders }, (_, index) => {
    const id = `SO-${index + 1}`;
    // One unit was shipped, so an order has at most one refund, and a version has it or lacks it.
    return Array.from({ length: 1 + below(options.versions) }, (_, number) =>
      versionOf(id, number, below(10) < options.bad, below(10) < options.refunds ? [`RF-${id}`] : []),
    );
  });
  const reached = orders.map(() => 0);
  const exports = Array.from({ length: options.exports }, () => {
    const lines: Version[] = [];
    for (const [index, versions] of orders.entries()) {
      if (below(5) === 0) continue;
      const from = options.forward ? reached[index]! : 0;
      for (const version of versions.slice(from)) {
        if (below(5) >= 3) continue;
        lines.push(version);
        reached[index] = Math.max(reached[index]!, version.number);
      }
    }
    if (lines.length === 0) lines.push(orders[0]![reached[0]!]!);
    return shuffled(lines, random);
  });
  return { orders, exports };
}

/** The newest version of every order in these exports: the service must have it at the end. */
export function newestOf(exports: readonly (readonly Version[])[]): Map<string, Version> {
  const newest = new Map<string, Version>();
  for (const version of exports.flat()) {
    const before = newest.get(version.id);
    if (!before || before.number < version.number) newest.set(version.id, version);
  }
  return newest;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((one) => [random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
}
