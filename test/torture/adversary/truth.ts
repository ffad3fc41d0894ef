// A shop and its orders, as the shop knows them. Every amount is worked out here in whole cents, by the formulas of the
// interface; nothing is taken from the tool.
import { Draw } from '../draw.ts';
import { PLACES } from './places.ts';

export interface Address {
  readonly name: string;
  readonly street1: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  readonly country_code: string;
  readonly phone: string;
}

export interface Line {
  readonly id: string;
  readonly sku: string;
  readonly variant: string;
  readonly title: string;
  readonly units: number;
  readonly shipped: number;
  /** Of one unit. */
  readonly price: number;
  /** Of all units of the line; with prices that include the tax, the part of the price that is tax. */
  readonly tax: number;
  readonly discount: number;
}

export interface Order {
  readonly number: string;
  /** Milliseconds since 1970, whole minutes. */
  readonly created: number;
  readonly updated: number;
  readonly shippedAt: number | undefined;
  readonly status: 'Created' | 'Shipped' | 'Cancelled';
  /** Some units of the order have left and some not. */
  readonly isPartly: boolean;
  readonly currency: string;
  readonly customer: string;
  readonly email: string;
  readonly first: string;
  readonly last: string;
  readonly shipTo: Address;
  readonly billTo: Address;
  readonly lines: readonly Line[];
  readonly shipping: number;
  /** An amount that the shop adds to the order, beside shipping. */
  readonly surcharge: number;
  readonly total: number;
}

export interface Shop {
  readonly country: string;
  readonly zone: string;
  readonly taxInside: boolean;
  readonly hasTax: boolean;
  readonly hasDiscount: boolean;
  readonly hasPartly: boolean;
  readonly hasTwoAddresses: boolean;
  readonly hasSurcharge: boolean;
  readonly freeShipping: boolean;
  readonly oneCurrency: boolean;
  readonly oneProduct: boolean;
  readonly oneBuyer: boolean;
  readonly orders: readonly Order[];
}

const PRODUCTS = [
  ['Cotton tee', 'TEE', ['S', 'M', 'L']],
  ['Wool scarf', 'SCF', ['RED', 'GRY']],
  ['Enamel mug', 'MUG', ['01', '02']],
  ['Oak board', 'BRD', ['S', 'XL']],
  ['Linen apron', 'APR', ['NAT', 'BLU']],
  ['Candle, fig', 'CDL', ['200', '400']],
] as const;

const MINUTE = 60_000;
const DAY = 86_400_000;
/** 2 February 2026. Days beyond the 12th come soon, so that day and month cannot be mistaken. */
const START = Date.UTC(2026, 1, 2);

const isSmall = (draw: Draw) => draw.chance(0.2);

function address(draw: Draw, country: string, name: string): Address {
  const place = PLACES[country]!;
  const [city, state, zip_code] = draw.of(place.cities);
  const number = draw.from(1, 180);
  const street = draw.of(place.streets);
  const street1 = country === 'DE' ? `${street} ${number}` : `${number} ${street}`;
  return { name, street1, city, state, zip_code, country_code: country, phone: draw.like('+1 212 555 ####') };
}

interface Product {
  readonly sku: string;
  readonly variant: string;
  readonly title: string;
  readonly price: number;
}

function products(draw: Draw): Product[] {
  return PRODUCTS.flatMap(([title, variant, sizes]) =>
    sizes.map((size) => ({
      sku: `${variant}-${size}`,
      variant,
      title: `${title} ${size}`,
      price: draw.from(5, 120) * 100 + draw.of([0, 50, 90, 95, 99]),
    })),
  );
}

/** Hundredths of a per cent are never needed: whole per cents, half a cent goes up. */
const partOf = (cents: number, percent: number, whole: number): number =>
  Math.floor((2 * cents * percent + whole) / (2 * whole));

function line(draw: Draw, shop: Omit<Shop, 'orders'>, product: Product, id: string): Line {
  const units = draw.from(1, 4);
  const gross = product.price * units;
  const discount = shop.hasDiscount && draw.chance(0.3) ? partOf(gross, draw.of([5, 10, 20]), 100) : 0;
  const { percent } = PLACES[shop.country]!;
  const paid = gross - discount;
  const tax = !shop.hasTax ? 0 : partOf(paid, percent, shop.taxInside ? 100 + percent : 100);
  const { sku, variant, title, price } = product;
  return { id, sku, variant, title, units, shipped: units, price, tax, discount };
}

