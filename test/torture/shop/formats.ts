// The exports of a shop: which file is written, how it is read, and what the service should hold after it.
import { amazon, amazonBuyers } from './format-amazon.ts';
import { shopify } from './format-shopify.ts';
import { table, tableMapping } from './format-table.ts';
import { ndjson, template } from './format-template.ts';
import { woocommerce } from './format-woocommerce.ts';
import { amountsOf, type Order, openUnits, type Version, type Wanted } from './orders.ts';
import type { FormatName, Shop } from './shop.ts';

/** A cell of text without quotes in it; rows as lists of cells. */
export type Rows = readonly (readonly string[])[];

export interface Export {
  /** The header, and the rows of each version; the first of a version has to stay the first where `together`. */
  readonly header: readonly string[];
  readonly groups: readonly Rows[];
}

/** What is wrong about a version in this format by its own documents: such an order may be refused. */
export function limitsOf(shop: Shop, version: Version): string[] {
  const { articles, refunds } = version;
  const kinds = new Set(articles.map(({ sku }) => sku.toLowerCase()));
  const refundsBySku = shop.format === 'table' && !shop.lineIds && refunds.length > 0;
  return [
    ...(refundsBySku && kinds.size < articles.length ? ['refunds by a sku of two lines'] : []),
    ...(shop.format === 'amazon' && articles.some(({ cancelled }) => cancelled > 0)
      ? ['cancelled lines are not in the report']
      : []),
  ];
}

/** Whether the export of this shop leaves the order out, as the mapping says it does. */
export const isLeftOut = (shop: Shop, version: Version): boolean =>
  shop.format === 'amazon' && version.articles.every(({ quantity, cancelled }) => quantity === cancelled);

/** When the export says that the version is from, ms. */
export function movedAt(shop: Shop, version: Version): number {
  if (shop.format === 'woocommerce') return Math.floor(version.changedAt / 60_000) * 60_000;
  if (shop.changeDates) return version.changedAt;
  const sent = shop.format === 'table' || isWhollySent(version) ? (version.sentAt ?? 0) : 0;
  return Math.max(version.createdAt, sent, version.cancelledAt ?? 0);
}

export const isWhollySent = ({ articles, sentAt }: Version): boolean =>
  sentAt !== null && articles.every((article) => openUnits(article) === 0);

export function wantedOf(shop: Shop, version: Version, status: Wanted['status']): Wanted {
  const { number, createdAt, articles, refunds } = version;
  const explicit = shop.lineIds;
  return {
    number,
    status,
    createdAt: shop.format === 'woocommerce' ? Math.floor(createdAt / 60_000) * 60_000 : createdAt,
    lines: articles.map((article) => ({ ...article, explicit: explicit ? article.line : null })),
    refunds: shop.hasRefunds ? refunds : [],
    total: amountsOf(articles).total,
  };
}

const WRITERS: Record<FormatName, (versions: readonly Version[], shop: Shop) => Export | string> = {
  template,
  ndjson,
  table,
  shopify,
  amazon,
  woocommerce,
};

const EXTENSION: Record<FormatName, string> = {
  template: 'csv',
  ndjson: 'ndjson',
  table: 'csv',
  shopify: 'csv',
  amazon: 'txt',
  woocommerce: 'csv',
};

const DELIMITER: Partial<Record<FormatName, string>> = { amazon: '\t', woocommerce: ';' };

/** Rows of one order may stand apart where each of them says what it belongs to. */
export const mayMix = ({ format }: Shop): boolean => format === 'template' || format === 'table';

export function fileOf(
  shop: Shop,
  versions: readonly Version[],
  mix: (rows: Rows) => Rows,
): { readonly extension: string; readonly content: string } {
  const extension = EXTENSION[shop.format];
  const written = WRITERS[shop.format](versions, shop);
  if (typeof written === 'string') return { extension, content: written };
  const delimiter = DELIMITER[shop.format] ?? ',';
  const cell = (text: string) =>
    shop.format !== 'amazon' && /["\n;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const rows = mix(written.groups.flat());
  const content = [written.header, ...rows].map((row) => `${row.map(cell).join(delimiter)}\n`).join('');
  return { extension, content };
}

/** What stands beside the exports: mappings, and the buyers of Amazon. */
export function sideFiles(shop: Shop, orders: readonly Order[]): Record<string, string> {
  if (shop.format === 'table') return { 'table.json': JSON.stringify(tableMapping(shop), null, 2) };
  return shop.format === 'amazon' ? { 'buyers.txt': amazonBuyers(orders) } : {};
}

/** The flags by which the exports are read. */
export function readingFlags({ format, berlin }: Shop): string[] {
  const zone = berlin ? ['--timezone', 'Europe/Berlin'] : [];
  const flags: Record<FormatName, string[]> = {
    template: [],
    ndjson: [],
    table: ['--map', 'table.json', ...zone],
    shopify: ['--map', 'shopify-orders'],
    amazon: ['--map', 'amazon-all-orders', '--with', 'buyers=buyers.txt'],
    woocommerce: ['--map', 'woocommerce-orders', ...zone],
  };
  return flags[format];
}
