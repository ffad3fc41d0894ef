// Orders of samples/exports/bigcommerce-orders.csv, worked out from the file by plain arithmetic.
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
const STATES: Record<string, string> = {
  'New York': 'NY',
  Massachusetts: 'MA',
  California: 'CA',
  Texas: 'TX',
  Oregon: 'OR',
  Illinois: 'IL',
  Quebec: 'QC',
  'British Columbia': 'BC',
};
const STATUS: Record<string, string> = {
  Shipped: 'Shipped',
  Completed: 'Shipped',
  Refunded: 'Shipped',
  'Partially Refunded': 'Shipped',
  'Awaiting Fulfillment': 'Created',
  'Awaiting Shipment': 'Created',
  Cancelled: 'Cancelled',
};

const REFUSED: Record<string, string> = {
  111: 'which lines of a partly shipped order have shipped',
  118: 'do not explain the total',
  119: 'do not explain the total',
  120: 'email is missing',
  121: 'street1 is missing',
  122: 'sku is missing',
  125: 'do not explain the total',
  129: 'do not explain the total',
  132: 'Disputed',
};
const SKIPPED: Record<string, string> = {
  113: 'checkout not finished',
  114: 'payment pending',
  115: 'payment declined',
};

/** `25/10/2025` and a time of Chicago, in summer time until 2 November. */
function time(date: string, clock: string): string {
  const [day, month, year] = date.split('/') as [string, string, string];
  const isWinter = Number(month) === 11 && (Number(day) > 2 || (Number(day) === 2 && clock >= '02:00:00'));
  return `${year}-${month}-${day}T${clock}${isWinter ? '-06:00' : '-05:00'}`;
}

function address(row: Row, kind: 'Shipping' | 'Billing'): Record<string, unknown> {
  const state = row[`${kind} State`]!;
  return {
    ...filled({
      name: `${row[`${kind} First Name`]} ${row[`${kind} Last Name`]}`.trim(),
      street1: row[`${kind} Street 1`],
      street2: row[`${kind} Street 2`],
      city: row[`${kind} Suburb`],
      zip_code: row[`${kind} Zip`],
      country_code: COUNTRIES[row[`${kind} Country`]!],
      phone: row[`${kind} Phone`],
    }),
    state: STATES[state] ?? state,
  };
}

export function expected(): Expected {
  const rows = rowsOf(sample('exports/bigcommerce-orders.csv'), ',');
  const orders = new Map<string, Record<string, unknown>>();
  for (const [id, own] of ordersIn(rows, 'Order ID')) {
    if (id in REFUSED || id in SKIPPED) continue;
    const whole = own[0]!;
    const status = whole['Order Status']!;
    const amount = (row: Row) => cents(row['Product Unit Price']!) * Number(row['Product Qty']);
    const taxes = shared(cents(whole['Tax Total']!), own.map(amount));
    const isShipped = STATUS[status] === 'Shipped';
    const shipped = whole['Date Shipped'] === '' ? '' : time(whole['Date Shipped']!, '00:00:00');
    const created = time(whole['Order Date']!, whole['Order Time']!);
    orders.set(
      id,
      message({
        identifier: id,
        raw_status: status,
        status: STATUS[status]!,
        currency: whole['Order Currency Code']!,
        created_at: created,
        // Date Shipped is a day: for an order that was sent on its own day, its midnight is before the order.
        updated_at: shipped === '' ? created : shipped,
        total: cents(whole['Order Total (inc tax)']!),
        discount: 0,
        shipping: cents(whole['Shipping Cost (ex tax)']!),
        shippingTax: 0,
        customer: filled({
          identifier: whole['Customer ID'] === '0' ? whole['Customer Email'] : whole['Customer ID'],
          first_name: whole['Billing First Name'],
          last_name: whole['Billing Last Name'],
          email: whole['Customer Email'],
          phone: whole['Customer Phone'],
        }),
        shipTo: address(whole, 'Shipping'),
        billTo: address(whole, 'Billing'),
        lines: own.map((row, i) => ({
          sku: row['Product SKU']!,
          variant: row['Product ID']!,
          title:
            row['Product Variation Details'] === ''
              ? row['Product Name']!
              : `${row['Product Name']} (${row['Product Variation Details']})`,
          quantity: Number(row['Product Qty']),
          shipped: isShipped ? Number(row['Product Qty']) : 0,
          canceled: STATUS[status] === 'Cancelled' ? Number(row['Product Qty']) : 0,
          unit: cents(row['Product Unit Price']!),
          tax: taxes[i]!,
          more: { ...(isShipped ? { shipped_date: shipped } : {}), weight: Number(row['Product Weight']) },
        })),
        more: filled({ note: whole['Customer Message'] }),
      }),
    );
  }
  return {
    orders,
    refused: REFUSED,
    skipped: Object.entries(SKIPPED).map(([, reason]) => ({ reason, orders: 1, rows: 1 })),
    rows: rows.length,
  };
}
