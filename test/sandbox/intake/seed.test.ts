// Invented orders: valid without warnings, the same for the same seed, and of every kind that a return can meet.
import { expect, test } from 'vitest';
import { validateOrdersMessage } from '../../../src/contract/validate-order.ts';
import { seedOrders } from '../../../src/sandbox/intake/seed.ts';
import type { StoredSnapshot } from '../../../src/sandbox/life-cycle/types.ts';
import { sandboxWithClient } from '../client.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

function seeded(count: number, seed = 1, now = NOW): StoredSnapshot[] {
  const stored: object[] = [];
  const identifiers = seedOrders({ add: (orders) => stored.push(...orders) }, { count, seed, now });
  expect(identifiers).toEqual((stored as StoredSnapshot[]).map(({ identifier }) => identifier));
  return stored as StoredSnapshot[];
}

test.each([1, 2, 20_261_122])('2,500 orders of seed %i are valid, without a warning', (seed) => {
  const orders = seeded(2_500, seed);
  const findings = validateOrdersMessage(
    { returns_portal_order: { orders } },
    { now: NOW, statusSpelling: 'Cancelled' },
  );
  expect(findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(new Set(orders.map(({ identifier }) => identifier)).size).toBe(2_500);
  expect(orders[2_499]?.identifier).toBe('SO-SEED-002500');
});

test('the same seed and time make the same orders, another seed makes others', () => {
  expect(seeded(50)).toEqual(seeded(50));
  expect(seeded(50)).toEqual(seeded(1_500).slice(0, 50));
  expect(seeded(50, 2)).not.toEqual(seeded(50));
});

test('twenty orders show every kind', () => {
  const orders = seeded(20);
  const lines = orders.flatMap(({ items }) => items);
  expect(orders[0]).toMatchObject({ status: 'Shipped', items: [{ quantity: 1 }], tags: [] });
  expect(orders[0]?.items).toHaveLength(1);
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['Shipped', 'Created', 'Cancelled']));
  expect(new Set(orders.flatMap(({ tags }) => tags))).toEqual(new Set(['pickup_in_store']));
  expect(new Set(lines.flatMap(({ tags }) => tags))).toEqual(new Set(['FinalSale', 'gift-card']));
  expect(lines.some((line) => line.discount_amount_cents > 0)).toBe(true);
  expect(lines.some((line) => line.quantity_shipped > 1)).toBe(true);
  expect(orders.some(({ items }) => items.length > 1)).toBe(true);
  const days = lines.flatMap(({ shipped_date: at }) => (at ? [(NOW - Date.parse(at)) / 86_400_000] : []));
  expect(days.filter((age) => age < 30).length).toBeGreaterThan(10);
  expect(days.filter((age) => age > 30).length).toBeGreaterThan(2);
  expect(Math.max(...days)).toBeGreaterThan(180);
  expect(Math.min(...days)).toBeGreaterThan(0);
});

test('a sandbox is filled by one request, and what was invented can be returned', async () => {
  const { sandbox, post, get } = await sandboxWithClient({ clock: 'manual', clockStart: NOW });
  expect((await post('/_sandbox/seed', { orders: 1_200, seed: 7 })).status).toBe(200);
  expect(sandbox.stats().orders).toEqual({
    stored: 1_200,
    snapshots: 1_200,
    older_after_newer: 0,
    over_refunded: 0,
  });
  expect((await get('/_sandbox/orders?id=SO-SEED-001200')).status).toBe(200);
  expect(sandbox.engine.returns.returnable('SO-SEED-000001')).toMatchObject([
    { returnable: 1, reason: null },
  ]);
  expect(await sandbox.engine.returns.start({ order: 'SO-SEED-000001' })).toMatchObject({
    rma: { status: 'CREATED' },
  });
});
