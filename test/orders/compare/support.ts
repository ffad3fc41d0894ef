// An export that names no lines, and what a run says of them.
import type { Order } from '../../../src/contract/order.ts';
import { json, sandbox, t, write } from '../../helpers/order-desk.ts';
import { completeMapping } from '../../input/mapping/mapped-cli.ts';

export type Row = readonly [
  order: string,
  changed: string,
  sku: string,
  units: number,
  cents: number,
  shipped?: number,
  more?: { readonly title?: string; readonly tax?: number; readonly off?: number } | undefined,
];

/** An export without identifiers of lines, and its mapping. */
export function exported(name: string, rows: readonly Row[]): string[] {
  const head = 'Order,Status,Created,Changed,SKU,Qty,Shipped,Price,Title,Tax,Off,Total';
  const versionOf = (order: string, at: string) => rows.filter(([id, day]) => id === order && day === at);
  const isWhole = ([, , , units, , shipped = units]: Row) => shipped === units;
  const statusOf = (order: string, at: string) =>
    versionOf(order, at).every(isWhole) ? 'Shipped' : 'Created';
  const totalOf = (order: string, at: string) =>
    versionOf(order, at).reduce(
      (sum, [, , , units, cents, , more]) => sum + cents * units + (more?.tax ?? 0) - (more?.off ?? 0),
      0,
    );
  const lines = rows.map(
    ([order, changed, sku, units, cents, shipped = units, { title = sku, tax = 0, off = 0 } = {}]) =>
      [
        order,
        statusOf(order, changed),
        '2026-05-01T08:00:00Z',
        changed,
        `"${sku}"`,
        units,
        shipped,
        (cents / 100).toFixed(2),
        ...[`"${title}"`, tax / 100, off / 100, totalOf(order, changed) / 100],
      ].join(','),
  );
  const constants = { email: 'kim@example.com', identifier: 'C-1', first_name: 'Kim', last_name: 'Rowe' };
  const customer = Object.entries(constants).map(([key, constant]) => [`customer.${key}`, { constant }]);
  const mapping = completeMapping({
    dates: { formats: ['YYYY-MM-DDTHH:mm:ssZ'] },
    rows: { order: 'Order' },
    order: {
      identifier: 'Order',
      status: 'Status',
      currency: { constant: 'USD' },
      created_at: 'Created',
      updated_at: 'Changed',
      total_amount_cents: 'Total',
      discount_amount_cents: undefined,
      ...Object.fromEntries(customer),
    },
    item: {
      sku: 'SKU',
      title: 'Title',
      quantity_shipped: 'Shipped',
      shipped_date: undefined,
      unit_price_amount_cents: 'Price',
      variant_identifier: 'SKU',
      tax_amount_cents: 'Tax',
      discount_amount_cents: 'Off',
    },
  });
  t.file('map.json', JSON.stringify(mapping));
  t.file(name, [head, ...lines].join('\n'));
  return ['orders', 'upload', name, '--map', 'map.json', '--yes', '--level', 'item.shipment.missing=off'];
}

/** Posts a refund of W-1 from an export that was made by `exported`. */
export const refundOf = (file: string, rma: string | undefined, ...flags: string[]) =>
  json(
    ...['orders', 'refund', 'W-1', '--from', file, '--map', 'map.json', '--yes'],
    ...(rma === undefined ? [] : ['--rma', rma]),
    ...flags,
  );

export const stored = (id = 'SO-1'): Order => sandbox.order(id)!.order as Order;

/** Uploads one order after the other; the summary of the last. */
export async function upload(list: readonly Order[], ...flags: string[]) {
  let last: Awaited<ReturnType<typeof json>> | undefined;
  for (const one of list) {
    write([one]);
    last = await json('orders', 'upload', 'orders.json', '--yes', ...flags);
  }
  return last!;
}

/** The order with the amounts of its lines; nothing is paid for shipping. */
export function withSums(order: Order): Order {
  const sum = (key: 'product_amount_cents' | 'tax_amount_cents' | 'discount_amount_cents') =>
    order.items.reduce((cents, item) => cents + item[key], 0);
  const [product, tax] = [sum('product_amount_cents'), sum('tax_amount_cents')];
  const discount = sum('discount_amount_cents');
  return {
    ...order,
    ...{ product_amount_cents: product, tax_amount_cents: tax, discount_amount_cents: discount },
    total_amount_cents: product + tax - discount,
  };
}

export const refusalsOf = ({ refused }: Record<string, unknown>): string[] =>
  (refused as Told['refused']).by_code.map(({ code }) => code);

interface Told {
  readonly refused: { readonly by_code: readonly { readonly code: string }[] };
  readonly warnings: readonly { readonly code: string }[];
  readonly notes: readonly { readonly code: string }[];
}

/** The codes of lines and times, as the summary of a run names them. */
export const codesOf = (summary: unknown): string[] => {
  const { refused, warnings, notes } = summary as Told;
  const codes = [...refused.by_code, ...warnings, ...notes].map(({ code }) => code);
  return codes.filter((code) => /^order\.(line|created)\./.test(code));
};
