// What happened in the drawn shop: orders with their lines, money in cents and times as instants, before anybody writes a table.
import { COUNTRIES, type Country, FIRST_NAMES, HOMES, LAST_NAMES, PRODUCTS } from './countries.ts';
import { type Block, type Dice, diceOf, type Meaning, type Style } from './styles.ts';

export interface Address {
  readonly first: string;
  readonly last: string;
  readonly company: string;
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
  /** Of its order, where lines have none of their own. */
  readonly word: string;
  readonly meaning: Meaning;
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  readonly ean: string;
  readonly quantity: number;
  /** Cents: of one unit; of the line before its discount. */
  readonly unit: number;
  readonly amount: number;
  readonly discount: number;
  /** Cents; as the table writes it, inside or on top. */
  readonly tax: number;
  /** Where each line has its own. */
  readonly shipping: number;
}

/** Times are local wall-clock times of the shop: [year, month, day, hour, minute, second]. */
export type Wall = readonly [number, number, number, number, number, number];

export interface Order {
  readonly number: string;
  readonly internalId: string;
  readonly word: string;
  readonly meaning: Meaning;
  readonly created: Wall;
  readonly modified: Wall;
  readonly paid: Wall | undefined;
  readonly shipped: Wall | undefined;
  readonly cancelled: Wall | undefined;
  readonly email: string;
  readonly phone: string;
  readonly customerId: string;
  readonly tracking: string;
  readonly addresses: Readonly<Partial<Record<Block, Address>>>;
  readonly lines: readonly Line[];
  readonly discount: number;
  readonly shipping: number;
  readonly shippingTax: number;
  readonly tax: number;
  readonly total: number;
}

export function factsOf(style: Style, count: number): Order[] {
  const draw = diceOf(style.seed + 500_000);
  const base = 10_000 + draw.below(80_000);
  const prefix = draw.one(['', '', 'R-2026-', 'SO', 'W']);
  return Array.from({ length: count }, (_, i) =>
    orderOf(style, draw, `${prefix}${base + i * (1 + (style.seed % 3))}`, i),
  );
}

function orderOf(style: Style, draw: Dice, number: string, index: number): Order {
  const { below, chance, one } = draw;
  const [orderWord, orderMeaning] = weighted(style, draw);
  const { freightBy, items, whole, missingZips } = style.forms;
  const most = items === 'rows' ? (style.rows === 'order' ? 1 : 4) : 3;
  const lines = Array.from({ length: most === 1 ? 1 : 1 + below(most) }, (_, i) =>
    lineOf(style, draw, index * 10 + i, lineWord(style, index * 10 + i) ?? [orderWord, orderMeaning]),
  );
  // An order has shipped when nothing is left to ship.
  const meaning = style.forms.lineStatus
    ? ((['Created', 'Shipped'] as const).find((one) => lines.some((line) => line.meaning === one)) ??
      'Cancelled')
    : orderMeaning;
  // Amounts without cents are a hundred times as large.
  const times = whole ? 100 : 1;
  const goods = sum(lines, ({ amount }) => amount);
  const ofLines = sum(lines, ({ discount }) => discount);
  const ownDiscount =
    (style.discount === 'order' || style.discount === 'both') && chance(40)
      ? Math.min(goods - ofLines - times, 100 * times * (1 + below(12)))
      : 0;
  const freight = style.has.has('shipping') ? one([0, 490, 595, 1250]) * times : 0;
  const shipping = freightBy === 'line' ? sum(lines, (line) => line.shipping) : freight;
  const onTop = style.tax.startsWith('top');
  const shippingTax = style.has.has('shippingTax') ? part(shipping, style.rate) : 0;
  const base = goods - ofLines - ownDiscount;
  const tax =
    style.tax === 'none' || style.tax === 'inside'
      ? 0
      : style.tax.endsWith('line')
        ? sum(lines, (line) => line.tax)
        : onTop
          ? part(base, style.rate) + shippingTax
          : inside(base + shipping, style.rate);
  const total = base + shipping + (onTop ? tax : 0);
  const day = style.ambiguous ? 1 + below(5) : 1 + below(27);
  const created: Wall = [2025, 1 + below(9), day, 7 + below(6), below(60), below(60)];
  const later = (days: number): Wall => [
    created[0],
    created[1] + (!style.ambiguous && day + days > 28 ? 1 : 0),
    !style.ambiguous && day + days > 28 ? day + days - 28 : day + days,
    13 + below(3),
    below(60),
    below(60),
  ];
  const isShipped = meaning === 'Shipped';
  const isCancelled = meaning === 'Cancelled';
  const shippedAt = isShipped ? later(1 + below(3)) : undefined;
  const cancelledAt = isCancelled ? later(1 + below(2)) : undefined;
  const first = one(FIRST_NAMES);
  const last = one(LAST_NAMES);
  const shop = style.foreign && chance(15) ? COUNTRIES[one(HOMES[style.language])]! : style.home;
  const hasZip = !(missingZips && index % 6 === 1);
  const address = (given: string): Address => {
    const drawn = addressOf(draw, shop, given, last);
    return hasZip ? drawn : { ...drawn, zip: '' };
  };
  const addresses: Partial<Record<Block, Address>> = {};
  const own = address(first);
  for (const block of style.blocks)
    addresses[block] =
      block === 'shipping' && style.blocks.length > 1 && chance(30) ? address(one(FIRST_NAMES)) : own;
  const plain = `${first}.${last}.${index}`
    .normalize('NFD')
    .replace(/[^\w.]/g, '')
    .toLowerCase();
  return {
    number,
    word: orderWord,
    meaning,
    created,
    lines,
    shipping,
    shippingTax,
    tax,
    total,
    addresses,
    internalId: `${700_000 + index * 37 + style.seed}`,
    modified: later(4 + below(3)),
    paid: chance(90) ? ([...created.slice(0, 3), 12, created[4], created[5]] as unknown as Wall) : undefined,
    shipped: shippedAt,
    cancelled: cancelledAt,
    email: style.missing.has('email') && chance(12) ? '' : `${plain}@example.com`,
    phone: `${own.country.phone}${10 + below(90)}`,
    customerId: `${50_000 + index * 3}`,
    tracking: isShipped ? `00340${String(434_000_000 + index * 977 + style.seed)}` : '',
    discount: ownDiscount,
  };
}

