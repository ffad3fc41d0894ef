// What happened in the shops of the corpus: orders with their lines, money in the smallest unit of the currency, times as wall-clock
// times of the shop. A seed draws them before anybody writes an export.
import { dice } from '../../../helpers/random.ts';
import { type Country, FIRST_NAMES, LAST_NAMES, PRODUCTS } from './countries.ts';

/** `partly`: some units have shipped. */
export type Meaning = 'Shipped' | 'Created' | 'Cancelled' | 'leave out' | 'partly';
/** Milliseconds of the wall-clock time, as if the shop were in UTC. */
export type Wall = number;

export interface Address {
  readonly first: string;
  readonly last: string;
  readonly street: string;
  readonly house: string;
  readonly street2: string;
  readonly zip: string;
  readonly city: string;
  readonly stateCode: string;
  readonly stateName: string;
  readonly country: Country;
  readonly phone: string;
}

export interface Line {
  /** Its own status, in a shop whose lines have one. */
  readonly word: string;
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly ean: string;
  readonly quantity: number;
  readonly shipped: number;
  readonly cancelled: number;
  readonly refunded: number;
  readonly unit: number;
  readonly discount: number;
  /** On top or inside, as the shop counts. */
  readonly tax: number;
  readonly shipping: number;
}

export interface Fact {
  readonly number: string;
  readonly internalId: string;
  readonly word: string;
  readonly meaning: Meaning;
  readonly created: Wall;
  readonly modified: Wall;
  readonly paid: Wall;
  readonly shipped: Wall | undefined;
  readonly cancelled: Wall | undefined;
  readonly currency: string;
  readonly email: string;
  readonly phone: string;
  readonly customerId: string;
  readonly tracking: string;
  readonly billing: Address | undefined;
  readonly shipping: Address | undefined;
  readonly lines: readonly Line[];
  /** Of the whole order, without the discounts of its lines. */
  readonly discount: number;
  readonly freight: number;
  readonly freightTax: number;
  readonly fee: number;
  readonly tip: number;
  readonly tax: number;
  readonly total: number;
  readonly refunded: number;
  /** For columns that say nothing: the same number on every run. */
  readonly chance: number;
}

export type Word = readonly [word: string, meaning: Meaning, weight: number];

export interface Shop {
  readonly seed: number;
  readonly orders: number;
  readonly home: Country;
  readonly foreign?: readonly Country[];
  readonly words: readonly Word[];
  /** Each line has a status of its own: what is still to ship decides about the order, then what has shipped. */
  readonly lineWords?: readonly Word[];
  /** Of a hundred orders: cancelled as a whole, and the lines still say what they said before. */
  readonly stale?: number;
  /** Of one unit, in the smallest unit of the currency. */
  readonly prices?: readonly number[];
  /** Most lines of an order. */
  readonly lines?: number;
  readonly tax?: 'none' | 'inside' | 'top' | 'top by line';
  readonly rate?: number;
  readonly freight?: readonly number[];
  readonly freightBy?: 'order' | 'line';
  readonly freightTaxed?: boolean;
  readonly discount?: 'order' | 'line' | 'both';
  /** Discounts are multiples of this. */
  readonly step?: number;
  readonly fees?: readonly number[];
  readonly tips?: readonly number[];
  /** Of a hundred orders. */
  readonly missing?: Partial<Record<'email' | 'zip' | 'billing' | 'shipping' | 'street' | 'sku', number>>;
  readonly refunds?: number;
  /** First and last day of the month on which orders are placed. */
  readonly days?: readonly [number, number];
  readonly number?: (index: number) => string;
  readonly products?: readonly (readonly [sku: string, title: string])[];
}

const DAY = 86_400_000;

interface Dice {
  below(n: number): number;
  /** True with this probability in per cent. */
  chance(percent: number): boolean;
  one<T>(of: readonly T[]): T;
}

