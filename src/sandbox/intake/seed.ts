// Invented orders to return: single and several lines, split shipments, discounts, tags, young and old, the same for the same
// seed and time. Every one passes the checks of the order endpoint.
import { formatInstant } from '../../contract/time.ts';
import { seeded } from './faults.ts';
import type { OrderStore } from './order-store.ts';

interface Product {
  readonly title: string;
  /** The parent SKU, by which variants are asked for. */
  readonly variant: string;
  readonly sizes: readonly string[];
  readonly cents: number;
  readonly weight: number;
}

const PRODUCTS: readonly Product[] = [
  { title: 'T-shirt, green', variant: 'TEE-GRN', sizes: ['S', 'M', 'L', 'XL'], cents: 2500, weight: 0.2 },
  { title: 'Hooded jacket', variant: 'HOOD-BLU', sizes: ['S', 'M', 'L'], cents: 6900, weight: 0.7 },
  { title: 'Running shoes', variant: 'RUN-BLK', sizes: ['39', '41', '43'], cents: 11_950, weight: 0.9 },
  { title: 'Linen trousers', variant: 'LINEN-SND', sizes: ['30', '32', '34'], cents: 7450, weight: 0.5 },
  { title: 'Wool scarf', variant: 'SCARF-RED', sizes: ['ONE'], cents: 3200, weight: 0.15 },
  { title: 'Leather belt', variant: 'BELT-BRN', sizes: ['85', '95'], cents: 4499, weight: 0.3 },
];
const PEOPLE = [
  'Ada Byron',
  'Noor Haddad',
  'Mei Tanaka',
  'José Álvarez',
  'Grace Okoro',
  'Lena Vogt',
  'Sam Reed',
];
const TOWNS = [
  ['Springfield', 'IL', '62701'],
  ['Portland', 'OR', '97201'],
  ['Austin', 'TX', '73301'],
  ['Ithaca', 'NY', '14850'],
] as const;

const GIFT_CARD: Product = {
  title: 'Gift card',
  variant: 'GIFT-50',
  sizes: ['ONE'],
  cents: 5000,
  weight: 0.01,
};

/** What is special about an order; the others are plain. In turn, so that few orders show all. */
const TURN = [
  ...([
    null,
    null,
    'split',
    null,
    'discount',
    'FinalSale',
    null,
    'shipping',
    null,
    'pickup_in_store',
  ] as const),
  ...([null, 'euro', null, 'gift-card', null, null, 'discount', null, null, 'cancelled'] as const),
];
type Special = (typeof TURN)[number];
/** Days since the order: inside and outside of a return window of 30 days, some outside of 180. */
const AGES = [3, 12, 26, 8, 45, 19, 75, 5, 28, 200, 15];
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
  const below = makeBelow(seed);
  const identifiers: string[] = [];
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, i) =>
      inventOrder(from + i, now, below),
    );
    store.add(batch, now);
    identifiers.push(...batch.map(({ identifier }) => identifier));
  }
  return identifiers;
}

/** A whole number from 0, below the limit. */
type Below = (limit: number) => number;

function makeBelow(seed: number): Below {
  const draw = seeded(seed);
  return (limit) => Math.floor(draw() * limit);
}

const oneOf = <T>(list: readonly T[], below: Below): T => list[below(list.length)]!;

function inventOrder(index: number, now: number, below: Below) {
  const special = TURN[index % TURN.length]!;
  const ordered = now - AGES[index % AGES.length]! * DAY_MS - below(3600) * 1000;
  const shippedAt = formatInstant(ordered + DAY_MS);
  // The first order is the plainest: one unit of one line.
  const isPlainest = index === 0;
  const count = isPlainest ? 1 : special === 'split' ? 2 : 1 + below(3);
  const items = Array.from({ length: count }, (_, i) => {
    const isLast = i === count - 1;
    const hasShipped = special !== 'cancelled' && !(special === 'split' && isLast);
    const quantity = isPlainest ? 1 : 1 + below(3);
    return inventLine(i, { special, quantity, shippedAt: hasShipped ? shippedAt : null }, below);
  });
  const sum = (key: 'product_amount_cents' | 'tax_amount_cents' | 'discount_amount_cents') =>
    items.reduce((total, item) => total + item[key], 0);
  const product = sum('product_amount_cents');
  const tax = sum('tax_amount_cents');
  const discount = sum('discount_amount_cents');
  const shipping = special === 'shipping' ? 595 : 0;
  const status = special === 'cancelled' ? 'Cancelled' : special === 'split' ? 'Created' : 'Shipped';
  return {
    identifier: `SO-SEED-${String(index + 1).padStart(6, '0')}`,
    raw_status: status === 'Created' ? 'partially_fulfilled' : status.toLowerCase(),
    status,
    total_amount_cents: product + tax - discount + shipping,
    product_amount_cents: product,
    tax_amount_cents: tax,
    discount_amount_cents: discount,
    shipping_amount_cents: shipping,
    shipping_tax_amount_cents: 0,
    currency: special === 'euro' ? 'EUR' : 'USD',
    tags: special === 'pickup_in_store' ? [special] : [],
    created_at: formatInstant(ordered),
    updated_at: shippedAt,
    items,
    ...inventPerson(index, below),
    transactions: [],
    refunds: [],
    discounts: [],
  };
}

interface LineMaking {
  readonly special: Special;
  readonly quantity: number;
  /** Null: the line has not shipped. */
  readonly shippedAt: string | null;
}

function inventLine(index: number, { special, quantity, shippedAt }: LineMaking, below: Below) {
  const isFirst = index === 0;
  const product = special === 'gift-card' && isFirst ? GIFT_CARD : oneOf(PRODUCTS, below);
  const shipped = shippedAt === null ? 0 : quantity;
  const amount = product.cents * shipped;
  const discount = special === 'discount' && isFirst ? Math.round(amount / 10) : 0;
  const tags = isFirst && (special === 'FinalSale' || special === 'gift-card') ? [special] : [];
  return {
    identifier: `L${index + 1}`,
    sku: `${product.variant}-${oneOf(product.sizes, below)}`,
    quantity,
    quantity_shipped: shipped,
    quantity_canceled: special === 'cancelled' ? quantity : 0,
    ...(shippedAt !== null && {
      tracking_number: `1Z${10_000_000 + below(89_999_999)}`,
      shipped_date: shippedAt,
    }),
    product_identifier: product.variant.split('-')[0]!,
    variant_identifier: product.variant,
    title: product.title,
    tags,
    product_amount_cents: amount,
    tax_amount_cents: Math.round((amount - discount) * TAX_RATE),
    discount_amount_cents: discount,
    unit_price_amount_cents: product.cents,
    image_url: `https://shop.example/images/${product.variant.toLowerCase()}.jpg`,
    weight: product.weight,
  };
}

/** Some shoppers order several times. */
function inventPerson(index: number, below: Below) {
  const name = oneOf(PEOPLE, below);
  const [first = '', last = ''] = name.split(' ');
  const number = 1 + Math.floor(index / 3);
  const [city, state, zip_code] = oneOf(TOWNS, below);
  const phone = `+1 555 ${String(1000 + (number % 9000))}`;
  const address = {
    ...{ name, street1: `${1 + below(99)} Main Street`, city, state, zip_code, country_code: 'US', phone },
  };
  return {
    customer: {
      identifier: `C-${number}`,
      first_name: first,
      last_name: last,
      email: `shopper${number}@shop.example`,
      phone,
    },
    shipping_address: address,
    billing_address: address,
  };
}
