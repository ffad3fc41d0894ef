// The second path through samples/exports/tiendanube-orders.csv and nuvemshop-orders.csv: reads the rows and makes the
// orders as the service must hold them, without code of src/. Both have the same columns in the same order, in Spanish
// and in Portuguese: the rows are read by place, and named in Spanish.
import fs from 'node:fs';
import { parse } from 'csv-parse/sync';
import { lineName } from '../../orders/map/line-name.ts';
import type { Reading } from './every-order.ts';
import { cents, filled, ordersIn, type Row, sample, sum } from './export-rows.ts';

/** The characters of the sample that windows-1252 has and Latin-1 has not. */
const BEYOND: Readonly<Record<string, string>> = { '\x92': '’', '\x93': '“', '\x94': '”', '\x96': '–' };
export const ORDER = 'Número de orden';
const COUNTRY: Readonly<Record<string, string>> = { Argentina: 'AR', Uruguay: 'UY', Brasil: 'BR' };
const BRAZIL: Readonly<Record<string, string>> = {
  'São Paulo': 'SP',
  'Rio de Janeiro': 'RJ',
  'Minas Gerais': 'MG',
  Pernambuco: 'PE',
  'Santa Catarina': 'SC',
};
const SENT = ['Enviado', 'Entregado', 'Entregue'];
const CANCELLED = ['Cancelada', 'Cancelado'];
const REJECTED = ['Rechazado', 'Recusado'];
const NOBODY = ['', 'No informado', 'Não informado'];
/** The columns that the two languages share by place. */
const COLUMNS: readonly string[] = columnsOf('tiendanube-orders.csv');

function columnsOf(name: string): string[] {
  return textOf(sample(`exports/${name}`))
    .split('\n', 1)[0]!
    .split(';');
}

/** The text of a file in windows-1252. */
function textOf(file: string): string {
  return fs.readFileSync(file, 'latin1').replace(/[\x80-\x9f]/g, (one) => BEYOND[one] ?? `?${one}?`);
}

/** The rows of one of the two samples, with the names of the Spanish columns. */
export function latinRows(file: string): Row[] {
  return parse(textOf(file), { columns: [...COLUMNS], from_line: 2, delimiter: ';' }) as Row[];
}

/** `28/04/2025 10:15:00`, or a day that counts from midnight, in Buenos Aires and in São Paulo, which had no summer time in the year of the samples. */
function time(text: string): string {
  const [day = '', clock = '00:00:00'] = text.split(' ');
  return `${day.split('/').reverse().join('-')}T${clock}-03:00`;
}

const isSent = (head: Row) =>
  !CANCELLED.includes(head['Estado de la orden']!) && SENT.includes(head['Estado del envío']!);

function address(head: Row, name: string, phone: string): object {
  return {
    name,
    street1: `${head['Dirección']} ${head['Número']}`,
    ...filled({ street2: [head['Piso']!, head['Localidad']!].filter((part) => part !== '').join(' ') }),
    city: head['Ciudad'],
    state: BRAZIL[head['Provincia o estado']!] ?? head['Provincia o estado'],
    zip_code: head['Código postal'],
    country_code: COUNTRY[head['País']!],
    ...filled({ phone }),
  };
}

/** What the identifier of a line is made of. */
const named = (row: Row) => ({
  sku: row['SKU']!,
  title: row['Nombre del producto']!,
  unit: cents(row['Precio del producto']!),
  quantity: Number(row['Cantidad del producto']),
});

function line(row: Row, head: Row, identifier: string): Readonly<Record<string, unknown>> {
  const quantity = Number(row['Cantidad del producto']);
  const price = cents(row['Precio del producto']!);
  const shipped = isSent(head) ? quantity : 0;
  const tracking = /^="(.*)"$/.exec(head['Código de tracking del envío']!)?.[1] ?? '';
  const day = head['Fecha de envío']!;
  return {
    identifier,
    sku: row['SKU'],
    product_identifier: row['SKU'],
    variant_identifier: row['SKU'],
    title: row['Nombre del producto'],
    tags: [],
    quantity,
    quantity_shipped: shipped,
    quantity_canceled: CANCELLED.includes(head['Estado de la orden']!) ? quantity : 0,
    ...(isSent(head) ? filled({ tracking_number: tracking, shipped_date: day && time(day) }) : {}),
    unit_price_amount_cents: price,
    product_amount_cents: price * shipped,
    tax_amount_cents: 0,
    discount_amount_cents: 0,
  };
}

