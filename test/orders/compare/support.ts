// An export that names no lines, and what a run says of them.
import type { Order } from '../../../src/contract/order.ts';
import { sandbox, t } from '../../helpers/order-desk.ts';

export type Row = readonly [
  order: string,
  changed: string,
  sku: string,
  units: number,
  cents: number,
  shipped?: number,
  more?: { readonly title?: string; readonly tax?: number; readonly off?: number } | undefined,
];

const NOTHING = { constant: 0 };

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
  const place = (prefix: string) => {
    const names = ['name', 'street1', 'city', 'zip_code', 'state', 'phone'];
    const constants = names.map((name) => [`${prefix}.${name}`, { constant: `the ${name}` }]);
    return { ...Object.fromEntries(constants), [`${prefix}.country_code`]: { constant: 'US' } };
  };
  t.file(
    'map.json',
    JSON.stringify({
      name: 'no lines',
      decimal: '.',
      dates: { formats: ['YYYY-MM-DDTHH:mm:ssZ'] },
      rows: { order: 'Order' },
      order: {
        identifier: 'Order',
        ...{ status: 'Status', currency: { constant: 'USD' } },
        ...{ created_at: 'Created', updated_at: 'Changed' },
        ...{ 'customer.email': { constant: 'kim@example.com' }, 'customer.identifier': { constant: 'C-1' } },
        ...{ 'customer.first_name': { constant: 'Kim' }, 'customer.last_name': { constant: 'Rowe' } },
        total_amount_cents: 'Total',
        ...{ shipping_amount_cents: NOTHING, shipping_tax_amount_cents: NOTHING },
        ...place('shipping_address'),
        ...place('billing_address'),
      },
      item: {
        ...{ identifier: { generate: 'line' }, sku: 'SKU', title: 'Title', quantity: 'Qty' },
        ...{ quantity_shipped: 'Shipped', unit_price_amount_cents: 'Price', quantity_canceled: NOTHING },
        ...{ variant_identifier: 'SKU', tax_amount_cents: 'Tax', discount_amount_cents: 'Off' },
      },
    }),
  );
  t.file(name, [head, ...lines].join('\n'));
  return ['orders', 'upload', name, '--map', 'map.json', '--yes', '--level', 'item.shipment.missing=off'];
}

export const stored = (id: string): Order => sandbox.order(id)!.order as Order;
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
