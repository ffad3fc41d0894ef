// The sample exports of platforms: each with its mapping, and the flags without which it cannot be read.
import { sample } from './export-rows.ts';

export interface Export {
  /** Of the mapping; the golden file has the same. */
  readonly name: string;
  readonly file: string;
  readonly zone?: string;
  /** Second files by the name that the mapping gives them. */
  readonly joined?: Readonly<Record<string, string>>;
  /** Columns that no mapping reads. */
  readonly unmapped?: string;
}

export const EXPORTS: readonly Export[] = [
  {
    name: 'amazon-actionable-orders',
    file: 'amazon-actionable-orders.tsv',
    joined: { all: 'amazon-all-orders.tsv' },
  },
  {
    name: 'amazon-all-orders',
    file: 'amazon-all-orders.tsv',
    joined: { buyers: 'amazon-order-report.tsv' },
  },
  {
    name: 'amazon-sp-api',
    file: 'amazon-sp-api.ndjson',
    joined: { orders: 'amazon-sp-api-orders.json' },
    unmapped: 'payload.OrderItems[].ProductInfo, payload.OrderItems[].CODFee',
  },
  { name: 'bigcommerce-orders', file: 'bigcommerce-orders.csv', zone: 'America/Chicago' },
  {
    name: 'bigcommerce-rest',
    file: 'bigcommerce-rest.ndjson',
    joined: { orders: 'bigcommerce-rest-orders.json', addresses: 'bigcommerce-rest-addresses.json' },
  },
  { name: 'ebay-orders', file: 'ebay-orders.csv', zone: 'America/New_York' },
  {
    name: 'etsy-sold-items',
    file: 'etsy-sold-items.csv',
    zone: 'America/Chicago',
    joined: { orders: 'etsy-sold-orders.csv' },
  },
  {
    name: 'magento-order-items',
    file: 'magento-order-items.csv',
    joined: { grid: 'magento-order-grid.csv' },
  },
  { name: 'magento-rest', file: 'magento-rest.ndjson' },
  { name: 'nuvemshop-orders', file: 'nuvemshop-orders.csv', zone: 'America/Sao_Paulo' },
  { name: 'shopify-bulk', file: 'shopify-bulk.ndjson' },
  { name: 'shopify-graphql', file: 'shopify-graphql.json' },
  { name: 'shopify-orders', file: 'shopify-orders.csv' },
  { name: 'shopify-rest', file: 'shopify-rest.json' },
  { name: 'squarespace-orders', file: 'squarespace-orders.csv', unmapped: 'Checkout Form: Delivery note' },
  { name: 'temu-orders', file: 'temu-orders.csv' },
  { name: 'tiendanube-orders', file: 'tiendanube-orders.csv', zone: 'America/Argentina/Buenos_Aires' },
  { name: 'wix-orders', file: 'wix-orders.csv', zone: 'America/New_York' },
  { name: 'woocommerce-orders', file: 'woocommerce-orders.csv', zone: 'Europe/Berlin' },
  { name: 'woocommerce-rest', file: 'woocommerce-rest.json', unmapped: 'meta_data[].value[].a[]' },
  { name: 'woocommerce-skyverge', file: 'woocommerce-skyverge.csv', zone: 'America/New_York' },
];

/** Flags besides --map; `own` stands for a second file in place of the one of the sample. */
export const flagsOf = ({ zone, joined = {} }: Export, own: Readonly<Record<string, string>> = {}) => [
  ...(zone ? ['--timezone', zone] : []),
  ...Object.entries(joined).flatMap(([as, second]) => [
    '--with',
    `${as}=${own[as] ?? sample(`exports/${second}`)}`,
  ]),
];