/** Drawn apart, so that the rest of a table stays as it was. */
function lineWord(style: Style, id: number): readonly [string, Meaning] | undefined {
  if (!style.forms.lineStatus) return undefined;
  const draw = diceOf(style.seed + 700_000 + id);
  let drawn = weighted(style, draw);
  while (drawn[1] === 'leave out') drawn = weighted(style, draw);
  return drawn;
}

function lineOf(
  style: Style,
  { below, chance, one }: Dice,
  id: number,
  [word, meaning]: readonly [string, Meaning],
): Line {
  const [sku, title] = one(PRODUCTS);
  const quantity = one([1, 1, 1, 2, 2, 3, 5]);
  const times = style.forms.whole ? 100 : 1;
  const price = one([990, 1495, 2500, 1800, 4999, 12_900, 395, 2750, 149_900]) * times;
  const amount = style.bundles && quantity > 1 && chance(50) ? price * quantity - 1 : price * quantity;
  const discount =
    (style.discount === 'line' || style.discount === 'both') && chance(35)
      ? Math.min(amount - times, quantity * 50 * times * (1 + below(5)))
      : 0;
  const base = amount - discount;
  const tax =
    style.tax === 'top-line'
      ? part(base, style.rate)
      : style.tax === 'inside-line'
        ? inside(base, style.rate)
        : 0;
  return {
    word,
    meaning,
    id: `${900_000 + id}`,
    sku: style.missing.has('sku') && chance(6) ? '' : sku,
    title,
    quantity,
    amount,
    discount,
    tax,
    shipping: style.forms.freightBy === 'line' ? [0, 490, 595][id % 3]! * times : 0,
    ean: `40${String(11_000_000_000 + (sku.length * 7919 + price) * 31).slice(0, 11)}`,
    unit: Math.floor((2 * amount + quantity) / (2 * quantity)),
  };
}

function addressOf({ below, chance, one }: Dice, country: Country, first: string, last: string): Address {
  const [city, zip, stateCode, stateName] = one(country.cities);
  return {
    first,
    last,
    city,
    zip,
    stateCode,
    stateName,
    country,
    company: chance(20) ? one(['Nordlys GmbH', 'Acme Ltd', 'Casa Verde SL']) : '',
    street: one(country.streets),
    house: `${1 + below(150)}${chance(10) ? 'b' : ''}`,
    street2: chance(25) ? one(['Apt 4', 'Floor 2', 'c/o Brown']) : '',
    phone: `${country.phone}${10 + below(90)}`,
  };
}

function weighted({ status, statusWords, has }: Style, { below, one }: Dice): readonly [string, Meaning] {
  const roll = below(100);
  const meaning = roll < 66 ? 'Shipped' : roll < 88 ? 'Created' : roll < 96 ? 'Cancelled' : 'leave out';
  if (status === 'dates')
    return [
      '',
      meaning === 'Shipped' || (meaning === 'Cancelled' && has.has('cancelled')) ? meaning : 'Created',
    ];
  const fitting = statusWords.filter(([, one]) => one === meaning);
  return fitting.length > 0 ? one(fitting) : statusWords[0]!;
}

export const sum = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((all, one) => all + of(one), 0);
const part = (cents: number, rate: number): number => Math.round((cents * rate) / 100);
const inside = (cents: number, rate: number): number => Math.round((cents * rate) / (100 + rate));
