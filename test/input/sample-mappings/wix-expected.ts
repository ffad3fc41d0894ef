// Orders of samples/exports/wix-orders.csv, worked out from the file by plain arithmetic.
import { cents, filled, firstOf, ordersIn, type Row, rowsOf, sample, shared, sum } from './export-rows.ts';
import { type Expected, message } from './second-path.ts';

const COUNTRIES: Record<string, string> = { USA: 'US', DEU: 'DE', CAN: 'CA', JPN: 'JP' };
const MONTHS: Record<string, string> = { Mar: '03', Apr: '04', Dec: '12' };
const STATUS: Record<string, string> = {
  Fulfilled: 'Shipped',
  Unfulfilled: 'Created',
  Canceled: 'Cancelled',
};

const REFUSED: Record<string, string> = {
  10007: 'which lines of a partly fulfilled order',
  10011: 'sku is missing',
  10012: 'street1 is missing',
  10013: 'email is missing',
  10014: 'do not explain the total',
  10015: 'do not explain the total',
  10016: 'do not explain the total',
  10024: 'currency is missing',
  10025: 'Delivered',
};

/** `Mar 1, 2026` and `9:15:51 AM` in New York; summer time began on the 8th of March 2026. */
function time(date: string, clock: string): string {
  const [, month, day, year] = /^(\w{3}) (\d+), (\d{4})$/.exec(date)!;
  const [, hour, rest, half] = /^(\d+)(:\d\d:\d\d) (AM|PM)$/.exec(clock)!;
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  const plain = `${year}-${MONTHS[month!]}-${day!.padStart(2, '0')}T${String(hours).padStart(2, '0')}${rest}`;
  return `${plain}${plain >= '2026-03-08T02' && plain < '2026-11' ? '-04:00' : '-05:00'}`;
}

function address(row: Row, kind: 'Delivery' | 'Billing', name: string, phone: string): object {
  return {
    name: row[name],
    street1: row[`${kind} address`],
    city: row[`${kind} city`],
    // Codes of countries without states in their addresses stay as they are.
    state: row[`${kind} state`]!.replace(/^(?:US|CA)-/, ''),
    zip_code: row[`${kind} zip/postal code`],
    country_code: COUNTRIES[row[`${kind} country`]!],
    ...filled({ phone: row[phone] }),
  };
}

export function expected(): Expected {
  const rows = rowsOf(sample('exports/wix-orders.csv'), ',');
  const orders = new Map<string, Record<string, unknown>>();
  for (const [id, own] of ordersIn(rows, 'Order number')) {
    if (id in REFUSED) continue;
    const whole = own[0]!;
    const status = whole['Fulfillment status']!;
    const prices = own.map((row) => cents(row['Price']!) * Number(row['Qty']));
    const [shipping, tax, total] = (['Shipping rate', 'Total tax', 'Total'] as const).map((column) =>
      cents(whole[column]!),
    ) as [number, number, number];
    const isOnTop = sum(prices) + shipping + tax === total;
    const taxes = isOnTop ? shared(tax, prices) : prices.map(() => 0);
    const created = time(whole['Date created']!, whole['Time']!);
    const email = whole['Contact email']!;
    orders.set(
      id,
      message({
        identifier: id,
        raw_status: `${whole['Payment status']} / ${status}`,
        status: STATUS[status]!,
        currency: whole['Currency']!,
        created_at: created,
        updated_at: created,
        ...{ total, shipping, discount: 0, shippingTax: 0 },
        customer: {
          ...{ identifier: email, email },
          ...filled({ phone: whole['Billing phone'] || whole['Recipient phone'] }),
        },
        shipTo: address(whole, 'Delivery', 'Recipient name', 'Recipient phone'),
        billTo: address(whole, 'Billing', 'Billing name', 'Billing phone'),
        lines: own.map((row, i) => ({
          sku: row['SKU']!,
          title: row['Variant'] === '' ? row['Item']! : `${row['Item']} (${row['Variant']})`,
          quantity: Number(row['Qty']),
          shipped: status === 'Fulfilled' ? Number(row['Qty']) : 0,
          canceled: status === 'Canceled' ? Number(row['Qty']) : 0,
          unit: cents(row['Price']!),
          tax: taxes[i]!,
          more: {
            weight: Number(row['Weight']),
            ...filled({ tracking_number: firstOf(own, 'Tracking number') }),
          },
        })),
        more: filled({ note: whole['Note from customer'] }),
      }),
    );
  }
  return { orders, refused: REFUSED, skipped: [], rows: rows.length };
}
