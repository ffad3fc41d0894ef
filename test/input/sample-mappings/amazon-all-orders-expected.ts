// Orders of samples/exports/amazon-all-orders.tsv with the buyers of amazon-order-report.tsv, worked out from the two
// files by plain arithmetic.
import { cents, filled, ordersIn, type Row, sample, sum } from './export-rows.ts';
import { type Expected, message, plainRows } from './second-path.ts';

export const money = (cell: string) => (cell === '' ? 0 : cents(cell));
const all = (rows: readonly Row[], column: string) => sum(rows.map((row) => money(row[column]!)));

/** Prices of these marketplaces stand there without the tax, those of the others with it. */
export const ON_TOP = ['Amazon.com', 'Amazon.ca'];

const REFUSED: Record<string, string> = {
  '900-1000005-4000085': 'no whole number of cents',
  '900-1000007-4000119': 'gift wrap',
  '900-1000017-4000289': 'field email is missing',
  '900-1000025-4000425': 'Shipped - Lost in Transit',
  '900-1000026-4000442': 'email is missing',
  '900-1000033-4000561': 'amazon-order-report.tsv',
  '900-1000045-4000765': 'no whole number of cents',
  '900-1000046-4000782': 'email is missing',
};

export function address(buyer: Row): Record<string, unknown> {
  const [first, ...more] = ['ship-address-1', 'ship-address-2', 'ship-address-3']
    .map((column) => buyer[column]!)
    .filter((line) => line !== '');
  return {
    ...filled({
      name: buyer['recipient-name'],
      street1: first,
      street2: more.join(' '),
      city: buyer['ship-city'],
      zip_code: buyer['ship-postal-code'],
      country_code: buyer['ship-country'],
      phone: buyer['buyer-phone-number'],
    }),
    state: buyer['ship-state'],
  };
}

export function customer(buyer: Row): Record<string, unknown> {
  const email = buyer['buyer-email'];
  return filled({ identifier: email, email, phone: buyer['buyer-phone-number'] });
}

export function expected(): Expected {
  const rows = plainRows(sample('exports/amazon-all-orders.tsv'), '\t');
  const buyers = ordersIn(plainRows(sample('exports/amazon-order-report.tsv'), '\t'), 'order-id');
  const orders = new Map<string, Record<string, unknown>>();
  const skips = { cancelled: 0, pending: 0, elsewhere: 0, lines: 0 };
  const groups = ordersIn(rows, 'amazon-order-id');
  for (const [id, own] of groups) {
    const [first] = own as [Row, ...Row[]];
    const status = first['order-status']!;
    if (first['sales-channel'] === 'Non-Amazon') skips.elsewhere++;
    else if (status === 'Cancelled') skips.cancelled++;
    else if (status === 'Pending') skips.pending++;
    else skips.lines += own.filter((row) => row['item-status'] === 'Cancelled').length;
    if (first['sales-channel'] === 'Non-Amazon' || ['Cancelled', 'Pending'].includes(status)) continue;
    if (id in REFUSED) continue;
    const buyer = buyers.get(id)![0]!;
    const live = own.filter((row) => row['item-status'] !== 'Cancelled');
    const isOnTop = ON_TOP.includes(first['sales-channel']!);
    const shipping = all(live, 'shipping-price') - all(live, 'ship-promotion-discount');
    const shippingTax = isOnTop ? all(live, 'shipping-tax') : 0;
    const discount = all(live, 'item-promotion-discount');
    orders.set(
      id,
      message({
        identifier: id,
        raw_status: status,
        status: status.startsWith('Shipped') ? 'Shipped' : 'Created',
        currency: first['currency']!,
        created_at: first['purchase-date']!,
        updated_at: first['last-updated-date']!,
        total:
          all(live, 'item-price') + (isOnTop ? all(live, 'item-tax') : 0) + shipping + shippingTax - discount,
        discount,
        shipping,
        shippingTax,
        customer: customer(buyer),
        shipTo: address(buyer),
        billTo: address(buyer),
        lines: live.map((row) => {
          const quantity = Number(row['quantity']);
          return {
            sku: row['sku']!,
            product: row['asin']!,
            title: row['product-name']!,
            quantity,
            shipped: row['item-status'] === 'Shipped' ? quantity : 0,
            unit: cents(row['item-price']!) / quantity,
            tax: isOnTop ? cents(row['item-tax']!) : 0,
            discount: money(row['item-promotion-discount']!),
          };
        }),
      }),
    );
  }
  return {
    orders,
    refused: REFUSED,
    skipped: [
      { reason: 'cancelled: the report keeps neither units nor prices', orders: skips.cancelled, rows: 1 },
      { reason: 'payment pending: no prices yet', orders: skips.pending, rows: 1 },
      { reason: 'sold elsewhere, sent by Amazon: no prices', orders: skips.elsewhere, rows: 1 },
      { reason: 'cancelled line: the report keeps neither units nor prices', orders: 0, rows: skips.lines },
    ],
    rows: rows.length,
  };
}
