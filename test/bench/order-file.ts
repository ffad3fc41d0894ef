// Order files for the bench: template CSV of any length from a seed, rows of one order adjacent, every sum right.

import fs from 'node:fs';
import { dice } from '../helpers/random.ts';

const HEADER =
  'identifier,raw_status,status,currency,created_at,updated_at,tags,total_amount_cents,product_amount_cents,' +
  'tax_amount_cents,discount_amount_cents,shipping_amount_cents,shipping_tax_amount_cents,customer.identifier,' +
  'customer.first_name,customer.last_name,customer.email,customer.phone,' +
  ['shipping_address', 'billing_address']
    .flatMap((address) =>
      ['name', 'street1', 'city', 'state', 'zip_code', 'country_code', 'phone'].map((f) => `${address}.${f}`),
    )
    .join(',') +
  ',refunds,item.identifier,item.sku,item.upc,item.quantity,item.quantity_shipped,item.quantity_canceled,' +
  'item.tracking_number,item.shipped_date,item.product_identifier,item.variant_identifier,item.title,item.tags,' +
  'item.product_amount_cents,item.tax_amount_cents,item.discount_amount_cents,item.unit_price_amount_cents,' +
  'item.image_url,item.weight\n';

const FIRST = ['Ada', 'Benoît', 'Chidi', 'Dana', 'Elif', 'Farid', 'Grace', 'Hana', 'Ivo', 'Jana'];
const LAST = [
  'Martin',
  'Okafor',
  'Nováková',
  'Singh',
  'Yılmaz',
  'Haddad',
  'Hopper',
  'Sato',
  'Horvat',
  'Berg',
];
const CITY = [
  ['New York', 'NY', '10001'],
  ['Chicago', 'IL', '60601'],
  ['Austin', 'TX', '73301'],
  ['Boston', 'MA', '02101'],
] as const;
const TITLE = [
  'Cotton T-shirt, black',
  'Straight jeans 32/30',
  'Stoneware mug',
  'Wool scarf "Nord"',
  'Rain jacket',
];

const two = (value: number) => String(value).padStart(2, '0');
const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Writes a file of exactly `rows` rows and says how many orders they are: 1 to `most` lines each. */
export function writeOrders(file: string, rows: number, seed = 1, most = 3): number {
  const random = dice(seed);
  const out = fs.openSync(file, 'w', 0o600);
  let orders = 0;
  let text = HEADER;
  for (let left = rows; left > 0; orders++) {
    const lines = Math.min(left, 1 + random(most));
    left -= lines;
    text += orderRows(orders, lines, random);
    if (text.length > 1 << 20) {
      fs.writeSync(out, text);
      text = '';
    }
  }
  fs.writeSync(out, text);
  fs.closeSync(out);
  return orders;
}

function orderRows(index: number, count: number, random: (below: number) => number): string {
  const id = `SO-${1_000_000 + index}`;
  const first = FIRST[random(FIRST.length)]!;
  const last = LAST[random(LAST.length)]!;
  const [city, state, zip] = CITY[random(CITY.length)]!;
  const day = `2026-${two(5 + random(6))}-${two(1 + random(28))}`;
  const phone = `+1212555${String(random(10_000)).padStart(4, '0')}`;
  const address = `${first} ${last},${1 + random(900)} Main Street,${city},${state},${zip},US,${phone}`;
  let product = 0;
  let tax = 0;
  const lines: string[] = [];
  for (let line = 1; line <= count; line++) {
    const units = 1 + random(3);
    const price = 500 + random(20_000);
    const lineTax = Math.floor((price * units * 8) / 100);
    const variant = random(5);
    const sku = `SKU-${String(random(5000)).padStart(5, '0')}`;
    product += price * units;
    tax += lineTax;
    lines.push(
      `,${id}-${line},${sku},0${10_000_000_000 + random(99_999)},${units},${units},0,1Z999AA1${10_000_000 + random(9_999_999)},` +
        `${day}T18:30:00Z,${sku},V-${variant},${quoted(TITLE[variant]!)},${variant === 0 ? 'FinalSale' : ''},` +
        `${price * units},${lineTax},0,${price},https://shop.example.com/img/${sku}.jpg,0.${1 + random(9)}\n`,
    );
  }
  const head =
    `${id},FULFILLED,Shipped,USD,${day}T08:00:00Z,${day}T19:${two(random(60))}:${two(random(60))}Z,,` +
    `${product + tax},${product},${tax},0,0,0,CU-${random(900_000)},${first},${last},` +
    `shopper${index}@example.com,${phone},${address},${address},`;
  return lines.map((line) => head + line).join('');
}

