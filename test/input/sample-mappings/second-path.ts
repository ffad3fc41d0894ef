// What the tests of the sample exports of platforms share: messages put together from plain figures, and the comparison
// of every order of a sample with what the service holds. Nothing of it comes from src/.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { lineName } from '../../orders/map/line-name.ts';
import { uploadedSample } from './carrier.ts';
import { type Row, rowsOf, sum } from './export-rows.ts';

/** A line item in the figures of the export: amounts in cents, the tax for all ordered units. */
export interface Line {
  /** Where the export names the line. */
  readonly identifier?: string;
  readonly sku: string;
  readonly product?: string;
  readonly variant?: string;
  readonly title: string;
  readonly quantity: number;
  readonly shipped: number;
  readonly canceled?: number;
  readonly unit: number;
  readonly tax: number;
  readonly discount?: number;
  /** Further fields as they are sent. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface Figures {
  readonly identifier: string;
  readonly raw_status: string;
  readonly status: string;
  readonly currency: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** What the export states for the whole order; it counts when every unit has shipped. */
  readonly total: number;
  readonly discount: number;
  readonly shipping: number;
  readonly shippingTax: number;
  readonly customer: object;
  readonly shipTo: object;
  readonly billTo: object;
  readonly lines: readonly Line[];
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Each line has its discount, and its part of the rest by price; units that have not shipped have theirs later. */
function discountOfShipped(discount: number, lines: readonly Line[]): number {
  const rest = discount - sum(lines.map((line) => line.discount ?? 0));
  const worth = sum(lines.map((line) => line.unit * line.quantity));
  return sum(
    lines.map((line) => {
      const part = (line.discount ?? 0) + (rest * line.unit * line.quantity) / worth;
      return Math.floor((part * line.shipped) / line.quantity);
    }),
  );
}

/** The message of an order: amounts of lines are those of shipped units, as the interface counts them. */
export function message(order: Figures): Record<string, unknown> {
  const items = order.lines.map((line, i) => ({
    identifier: line.identifier ?? lineName(order.identifier, order.lines, i),
    sku: line.sku,
    product_identifier: line.product ?? line.sku,
    variant_identifier: line.variant ?? line.sku,
    title: line.title,
    tags: [],
    quantity: line.quantity,
    quantity_shipped: line.shipped,
    quantity_canceled: line.canceled ?? 0,
    unit_price_amount_cents: line.unit,
    product_amount_cents: line.unit * line.shipped,
    tax_amount_cents:
      line.shipped === line.quantity ? line.tax : Math.floor((line.tax * line.shipped) / line.quantity),
    discount_amount_cents: Math.floor(((line.discount ?? 0) * line.shipped) / line.quantity),
    ...line.more,
  }));
  const product = sum(items.map((item) => item.product_amount_cents));
  const tax = sum(items.map((item) => item.tax_amount_cents));
  const isWhole = order.lines.every((line) => line.shipped === line.quantity);
  const discount = isWhole ? order.discount : discountOfShipped(order.discount, order.lines);
  return {
    identifier: order.identifier,
    raw_status: order.raw_status,
    status: order.status,
    currency: order.currency,
    created_at: order.created_at,
    updated_at: order.updated_at,
    tags: [],
    total_amount_cents: isWhole ? order.total : product + tax - discount,
    product_amount_cents: product,
    tax_amount_cents: tax,
    discount_amount_cents: discount,
    shipping_amount_cents: order.shipping,
    shipping_tax_amount_cents: order.shippingTax,
    items,
    customer: order.customer,
    shipping_address: order.shipTo,
    billing_address: order.billTo,
    transactions: [],
    refunds: [],
    discounts: [],
    ...order.more,
  };
}

export interface Expected {
  /** Every message, by the identifier of its order. */
  readonly orders: ReadonlyMap<string, Record<string, unknown>>;
  /** A part of what is said about each refused order. */
  readonly refused: Readonly<Record<string, string>>;
  readonly skipped: readonly { readonly reason: string; readonly orders: number; readonly rows: number }[];
  readonly rows: number;
}

export interface Sample {
  readonly file: string;
  readonly map: string;
  readonly flags?: readonly string[];
  /** The column of the export that holds the identifier of the order. */
  readonly identifier: string;
  readonly delimiter: string;
  /** Refused rows of a file without quotes are read without them. */
  readonly quote?: false;
  readonly expected: Expected;
}

/** The tests that hold for every sample; returns the sample as it was uploaded. */
export function compareSample(sample: Sample) {
  const { expected } = sample;
  const { orders, refused, skipped } = expected;
  const its = uploadedSample(sample.file, sample.map, ...(sample.flags ?? []));
  describe('all orders', () => {
    test('there are at least 30, and every one is accepted, refused or skipped', () => {
      const left = sum(skipped.map((one) => one.orders));
      expect(orders.size + Object.keys(refused).length + left).toBeGreaterThanOrEqual(30);
      expect(its.uploaded.document).toMatchObject({
        state: 'completed',
        balanced: true,
        orders: {
          accepted: orders.size,
          refused: Object.keys(refused).length,
          skipped: left,
          superseded: 0,
          pending: 0,
        },
        rows: { read: expected.rows, accounted: expected.rows },
      });
      expect(its.uploaded.code).toBe(3);
      expect([...its.stored.keys()].sort()).toEqual([...orders.keys()].sort());
    });

    test.each([...orders.keys()])('order %s is the one of the second path, field by field', (id) => {
      expect(its.order(id)).toEqual(orders.get(id));
    });

    test('the money of the summary is that of the second path, currency by currency', () => {
      const money = new Map<string, { orders: number; total_cents: number }>();
      for (const order of orders.values()) {
        const currency = String(order['currency']);
        const before = money.get(currency) ?? { orders: 0, total_cents: 0 };
        money.set(currency, {
          orders: before.orders + 1,
          total_cents: before.total_cents + Number(order['total_amount_cents']),
        });
      }
      const stated = its.uploaded.document.money.map(
        ({ currency, orders: count, total_cents }) => [currency, { orders: count, total_cents }] as const,
      );
      expect(new Map(stated)).toEqual(money);
    });

    test('what was skipped is counted with its reason', () => {
      const byReason = (list: readonly { readonly reason: string }[]) =>
        [...list].sort((a, b) => (a.reason < b.reason ? -1 : 1));
      expect(byReason(its.uploaded.document.skipped_by ?? [])).toEqual(byReason(skipped));
    });

    test.each(Object.entries(refused))('order %s is refused: %s', (id, reason) => {
      const file = its.uploaded.document.refused.files[0]!;
      const rejects =
        sample.quote === false ? plainRows(file, sample.delimiter) : rowsOf(file, sample.delimiter);
      const own = rejects.filter((row) => row[sample.identifier] === id);
      expect(own.map((row) => row['_message']).join(' ')).toContain(reason);
    });

    test('again: nothing is sent', async () => {
      const again = await its.carrier.json(
        'orders',
        'upload',
        sample.file,
        '--map',
        sample.map,
        ...(sample.flags ?? []),
        '--rate',
        'off',
      );
      expect(again.document.orders).toMatchObject({ accepted: 0, already_accepted: orders.size });
    });

    test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
  });
  return its;
}

/** Rows of a file whose cells are never quoted. */
export function plainRows(file: string, delimiter: string): Row[] {
  const [head, ...lines] = readFileSync(file, 'utf8')
    .replace(/^\ufeff/, '')
    .split(/\r?\n/);
  const names = head!.split(delimiter);
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split(delimiter);
      return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
    });
}
