// A check as a user would write it: csv-parse with columns, a zod schema of the fields that matter, and nothing else.
// node zod-check.mjs FILE template|shopify; prints the number of orders (template) or rows (shopify).
import fs from 'node:fs';
import { parse } from 'csv-parse';
import * as z from 'zod';
import { READERS } from './script-orders.mjs';

const [file, kind] = process.argv.slice(2);
const text = z.string().min(1);
const cents = z.int().min(0);
const address = z.object({
  name: text,
  street1: text,
  city: text,
  state: z.string().optional(),
  zip_code: text,
  country_code: z.string().length(2),
  phone: z.string().optional(),
});
const order = z.object({
  identifier: text,
  status: z.enum(['Created', 'Shipped', 'Cancelled']),
  currency: z.string().length(3),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  total_amount_cents: cents,
  product_amount_cents: cents,
  tax_amount_cents: cents,
  discount_amount_cents: cents,
  shipping_amount_cents: cents,
  customer: z.object({ identifier: text, email: z.email() }),
  shipping_address: address,
  billing_address: address,
  items: z
    .array(
      z.object({
        identifier: text,
        sku: text,
        title: text,
        quantity: cents,
        quantity_shipped: cents,
        unit_price_amount_cents: cents,
        tracking_number: z.string().optional(),
        shipped_date: z.iso.datetime().optional(),
        image_url: z.url().optional(),
        weight: z.number().optional(),
      }),
    )
    .min(1),
});
const money = z.union([z.literal(''), z.coerce.number().min(0)]);
const row = z.object({
  Name: text,
  Email: z.email(),
  Currency: z.union([z.literal(''), z.string().length(3)]),
  Subtotal: money,
  Shipping: money,
  Taxes: money,
  Total: money,
  'Created at': text,
  'Lineitem name': text,
  'Lineitem quantity': z.coerce.number().int().min(0),
  'Lineitem price': z.coerce.number().min(0),
  'Lineitem sku': z.string(),
  'Shipping Name': z.string(),
  'Shipping Address1': z.string(),
  'Shipping City': z.string(),
  'Shipping Zip': z.string(),
  'Shipping Country': z.string(),
});

const isTemplate = kind === 'template';
const schema = isTemplate ? order : row;
const records = isTemplate
  ? READERS.columns(file)
  : fs.createReadStream(file).pipe(parse({ columns: true, bom: true }));
let good = 0;
for await (const record of records) {
  schema.parse(record);
  good++;
}
process.stdout.write(`${good}\n`);