/** Columns of no known platform, for `orders map`. */
const EXPORT =
  'Order number,Created at,Last modified,Status,E-mail,Billing first name,Billing last name,Billing street,Billing zip,' +
  'Billing city,Billing country,Shipping name,Shipping street,Shipping zip,Shipping city,Shipping country,SKU,' +
  'Product title,Quantity,Unit price,Shipping cost,Tax,Total,Currency,Warehouse\n';

/** The export of an unknown shop with exactly `rows` rows; nothing in it has to be asked. */
export function writeExport(file: string, rows: number, seed = 1): void {
  const random = dice(seed);
  const out = fs.openSync(file, 'w', 0o600);
  const amount = (cents: number) => `${Math.floor(cents / 100)}.${two(cents % 100)}`;
  let text = EXPORT;
  for (let left = rows, order = 1; left > 0; order++) {
    const lines = Array.from({ length: Math.min(left, 1 + random(3)) }, () => ({
      units: 1 + random(3),
      price: 500 + random(20_000),
      variant: random(5),
    }));
    left -= lines.length;
    const goods = lines.reduce((sum, { units, price }) => sum + units * price, 0);
    const shipping = random(3) * 490;
    const tax = Math.floor((goods * 8) / 100);
    const [first, last] = [FIRST[random(FIRST.length)]!, LAST[random(LAST.length)]!];
    const [city, , zip] = CITY[random(CITY.length)]!;
    const day = `2026-${two(5 + random(6))}-${two(1 + random(28))}`;
    const place = `${1 + random(900)} Main Street,${zip},${city},US`;
    const changed = `${day}T19:${two(random(60))}:00Z`;
    for (const { units, price, variant } of lines)
      text +=
        `SO-${1_000_000 + order},${day}T08:00:00Z,${changed},Shipped,shopper${order}@example.com,` +
        `${first},${last},${place},${first} ${last},${place},SKU-${variant + 5 * random(1000)},${quoted(TITLE[variant]!)},${units},` +
        `${amount(price)},${amount(shipping)},${amount(tax)},${amount(goods + shipping + tax)},USD,North\n`;
    if (text.length < 1 << 20) continue;
    fs.writeSync(out, text);
    text = '';
  }
  fs.writeSync(out, text);
  fs.closeSync(out);
}

/** The same rows below the same header, in an order that only the seed knows. */
export function shuffleRows(from: string, to: string, seed: number): void {
  const random = dice(seed);
  const [header, ...rows] = splitLines(fs.readFileSync(from));
  for (let i = rows.length - 1; i > 0; i--) {
    const other = random(i + 1);
    [rows[i], rows[other]] = [rows[other]!, rows[i]!];
  }
  const out = fs.openSync(to, 'w', 0o600);
  fs.writeSync(out, header!);
  for (let at = 0; at < rows.length; at += 10_000)
    fs.writeSync(out, Buffer.concat(rows.slice(at, at + 10_000)));
  fs.closeSync(out);
}

function splitLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0, end = bytes.indexOf(10); end !== -1; from = end + 1, end = bytes.indexOf(10, from))
    lines.push(bytes.subarray(from, end + 1));
  return lines;
}
