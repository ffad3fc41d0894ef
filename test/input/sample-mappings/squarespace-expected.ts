// Orders of samples/exports/squarespace-orders.csv, worked out from the file by plain arithmetic.
import { cents, filled, ordersIn, type Row, rowsOf, sample, shared } from './export-rows.ts';
import { type Expected, message } from './second-path.ts';

const COUNTRIES: Record<string, string> = {
  'United States': 'US',
  Canada: 'CA',
  'United Kingdom': 'GB',
  Germany: 'DE',
  Austria: 'AT',
  France: 'FR',
  Japan: 'JP',
};

const REFUSED: Record<string, string> = {
  1054: 'street1 is missing',
  1056: 'sku is missing',
  1057: 'email is missing',
  1060: 'do not explain the total',
  1066: 'currency is missing',
};

/** `2025-09-01 14:05:21 -0400` as `2025-09-01T14:05:21-04:00`. */
const time = (cell: string) => cell.replace(/^(\S+) (\S+) (...)(..)$/, '$1T$2$3:$4');
/** Times of one order have one offset: they sort as they stand. */
const latest = (cells: readonly string[]) => time([...cells].sort().at(-1)!);

function address(row: Row, kind: 'Shipping' | 'Billing'): Record<string, unknown> {
  return {
    ...filled({
      name: row[`${kind} Name`],
      street1: row[`${kind} Address1`],
      street2: row[`${kind} Address2`],
      city: row[`${kind} City`],
      zip_code: row[`${kind} Zip`],
      // A name that is no country stays as it is, with a warning.
      country_code: COUNTRIES[row[`${kind} Country`]!] ?? row[`${kind} Country`],
      phone: row[`${kind} Phone`],
    }),
    state: row[`${kind} Province`],
  };
}

export function expected(): Expected {
  const rows = rowsOf(sample('exports/squarespace-orders.csv'), ',');
  const orders = new Map<string, Record<string, unknown>>();
  for (const [id, own] of ordersIn(rows, 'Order ID')) {
    if (id in REFUSED) continue;
    const whole = own[0]!;
    const [total, subtotal, shipping, tax, discount] = (
      ['Total', 'Subtotal', 'Shipping', 'Taxes', 'Discount Amount'] as const
    ).map((column) => cents(whole[column]!)) as [number, number, number, number, number];
    const isOnTop = subtotal - discount + shipping + tax === total;
    const taxable = (row: Row) =>
      row['Lineitem taxable'] === 'true'
        ? cents(row['Lineitem price']!) * Number(row['Lineitem quantity'])
        : 0;
    const taxes = isOnTop ? shared(tax, own.map(taxable)) : own.map(() => 0);
    const isCanceled = whole['Cancelled at'] !== '';
    const variant = (row: Row) => (row['Lineitem variant'] === '' ? '' : ` (${row['Lineitem variant']})`);
    const phone = [whole['Billing Phone']!, whole['Shipping Phone']!].find((cell) => cell !== '');
    orders.set(
      id,
      message({
        identifier: id,
        raw_status: `${whole['Financial Status']} / ${whole['Fulfillment Status']}`,
        status: { FULFILLED: 'Shipped', PENDING: 'Created', CANCELED: 'Cancelled' }[
          whole['Fulfillment Status']!
        ]!,
        currency: whole['Currency']!,
        created_at: time(whole['Created at']!),
        updated_at: latest(
          ['Created at', 'Paid at', 'Fulfilled at', 'Cancelled at'].map((name) => whole[name]!),
        ),
        total,
        discount,
        shipping,
        shippingTax: 0,
        customer: filled({ identifier: whole['Email'], email: whole['Email'], phone }),
        shipTo: address(whole, 'Shipping'),
        billTo: address(whole, 'Billing'),
        lines: own.map((row, i) => {
          const quantity = Number(row['Lineitem quantity']);
          const isShipped = row['Lineitem fulfillment status'] === 'fulfilled';
          return {
            sku: row['Lineitem sku']!,
            title: `${row['Lineitem name']}${variant(row)}`,
            quantity,
            shipped: isShipped ? quantity : 0,
            canceled: isCanceled && !isShipped ? quantity : 0,
            unit: cents(row['Lineitem price']!),
            tax: taxes[i]!,
            more: filled({
              shipped_date: isShipped && whole['Fulfilled at'] !== '' ? time(whole['Fulfilled at']!) : '',
            }),
          };
        }),
        more: filled({ note: whole['Private Notes'] }),
      }),
    );
  }
  return { orders, refused: REFUSED, skipped: [], rows: rows.length };
}
