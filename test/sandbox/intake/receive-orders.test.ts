// The orders of the sandbox: every version in order of arrival, and unique refund identifiers.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/basics/json.ts';
import { sampleLine, sampleOrder, sampleRefund } from '../../../src/contract/sample.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { sandboxWithClient } from '../client.ts';

const at = (updated_at: string, changes = {}) => sampleOrder({ updated_at, ...changes });

describe('versions', () => {
  test('the last snapshot that arrives is stored, and an older one after a newer one is reported', async () => {
    const clock = fakeClock(Date.UTC(2026, 10, 20, 12));
    const { sandbox, orders } = await sandboxWithClient({ clock });
    const newer = at('2026-03-03T10:00:00Z', { raw_status: 'newer' });
    const older = at('2026-03-02T10:00:00Z', { raw_status: 'older' });
    await orders([newer]);
    expect(sandbox.stats().orders.older_after_newer).toBe(0);
    await orders([older]);
    await orders([older]);
    const stored = sandbox.order('SO-1001');
    expect(stored).toMatchObject({
      updated_at: '2026-03-02T10:00:00Z',
      received: 3,
      order: { raw_status: 'older' },
    });
    const digest = (order: unknown) =>
      createHash('sha256')
        .update(canonicalJson(JSON.parse(JSON.stringify(order))))
        .digest('hex');
    expect(stored?.versions).toEqual([
      {
        sequence: 1,
        request: 2,
        time: '2026-11-20T12:00:00Z',
        updated_at: '2026-03-03T10:00:00Z',
        sha256: digest(newer),
      },
      {
        sequence: 2,
        request: 3,
        time: '2026-11-20T12:00:00Z',
        updated_at: '2026-03-02T10:00:00Z',
        sha256: digest(older),
      },
      {
        sequence: 3,
        request: 4,
        time: '2026-11-20T12:00:00Z',
        updated_at: '2026-03-02T10:00:00Z',
        sha256: digest(older),
      },
    ]);
    expect(sandbox.stats().orders).toEqual({
      stored: 1,
      snapshots: 3,
      older_after_newer: 2,
      over_refunded: 0,
    });
  });

  test('times are compared as times, not as texts', async () => {
    const { sandbox, orders } = await sandboxWithClient();
    await orders([at('2026-03-03T10:00:00+02:00')]);
    await orders([at('2026-03-03T08:00:00.000Z')]);
    await orders([at('2026-03-03T09:00:00Z')]);
    expect(sandbox.stats().orders.older_after_newer).toBe(0);
  });

  test('the number of versions is limited, and bodies can be left out', async () => {
    const { sandbox, orders, get } = await sandboxWithClient({ history: 2, keepBodies: false });
    for (const day of ['02', '03', '04']) await orders([at(`2026-03-${day}T10:00:00Z`)]);
    const stored = sandbox.order('SO-1001');
    expect(stored?.received).toBe(3);
    expect(stored?.versions.map((version) => version.sequence)).toEqual([2, 3]);
    expect(stored).not.toHaveProperty('order');
    expect((await get('/_sandbox/orders?format=ndjson')).text).toBe('');
  });
});

describe('refund identifiers', () => {
  const refunded = (identifier: string, refund: object, changes = {}) =>
    sampleOrder({ identifier, refunds: [sampleRefund(refund as Record<string, unknown>)], ...changes });
  const line = (identifier: string) => [{ identifier, quantity: 1, order_item_identifier: 'L1' }];

  test('and within one batch, with each field named once', async () => {
    const { orders } = await sandboxWithClient();
    const reply = await orders([refunded('SO-1', {}), refunded('SO-2', { refund_line_items: line('RL-2') })]);
    expect(reply.status).toBe(422);
    expect((reply.json as { errors: unknown[] }).errors).toEqual([
      { field: 'orders[1].refunds[0].identifier', code: 'not_unique' },
    ]);
  });

  test('a line of one refund is refused under another refund of the same order', async () => {
    const { orders } = await sandboxWithClient();
    await orders([refunded('SO-1', {})]);
    const moved = await orders([
      sampleOrder({
        identifier: 'SO-1',
        items: [sampleLine()],
        refunds: [sampleRefund({ identifier: 'R-2' })],
      }),
    ]);
    expect((moved.json as { errors: unknown[] }).errors).toEqual([
      { field: 'orders[0].refunds[0].refund_line_items[0].identifier', code: 'not_unique' },
    ]);
  });
});

describe('refunds of more than there is', () => {
  const units = (quantity: number, cents: number, line: Record<string, unknown> = {}, status = 'Shipped') =>
    sampleOrder({
      status,
      items: [sampleLine(line)],
      refunds: [
        sampleRefund({
          total_refund_amount_cents: cents,
          refund_line_items: [{ identifier: 'RL-1', quantity, order_item_identifier: 'L1' }],
        }),
      ],
    });
  const OPEN = { quantity: 3, quantity_shipped: 2 };
  const CANCELLED = { ...OPEN, quantity_canceled: 1 };

  test.each([
    ['all shipped units', units(2, 5400), null],
    ['a cent more', units(2, 5401), { lines: [], money: { refunded_cents: 5401, most_cents: 5400 } }],
    [
      'a unit that is still to be shipped',
      units(3, 5400, OPEN, 'Created'),
      { lines: [{ line: 'L1', refunded: 3, most: 2 }], money: null },
    ],
    ['a cancelled unit, with what it cost', units(3, 8100, CANCELLED), null],
    [
      'a cancelled unit, and a cent more',
      units(3, 8101, CANCELLED),
      { lines: [], money: { refunded_cents: 8101, most_cents: 8100 } },
    ],
  ])('%s: what is too much is recorded', async (_what, order, over) => {
    const { sandbox, orders } = await sandboxWithClient({ keepBodies: false });
    expect((await orders([order])).status).toBe(200);
    expect(sandbox.order('SO-1001')?.over_refunded).toEqual(over);
    expect(sandbox.stats().orders.over_refunded).toBe(over ? 1 : 0);
  });

  test('a later snapshot without them takes it back; the number of snapshots stays', async () => {
    const { sandbox, orders } = await sandboxWithClient();
    await orders([units(2, 9000)]);
    await orders([units(2, 5400)]);
    expect(sandbox.orders()[0]?.over_refunded).toBe(null);
    expect(sandbox.stats().orders.over_refunded).toBe(1);
  });

  test('are refused where that is assumed, and nothing of the post is stored', async () => {
    const { sandbox, orders } = await sandboxWithClient({ assume: { over_refunded: 'refused' } });
    const reply = await orders([sampleOrder({ identifier: 'SO-2' }), units(2, 5401)]);
    expect([reply.status, reply.json]).toEqual([
      422,
      { message: 'Validation Failed', errors: [{ field: 'orders[1].refunds', code: 'over_refunded' }] },
    ]);
    expect(sandbox.orders()).toEqual([]);
    expect((await orders([units(2, 5400)])).status).toBe(200);
  });
});