function diceOf(seed: number): Dice {
  const roll = dice(seed * 7919 + 13);
  return { below: roll, chance: (percent) => roll(100) < percent, one: (of) => of[roll(of.length)]! };
}

export function factsOf(shop: Shop): Fact[] {
  const draw = diceOf(shop.seed * 31 + 7);
  const base = 1000 + draw.below(90_000);
  return Array.from({ length: shop.orders }, (_, i) => factOf(shop, draw, i, base));
}

function factOf(shop: Shop, draw: Dice, index: number, base: number): Fact {
  const { below, chance, one } = draw;
  const [orderWord, orderMeaning] = weighted(shop.words, below);
  const isStale = shop.stale !== undefined && chance(shop.stale);
  const drawn = Array.from({ length: 1 + below(shop.lines ?? 3) }, (_, i) => {
    const [own, meant] = shop.lineWords ? weighted(shop.lineWords, below) : ['', orderMeaning];
    const left = isStale ? 'Cancelled' : meant;
    return { ...lineOf(shop, draw, left, index * 10 + i, i), word: own, meant: left };
  });
  const meaning = shop.lineWords
    ? ((['Created', 'Shipped'] as const).find((one) => drawn.some(({ meant }) => meant === one)) ??
      'Cancelled')
    : orderMeaning;
  const word = shop.lineWords ? shop.words.find(([, meant]) => meant === meaning)![0] : orderWord;
  const isRefunded = meaning === 'Shipped' && chance(shop.refunds ?? 0);
  const lines = drawn.map((line, i) => (isRefunded && i === 0 ? { ...line, refunded: 1 } : line));
  const ofLines = sum(lines, ({ discount }) => discount);
  const goods = goodsOf(lines);
  const step = shop.step ?? 50;
  const hasDiscount = (shop.discount === 'order' || shop.discount === 'both') && chance(45);
  const discount = hasDiscount
    ? Math.min(step * (1 + below(6)), Math.floor((goods - ofLines) / step / 2) * step)
    : 0;
  const freight =
    shop.freightBy === 'line' ? sum(lines, ({ shipping }) => shipping) : one(shop.freight ?? [0]);
  const rate = shop.rate ?? 20;
  const onTop = shop.tax?.startsWith('top') ?? false;
  const freightTax = shop.freightTaxed ? (onTop ? part(freight, rate) : inside(freight, rate)) : 0;
  const net = goods - ofLines - discount;
  const tax =
    (shop.tax === 'top by line'
      ? sum(lines, (line) => line.tax)
      : shop.tax === 'top'
        ? part(net, rate)
        : shop.tax === 'inside'
          ? inside(net, rate)
          : 0) + freightTax;
  const fee = one(shop.fees ?? [0]);
  const tip = one(shop.tips ?? [0]);
  const [from, to] = shop.days ?? [1, 27];
  const created = Date.UTC(2025, below(10), from + below(to - from + 1), 7 + below(12), below(60), below(60));
  const later = (days: number): Wall => created + days * DAY + below(3_600) * 1000;
  const has = (what: keyof NonNullable<Shop['missing']>) => !chance(shop.missing?.[what] ?? 0);
  const [first, last] = [one(FIRST_NAMES), one(LAST_NAMES)];
  const home = shop.foreign && chance(25) ? one(shop.foreign) : shop.home;
  const own = addressOf(draw, home, first, last, has('zip'), has('street'));
  const other = chance(25) ? addressOf(draw, home, one(FIRST_NAMES), last, has('zip'), true) : own;
  const hasShipping = has('shipping');
  const plain = `${first}.${last}.${index}`
    .normalize('NFD')
    .replace(/[^\w.]/g, '')
    .toLowerCase();
  return {
    number: shop.number ? shop.number(index) : String(base + index * 3),
    internalId: `${8_000_000 + index * 37 + shop.seed}`,
    word,
    meaning,
    created,
    paid: created + 60_000 * (1 + below(9)),
    shipped: meaning === 'Shipped' || meaning === 'partly' ? later(1 + below(4)) : undefined,
    cancelled: meaning === 'Cancelled' ? later(1 + below(3)) : undefined,
    modified: later(6 + below(5)),
    currency: shop.home.currency,
    email: has('email') ? `${plain}@example.com` : '',
    phone: `${home.phone}${10 + below(90)}`,
    customerId: `${50_000 + index * 7}`,
    tracking: meaning === 'Shipped' ? `1Z${434_000_000 + index * 977 + shop.seed}` : '',
    billing: hasShipping && !has('billing') ? undefined : own,
    shipping: hasShipping ? other : undefined,
    lines,
    discount,
    freight,
    freightTax,
    fee,
    tip,
    tax,
    total: net + freight + (onTop ? tax : 0) + fee + tip,
    refunded: isRefunded ? lines[0]!.unit : 0,
    chance: below(1_000_000),
  };
}

