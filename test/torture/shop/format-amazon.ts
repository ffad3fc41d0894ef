// Amazon's All Orders report with the buyers of an order report: no line identifiers, cancelled items without units.
import { iso, money, person } from './cells.ts';
import type { Export } from './formats.ts';
import { type Order, openUnits, statusOf, type Version } from './orders.ts';

const HEADER = [
  ...['amazon-order-id', 'merchant-order-id', 'purchase-date', 'last-updated-date', 'order-status'],
  ...[
    'fulfillment-channel',
    'sales-channel',
    'order-channel',
    'ship-service-level',
    'product-name',
    'sku',
    'asin',
  ],
  ...['item-status', 'quantity', 'currency', 'item-price', 'item-tax', 'shipping-price', 'shipping-tax'],
  ...['gift-wrap-price', 'gift-wrap-tax', 'item-promotion-discount', 'ship-promotion-discount', 'ship-city'],
  ...['ship-state', 'ship-postal-code', 'ship-country', 'promotion-ids'],
];

const BUYERS = [
  'order-id',
  'buyer-email',
  'buyer-name',
  'buyer-phone-number',
  'recipient-name',
  'ship-address-1',
];
const ADDRESS = [
  'ship-address-2',
  'ship-address-3',
  'ship-city',
  'ship-state',
  'ship-postal-code',
  'ship-country',
];

export function amazon(versions: readonly Version[]): Export {
  const groups = versions.map((version) => {
    const { city, state, zip, country } = person(version.customer);
    const sent = version.articles.some(({ shipped }) => shipped > 0);
    const whole = statusOf(version);
    const status = whole === 'Created' ? (sent ? 'Shipping' : 'Unshipped') : whole;
    return version.articles.map((article) => {
      const { quantity, cancelled, sku } = article;
      const gone = cancelled === quantity;
      const amount = (cents: number) => (gone ? '' : money(cents * quantity));
      const cells: Record<string, string> = {
        'amazon-order-id': version.number,
        'purchase-date': iso(version.createdAt),
        'last-updated-date': iso(version.changedAt),
        'order-status': status,
        'fulfillment-channel': 'Merchant',
        'sales-channel': 'Amazon.com',
        'ship-service-level': 'Standard',
        'product-name': `Article ${sku}`,
        sku,
        asin: `B0${sku}`,
        'item-status': gone ? 'Cancelled' : openUnits(article) === 0 ? 'Shipped' : 'Unshipped',
        quantity: gone ? '0' : `${quantity}`,
        currency: gone ? '' : 'USD',
        'item-price': amount(article.price),
        'item-tax': amount(article.tax),
        'item-promotion-discount': article.discount > 0 ? amount(article.discount) : '',
        'ship-city': city,
        'ship-state': state,
        'ship-postal-code': zip,
        'ship-country': country,
      };
      return HEADER.map((name) => cells[name] ?? '');
    });
  });
  return { header: HEADER, groups };
}

export function amazonBuyers(orders: readonly Order[]): string {
  const last = new Map(orders.map((order) => [order.number, order]));
  const rows = [...last.values()].map(({ number, customer }) => {
    const { email, first, last: name, phone, street, city, state, zip, country } = person(customer);
    const full = `${first} ${name}`;
    return [number, email, full, phone, full, street, '', '', city, state, zip, country];
  });
  return [[...BUYERS, ...ADDRESS], ...rows].map((row) => `${row.join('\t')}\n`).join('');
}
