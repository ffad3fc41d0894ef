// WooCommerce with the plugin Advanced Order Export: local times to the minute, line identifiers, whole orders.
import { money, person, wall } from './cells.ts';
import type { Export } from './formats.ts';
import { orderedAmounts, statusOf, type Version } from './orders.ts';

const HEADER = [
  ...[
    'Order Number',
    'Order Status',
    'Order Date',
    'Modification Date',
    'Completed Date',
    'Paid Date',
    'Currency',
  ],
  ...[
    'Customer Note',
    'Customer User ID',
    'First Name (Billing)',
    'Last Name (Billing)',
    'Address 1 (Billing)',
  ],
  ...['Address 2 (Billing)', 'City (Billing)', 'State Code (Billing)', 'Postcode (Billing)'],
  ...['Country Code (Billing)', 'Email (Billing)', 'Phone (Billing)', 'First Name (Shipping)'],
  ...['Last Name (Shipping)', 'Address 1 (Shipping)', 'Address 2 (Shipping)', 'City (Shipping)'],
  ...[
    'State Code (Shipping)',
    'Postcode (Shipping)',
    'Country Code (Shipping)',
    'Item ID',
    'SKU',
    'Item Name',
  ],
  ...['Product Id', 'Variation Id', 'Quantity', 'Item Cost Before Discount', 'Item Discount Amount'],
  ...[
    'Order Line Tax',
    'Weight',
    'Image URL',
    'Coupon Code',
    'Cart Discount Amount',
    'Order Subtotal Amount',
  ],
  ...['Order Shipping Amount', 'Order Shipping Tax Amount', 'Order Refund Amount', 'Order Total Amount'],
  'Order Total Tax Amount',
];
const STATUS = { Created: 'Processing', Shipped: 'Completed', Cancelled: 'Cancelled' };

export function woocommerce(versions: readonly Version[]): Export {
  const minute = (ms: number | null) => (ms === null ? '' : wall(ms).slice(0, 16));
  const groups = versions.map((version) => {
    const { email, first, last, phone, street, city, state, zip, country } = person(version.customer);
    const { product, tax, discount, total } = orderedAmounts(version.articles);
    return version.articles.map((article) => {
      const cells: Record<string, string> = {
        'Order Number': version.number,
        'Order Status': STATUS[statusOf(version)],
        'Order Date': minute(version.createdAt),
        'Modification Date': minute(version.changedAt),
        'Completed Date': minute(version.sentAt),
        Currency: 'USD',
        'Customer Note': version.note,
        'Customer User ID': `${version.customer + 1}`,
        'Email (Billing)': email,
        'Phone (Billing)': phone,
        'Item ID': article.line,
        SKU: article.sku,
        'Item Name': `Article ${article.sku}`,
        'Product Id': article.sku,
        Quantity: `${article.quantity}`,
        'Item Cost Before Discount': money(article.price),
        'Item Discount Amount': money(article.discount * article.quantity),
        'Order Line Tax': money(article.tax * article.quantity),
        'Cart Discount Amount': money(discount),
        'Order Subtotal Amount': money(product),
        'Order Shipping Amount': '0.00',
        'Order Shipping Tax Amount': '0.00',
        'Order Refund Amount': '0.00',
        'Order Total Amount': money(total),
        'Order Total Tax Amount': money(tax),
      };
      for (const kind of ['Billing', 'Shipping']) {
        cells[`First Name (${kind})`] = first;
        cells[`Last Name (${kind})`] = last;
        cells[`Address 1 (${kind})`] = street;
        cells[`City (${kind})`] = city;
        cells[`State Code (${kind})`] = state;
        cells[`Postcode (${kind})`] = zip;
        cells[`Country Code (${kind})`] = country;
      }
      return HEADER.map((name) => cells[name] ?? '');
    });
  });
  return { header: HEADER, groups };
}
