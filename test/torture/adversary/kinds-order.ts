// Columns of an order that mean something else than what they are mistaken for.
import type { Value } from './kinds.ts';
import { DAY, MINUTE, type Order } from './truth.ts';

const cents = (amount: number) => ({ cents: amount });
const ms = (time: number) => ({ ms: time });
const units = (order: Order) => order.lines.reduce((sum, line) => sum + line.units, 0);
const goods = (order: Order) => order.lines.reduce((sum, line) => sum + line.units * line.price, 0);
const isPaid = (order: Order) => order.status !== 'Cancelled';
const cutDay = (time: number) => time - (time % DAY);

/** Whoever sells, packs or helps, but is not the shopper. */
const PEOPLE: Readonly<Record<string, Value>> = {
  'seller e-mail': () => 'sales@shop.example',
  'store e-mail': () => 'hello@shop.example',
  'staff e-mail': ({ draw }) => `${draw.of(['eva', 'tom', 'kim'])}@shop.example`,
  'seller name': ({ draw }) => draw.of(['Northwind Goods', 'Haus & Hof', 'Maison Claire']),
  'staff name': ({ draw }) => draw.of(['Eva Stone', 'Tom Reed', 'Kim Park']),
  company: ({ draw }) => draw.of(['', '', 'Acme Ltd', 'Beta GmbH']),
  salutation: ({ draw }) => draw.of(['Mr', 'Ms', 'Dr']),
  'login name': ({ order }) => `${order.first.toLowerCase()}${order.number.slice(-3)}`,
  'gift giver': ({ draw }) => draw.of(['', 'Grandma', 'Uncle Bo']),
  'marketing e-mail': ({ order }) => `alt.${order.number}@mail.example`,
};

/** Times that are not those of the order, its last change or its shipping. */
const TIMES: Readonly<Record<string, Value>> = {
  'ship by': ({ order }) => ms(cutDay(order.created) + 2 * DAY),
  'latest delivery': ({ order }) => ms(cutDay(order.created) + 9 * DAY),
  'promised delivery': ({ order }) => ms(cutDay(order.created) + 5 * DAY),
  'expected ship date': ({ order }) => ms(cutDay(order.created) + 3 * DAY),
  'expected delivery': ({ order }) => ms(cutDay(order.created) + 6 * DAY),
  printed: ({ order }) => ms(order.created + 33 * MINUTE),
  imported: () => ms(Date.UTC(2026, 9, 1, 6)),
  invoiced: ({ order }) => ms(order.created + 47 * MINUTE),
  paid: ({ order }) => ms(order.created + 4 * MINUTE),
  'return until': ({ order }) => ms(cutDay(order.created) + 30 * DAY),
  'customer since': ({ draw }) => ms(Date.UTC(2022, draw.from(0, 11), draw.from(1, 28))),
  birthday: ({ draw }) => ms(Date.UTC(draw.from(1960, 2003), draw.from(0, 11), draw.from(1, 28))),
  'payment due': ({ order }) => ms(cutDay(order.created) + 14 * DAY),
};

/** Money of an order that is no part of its sum, and money that is. */
const MONEY: Readonly<Record<string, Value>> = {
  commission: ({ order }) => cents(Math.floor(order.total / 8)),
  payout: ({ order }) => cents(order.total - Math.floor(order.total / 8)),
  'payment fee': ({ order }) => cents(Math.floor(order.total / 40) + 25),
  'cost of goods': ({ order }) => cents(Math.floor(goods(order) / 2)),
  margin: ({ order }) => cents(Math.floor(goods(order) / 2) - 120),
  'carrier cost': ({ draw }) => cents(draw.from(300, 900)),
  'insured value': ({ order }) => cents(goods(order) - (goods(order) % 1000)),
  'lifetime spend': ({ draw, order }) => cents(order.total + draw.from(0, 99_999)),
  'credit limit': () => cents(150_000),
  'wallet used': ({ draw }) => cents(draw.of([0, 0, 1000, 2500])),
  'total in another currency': ({ order }) => cents(Math.floor((order.total * 93) / 100)),
  'net total': ({ order, shop }) =>
    cents(
      order.total -
        (shop.hasTax ? order.lines.reduce((sum, line) => sum + line.tax, 0) : Math.floor(order.total / 6)),
    ),
  'free shipping from': () => cents(5000),
  'surcharge in the total': ({ order }) => cents(order.surcharge),
  'tip in the total': ({ order }) => cents(order.surcharge),
};

