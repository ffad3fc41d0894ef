// Exports of a day: some orders of a sample export, written as the platform writes them.
import fs from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../../helpers/cli.ts';
import type { Draw } from '../draw.ts';

export interface Sample {
  readonly mapping: string;
  readonly file: string;
  /** The column or key that tells orders apart; of JSON documents the list that holds them. */
  readonly key: string;
  readonly flags: readonly string[];
  /** Other files that the flags name. */
  readonly side: readonly string[];
}

const row = (mapping: string, file: string, key: string, zone = '', ...withs: string[]): Sample => ({
  mapping,
  file,
  key,
  flags: [...(zone === '' ? [] : ['--timezone', zone]), ...withs.flatMap((one) => ['--with', one])],
  side: withs.map((one) => one.split('=')[1]!),
});

export const SAMPLES: readonly Sample[] = [
  row('shopify-orders', 'shopify-orders.csv', 'Name'),
  row('woocommerce-orders', 'woocommerce-orders.csv', 'Order Number', 'Europe/Berlin'),
  row('woocommerce-skyverge', 'woocommerce-skyverge.csv', 'order_id', 'America/New_York'),
  row('tiendanube-orders', 'tiendanube-orders.csv', 'Número de orden', 'America/Argentina/Buenos_Aires'),
  row('nuvemshop-orders', 'nuvemshop-orders.csv', 'Número do Pedido', 'America/Sao_Paulo'),
  row('etsy-sold-items', 'etsy-sold-items.csv', 'Order ID', 'America/Chicago', 'orders=etsy-sold-orders.csv'),
  row('shopify-rest', 'shopify-rest.json', 'orders'),
  row('shopify-bulk', 'shopify-bulk.ndjson', '__parentId|id'),
  row('shopify-graphql', 'shopify-graphql.json', 'data.orders.edges'),
  row('woocommerce-rest', 'woocommerce-rest.json', ''),
  row('amazon-all-orders', 'amazon-all-orders.tsv', 'amazon-order-id', '', 'buyers=amazon-order-report.tsv'),
  row(
    'amazon-actionable-orders',
    'amazon-actionable-orders.tsv',
    'order-id',
    '',
    'all=amazon-all-orders.tsv',
  ),
  row('ebay-orders', 'ebay-orders.csv', 'Order Number', 'America/New_York'),
  row('magento-order-items', 'magento-order-items.csv', 'increment_id', '', 'grid=magento-order-grid.csv'),
  row('magento-rest', 'magento-rest.ndjson', 'increment_id'),
  row('bigcommerce-orders', 'bigcommerce-orders.csv', 'Order ID', 'America/Chicago'),
  row('squarespace-orders', 'squarespace-orders.csv', 'Order ID'),
  row('wix-orders', 'wix-orders.csv', 'Order number', 'America/New_York'),
  row('temu-orders', 'temu-orders.csv', 'Order ID'),
  row(
    'bigcommerce-rest',
    'bigcommerce-rest.ndjson',
    'order_id',
    '',
    'orders=bigcommerce-rest-orders.json',
    'addresses=bigcommerce-rest-addresses.json',
  ),
  row(
    'amazon-sp-api',
    'amazon-sp-api.ndjson',
    'payload.AmazonOrderId',
    '',
    'orders=amazon-sp-api-orders.json',
  ),
];

/** Bytes as letters, so that any encoding stays as it is. */
export const sampleText = (file: string): string =>
  fs.readFileSync(path.join(REPOSITORY, 'samples/exports', file), 'latin1');

const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** The rows of a table with their line ends; one may hold line breaks in quotes. */
function recordsOf(text: string, isQuoted: boolean): string[] {
  if (!isQuoted) return text.split(/(?<=\n)/);
  const records: string[] = [];
  let [from, inside] = [0, false];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"') inside = !inside;
    else if (text[at] === '\n' && !inside) {
      records.push(text.slice(from, at + 1));
      from = at + 1;
    }
  }
  return from < text.length ? [...records, text.slice(from)] : records;
}

function cellsOf(record: string, delimiter: string, isQuoted: boolean): string[] {
  if (!isQuoted) return record.trimEnd().split(delimiter);
  const cells = record
    .trimEnd()
    .match(new RegExp(`(?:"(?:[^"]|"")*"|[^${delimiter}"])*(?:${delimiter}|$)`, 'g'));
  return (cells ?? []).map((cell) => cell.replace(new RegExp(`${delimiter}$`), '').replace(/^"|"$/g, ''));
}

export interface Parts {
  readonly before: string;
  readonly orders: readonly string[];
  readonly after: string;
  readonly between: string;
}

function tableParts({ file, key }: Sample, text: string): Parts {
  const isQuoted = !file.endsWith('.tsv');
  const records = recordsOf(text, isQuoted);
  const names = [key, bytes(key), Buffer.from(key, 'latin1').toString('latin1')];
  const header = records.findIndex((record) => names.some((name) => record.includes(name)));
  const delimiter = file.endsWith('.tsv') ? '\t' : (records[header]!.match(/[;,]/)?.[0] ?? ',');
  const columns = cellsOf(records[header]!, delimiter, isQuoted).map((name) => name.replace(/^ï»¿"?/, ''));
  const at = columns.findIndex((name) => names.includes(name));
  if (at < 0) throw new Error(`${file} has no column ${key}`);
  const orders: string[] = [];
  let after = '';
  let last: string | undefined;
  for (const record of records.slice(header + 1)) {
    const cells = cellsOf(record, delimiter, isQuoted);
    const isRow = cells.length > columns.length / 2 && cells.some((cell) => cell !== '');
    const number = cells[at] ?? '';
    if (!isRow) {
      if (orders.length > 0) after += record;
    } else if (last !== undefined && (number === '' || number === last)) orders[orders.length - 1] += record;
    else {
      orders.push(record);
      last = number;
    }
  }
  return { before: records.slice(0, header + 1).join(''), orders, after, between: '' };
}

const valueAt = (node: unknown, keys: string): unknown =>
  keys.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], node);

function linesParts({ key }: Sample, text: string): Parts {
  const groups = new Map<string, string>();
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const record = JSON.parse(line) as unknown;
    const number = key.split('|').map((one) => valueAt(record, one));
    const found = String(number.find((one) => one !== undefined && one !== null));
    groups.set(found, `${groups.get(found) ?? ''}${line}\n`);
  }
  return { before: '', orders: [...groups.values()], after: '', between: '' };
}

/** Each order of these documents stands on a line of its own. */
function documentParts(text: string): Parts {
  const lines = text.split('\n').filter((line) => line !== '');
  const orders = lines.slice(1, -1).map((line) => line.replace(/,$/, ''));
  return { before: `${lines[0]}\n`, orders, after: `\n${lines.at(-1)}\n`, between: ',\n' };
}

export function partsOf(sample: Sample): Parts {
  const text = sampleText(sample.file);
  if (sample.file.endsWith('.ndjson')) return linesParts(sample, text);
  return sample.file.endsWith('.json') ? documentParts(text) : tableParts(sample, text);
}

/** So many of the orders, in the order of the export. */
export function deltaOf(draw: Draw, { before, orders, after, between }: Parts, count: number): string {
  const chosen = new Set(draw.shuffled(orders.map((_, at) => at)).slice(0, count));
  return `${before}${orders.filter((_, at) => chosen.has(at)).join(between)}${after}`;
}
