// Orders of samples/exports/temu-orders.csv, worked out from the file by plain arithmetic.
import { cents, filled, ordersIn, type Row, rowsOf, sample, sum } from './export-rows.ts';
import { type Expected, message } from './second-path.ts';

const COUNTRIES: Record<string, string> = { France: 'FR', Germany: 'DE', Spain: 'ES' };
const MONTHS: Record<string, string> = { Jan: '01', Jul: '07', Nov: '11' };
const ZIP = 'ship postal code (Must be shipped to the following zip code.)';
const PAID = 'Retail price total after discounts(tax excl.)';
const SHIPPING = 'Shipping total(tax excl.)';

export const idOf = (number: number): string => `PO-069-${String(number).padStart(17, '0')}`;

const REFUSED: Record<string, string> = {
  [idOf(10)]: 'no whole number of cents',
  [idOf(11)]: 'sku is missing',
  [idOf(12)]: 'street1 is missing',
  [idOf(13)]: 'email is missing',
  [idOf(20)]: 'Partially shipped',
  [idOf(22)]: 'currency is missing',
};

/** `Jan 1, 2026, 1:01 pm CET(UTC+1)` or `21. Nov. 2025, 11:26 Uhr CET(UTC+1)`. */
function time(cell: string): string {
  const english = /^(\w{3}) (\d+), (\d{4}), (\d+):(\d\d) ([ap])m \w+\(UTC\+(\d)\)$/.exec(cell);
  const german = /^(\d+)\. (\w{3})\. (\d{4}), (\d+):(\d\d) Uhr \w+\(UTC\+(\d)\)$/.exec(cell);
  const [month, day, year, hour, minute, half, zone] = english
    ? english.slice(1)
    : [german![2], german![1], german![3], german![4], german![5], '', german![6]];
  const hours = half ? (Number(hour) % 12) + (half === 'p' ? 12 : 0) : Number(hour);
  const two = (number: number | string) => String(number).padStart(2, '0');
  return `${year}-${MONTHS[month!]}-${two(day!)}T${two(hours)}:${minute}:00+0${zone}:00`;
}

const euros = (cell: string) => cents(cell.replace('€', ''), ',');

function address(row: Row): object {
  return {
    name: row['recipient name'],
    street1: row['ship address 1'],
    ...filled({ street2: `${row['ship address 2']} ${row['ship address 3']}`.trim() }),
    city: row['ship city'],
    state: row['ship state'],
    zip_code: row[ZIP],
    country_code: COUNTRIES[row['ship country']!],
    phone: row['recipient phone number'],
  };
}

export function expected(): Expected {
  const rows = rowsOf(sample('exports/temu-orders.csv'), ',');
  const orders = new Map<string, Record<string, unknown>>();
  for (const [id, own] of ordersIn(rows, 'Order ID')) {
    if (id in REFUSED) continue;
    const whole = own[0]!;
    const status = whole['order status']!;
    const added = (column: string) => sum(own.map((row) => euros(row[column]!)));
    orders.set(
      id,
      message({
        identifier: id,
        raw_status: status,
        status: ['Shipped', 'Delivered'].includes(status)
          ? 'Shipped'
          : status === 'Canceled'
            ? 'Cancelled'
            : 'Created',
        currency: 'EUR',
        created_at: time(whole['purchase date']!),
        updated_at: time(whole['purchase date']!),
        total: added(PAID) + added('Product Tax') + added(SHIPPING),
        shipping: added(SHIPPING),
        ...{ discount: 0, shippingTax: 0 },
        customer: {
          identifier: whole['virtual email'],
          email: whole['virtual email'],
          first_name: whole['recipient first name'],
          last_name: whole['recipient last name'],
          phone: whole['recipient phone number'],
        },
        shipTo: address(whole),
        billTo: address(whole),
        lines: own.map((row) => {
          const quantity = Number(row['quantity purchased']);
          const isSent = ['Shipped', 'Delivered'].includes(row['order item status']!);
          return {
            identifier: row['Order item ID']!,
            sku: row['contribution sku']!,
            ...{ product: row['sku id']!, variant: row['sku id']! },
            title:
              row['variation'] === '' ? row['product name']! : `${row['product name']} (${row['variation']})`,
            quantity,
            shipped: isSent ? quantity : 0,
            canceled: row['order item status'] === 'Canceled' ? quantity : 0,
            unit: euros(row[PAID]!) / quantity,
            tax: euros(row['Product Tax']!),
            more: filled({ tracking_number: row['tracking number'] }),
          };
        }),
      }),
    );
  }
  return { orders, refused: REFUSED, skipped: [], rows: rows.length };
}