function order(rows: readonly Row[]): object {
  const head = rows[0]!;
  const lines = rows.map(named);
  const items = rows.map((row, i) => line(row, head, lineName(head[ORDER]!, lines, i)));
  const dates = ['Fecha', 'Fecha de pago', 'Fecha de envío', 'Fecha y hora de cancelación'];
  const times = dates.map((name) => head[name]!).filter((text) => text !== '');
  const email = head['Email']!;
  const phone = head['Teléfono']!;
  const buyer = head['Nombre del comprador']!;
  const receiver = head['Nombre para el envío']!;
  const isCancelled = CANCELLED.includes(head['Estado de la orden']!);
  const status = isCancelled ? 'Cancelled' : isSent(head) ? 'Shipped' : 'Created';
  return {
    identifier: head[ORDER],
    raw_status: ['Estado de la orden', 'Estado del pago', 'Estado del envío']
      .map((name) => head[name])
      .join(' / '),
    status,
    currency: head['Moneda'],
    created_at: time(head['Fecha']!),
    updated_at: times.map(time).sort().at(-1),
    tags: [],
    ...filled({ note: head['Notas del comprador']! }),
    total_amount_cents: isSent(head) ? cents(head['Total']!) : 0,
    product_amount_cents: sum(items.map((item) => item['product_amount_cents'] as number)),
    tax_amount_cents: 0,
    discount_amount_cents: isSent(head) ? cents(head['Descuento']!) : 0,
    shipping_amount_cents: cents(head['Costo de envío']!),
    shipping_tax_amount_cents: 0,
    items,
    customer: { identifier: email, email, ...filled({ phone }) },
    shipping_address: address(
      head,
      NOBODY.includes(receiver) ? buyer : receiver,
      head['Teléfono para el envío'] || phone,
    ),
    billing_address: address(head, buyer, phone),
    transactions: [],
    refunds: [],
    discounts: [],
  };
}

/** Why an order cannot be sent: the field, and a part of what the rejects say. */
function refusal(rows: readonly Row[]): readonly [string, string] | undefined {
  const head = rows[0]!;
  const bare = rows.findIndex((row) => row['SKU'] === '');
  if (head['Estado del envío']!.startsWith('Parcial'))
    return ['status', 'the mapping has no value for "Parcialmente enviado"'];
  if (rows.some((row) => /e\+/i.test(row['SKU']!)))
    return ['items[0]', 'turned the sku into a rounded number'];
  if (bare >= 0) return [`items[${bare}].sku`, 'sku is missing'];
  if (head['Email'] === '') return ['customer.email', 'email is missing'];
  if (head['Dirección'] === '') return ['shipping_address.street1', 'street1 is missing'];
  if (head['Moneda'] === '') return ['currency', 'currency is missing'];
  const amount = (name: string) => cents(head[name]!);
  const total = amount('Subtotal de productos') - amount('Descuento') + amount('Costo de envío');
  if (total !== amount('Total')) return ['tax_amount_cents', `do not explain the total ${amount('Total')}`];
  return undefined;
}

export function reading(rows: readonly Row[]): Reading {
  const orders = new Map<string, object>();
  const refused = new Map<string, readonly [string, string]>();
  const skipped: Record<string, number> = {};
  for (const [id, own] of ordersIn(rows, ORDER)) {
    const why = refusal(own);
    if (REJECTED.includes(own[0]!['Estado del pago']!))
      skipped['payment refused'] = (skipped['payment refused'] ?? 0) + 1;
    else if (why) refused.set(id, why);
    else orders.set(id, order(own));
  }
  return { orders, refused, skipped };
}

const home = {
  name: 'Ana Núñez',
  street1: 'Av. Los Aromos 1450',
  street2: '3 B Palermo',
  city: 'Ciudad Autónoma de Buenos Aires',
  state: 'Capital Federal',
  zip_code: '1414',
  country_code: 'AR',
  phone: '+541155550101',
};

/** An order as written by hand from the file, so that the second path is not the only one that has read it. */
export const byHand: Readonly<Record<string, object>> = {
  // Two products at a discount; the shipping columns stand on the first row only.
  4109: {
    identifier: '4109',
    raw_status: 'Abierta / Recibido / Enviado',
    status: 'Shipped',
    currency: 'ARS',
    created_at: '2025-05-04T13:00:00-03:00',
    updated_at: '2025-05-05T00:00:00-03:00',
    tags: [],
    total_amount_cents: 2977910,
    product_amount_cents: 2919900,
    tax_amount_cents: 0,
    discount_amount_cents: 291990,
    shipping_amount_cents: 350000,
    shipping_tax_amount_cents: 0,
    items: [
      {
        identifier: '4109-MATE-01',
        sku: 'MATE-01',
        product_identifier: 'MATE-01',
        variant_identifier: 'MATE-01',
        title: 'Mate de calabaza',
        tags: [],
        quantity: 2,
        quantity_shipped: 2,
        quantity_canceled: 0,
        tracking_number: '36000000000109',
        shipped_date: '2025-05-05T00:00:00-03:00',
        unit_price_amount_cents: 1249950,
        product_amount_cents: 2499900,
        tax_amount_cents: 0,
        discount_amount_cents: 0,
      },
      {
        identifier: '4109-YERBA-1K',
        sku: 'YERBA-1K',
        product_identifier: 'YERBA-1K',
        variant_identifier: 'YERBA-1K',
        title: 'Yerba 1 kg "Campo"; molienda fina',
        tags: [],
        quantity: 1,
        quantity_shipped: 1,
        quantity_canceled: 0,
        tracking_number: '36000000000109',
        shipped_date: '2025-05-05T00:00:00-03:00',
        unit_price_amount_cents: 420000,
        product_amount_cents: 420000,
        tax_amount_cents: 0,
        discount_amount_cents: 0,
      },
    ],
    customer: { identifier: 'ana.4109@example.com', email: 'ana.4109@example.com', phone: '+541155550101' },
    shipping_address: home,
    billing_address: home,
    transactions: [],
    refunds: [],
    discounts: [],
  },
};
