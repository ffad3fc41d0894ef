// Realistic orders from a seed, what the service must hold of them in the end, and their text as template CSV, JSON and
// NDJSON. Written without anything of src/ but the types of a message: the expectation must not share a mistake with the tool.
import type { Address, Order, OrderItem } from '../../src/contract/order.ts';
import { seeded } from './random.ts';

/** A whole order as the interface describes it: what is posted and stored. */
export type TestOrder = Order;

export interface GeneratorOptions {
  readonly seed: number;
  readonly orders: number;
  /** Share of the orders that come in two or three versions; 0.1 when left out. */
  readonly versions?: number;
  /** Put in front of every identifier, so that two sets do not meet. */
  readonly prefix?: string;
}

export interface GeneratedOrders {
  /** Every version of every order, in the order of the input. */
  readonly snapshots: readonly TestOrder[];
  /** The latest version of each order by its identifier: what the service must hold in the end. */
  readonly expected: ReadonlyMap<string, TestOrder>;
}

/** The first of March 2024: always in the past, whatever the clock of the machine says. */
const START = Date.UTC(2024, 2, 1);
const HOUR = 3_600_000;
const OFFSETS = [0, 0, 0, 120, -300, 345];

/** The same instant as a person in another zone writes it. */
function stamp(ms: number, offsetMinutes: number, fraction = false): string {
  const local = new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const sign = offsetMinutes < 0 ? '-' : '+';
  const two = (n: number) => String(Math.abs(n)).padStart(2, '0');
  const zone =
    offsetMinutes === 0
      ? 'Z'
      : `${sign}${two(Math.trunc(offsetMinutes / 60))}:${two(Math.abs(offsetMinutes) % 60)}`;
  return `${local}${fraction ? '.250' : ''}${zone}`;
}

// Texts that a careless reader turns into numbers, booleans, nothing, or other characters.
const SKUS = [
  '00123',
  '1e5',
  'null',
  'true',
  '-0',
  '0x1F',
  '007.10',
  "'00123",
  'TEE-BLK-M',
  'NaN',
  '1,5',
  'MUG 01',
];
const TITLES = [
  'Cotton T-shirt, black, M',
  'Mug "Morning" 0.3 l',
  'Crème brûlée set – 4 pièces',
  '漢字 printed scarf 🧣',
  'Two\nlines',
  'Windows\r\nlines; and | pipes',
  '  spaces around  ',
  '=SUM(A1:A9)',
  'Jeans 32/30',
  '👩‍👩‍👧 family pack',
];
const NAMES: readonly (readonly [string, string])[] = [
  ['Ada', 'Martin'],
  ['Zoë', "O'Neill"],
  ['漢', '字'],
  ['Benoît', 'Lefèvre, Jr.'],
  ['Null', 'Null'],
  ['Łukasz', 'Żółć'],
];
const ORDER_TAGS = [[], [], [], ['FinalSale'], ['pickup_in_store', 'FinalSale']];
const CITIES: readonly (readonly [string, string, string, string])[] = [
  ['New York', 'NY', '01234', 'US'],
  ['Orléans', 'Loiret', '45000', 'FR'],
  ['東京', 'Tokyo', '100-0001', 'JP'],
];

