// Given orders of a scenario as complete order messages. Pure: the same scenario, seed and day give the same orders.
import type { Order, OrderItem } from '../../contract/order.ts';
import { sampleCustomer, sampleLine, sampleOrder } from '../../contract/sample.ts';
import type { GivenOrder, Scenario } from './format.ts';

export interface OrderCircumstances {
  /** Another number gives other order identifiers, for a retailer who has refunded the earlier ones. 1: no number in them. */
  readonly seed: number;
  /** ms since the epoch; only its day counts. Orders were shipped two days before. */
  readonly now: number;
}

/** What an earlier snapshot had otherwise than the complete order, by line. */
interface SnapshotChanges {
  readonly shipped?: Readonly<Record<string, number>>;
  readonly canceled?: Readonly<Record<string, number>>;
  readonly discount_cents?: Readonly<Record<string, number>>;
  /** Number of snapshots of this order that follow: an earlier snapshot has an earlier updated_at. */
  readonly following?: number;
}

export const orderIdentifier = (scenario: string, id: string, seed: number): string =>
  seed === 1 ? `${scenario}-${id}` : `${scenario}-${id}-${seed}`;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The snapshot of a given order (interface, Order object). */
export function givenOrder(
  scenario: string,
  given: GivenOrder,
  { seed, now }: OrderCircumstances,
  changes: SnapshotChanges = {},
): Order {
  const midnight = Math.floor(now / DAY) * DAY;
  const at = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const shippedAt = midnight - 2 * DAY + 9 * HOUR;
  const items = given.lines.map((line) => itemOf(line, at(shippedAt), changes));
  const sum = (field: 'product_amount_cents' | 'tax_amount_cents' | 'discount_amount_cents') =>
    items.reduce((total, item) => total + item[field], 0);
  const amounts = {
    product_amount_cents: sum('product_amount_cents'),
    tax_amount_cents: sum('tax_amount_cents'),
    discount_amount_cents: sum('discount_amount_cents'),
    shipping_amount_cents: given.shipping_cents ?? 0,
  };
  const { product_amount_cents: product, tax_amount_cents: tax } = amounts;
  return sampleOrder({
    identifier: orderIdentifier(scenario, given.id, seed),
    ...statusOf(items),
    ...amounts,
    // Shipping and discount count: then a full refund is what the shopper paid.
    total_amount_cents: product + tax + amounts.shipping_amount_cents - amounts.discount_amount_cents,
    tags: given.tags ?? [],
    created_at: at(midnight - 5 * DAY + 9 * HOUR),
    updated_at: at(shippedAt + 12 * HOUR - (changes.following ?? 0) * HOUR),
    items,
    // The portal asks for the e-mail.
    customer: sampleCustomer({ identifier: `shopper-${scenario}`, email: `${scenario}@shop.example` }),
  }) as unknown as Order;
}

function itemOf(line: GivenOrder['lines'][number], shippedAt: string, changes: SnapshotChanges): OrderItem {
  const canceled = changes.canceled?.[line.line] ?? line.canceled ?? 0;
  const shipped = changes.shipped?.[line.line] ?? line.shipped ?? line.units - canceled;
  const discount = changes.discount_cents?.[line.line] ?? line.discount_cents ?? 0;
  const { tracking_number: _number, shipped_date: _date, ...sample } = sampleLine();
  return {
    ...sample,
    identifier: line.line,
    sku: line.sku,
    quantity: line.units,
    quantity_shipped: shipped,
    quantity_canceled: canceled,
    // Absent on a line not yet shipped.
    ...(shipped > 0 && { tracking_number: `1ZOUT${line.line}`, shipped_date: shippedAt }),
    product_identifier: line.product ?? line.sku,
    variant_identifier: line.variant ?? line.sku,
    title: line.title ?? line.sku,
    tags: line.tags ?? [],
    product_amount_cents: line.price_cents * shipped,
    tax_amount_cents: line.tax_total_cents ?? (line.tax_cents ?? 0) * shipped,
    discount_amount_cents: line.discount_total_cents ?? discount * shipped,
    unit_price_amount_cents: line.price_cents,
  } as OrderItem;
}

/** `Shipped` once the full order has shipped (interface, Order object, status). */
function statusOf(items: readonly OrderItem[]): { raw_status: string; status: Order['status'] } {
  const shipped = items.some((item) => item.quantity_shipped > 0);
  const isOpen = items.some((item) => item.quantity_shipped + item.quantity_canceled < item.quantity);
  if (!isOpen)
    return shipped
      ? { raw_status: 'SHIPPED', status: 'Shipped' }
      : { raw_status: 'CANCELLED', status: 'Cancelled' };
  return { raw_status: shipped ? 'PARTIALLY_FULFILLED' : 'NEW', status: 'Created' };
}

/** The orders that the retailer has: as they stand at the end, without those that it does not know. */
export const ordersOfRetailer = (scenario: Scenario, circumstances: OrderCircumstances): Order[] =>
  scenario.orders
    .filter(({ unknown }) => !unknown)
    .map((order) => givenOrder(scenario.name, order, circumstances));

/** Snapshots of one order that its steps post, in their order; each is older than the next. */
export function snapshotsOf(scenario: Scenario, id: string, circumstances: OrderCircumstances): Order[] {
  const given = scenario.orders.find((order) => order.id === id);
  const posts = scenario.steps.filter(
    (step) => 'do' in step && step.do === 'post-order' && step.order === id,
  );
  return posts.flatMap((post, i) =>
    given
      ? [givenOrder(scenario.name, given, circumstances, { ...post, following: posts.length - 1 - i })]
      : [],
  );
}

/** What the retailer offers, as `returns listen --variants` reads it. */
export const variantsOfRetailer = (
  scenarios: readonly Scenario[],
): Record<string, Record<string, unknown>[]> =>
  Object.fromEntries(
    scenarios.flatMap(({ variants }) =>
      Object.entries(variants ?? {}).map(([identifier, offered]) => [
        identifier,
        offered.map(({ sku, title, price_cents, stock = 10, attributes = {} }) => ({
          sku,
          title,
          unit_price_amount_cents: price_cents,
          quantity_in_stock: stock,
          attributes: Object.entries(attributes).map(([name, value]) => ({ name, value })),
        })),
      ]),
    ),
  );