function statusOf(draw: Draw, shop: Omit<Shop, 'orders'>): 'all' | 'partly' | 'none' | 'cancelled' {
  const dice = draw.from(1, 100);
  if (dice <= 78) return 'all';
  if (dice <= 88) return shop.hasPartly ? 'partly' : 'all';
  return dice <= 95 ? 'none' : 'cancelled';
}

/** What the shopper paid: the sum of the lines, with shipping and the surcharge. */
export const totalOf = (order: Pick<Order, 'lines' | 'shipping' | 'surcharge'>, taxInside: boolean): number =>
  order.lines.reduce(
    (sum, { price, units, discount, tax }) => sum + price * units - discount + (taxInside ? 0 : tax),
    order.shipping + order.surcharge,
  );

function order(draw: Draw, shop: Omit<Shop, 'orders'>, list: readonly Product[], n: number): Order {
  const country = shop.country;
  const place = PLACES[country]!;
  const [first, last] = shop.oneBuyer ? place.people[0]! : draw.of(place.people);
  const customer = shop.oneBuyer ? 'C-7001' : `C-${7001 + n}`;
  const fixed = new Draw(7);
  const billTo = address(shop.oneBuyer ? fixed : draw, country, `${first} ${last}`);
  const isGift = shop.hasTwoAddresses && draw.chance(0.4);
  const [giftFirst, giftLast] = draw.of(place.people);
  const shipTo = isGift ? address(draw, country, `${giftFirst} ${giftLast}`) : billTo;
  const created = START + n * draw.from(5, 9) * 157 * MINUTE + draw.from(0, 900) * MINUTE;
  const chosen = draw.shuffled(list).slice(0, draw.of([1, 1, 2, 2, 3, 4]));
  const number = String(48_210 + n * 3);
  const all = chosen.map((product, at) => line(draw, shop, product, `${number}${at + 1}`));
  const drawn = statusOf(draw, shop);
  const state = drawn === 'partly' && all.every(({ units }) => units === 1) && all.length < 2 ? 'all' : drawn;
  const left = state === 'partly' && all.length === 1 ? all[0]!.units - 1 : 0;
  const lines = all.map((one, at) => {
    const isLast = at === all.length - 1;
    const shipped = state === 'all' || (state === 'partly' && !isLast) ? one.units : 0;
    return { ...one, shipped: state === 'partly' && isLast ? left : shipped };
  });
  const shipping = shop.freeShipping ? 0 : draw.of([0, 490, 490, 690, 1250]);
  const surcharge = shop.hasSurcharge ? draw.of([150, 250, 500]) : 0;
  const isOpen = state === 'none' || state === 'cancelled';
  const shippedAt = isOpen ? undefined : created + draw.from(300, 4000) * MINUTE;
  const updated = (shippedAt ?? created) + draw.from(1, 600) * MINUTE;
  const slug = `${first}.${last}`
    .normalize('NFD')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z.]/g, '');
  return {
    number,
    created,
    updated,
    shippedAt,
    status: state === 'all' ? 'Shipped' : state === 'cancelled' ? 'Cancelled' : 'Created',
    isPartly: state === 'partly',
    currency: !shop.oneCurrency && draw.chance(0.2) ? 'CHF' : place.currency,
    customer,
    email: `${slug.toLowerCase()}${shop.oneBuyer ? '' : n}@example.net`,
    first,
    last,
    shipTo,
    billTo,
    lines,
    shipping,
    surcharge,
    total: totalOf({ lines, shipping, surcharge }, shop.taxInside),
  };
}

/** What a format and the columns beside it can say of a shop. */
export interface Wishes {
  readonly country: string;
  readonly hasPartly: boolean;
  readonly hasDiscount: boolean;
  readonly hasTwoAddresses: boolean;
  readonly hasSurcharge: boolean;
  readonly taxInside: boolean;
  readonly hasTax: boolean;
}

export function drawShop(draw: Draw, wishes: Wishes): Shop {
  const { zone } = PLACES[wishes.country]!;
  const isConstant = draw.chance(0.2);
  const one = isConstant ? draw.of(['product', 'buyer', 'shipping']) : '';
  const shop = {
    ...wishes,
    zone,
    freeShipping: one === 'shipping',
    oneCurrency: draw.chance(0.8),
    oneProduct: one === 'product',
    oneBuyer: one === 'buyer',
  };
  const count = isSmall(draw) ? draw.from(2, 9) : draw.from(20, 60);
  const all = products(draw);
  const list = shop.oneProduct ? all.slice(0, 1) : all;
  const orders = Array.from({ length: count }, (_, n) => order(draw, shop, list, n));
  return { ...shop, orders };
}

export { DAY, MINUTE };
