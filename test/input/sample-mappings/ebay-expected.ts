// Orders of samples/exports/ebay-orders.csv, worked out from the file by plain arithmetic.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { filled, ordersIn, type Row, sample, shared } from './export-rows.ts';
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

/** Cents of `$1,029.00`. */
const dollars = (cell: string) => Number(cell.replace(/[$,.]/g, ''));

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** `Sep-02-25`: midnight in New York, in summer time until 2 November. */
function day(cell: string): string {
  const [month, date, year] = cell.split('-') as [string, string, string];
  const number = MONTHS.indexOf(month) / 3 + 1;
  const isWinter = number === 11 ? Number(date) > 2 : number > 11;
  return `20${year}-${String(number).padStart(2, '0')}-${date}T00:00:00${isWinter ? '-05:00' : '-04:00'}`;
}

const REFUSED: Record<number, string> = {
  3013: 'do not explain the total',
  3014: 'email is missing',
  3015: 'sku is missing',
  3020: 'do not explain the total',
};

export function expected(): Expected {
  const text = readFileSync(sample('exports/ebay-orders.csv'), 'utf8');
  const lines = text.replace(/^\ufeff/, '').split('\n');
  const header = lines.findIndex((line) => line.includes('Sales Record Number'));
  const end = lines.findIndex((line) => line.includes('record(s) downloaded'));
  const table = parse(lines.slice(header, end).join('\n'), {
    columns: true,
    skip_empty_lines: true,
  }) as Row[];
  const rows = table.filter((row) => row['Order Number'] !== '');
  const orders = new Map<string, Record<string, unknown>>();
  const refused: Record<string, string> = {};
  const unpaid = { orders: 0, rows: 0 };
  let totals = 0;
  for (const [id, own] of ordersIn(rows, 'Order Number')) {
    const whole = own[0]!;
    const items = own.filter((row) => row['Item Number'] !== '');
    if (whole['Paid On Date'] === '') {
      unpaid.orders++;
      unpaid.rows += own.length;
      continue;
    }
    totals += own.length - items.length;
    const reason = REFUSED[Number(whole['Sales Record Number'])];
    if (reason !== undefined) {
      refused[id] = reason;
      continue;
    }
    const amount = (row: Row) => dollars(row['Sold For']!) * Number(row['Quantity']);
    const isIncluded = whole['eBay Collected Tax and Fees Included in Total'] === 'Yes';
    const tax =
      dollars(whole['Seller Collected Tax']!) + (isIncluded ? dollars(whole['eBay Collected Tax']!) : 0);
    const taxes = shared(tax, items.map(amount));
    const isShipped = (row: Row) => row['Shipped On Date'] !== '';
    const dates = own.flatMap((row) => [row['Sale Date']!, row['Paid On Date']!, row['Shipped On Date']!]);
    const to = {
      ...filled({
        name: whole['Ship To Name'],
        street1: whole['Ship To Address 1'],
        street2: whole['Ship To Address 2'],
        city: whole['Ship To City'],
        zip_code: whole['Ship To Zip'],
        country_code: COUNTRIES[whole['Ship To Country']!],
        phone: whole['Ship To Phone'],
      }),
      state: whole['Ship To State'],
    };
    const from = {
      ...filled({
        name: whole['Buyer Name'],
        street1: whole['Buyer Address 1'],
        street2: whole['Buyer Address 2'],
        city: whole['Buyer City'],
        zip_code: whole['Buyer Zip'],
        country_code: COUNTRIES[whole['Buyer Country']!],
      }),
      state: whole['Buyer State'],
    };
    orders.set(
      id,
      message({
        identifier: id,
        raw_status: items.every(isShipped) ? 'shipped' : 'paid',
        status: items.every(isShipped) ? 'Shipped' : 'Created',
        currency: 'USD',
        created_at: day(whole['Sale Date']!),
        updated_at: dates
          .filter((cell) => cell !== '')
          .map(day)
          .sort()
          .at(-1)!,
        total: dollars(whole['Total Price']!),
        discount: 0,
        shipping: dollars(whole['Shipping And Handling']!),
        shippingTax: 0,
        customer: filled({
          identifier: whole['Buyer Username'],
          email: whole['Buyer Email'],
          phone: whole['Ship To Phone'],
        }),
        shipTo: to,
        billTo: from,
        lines: items.map((row, i) => ({
          identifier: row['Transaction ID']!,
          sku: row['Custom Label']!,
          product: row['Item Number']!,
          title: row['Item Title']!,
          quantity: Number(row['Quantity']),
          shipped: isShipped(row) ? Number(row['Quantity']) : 0,
          unit: dollars(row['Sold For']!),
          tax: taxes[i]!,
          more: filled({
            shipped_date: isShipped(row) ? day(row['Shipped On Date']!) : '',
            tracking_number: row['Tracking Number'],
          }),
        })),
        more: filled({ note: whole['Buyer Note'] }),
      }),
    );
  }
  return {
    orders,
    refused,
    skipped: [
      { reason: 'not paid yet', ...unpaid },
      { reason: 'total row of an order of several items', orders: 0, rows: totals },
    ],
    rows: rows.length,
  };
}
