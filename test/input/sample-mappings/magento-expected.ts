// Orders of samples/exports/magento-order-items.csv with magento-order-grid.csv, worked out from the files by plain
// arithmetic.
import { filled, ordersIn, type Row, rowsOf, sample } from './export-rows.ts';
import { type Expected, message } from './second-path.ts';

/** Cents of `26.8908`, the half cent up. */
const cents = (cell: string) => Math.round(Number(cell.replace('.', '')) / 100);
const units = (cell: string) => Number(cell.split('.')[0]);

const STATUS: Record<string, string> = {
  Complete: 'Shipped',
  Processing: 'Created',
  Pending: 'Created',
  'On Hold': 'Created',
  Canceled: 'Cancelled',
};

const REFUSED: Record<string, string> = {
  '000000007': 'bundle',
  '000000020': 'email is missing',
  '000000021': 'street1 is missing',
  '000000022': 'status is missing',
  '000000028': 'Awaiting Pickup',
  '000000030': 'do not explain the total',
};
const SKIPPED = ['000000013', '000000024'];

function address(row: Row, kind: 'shipping' | 'billing'): Record<string, unknown> {
  return {
    ...filled({
      name: `${row[`${kind}_firstname`]} ${row[`${kind}_lastname`]}`,
      street1: row[`${kind}_street`],
      city: row[`${kind}_city`],
      zip_code: row[`${kind}_postcode`],
      country_code: row[`${kind}_country_id`],
      phone: row[`${kind}_telephone`],
    }),
    state: row[`${kind}_region_code`],
  };
}

/** The credit memos of an order that name items. */
function refunds(rows: readonly Row[]): object[] {
  const named = rows.filter((row) => row['refunded_item_id'] !== '');
  return [...ordersIn(named, 'creditmemo_id')].map(([identifier, own]) => ({
    identifier,
    total_refund_amount_cents: cents(own[0]!['creditmemo_total']!),
    created_at: own[0]!['creditmemo_created_at']!,
    refund_line_items: own.map((row) => ({
      identifier: row['creditmemo_item_id']!,
      quantity: units(row['refunded_qty']!),
      order_item_identifier: row['refunded_item_id']!,
    })),
  }));
}

export function expected(): Expected {
  const rows = rowsOf(sample('exports/magento-order-items.csv'), ',');
  const grid = ordersIn(rowsOf(sample('exports/magento-order-grid.csv'), ','), 'ID');
  const orders = new Map<string, Record<string, unknown>>();
  let parts = 0;
  for (const [id, all] of ordersIn(rows, 'increment_id')) {
    const own = all.filter((row) => row['creditmemo_id'] === '');
    if (!SKIPPED.includes(id)) parts += own.filter((row) => row['parent_item_id'] !== '').length;
    if (id in REFUSED || SKIPPED.includes(id)) continue;
    const first = own[0]!;
    const head = grid.get(id)![0]!;
    const status = head['Status']!;
    const isClosed = status === 'Closed';
    const hasShipped = own.some((row) => units(row['qty_shipped']!) > 0);
    orders.set(
      id,
      message({
        identifier: id,
        raw_status: status,
        // A closed order was refunded, maybe before it shipped: what has not shipped then never will.
        status: isClosed ? (hasShipped ? 'Shipped' : 'Cancelled') : STATUS[status]!,
        currency: first['order_currency_code']!,
        created_at: first['order_created_at']!,
        updated_at: first['order_updated_at']!,
        total: cents(head['Grand Total (Purchased)']!),
        discount: Math.abs(cents(first['discount_amount_order']!)),
        shipping: cents(head['Shipping and Handling']!),
        shippingTax: cents(first['shipping_tax_amount']!),
        customer: filled({
          identifier: first['customer_id'] === '' ? head['Customer Email'] : first['customer_id'],
          first_name: first['billing_firstname'],
          last_name: first['billing_lastname'],
          email: head['Customer Email'],
          phone: first['billing_telephone'],
        }),
        shipTo: address(first, 'shipping'),
        billTo: address(first, 'billing'),
        lines: own
          .filter((row) => row['parent_item_id'] === '')
          .map((row) => {
            const isSent = ['downloadable', 'virtual'].includes(row['product_type']!);
            const shipped = units(row[isSent ? 'qty_invoiced' : 'qty_shipped']!);
            return {
              identifier: row['item_id']!,
              sku: row['sku']!,
              variant: row['product_id']!,
              title: row['name']!,
              quantity: units(row['qty_ordered']!),
              shipped,
              canceled: isClosed ? units(row['qty_ordered']!) - shipped : units(row['qty_canceled']!),
              unit: cents(row['price']!),
              tax: cents(row['tax_amount']!),
              discount: cents(row['discount_amount']!),
              more: {
                ...filled({
                  shipped_date: shipped > 0 ? row['last_shipped_at'] : '',
                  tracking_number: shipped > 0 ? row['track_numbers'] : '',
                }),
                weight: Number(row['weight']),
              },
            };
          }),
        more: { refunds: refunds(all.filter((row) => row['creditmemo_id'] !== '')) },
      }),
    );
  }
  return {
    orders,
    refused: REFUSED,
    skipped: [
      { reason: 'payment pending', orders: 1, rows: 2 },
      { reason: 'suspected fraud', orders: 1, rows: 1 },
      { reason: 'part of a configurable product or a bundle', orders: 0, rows: parts },
    ],
    rows: rows.length,
  };
}
