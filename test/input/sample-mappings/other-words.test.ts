// Words that a shop's own export has and the sample has not: each changes one order of a sample, and what must come of
// it is written by hand. Nothing may be sent with a wrong status because its word is not known.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { carrierFor } from './carrier.ts';
import { csvText, type Row, sample } from './export-rows.ts';
import { EXPORTS, flagsOf } from './exports.ts';

/** Either what the service holds (status; units ordered, shipped and cancelled of each line), or why it does not. */
interface Outcome {
  readonly sent?: readonly [status: string, ...units: (readonly [number, number, number])[]];
  readonly refused?: string;
  readonly skipped?: string;
}

interface Words {
  /** The mapping. */
  readonly name: string;
  /** The column with the number of the order. */
  readonly order: string;
  readonly delimiter?: string;
  readonly encoding?: 'utf8' | 'latin1';
  /** Orders with a warning of the mapping, those of the sample among them. */
  readonly warned: number;
  /** The second file whose rows are changed in the place of those of the export, and its column with the number of the order. */
  readonly joined?: readonly [as: string, order: string];
}

/** Order, changed cells of its first row, outcome. */
type Case = readonly [order: string, cells: Readonly<Record<string, string>>, outcome: Outcome];

function rowsIn(file: string, { delimiter = ',', encoding = 'utf8' }: Words): Row[] {
  const text = fs.readFileSync(file, encoding);
  return parse(text, {
    bom: true,
    columns: true,
    delimiter,
    quote: delimiter === '\t' ? null : '"',
  }) as Row[];
}

function changed(file: string, key: string, given: Words, cases: readonly Case[]): string {
  const rows = rowsIn(file, given);
  for (const [order, cells] of cases) {
    const at = rows.findIndex((row) => row[key] === order);
    expect(Object.keys(rows[at]!), order).toEqual(expect.arrayContaining(Object.keys(cells)));
    rows[at] = { ...rows[at], ...cells };
  }
  return csvText(rows, given.delimiter);
}

async function uploaded(given: Words, cases: readonly Case[]) {
  const carrier = await carrierFor();
  const one = EXPORTS.find(({ name }) => name === given.name)!;
  const [as, key] = given.joined ?? ['', given.order];
  const from = one.joined?.[as] ?? one.file;
  const own = path.join(carrier.platform.root, path.basename(from));
  fs.writeFileSync(own, changed(sample(`exports/${from}`), key, given, cases), given.encoding ?? 'utf8');
  const file = given.joined ? sample(`exports/${one.file}`) : own;
  const flags = ['--map', sample(`mappings/${given.name}.json`), ...flagsOf(one, { [as]: own })];
  const { document } = await carrier.json('orders', 'upload', file, ...flags, '--rate', 'off');
  const rejects = document.refused.files.flatMap((one) => rowsIn(one, { ...given, encoding: 'utf8' }));
  return { document, stored: carrier.stored(), rejects };
}

const BEFORE = 'units shipped before the order was cancelled or refunded';

const BIGCOMMERCE: Words = { name: 'bigcommerce-orders', order: 'Order ID', warned: 2 };
const TIENDANUBE: Words = {
  ...{ name: 'tiendanube-orders', order: 'Número de orden', delimiter: ';', encoding: 'latin1' },
  warned: 3,
};
const NUVEMSHOP: Words = { ...TIENDANUBE, name: 'nuvemshop-orders', order: 'Número do Pedido', warned: 2 };
const ETSY: Words = {
  ...{ name: 'etsy-sold-items', order: 'Order ID', joined: ['orders', 'Order ID'], warned: 3 },
};
const SHOPIFY: Words = { name: 'shopify-orders', order: 'Name', warned: 3 };
const SQUARESPACE: Words = { name: 'squarespace-orders', order: 'Order ID', warned: 2 };
const AMAZON: Words = { name: 'amazon-all-orders', order: 'amazon-order-id', delimiter: '\t', warned: 1 };
const MAGENTO: Words = {
  ...{ name: 'magento-order-items', order: 'increment_id', joined: ['grid', 'ID'], warned: 0 },
};
const WOOCOMMERCE: Words = { name: 'woocommerce-orders', order: 'Order Number', delimiter: ';', warned: 3 };
const SKYVERGE: Words = { name: 'woocommerce-skyverge', order: 'order_id', warned: 5 };

