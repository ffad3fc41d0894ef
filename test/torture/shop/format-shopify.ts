// Shopify's order export: cells of the order on its first row only, no line identifiers, no date of change.
import { money, person } from './cells.ts';
import { type Export, isWhollySent } from './formats.ts';
import { openUnits, orderedAmounts, statusOf, type Version } from './orders.ts';

const HEADER = [
  ...['Name', 'Email', 'Financial Status', 'Paid at', 'Fulfillment Status', 'Fulfilled at', 'Currency'],
  ...['Subtotal', 'Shipping', 'Taxes', 'Total', 'Discount Amount', 'Created at', 'Lineitem quantity'],
  ...['Lineitem name', 'Lineitem price', 'Lineitem sku', 'Lineitem requires shipping', 'Lineitem taxable'],
  ...['Lineitem fulfillment status', 'Billing Name', 'Billing Address1', 'Billing Address2', 'Billing City'],
  ...[
    'Billing Zip',
    'Billing Province',
    'Billing Country',
    'Billing Phone',
    'Shipping Name',
    'Shipping Address1',
  ],
  ...['Shipping Address2', 'Shipping City', 'Shipping Zip', 'Shipping Province', 'Shipping Country'],
  ...['Shipping Phone', 'Notes', 'Cancelled at', 'Refunded Amount', 'Tags', 'Lineitem discount', 'Phone'],
];

const stamp = (ms: number | null) =>
  ms === null ? '' : `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} +0000`;

export function shopify(versions: readonly Version[]): Export {
  const groups = versions.map((version) => {
    const { email, first, last, phone, street, city, state, zip, country } = person(version.customer);
    const { product, tax, discount, total } = orderedAmounts(version.articles);
    const status = statusOf(version);
    const sent = version.articles.some(({ shipped }) => shipped > 0);
    const order: Record<string, string> = {
      Name: `#${version.number}`,
      Email: email,
      'Financial Status': 'paid',
      'Paid at': stamp(version.createdAt),
      'Fulfillment Status': status === 'Shipped' ? 'fulfilled' : sent ? 'partial' : 'unfulfilled',
      'Fulfilled at': stamp(isWhollySent(version) ? version.sentAt : null),
      Currency: 'USD',
      Subtotal: money(product - discount),
      Shipping: '0.00',
      Taxes: money(tax),
      Total: money(total),
      'Discount Amount': money(discount),
      Notes: version.note,
      'Cancelled at': stamp(version.cancelledAt),
      'Refunded Amount': '0.00',
    };
    for (const kind of ['Billing', 'Shipping']) {
      order[`${kind} Name`] = `${first} ${last}`;
      order[`${kind} Address1`] = street;
      order[`${kind} City`] = city;
      order[`${kind} Zip`] = zip;
      order[`${kind} Province`] = state;
      order[`${kind} Country`] = country;
      order[`${kind} Phone`] = phone;
    }
    return version.articles.map((article, at) => {
      const line: Record<string, string> = {
        Name: `#${version.number}`,
        Email: email,
        'Created at': stamp(version.createdAt),
        'Lineitem quantity': `${article.quantity}`,
        'Lineitem name': `Article ${article.sku}`,
        'Lineitem price': money(article.price),
        'Lineitem sku': article.sku,
        'Lineitem requires shipping': 'true',
        'Lineitem taxable': 'true',
        'Lineitem fulfillment status':
          article.cancelled > 0 ? 'restocked' : openUnits(article) === 0 ? 'fulfilled' : 'pending',
        'Lineitem discount': money(article.discount * article.quantity),
      };
      const cells = at === 0 ? { ...order, ...line } : line;
      return HEADER.map((name) => cells[name] ?? '');
    });
  });
  return { header: HEADER, groups };
}
