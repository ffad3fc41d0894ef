// Generates samples/orders.csv, samples/orders-corrected.csv and samples/orders.ndjson: half a year of an invented shop,
// the same on every run.
// After a change here: npx vitest run test/demo/demo.test.ts -u
import { ORDER_TABLE } from '../../src/input/message-table.ts';
import { writeCsv } from '../../src/input/write-csv.ts';
import { FIRST_NAMES, LAST_NAMES, PLACES, type Place, STYLES, type Style } from './sample-catalog.ts';

export interface SampleLine {
  identifier: string;
  sku: string;
  upc: string;
  quantity: number;
  quantity_shipped: number;
  quantity_canceled: number;
  tracking_number?: string;
  shipped_date?: string;
  product_identifier: string;
  variant_identifier: string;
  title: string;
  tags: string[];
  product_amount_cents: number;
  tax_amount_cents: number;
  discount_amount_cents: number;
  unit_price_amount_cents: number;
  image_url: string;
  weight?: number;
}

type Address = Record<'name' | 'street1' | 'city' | 'state' | 'zip_code' | 'country_code' | 'phone', string>;

export interface SampleOrder {
  identifier: string;
  raw_status: string;
  status: string;
  total_amount_cents: number;
  product_amount_cents: number;
  tax_amount_cents: number;
  discount_amount_cents: number;
  shipping_amount_cents: number;
  shipping_tax_amount_cents: number;
  currency: string;
  tags: string[];
  created_at: string;
  updated_at: string;
  items: SampleLine[];
  customer: { identifier: string; first_name: string; last_name: string; email?: string; phone: string };
  shipping_address: Address;
  billing_address: Address;
  refunds: SampleRefund[];
}

interface SampleRefund {
  identifier: string;
  total_refund_amount_cents: number;
  refund_line_items: { identifier: string; quantity: number; order_item_identifier: string }[];
  note?: string;
  created_at: string;
  rma_identifier?: string;
}

/**
 * One snapshot, and the time when the export wrote it. It is also the `updated_at`, except where that is broken on purpose.
 */
interface Event {
  at: number;
  order: SampleOrder;
}

const ORDERS = 232;
const START = Date.UTC(2026, 4, 1, 5);
const END = Date.UTC(2026, 9, 30, 20);
/** The export has no later time than this. */
const EXPORTED = Date.UTC(2026, 9, 31, 23);
/** On the next morning the refused orders are corrected, one every few minutes. */
const CORRECTED = Date.UTC(2026, 10, 1, 8, 5);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A small random generator with a seed (mulberry32), so that the files are the same on every machine. */
class Dice {
  constructor(private state: number) {}
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  from(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1));
  }
  pick<T>(list: readonly T[]): T {
    return list[this.from(0, list.length - 1)]!;
  }
  chance(share: number): boolean {
    return this.unit() < share;
  }
  digits(pattern: string): string {
    return pattern.replace(/#/g, () => String(this.from(1, 9)));
  }
}

const stamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** The lower-case letters, digits and points of a name, for a mail address. */
const plainLetters = (text: string) =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/[\u0300-\u036f']/g, '')
    .replace(/[^a-z]+/g, '-');

class Shop {
  private readonly dice = new Dice(20_261_031);
  private readonly events: Event[] = [];
  /** The broken orders after their correction. */
  readonly corrected: SampleOrder[] = [];
  private orderNumber = 104_200;
  private refundNumber = 50_010;
  private readonly people = PLACES.flatMap((place) => Array.from({ length: 11 }, () => this.person(place)));

  halfYear(): SampleOrder[] {
    for (let i = 0; i < ORDERS; i++) {
      const created = START + ((END - START) * (i + this.dice.unit())) / ORDERS;
      this.sell(Math.floor(created / 1000) * 1000, i);
    }
    return this.events.sort((a, b) => a.at - b.at).map(({ order }) => order);
  }

  private person(place: Place) {
    const { dice } = this;
    const first = dice.pick(FIRST_NAMES[place.country]!);
    const last = dice.pick(LAST_NAMES[place.country]!);
    const number = 2000 + dice.from(0, 7999);
    const address: Address = {
      name: `${first} ${last}`,
      street1: place.street.replace(/#/g, () => String(dice.from(2, 190))),
      city: place.city,
      state: place.state,
      zip_code: place.zip,
      country_code: place.country,
      phone: dice.digits(place.phone),
    };
    const email = `${plainLetters(first)}.${plainLetters(last)}${number % 90}@example.com`;
    const customer = {
      identifier: `CU-${number}`,
      first_name: first,
      last_name: last,
      email,
      phone: address.phone,
    };
    return { place, customer, address };
  }

  /** Generates the snapshots of one order, up to the day of the export. */
  private sell(created: number, index: number): void {
    const { dice } = this;
    // Three of five orders are from the United States.
    const home = dice.chance(0.6) ? this.people.slice(0, 88) : this.people.slice(88);
    const buyer = dice.pick(home);
    this.orderNumber += dice.from(1, 4);
    const id = `SO-${this.orderNumber}`;
    const lines = this.lines(id, buyer.place, created, dice.pick([1, 1, 1, 1, 2, 2, 2, 3, 4, 5]));
    const isGift = dice.chance(0.07);
    const receiver = isGift ? dice.pick(this.people.filter((p) => p.place === buyer.place)) : buyer;
    const draft = (status: string, raw: string, at: number, tags: string[] = []): SampleOrder => {
      const items = structuredClone(lines);
      const product = items.reduce((sum, line) => sum + line.product_amount_cents, 0);
      const tax = items.reduce((sum, line) => sum + line.tax_amount_cents, 0);
      return {
        identifier: id,
        raw_status: raw,
        status,
        total_amount_cents: product + tax,
        product_amount_cents: product,
        tax_amount_cents: tax,
        discount_amount_cents: 0,
        shipping_amount_cents: 0,
        shipping_tax_amount_cents: 0,
        currency: buyer.place.currency,
        tags,
        created_at: stamp(created),
        updated_at: stamp(at),
        items,
        customer: { ...buyer.customer },
        shipping_address: { ...receiver.address },
        billing_address: { ...buyer.address },
        refunds: [],
      };
    };
    const put = (at: number, order: SampleOrder) => {
      if (at <= EXPORTED) this.events.push({ at, order });
      return order;
    };

    const fault = FAULTS[index];
    if (fault) {
      const at = this.ship(lines, created, buyer.place);
      const order = put(at, draft('Shipped', 'FULFILLED', at));
      const whole = structuredClone(order);
      fault.spoil(order);
      fault.mend?.(whole);
      // The shop's system changes updated_at when a person edits an order.
      if (order.updated_at === whole.updated_at)
        whole.updated_at = stamp(CORRECTED + 7 * MINUTE * this.corrected.length);
      this.corrected.push(whole);
      return;
    }
    if (dice.chance(0.04)) {
      for (const line of lines) line.quantity_canceled = line.quantity;
      const at = created + dice.from(1, 30) * HOUR;
      put(at, draft('Cancelled', 'CANCELLED', at, ['canceled']));
      return;
    }
    if (dice.chance(0.03)) {
      const at = this.pickUp(lines, created);
      put(at, draft('Shipped', 'PICKED_UP', at, ['pickup_in_store']));
      return;
    }
    if (lines.length > 1 && dice.chance(0.17)) {
      const first = this.ship(lines.slice(0, -1), created, buyer.place);
      put(first, draft('Created', 'PARTIALLY_FULFILLED', first));
      const second = this.ship(lines.slice(-1), first + dice.from(1, 30) * 24 * HOUR, buyer.place);
      put(second, draft('Shipped', 'FULFILLED', second));
      return;
    }
    if (dice.chance(0.04)) lines[0]!.quantity += 1;
    const open = lines[0]!;
    const at = this.ship(
      lines,
      created,
      buyer.place,
      open.quantity > 1 && dice.chance(0.4) ? open : undefined,
    );
    const shipped = draft('Shipped', 'FULFILLED', at, isFinalSale(lines) ? ['FinalSale'] : []);
    const returned = at + dice.from(6, 24) * 24 * HOUR + dice.from(0, 23 * 60) * 60_000;
    if (!isFinalSale(lines) && dice.chance(0.17) && returned <= EXPORTED)
      put(returned, this.refund(shipped, returned));
    else put(at, shipped);
  }

  private lines(id: string, place: Place, created: number, count: number): SampleLine[] {
    const { dice } = this;
    const taken = new Set<Style>();
    const lines: SampleLine[] = [];
    for (let number = 1; number <= count; number++) {
      const style = dice.pick(STYLES.filter((candidate) => !taken.has(candidate)));
      taken.add(style);
      lines.push(this.line(`${id}-${number}`, style, place, created));
    }
    if (count > 1 && dice.chance(0.05)) lines.push(this.giftCard(`${id}-${count + 1}`, place));
    return lines;
  }

  private line(identifier: string, style: Style, place: Place, created: number): SampleLine {
    const { dice } = this;
    const [code, color] = dice.pick(style.colors);
    const size = dice.pick(style.sizes);
    const sku = `${style.code}-${code}-${size}`;
    // Sandals are on sale when the summer is over.
    const onSale = style.code === 'SNDL-STR' && created > Date.UTC(2026, 7, 24);
    const tag = (place.currency === 'USD' ? style.usd : style.eur) * (onSale ? 0.6 : 1);
    return {
      identifier,
      sku,
      upc: upcOf(sku),
      quantity: style.code === 'SOCK-3PK' ? dice.from(1, 3) : 1,
      quantity_shipped: 0,
      quantity_canceled: 0,
      product_identifier: `${style.code}-${code}`,
      variant_identifier: style.code,
      title: `${style.title}, ${color}, ${size.replace('-', '/')}`,
      tags: onSale ? ['FinalSale'] : [],
      product_amount_cents: 0,
      tax_amount_cents: 0,
      discount_amount_cents: 0,
      unit_price_amount_cents: netOf(Math.round(tag), place),
      image_url: `https://img.shop.example.com/${style.code.toLowerCase()}-${code.toLowerCase()}.jpg`,
      weight: style.kg,
    };
  }

  /** Sent by e-mail: it has no weight and no tracking number. */
  private giftCard(identifier: string, place: Place): SampleLine {
    const value = this.dice.pick([25, 50, 100]);
    const card = this.line(identifier, STYLES[0]!, place, 0);
    const { weight: _none, ...rest } = card;
    return {
      ...rest,
      sku: `GIFT-CARD-${value}`,
      upc: upcOf(`GIFT-CARD-${value}`),
      quantity: 1,
      product_identifier: 'GIFT-CARD',
      variant_identifier: 'GIFT-CARD',
      title: `Gift card ${value}`,
      tags: ['gift-card'],
      unit_price_amount_cents: value * 100,
      image_url: 'https://img.shop.example.com/gift-card.jpg',
    };
  }

  /** Ships the lines in one parcel: all units except one unit of `short`, which is sold out. */
  private ship(lines: SampleLine[], from: number, place: Place, short?: SampleLine): number {
    const { dice } = this;
    const at = from + dice.from(9, 52) * HOUR + dice.from(0, 3599) * 1000;
    const parcel =
      place.country === 'US' ? dice.digits('1Z84W70203########') : dice.digits('00340434########');
    for (const line of lines) {
      line.quantity_canceled = line === short ? 1 : 0;
      line.quantity_shipped = line.quantity - line.quantity_canceled;
      line.shipped_date = stamp(at - dice.from(5, 40) * 60_000);
      const isCard = line.tags.includes('gift-card');
      if (!isCard) line.tracking_number = parcel;
      line.product_amount_cents = line.unit_price_amount_cents * line.quantity_shipped;
      line.tax_amount_cents = isCard ? 0 : taxOf(line.unit_price_amount_cents, place) * line.quantity_shipped;
    }
    return at;
  }

  private pickUp(lines: SampleLine[], created: number): number {
    const at = this.ship(lines, created, PLACES[0]!);
    for (const line of lines) {
      delete line.tracking_number;
      line.tags.push('pickup_in_store');
    }
    return at;
  }

  private refund(shipped: SampleOrder, at: number): SampleOrder {
    const { dice } = this;
    const isFull = shipped.items.length === 1 || dice.chance(0.35);
    const returned = isFull ? shipped.items : [dice.pick(shipped.items)];
    this.refundNumber += dice.from(1, 3);
    const identifier = `RF-${this.refundNumber}`;
    const amount = returned.reduce((sum, line) => sum + line.product_amount_cents + line.tax_amount_cents, 0);
    const reason = dice.pick(['too small', 'too large', 'changed mind', 'not as pictured', undefined]);
    const refund: SampleRefund = {
      identifier,
      total_refund_amount_cents: amount,
      refund_line_items: returned.map((line, index) => ({
        identifier: `${identifier}-${index + 1}`,
        quantity: line.quantity_shipped,
        order_item_identifier: line.identifier,
      })),
      ...(reason === undefined ? {} : { note: reason }),
      created_at: stamp(at - 4 * 60_000),
      ...(dice.chance(0.9) ? { rma_identifier: `RMA-${this.refundNumber * 7}` } : {}),
    };
    return {
      ...shipped,
      raw_status: isFull ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      updated_at: stamp(at),
      refunds: [refund],
    };
  }
}

const isFinalSale = (lines: readonly SampleLine[]) => lines.every((line) => line.tags.includes('FinalSale'));

/** In Europe the price includes the tax; the export has both separately. */
const netOf = (tag: number, { currency, tax }: Place) =>
  currency === 'USD' ? tag : Math.round((tag * 1000) / (1000 + tax));
const taxOf = (net: number, { tax }: Place) => Math.round((net * tax) / 1000);

function upcOf(sku: string): string {
  let hash = 7;
  for (const char of sku) hash = (hash * 31 + char.charCodeAt(0)) % 99_999_989;
  return `0${String(84_000_000_000 + hash).slice(-11)}`;
}

/** Sums an order's lines again after they were changed. */
function addUp(order: SampleOrder): void {
  order.product_amount_cents = order.items.reduce((sum, line) => sum + line.product_amount_cents, 0);
  order.tax_amount_cents = order.items.reduce((sum, line) => sum + line.tax_amount_cents, 0);
  order.total_amount_cents = order.product_amount_cents + order.tax_amount_cents;
}

interface Fault {
  /** Puts the error into the order, as the export has it. */
  spoil(order: SampleOrder): void;
  /** The correction, where it is not the order as it was before. */
  mend?(order: SampleOrder): void;
}

/** The broken orders by their number, each with one error that real exports have. */
const FAULTS: Readonly<Record<number, Fault>> = {
  // Shipping was charged, but the export left its column empty.
  21: {
    spoil: (order) => {
      order.total_amount_cents += 595;
    },
    mend: (order) => {
      order.total_amount_cents += 595;
      order.shipping_amount_cents = 595;
    },
  },
  // The order status in the spelling of the platform.
  47: {
    spoil: (order) => {
      order.status = 'shipped';
    },
  },
  // Two scans of one parcel were counted as two units.
  76: {
    spoil: (order) => {
      const line = order.items[0]!;
      line.quantity_shipped += 1;
      line.product_amount_cents = line.unit_price_amount_cents * line.quantity_shipped;
      addUp(order);
    },
  },
  // An order by telephone.
  103: {
    spoil: (order) => {
      delete order.customer.email;
    },
  },
  // The refund numbers its lines from 0 instead of using their identifiers.
  131: {
    spoil: (order) => refundFirstLine(order, `${order.identifier}-0`),
    mend: (order) => refundFirstLine(order, order.items[0]!.identifier),
  },
  // A typing error in a corrected export: 2062 instead of 2026.
  158: {
    spoil: (order) => {
      order.updated_at = order.updated_at.replace('2026', '2062');
    },
  },
  // A line was changed, and the export wrote it before and after the change.
  187: {
    spoil: (order) => {
      const line = order.items[0]!;
      order.items = [line, { ...line, tracking_number: '1Z84W7020399999999' }];
    },
  },
  // A discount that the platform exports as a negative amount.
  214: {
    spoil: (order) => {
      order.items[0]!.discount_amount_cents = -500;
    },
    mend: (order) => {
      order.items[0]!.discount_amount_cents = 500;
    },
  },
};

function refundFirstLine(order: SampleOrder, lineIdentifier: string): void {
  const line = order.items[0]!;
  order.refunds = [
    {
      identifier: 'RF-49981',
      total_refund_amount_cents: line.product_amount_cents + line.tax_amount_cents,
      refund_line_items: [
        {
          identifier: 'RF-49981-1',
          quantity: line.quantity_shipped,
          order_item_identifier: lineIdentifier,
        },
      ],
      created_at: order.updated_at,
      rma_identifier: 'RMA-349867',
    },
  ];
}

export const BROKEN_ORDERS = Object.keys(FAULTS).length;

/** All snapshots of the sample, sorted by `updated_at`. */
export const sampleOrders = (): SampleOrder[] => new Shop().halfYear();

export const sampleCsv = (): string => writeCsv(ORDER_TABLE, sampleOrders());

/** The broken orders of the sample after their correction, each with a later `updated_at`. */
export function correctedOrders(): SampleOrder[] {
  const shop = new Shop();
  shop.halfYear();
  return shop.corrected;
}

export const correctedCsv = (): string => writeCsv(ORDER_TABLE, correctedOrders());

/** Three valid orders as elements of a message: one line, several lines, and one with a refund. */
export function sampleNdjson(): string {
  const orders = sampleOrders().filter((order) => order.status === 'Shipped');
  const three = [
    orders.find((order) => order.items.length === 1 && order.refunds.length === 0),
    orders.find((order) => order.items.length === 3 && order.refunds.length === 0),
    orders.find((order) => order.refunds.length === 1),
  ];
  return three.map((order) => `${JSON.stringify({ ...order, transactions: [], discounts: [] })}\n`).join('');
}
