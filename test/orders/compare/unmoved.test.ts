// A shop that does not move the date of an order for its refunds: what changes after them is sent, and an old file is told from it.
// The right values were worked out by hand.
import { describe, expect, it } from 'vitest';
import type { Order, OrderRefund } from '../../../src/contract/order.ts';
import { sampleRefund } from '../../../src/contract/sample.ts';
import { json, orders, t, useOrderDesk } from '../../helpers/order-desk.ts';
import { csvText, rowsOf, sample } from '../../input/sample-mappings/export-rows.ts';
import { refusalsOf, stored, upload, withSums } from './support.ts';

useOrderDesk();

const [base] = orders(1) as [Order];
const at = (time: string): string => `2026-05-02T${time}Z`;

describe('after a refund of the shop that did not move its time, so that a second was added', () => {
  const one = { ...base.items[0]!, quantity: 2, quantity_shipped: 2 };
  const lineOf = (identifier: string, shipped: number, canceled = 0) => ({
    ...{ ...one, identifier, quantity_shipped: shipped, quantity_canceled: canceled, tax_amount_cents: 0 },
    product_amount_cents: one.unit_price_amount_cents * shipped,
  });
  /** Line a shipped, of line b nothing; one refund of these cents and units by line. */
  const version = (
    cents: number,
    units: Readonly<Record<string, number>>,
    { rma = undefined as string | undefined, b = lineOf('b', 0), ...changes } = {},
  ): Order => {
    const items = [lineOf('a', 2), b];
    const { rma_identifier: _, ...unnamed } = sampleRefund() as OrderRefund;
    const lines = Object.entries(units).map(([line, quantity]) => ({
      ...{ identifier: `R-1-${line}`, order_item_identifier: line, quantity },
    }));
    const r = {
      ...unnamed,
      identifier: 'R-1',
      created_at: at('12:00:00'),
      ...(rma && { rma_identifier: rma }),
      total_refund_amount_cents: cents,
    };
    const refunds = cents > 0 ? [{ ...r, refund_line_items: lines }] : [];
    return { ...withSums({ ...base, items }), status: 'Created', ...changes, refunds };
  };
  const first = version(0, {});
  const refunded = version(2000, { a: 1 });
  const begin = async (): Promise<void> => {
    await upload([first, refunded]);
    expect(stored().updated_at).toBe(at('12:00:01'));
  };
  const levels = ['--level', 'item.shipment.missing=off'];
  const gone = { b: lineOf('b', 0, 2) };
  const sent = { b: lineOf('b', 2), status: 'Shipped' };

  it.each<[what: string, change: Order, refunds: object, b: readonly [shipped: number, canceled: number]]>([
    ['more units', version(4000, { a: 2 }), { total_refund_amount_cents: 4000 }, [0, 0]],
    ['more money', version(2490, { a: 1 }), { total_refund_amount_cents: 2490 }, [0, 0]],
    ['less money', version(1500, { a: 1 }), { total_refund_amount_cents: 1500 }, [0, 0]],
    ['another line', version(2500, { a: 1, b: 1 }, sent), { total_refund_amount_cents: 2500 }, [2, 0]],
    ['its RMA', version(2000, { a: 1 }, { rma: 'RMA-4' }), { rma_identifier: 'RMA-4' }, [0, 0]],
    ['a cancelled line', version(2000, { a: 1 }, gone), { total_refund_amount_cents: 2000 }, [0, 2]],
    ['a shipped line', version(2000, { a: 1 }, sent), { total_refund_amount_cents: 2000 }, [2, 0]],
    ['both', version(4000, { a: 2 }, gone), { total_refund_amount_cents: 4000 }, [0, 2]],
  ])('%s under the same time is sent, and once; what it replaced is older', async (_, change, is, b) => {
    await begin();
    expect(await upload([change], ...levels)).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    const holds = () => {
      const [, line] = stored().items as [unknown, Order['items'][number]];
      expect([stored().refunds, stored().updated_at]).toMatchObject([[is], at('12:00:02')]);
      expect([line.quantity_shipped, line.quantity_canceled]).toEqual(b);
    };
    holds();
    for (const again of [change, refunded, first]) {
      const told = await upload([again], ...levels);
      expect(told).toMatchObject({ exit: 0, orders: { accepted: 0, superseded: 1 } });
      holds();
    }
  });

  it('one change after the other is sent, and a new refund beside a change is named', async () => {
    await begin();
    for (const [i, change] of [version(2000, { a: 1 }, gone), version(4000, { a: 2 }, gone)].entries()) {
      expect(await upload([change], ...levels)).toMatchObject({ exit: 0, orders: { accepted: 1 } });
      expect(stored().updated_at).toBe(at(`12:00:0${i + 2}`));
    }
    const later = version(4000, { a: 2 }, sent);
    const next = {
      ...later,
      refunds: [...later.refunds, { ...later.refunds[0]!, identifier: 'R-2', refund_line_items: [] }],
    };
    expect(refusalsOf(await upload([next], ...levels))).toEqual(['order.refund.superseded']);
  });
});

it('an order of BigCommerce that ships on the day it was ordered is sent as shipped, and once', async () => {
  const shipped = rowsOf(sample('exports/bigcommerce-orders.csv'), ',')
    .filter((row) => row['Order ID'] === '101')
    .map((row) => ({ ...row, 'Date Shipped': row['Order Date']! }));
  const open = { 'Order Status': 'Awaiting Fulfillment', 'Date Shipped': '', 'Total Shipped': '0' };
  const uploaded = (rows: Parameters<typeof csvText>[0]) => {
    t.file('day.csv', csvText(rows));
    const words = ['--map', sample('mappings/bigcommerce-orders.json'), '--timezone', 'America/New_York'];
    return json('orders', 'upload', 'day.csv', ...words, '--yes');
  };
  expect(await uploaded(shipped.map((row) => ({ ...row, ...open })))).toMatchObject({ exit: 0 });
  expect(stored('101').status).toBe('Created');
  expect(await uploaded(shipped)).toMatchObject({ exit: 0, orders: { accepted: 1, superseded: 0 } });
  expect(stored('101').status).toBe('Shipped');
  expect(await uploaded(shipped)).toMatchObject({ exit: 0, orders: { already_accepted: 1 } });
});