const CASES: readonly (readonly [Words, readonly Case[]])[] = [
  [
    BIGCOMMERCE,
    [
      // Refunded before anything was sent.
      [
        '102',
        { 'Order Status': 'Refunded', 'Date Shipped': '', 'Total Shipped': '0' },
        { sent: ['Cancelled', [1, 0, 1]] },
      ],
      [
        '107',
        { 'Order Status': 'Partially Refunded', 'Date Shipped': '', 'Total Shipped': '0' },
        { sent: ['Created', [1, 0, 0]] },
      ],
      // One of two had left before.
      ['105', { 'Order Status': 'Refunded', 'Total Shipped': '1' }, { refused: BEFORE }],
      ['108', { 'Order Status': 'Cancelled' }, { refused: BEFORE }],
      ['110', { 'Order Status': 'Gone to the workshop' }, { refused: 'Gone to the workshop' }],
      ['123', { 'Shipping Country': 'Belgium', 'Shipping State': 'Liège' }, { sent: ['Shipped', [1, 1, 0]] }],
    ],
  ],
  [
    TIENDANUBE,
    [
      [
        '4102',
        { 'Estado de la orden': 'Cancelado' },
        { refused: 'does not know this word in Estado de la orden' },
      ],
      ['4103', { 'Estado de la orden': 'Archivada' }, { sent: ['Created', [3, 0, 0]] }],
      [
        '4105',
        { 'Estado del pago': 'Pago rechazado' },
        { refused: 'does not know this word in Estado del pago' },
      ],
      ['4110', { 'Estado del pago': 'Parcialmente reembolsado' }, { sent: ['Shipped', [1, 1, 0]] }],
    ],
  ],
  [
    NUVEMSHOP,
    [
      [
        '5202',
        { 'Status do Pedido': 'Cancelada' },
        { refused: 'does not know this word in Status do Pedido' },
      ],
      [
        '5205',
        { 'Status do Pagamento': 'Rejeitado' },
        { refused: 'does not know this word in Status do Pagamento' },
      ],
    ],
  ],
  [
    ETSY,
    [
      ['3500010130', { Status: 'Cancellation requested' }, { refused: 'does not know this Status' }],
      ['3500010129', { Status: 'Payment Processing' }, { skipped: 'not paid yet' }],
      ['3500010128', { Status: 'Fully Refunded' }, { sent: ['Shipped', [1, 1, 0]] }],
    ],
  ],
  [
    SHOPIFY,
    [
      // Cancelled after it had left, as the REST API has it.
      ['#2031', { 'Cancelled at': '2025-07-01 09:00:00 -0400' }, { sent: ['Shipped', [1, 1, 0]] }],
      ['#2026', { 'Financial Status': 'voided' }, { sent: ['Shipped', [1, 1, 0]] }],
      ['#2032', { 'Fulfillment Status': 'in_progress' }, { refused: 'in_progress' }],
    ],
  ],
  [
    SQUARESPACE,
    [
      ['1068', { 'Fulfillment Status': 'CANCELED' }, { sent: ['Cancelled', [1, 0, 1]] }],
      ['1067', { 'Fulfillment Status': 'PARTIALLY_FULFILLED' }, { refused: 'PARTIALLY_FULFILLED' }],
    ],
  ],
  [
    AMAZON,
    [
      [
        '900-1000063-4001071',
        { 'order-status': 'Pending - Waiting for Pick Up' },
        { sent: ['Created', [1, 0, 0]] },
      ],
      ['900-1000060-4001020', { 'order-status': 'Pending - Something' }, { refused: 'Pending - Something' }],
    ],
  ],
  [
    MAGENTO,
    [
      ['000000003', { Status: 'PayPal Reversed' }, { refused: 'PayPal Reversed' }],
      ['000000004', { Status: 'Pending PayPal' }, { skipped: 'payment pending' }],
      // A download that was invoiced and refunded: it had been delivered, so no unit is cancelled.
      ['000000008', { Status: 'Closed' }, { sent: ['Shipped', [1, 1, 0], [1, 1, 0]] }],
    ],
  ],
  [WOOCOMMERCE, [['5030', { 'Order Status': 'Storniert' }, { refused: 'Storniert' }]]],
  [SKYVERGE, [['6001', { status: 'wc-cancelled' }, { refused: 'wc-cancelled' }]]],
];

describe.each(CASES)('$name', (given, cases) => {
  test('each word has the outcome that is written beside it', async () => {
    const { document, stored, rejects } = await uploaded(given, cases);
    for (const [id, , { sent, refused, skipped }] of cases) {
      const order = stored.get(id.replace('#', ''));
      const keys = ['quantity', 'quantity_shipped', 'quantity_canceled'];
      const units = order?.items.map((item) => keys.map((key) => item[key]));
      expect(order && [order.status, ...units!], id).toEqual(sent);
      const message = rejects.find((row) => row[given.order] === id)?.['_message'];
      expect(message, id).toEqual(refused === undefined ? undefined : expect.stringContaining(refused));
      if (skipped)
        expect(
          document.skipped_by!.map(({ reason }) => reason),
          id,
        ).toContain(skipped);
    }
    const warnings = document.warnings.filter(({ code }) => code === 'order.map.warned');
    expect(warnings.map(({ count }) => count)).toEqual(given.warned === 0 ? [] : [given.warned]);
  });
});