/** Words that look like a status. */
const WORDS: Readonly<Record<string, Value>> = {
  'payment status': ({ order }) => (isPaid(order) ? 'paid' : 'voided'),
  'payment in fulfilment words': ({ order }) => (isPaid(order) ? 'completed' : 'open'),
  'return status': ({ draw }) => draw.of(['none', 'none', 'requested']),
  'fraud status': ({ draw }) => draw.of(['approved', 'approved', 'review']),
  'sync status': ({ draw }) => draw.of(['done', 'pending']),
  'invoice status': ({ draw }) => draw.of(['sent', 'open']),
  channel: ({ draw }) => draw.of(['web', 'app', 'store']),
  'payment method': ({ draw }) => draw.of(['card', 'PayPal', 'invoice']),
  'shipping method': ({ draw }) => draw.of(['Standard', 'Express', 'Pickup']),
  'is gift': ({ draw }) => draw.of(['no', 'no', 'yes']),
  'is test': () => 'false',
  'is first order': ({ draw }) => draw.of(['true', 'false']),
  newsletter: ({ draw }) => draw.of(['yes', 'no']),
  language: ({ draw }) => draw.of(['en', 'de', 'fr']),
  'shop country': () => 'NL',
  'currency of the account': () => 'SEK',
  'currency rate': () => '1.0834',
};

/** Texts, numbers and identifiers of other things. */
const OTHERS: Readonly<Record<string, Value>> = {
  'payment id': ({ draw }) => draw.like('pay_???####??##'),
  'batch id': ({ order }) => `B${order.number.slice(0, 3)}`,
  'invoice number': ({ order }) => `R-${Number(order.number) + 70_001}`,
  'purchase order': ({ draw }) => draw.of(['', 'PO-17', '4500081']),
  'customer number': ({ order }) => order.customer,
  'note with numbers': ({ draw }) =>
    draw.of(['', 'call 0170 555 before 12', '2 boxes, 4th floor', 'ref 8812']),
  'gift message': ({ draw }) => draw.of(['', 'Happy 40th!', 'Alles Gute', 'With love, A.']),
  'number of lines': ({ order }) => order.lines.length,
  'number of units': ({ order }) => units(order),
  'number of parcels': ({ draw }) => draw.from(1, 3),
  points: ({ order }) => Math.floor(order.total / 100),
  'order weight': ({ order }) => units(order) * 340,
  coupon: ({ draw }) => draw.of(['', '', 'SPRING10', 'VIP']),
  warehouse: ({ draw }) => draw.of(['Main hall', 'East']),
  'warehouse city': () => 'Rotterdam',
  'warehouse street': () => '5 Dock Road',
  'pickup address': ({ draw }) => draw.of(['', '9 Kiosk Square', '12 Rail Yard']),
  'return address': () => '77 Returns Way',
  'store zip': () => '10999',
  district: ({ draw }) => draw.of(['North', 'Old Town', 'Centre', '']),
  'order page': ({ order }) => `https://shop.example/o/${order.number}`,
  'user agent': ({ draw }) => `198.51.100.${draw.from(1, 250)}`,
  'tracking page': ({ order }) => (order.shippedAt ? `https://track.example/${order.number}` : ''),
  constant: () => '100',
  empty: () => '',
};

export const ORDER_VALUES: Readonly<Record<string, Value>> = Object.assign(
  {},
  PEOPLE,
  TIMES,
  MONEY,
  WORDS,
  OTHERS,
);
