// Invented orders to return: single and several lines, split shipments, discounts, tags, young and old, the same for the same
// seed and day. Every one passes the checks of the order endpoint.
import type { GivenOrder } from '../scenarios/format.ts';
import { givenOrder } from '../scenarios/given-orders.ts';
import { seeded } from './faults.ts';
import type { OrderStore } from './receive-orders.ts';

/** Title, the parent SKU by which variants are asked for, sizes, cents. */
type Product = readonly [title: string, variant: string, sizes: readonly string[], cents: number];

const PRODUCTS: readonly Product[] = [
  ['T-shirt, green', 'TEE-GRN', ['S', 'M', 'L', 'XL'], 2500],
  ['Hooded jacket', 'HOOD-BLU', ['S', 'M', 'L'], 6900],
  ['Running shoes', 'RUN-BLK', ['39', '41', '43'], 11_950],
  ['Linen trousers', 'LINEN-SND', ['30', '32', '34'], 7450],
  ['Wool scarf', 'SCARF-RED', ['ONE'], 3200],
];
const GIFT_CARD: Product = ['Gift card', 'GIFT-50', ['ONE'], 5000];

/** What is special about an order. In turn, so that few orders show all; every other one is plain. */
const SPECIAL = [
  ...(['split', 'discount', 'FinalSale', 'shipping', 'pickup_in_store'] as const),
  ...(['gift-card', 'cancelled'] as const),
];
/** Days since the order: inside and outside of a return window of 30 days, some outside of 180. */
const AGES = [6, 12, 26, 8, 45, 19, 75, 7, 28, 200, 15];
const TAX_RATE = 0.0825;
const DAY_MS = 86_400_000;
const BATCH = 1_000;

/**
 * Stores orders `SO-SEED-000001` and so on.
 * @param now ms since the epoch: the ages count from here
 * @returns their identifiers
 */
export function seedOrders(
  store: Pick<OrderStore, 'add'>,
  { count, seed, now }: { readonly count: number; readonly seed: number; readonly now: number },
): string[] {
  const draw = seeded(seed);
  const below: Below = (limit) => Math.floor(draw() * limit);
  const identifiers: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) => {
      const age = AGES[(from + i) % AGES.length]!;
      // A given order was created five days before.
      return givenOrder('SO-SEED', invented(from + i, below), { seed: 1, now: now - (age - 5) * DAY_MS });
    });
    store.add(batch, now);
    identifiers.push(...batch.map(({ identifier }) => identifier));
  }
  return identifiers;
}

/** A whole number from 0, below the limit. */
type Below = (limit: number) => number;

const oneOf = <T>(list: readonly T[], below: Below): T => list[below(list.length)]!;

function invented(index: number, below: Below): GivenOrder {
  const special = index % 2 === 1 ? SPECIAL[((index - 1) / 2) % SPECIAL.length] : undefined;
  // The first order is the plainest: one unit of one line.
  const most = index === 0 ? 1 : 3;
  const count = special === 'split' ? 2 : 1 + below(most);
  const lines = Array.from({ length: count }, (_, i): GivenOrder['lines'][number] => {
    const isFirst = i === 0;
    const [title, variant, sizes, cents] =
      special === 'gift-card' && isFirst ? GIFT_CARD : oneOf(PRODUCTS, below);
    const units = 1 + below(most);
    return {
      ...{ line: `L${i + 1}`, sku: `${variant}-${oneOf(sizes, below)}`, title, variant, units },
      ...{ price_cents: cents, tax_cents: Math.round(cents * TAX_RATE) },
      ...(special === 'split' && !isFirst && { shipped: 0 }),
      ...(special === 'discount' && isFirst && { discount_cents: Math.round(cents / 10) }),
      ...(special === 'cancelled' && { canceled: units }),
      ...(isFirst && (special === 'FinalSale' || special === 'gift-card') && { tags: [special] }),
    };
  });
  return {
    id: String(index + 1).padStart(6, '0'),
    lines,
    ...(special === 'shipping' && { shipping_cents: 595 }),
    ...(special === 'pickup_in_store' && { tags: [special] }),
  };
}