export function generateOrders(options: GeneratorOptions): GeneratedOrders {
  const random = seeded(options.seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const prefix = options.prefix ?? '';
  const groups: TestOrder[][] = [];
  for (let n = 0; n < options.orders; n++) {
    const first = orderOf(`${prefix}${identifierOf(n)}`, n, random, pick);
    groups.push(random() < (options.versions ?? 0.1) ? versionsOf(first, n, random) : [first]);
  }
  const expected = new Map<string, TestOrder>();
  const snapshots: TestOrder[] = [];
  const later: TestOrder[] = [];
  for (const group of groups) {
    expected.set(group[0]!.identifier, group.at(-1)!);
    // Some files hold the newest version first, some have all versions together, some far apart.
    const shown = random() < 0.4 ? [...group].reverse() : group;
    const apart = group.length > 1 && random() < 0.5;
    snapshots.push(...(apart ? shown.slice(0, 1) : shown));
    if (apart) later.push(...shown.slice(1));
  }
  for (const snapshot of later) snapshots.splice(Math.floor(random() * snapshots.length), 0, snapshot);
  return { snapshots, expected };
}

function identifierOf(n: number): string {
  if (n % 50 === 0) return String(n).padStart(10, '0');
  if (n % 50 === 1) return `1e${n}`;
  if (n % 50 === 2) return `null-${n}`;
  if (n % 50 === 3) return `Ärmel/漢-${n}`;
  return `SO-${100_000 + n}`;
}

function orderOf(
  identifier: string,
  n: number,
  random: () => number,
  pick: <T>(list: readonly T[]) => T,
): TestOrder {
  const created = START + n * 60_000;
  const offset = pick(OFFSETS);
  const [firstName, lastName] = pick(NAMES);
  const address = (): Address => {
    const [city, state, zip, country] = pick(CITIES);
    const street1 = `${1 + Math.floor(random() * 900)} Canal Street, "Apt ${n % 9}"`;
    return {
      name: `${firstName} ${lastName}`,
      street1,
      city,
      state,
      zip_code: zip,
      country_code: country,
      phone: `+1212555${String(n % 10_000).padStart(4, '0')}`,
    };
  };
  const count = 1 + Math.floor(random() * 3);
  const items: OrderItem[] = [];
  for (let line = 1; line <= count; line++) {
    const quantity = 1 + Math.floor(random() * 3);
    const price = 100 + Math.floor(random() * 20_000);
    const sku = pick(SKUS);
    items.push({
      identifier: n % 7 === 0 ? String(line).padStart(2, '0') : `${identifier}-${line}`,
      sku,
      ...(random() < 0.8 ? { upc: `0${12_345_678_900 + line}` } : {}),
      quantity,
      quantity_shipped: quantity,
      quantity_canceled: 0,
      tracking_number: `1Z999AA${String(n).padStart(8, '0')}${line}`,
      shipped_date: stamp(created + 20 * HOUR, offset),
      product_identifier: sku,
      variant_identifier: pick(SKUS),
      title: pick(TITLES),
      tags: random() < 0.9 ? [] : ['FinalSale'],
      product_amount_cents: price * quantity,
      tax_amount_cents: Math.round(price * quantity * 0.08),
      discount_amount_cents: 0,
      unit_price_amount_cents: price,
      image_url: `https://shop.example.com/img/${line}.jpg?size=1e3&v=007`,
      weight: Math.round(random() * 5000) / 1000,
    });
  }
  const order: TestOrder = {
    identifier,
    raw_status: 'FULFILLED',
    status: 'Shipped',
    total_amount_cents: 0,
    product_amount_cents: 0,
    tax_amount_cents: 0,
    discount_amount_cents: 0,
    shipping_amount_cents: 0,
    shipping_tax_amount_cents: 0,
    currency: pick(['USD', 'USD', 'EUR']),
    tags: [...pick(ORDER_TAGS)],
    created_at: stamp(created, offset),
    updated_at: stamp(created + 24 * HOUR, offset, n % 11 === 0),
    items,
    customer: {
      identifier: n % 5 === 0 ? '14243.0' : `CU-${n}`,
      first_name: firstName,
      last_name: lastName,
      email: `shopper.${n}@example.com`,
      phone: '+12125550123',
    },
    shipping_address: address(),
    billing_address: address(),
    transactions: [],
    refunds: [],
    discounts: [],
  };
  return sumsOf(order);
}

function sumsOf(order: TestOrder): TestOrder {
  const sum = (key: 'product_amount_cents' | 'tax_amount_cents') =>
    order.items.reduce((total, item) => total + item[key], 0);
  order.product_amount_cents = sum('product_amount_cents');
  order.tax_amount_cents = sum('tax_amount_cents');
  order.total_amount_cents = order.product_amount_cents + order.tax_amount_cents;
  return order;
}

/** Partly shipped, then shipped, then (half of them) with a refund: oldest first. */
function versionsOf(shipped: TestOrder, n: number, random: () => number): TestOrder[] {
  const base = START + n * 60_000;
  const partly: TestOrder = structuredClone(shipped);
  partly.status = 'Created';
  partly.raw_status = 'PARTIAL';
  // Another zone on purpose: sorted as text, this older snapshot would come out newer.
  partly.updated_at = stamp(base + 12 * HOUR, 345 + 360);
  const open = partly.items.at(-1)!;
  open.quantity_shipped = 0;
  open.product_amount_cents = 0;
  open.tax_amount_cents = 0;
  delete open.tracking_number;
  delete open.shipped_date;
  sumsOf(partly);
  if (random() < 0.5) return [partly, shipped];
  const refunded: TestOrder = structuredClone(shipped);
  refunded.updated_at = stamp(base + 80 * HOUR, 0);
  const line = refunded.items[0]!;
  refunded.refunds = [
    {
      identifier: `RF-${shipped.identifier}`,
      total_refund_amount_cents: line.product_amount_cents + line.tax_amount_cents,
      refund_line_items: [
        {
          identifier: `RL-${shipped.identifier}`,
          quantity: line.quantity,
          order_item_identifier: line.identifier,
        },
      ],
      ...(random() < 0.5 ? { note: 'came back, "as new"' } : {}),
      created_at: stamp(base + 79 * HOUR, 0),
      rma_identifier: `RMA-${n}`,
    },
  ];
  return [partly, shipped, refunded];
}

type Column = readonly [
  name: string,
  cell: (order: TestOrder, item: OrderItem) => string | number | undefined,
];

const own = (...keys: (keyof TestOrder)[]): Column[] => keys.map((key) => [key, (o) => o[key] as string]);
const address = (kind: 'shipping_address' | 'billing_address'): Column[] =>
  (['name', 'street1', 'city', 'state', 'zip_code', 'country_code', 'phone'] as const).map((key) => [
    `${kind}.${key}`,
    (o) => o[kind][key],
  ]);
const customer: Column[] = (['identifier', 'first_name', 'last_name', 'email', 'phone'] as const).map(
  (key) => [`customer.${key}`, (o) => o.customer[key]],
);
const item = (...keys: (keyof OrderItem)[]): Column[] =>
  keys.map((key) => [`item.${key}`, (_o, i) => i[key] as string]);

const COLUMNS: readonly Column[] = [
  ...own('identifier', 'raw_status', 'status', 'currency', 'created_at', 'updated_at'),
  ['_export_id', () => 'ignored, "whatever" it is'],
  ['tags', (o) => o.tags.join('|')],
  ...own('total_amount_cents', 'product_amount_cents', 'tax_amount_cents', 'discount_amount_cents'),
  ...own('shipping_amount_cents', 'shipping_tax_amount_cents'),
  ...customer,
  ...address('shipping_address'),
  ...address('billing_address'),
  ['refunds', (o) => (o.refunds.length === 0 ? '' : JSON.stringify(o.refunds))],
  ...item('identifier', 'sku', 'upc', 'quantity', 'quantity_shipped', 'quantity_canceled'),
  ...item('tracking_number', 'shipped_date', 'product_identifier', 'variant_identifier', 'title'),
  ['item.tags', (_o, i) => i.tags.join('|')],
  ...item('product_amount_cents', 'tax_amount_cents', 'discount_amount_cents', 'unit_price_amount_cents'),
  ...item('image_url', 'weight'),
];

const quoted = (value: string | number | undefined): string => {
  const text = value === undefined ? '' : String(value);
  return /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const csvHeader = COLUMNS.map(([name]) => name).join(',');

/** One row per line of the order, without line ends. */
export const rowsOf = (order: TestOrder): string[] =>
  order.items.map((line) => COLUMNS.map(([, cell]) => quoted(cell(order, line))).join(','));

export interface CsvText {
  readonly text: string;
  readonly rows: number;
  /** How many orders are there a second time. */
  readonly repeated: number;
}

/** Template CSV; with `repeat`, that share of the snapshots stands a second time, row by row, further down. */
export function csvOf(
  snapshots: readonly TestOrder[],
  options: { repeat?: number; seed?: number; scattered?: boolean } = {},
): CsvText {
  const random = seeded(options.seed ?? 1);
  const rows = options.scattered ? scattered(snapshots.map(rowsOf), random) : snapshots.flatMap(rowsOf);
  const again = snapshots.filter(() => random() < (options.repeat ?? 0));
  const blocks = again.map((snapshot) => rowsOf(snapshot));
  // Each block goes somewhere into the second half, so the repetition is never adjacent by design.
  const half = rows.length >> 1;
  const tail = rows.slice(half);
  const inserts = blocks
    .map((block) => ({ block, at: Math.floor(random() * tail.length) }))
    .sort((a, b) => a.at - b.at);
  const out = rows.slice(0, half);
  let next = 0;
  tail.forEach((row, index) => {
    for (; next < inserts.length && inserts[next]!.at === index; next++) out.push(...inserts[next]!.block);
    out.push(row);
  });
  return { text: `${[csvHeader, ...out].join('\n')}\n`, rows: out.length, repeated: again.length };
}

/** The rows of all snapshots mixed; those of one keep their order. */
function scattered(blocks: readonly string[][], random: () => number): string[] {
  return blocks
    .flatMap((rows) => {
      const places = rows.map(random).sort((a, b) => a - b);
      return rows.map((row, i) => ({ row, place: places[i]! }));
    })
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

export const ndjsonOf = (snapshots: readonly TestOrder[]): string =>
  snapshots.map((order) => `${JSON.stringify(order)}\n`).join('');

export const messageOf = (snapshots: readonly TestOrder[]): string =>
  JSON.stringify({ returns_portal_order: { orders: snapshots } }, null, 1);