function lineOf(shop: Shop, { below, chance, one }: Dice, meaning: Meaning, id: number, at: number): Line {
  const [sku, title] = one(shop.products ?? PRODUCTS);
  const unit = one(shop.prices ?? [990, 1495, 2500, 1800, 4999, 12_900, 395, 2750, 119_900]);
  // An order that has shipped partly has units of both kinds on its first line.
  const quantity = meaning === 'partly' && at === 0 ? 2 + below(3) : one([1, 1, 1, 2, 2, 3, 4]);
  const step = shop.step ?? 50;
  const hasDiscount = (shop.discount === 'line' || shop.discount === 'both') && chance(35);
  const discount = hasDiscount
    ? Math.min(step * (1 + below(5)), Math.floor((unit * quantity) / step / 2) * step)
    : 0;
  const rate = shop.rate ?? 20;
  const net = unit * quantity - discount;
  return {
    word: '',
    id: `${900_000 + id}`,
    sku: chance(shop.missing?.sku ?? 0) ? '' : sku,
    title,
    ean: `40${String(11_000_000_000 + (sku.length * 7919 + unit) * 31).slice(0, 11)}`,
    quantity,
    unit,
    discount,
    refunded: 0,
    shipped:
      meaning === 'Shipped' ? quantity : meaning === 'partly' && at === 0 ? 1 + below(quantity - 1) : 0,
    cancelled: meaning === 'Cancelled' ? quantity : 0,
    tax:
      shop.tax === 'top by line' || shop.tax === 'top' ? part(net, rate) : shop.tax ? inside(net, rate) : 0,
    shipping: shop.freightBy === 'line' ? one(shop.freight ?? [0]) : 0,
  };
}

function addressOf(
  { below, chance, one }: Dice,
  country: Country,
  first: string,
  last: string,
  hasZip: boolean,
  hasStreet: boolean,
): Address {
  const [city, zip, stateCode, stateName] = one(country.cities);
  return {
    first,
    last,
    city: hasStreet ? city : '',
    stateCode,
    stateName,
    country,
    zip: hasZip ? zip : '',
    street: hasStreet ? one(country.streets) : '',
    house: hasStreet ? `${1 + below(150)}` : '',
    street2: chance(20) ? one(['Apt 4', 'Floor 2', 'c/o Brown']) : '',
    phone: `${country.phone}${10 + below(90)}`,
  };
}

function weighted(words: readonly Word[], below: (n: number) => number): Word {
  let roll = below(sum(words, ([, , weight]) => weight));
  for (const word of words) {
    roll -= word[2];
    if (roll < 0) return word;
  }
  return words[0]!;
}

export const sum = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((all, one) => all + of(one), 0);
export const goodsOf = (lines: readonly Line[]): number =>
  sum(lines, ({ unit, quantity }) => unit * quantity);
const part = (amount: number, rate: number): number => Math.round((amount * rate) / 100);
const inside = (amount: number, rate: number): number => Math.round((amount * rate) / (100 + rate));
