// A check and a dry run end with the exit code of the stop that the real run would have, for orders and ASNs.
import { describe, expect, test } from 'vitest';
import { call, json, orders, statusOf, unshipped, useOrderDesk, write } from '../helpers/order-desk.ts';

useOrderDesk();

/** The three ways to a stop: reported by check and dry run, and in the real run. */
async function threeWays(...flags: string[]) {
  const check = await json('orders', 'check', 'orders.json', ...flags);
  const dry = await json('orders', 'upload', 'orders.json', '--dry-run', ...flags);
  const real = await json('orders', 'upload', 'orders.json', ...flags);
  return { check, dry, real, codes: [check.exit, dry.exit, real.exit] };
}

describe('a check and a dry run end with the exit code that the real run would stop with', () => {
  test('too much refused: exit 5, with the reason in would_stop and in words', async () => {
    write(orders(6, (i) => (i < 3 ? statusOf('Shiped') : {})));
    const { check, dry, real, codes } = await threeWays('--max-rejects', '2');
    expect(codes).toEqual([5, 5, 5]);
    const stop = { code: 'upload.max_rejects', exit_code: 5, message: expect.stringContaining('refuses 3') };
    expect(check).toMatchObject({ state: 'checked', exit_code: 5, would_stop: stop });
    expect(dry.would_stop).toEqual(check.would_stop);
    expect(real).toMatchObject({ state: 'stopped', would_stop: null, error: { code: stop.code } });
    const { out } = await call('orders', 'check', 'orders.json', '--max-rejects', '2');
    expect(out).toMatch(/upload would stop before it sends anything: exit 5, because our own/);
    expect((await threeWays('--max-rejects', '3')).codes).toEqual([3, 3, 3]);
  });

  test('an input that is not as expected: exit 6 in all three', async () => {
    write(orders(2));
    expect((await threeWays('--expect-orders', '3')).codes).toEqual([6, 6, 6]);
    expect((await threeWays('--min-orders', '3')).codes).toEqual([6, 6, 6]);
  });

  test('--fail-on new: a repeated refusal of the same content is not new for a dry run either', async () => {
    write(orders(3, (i) => (i === 0 ? statusOf('Shiped') : {})));
    expect((await threeWays('--fail-on', 'new')).codes).toEqual([3, 3, 3]);
    expect((await threeWays('--fail-on', 'new')).codes).toEqual([0, 0, 0]);
  });

  test('the mapping changed: exit 5, and one order shows field by field what changed', async () => {
    write(orders(6));
    const first = await json('orders', 'upload', 'orders.json');
    write(orders(6, () => ({ status: 'Created', total_amount_cents: 1 })).map(unshipped));
    const { check, real, codes } = await threeWays();
    expect(codes).toEqual([5, 5, 5]);
    expect(real.changed_order).toEqual(check.changed_order);
    expect(check.would_stop).toMatchObject({ code: 'upload.mapping_changed', exit_code: 5 });
    expect(check.changed_order).toMatchObject({
      order: 'SO-1',
      accepted_by: first.run,
      changes: expect.arrayContaining([
        { field: 'status', accepted: 'Shipped', input: 'Created' },
        expect.objectContaining({ field: 'items[0].quantity_shipped', input: 0 }),
      ]),
      not_kept: 'unknown',
    });
    const { out } = await call('orders', 'check', 'orders.json');
    expect(out).toMatch(/status +Shipped -> Created/);
    expect(out).toContain('not compared: names, addresses');
    expect(await json('orders', 'check', 'orders.json', '--force')).toMatchObject({
      exit: 0,
      would_stop: null,
    });
  });

  test('a change in fields that the ledger does not store is reported as such', async () => {
    write(orders(6));
    await json('orders', 'upload', 'orders.json');
    write(orders(6, () => ({ tags: ['FinalSale'] })));
    expect(await json('orders', 'check', 'orders.json')).toMatchObject({
      exit: 5,
      changed_order: { changes: [], not_kept: 'differs' },
    });
  });
});

test('a check and a dry run of ASNs also report the stop of the real run', async () => {
  const [asn] = JSON.parse((await call('asns', 'template', '--format', 'json')).out);
  const bad = Array.from({ length: 101 }, (_, i) => ({ ...asn, asn_number: `A-${i}`, status: 'canceled' }));
  write(bad, 'asns.json');
  const ways = [
    await json('asns', 'check', 'asns.json'),
    await json('asns', 'create', 'asns.json', '--dry-run'),
    await json('asns', 'create', 'asns.json'),
  ];
  expect(ways.map(({ exit }) => exit)).toEqual([5, 5, 5]);
  expect(ways[0].would_stop).toMatchObject({ code: 'asns.max_rejects', exit_code: 5 });
  expect(ways[1].would_stop).toEqual(ways[0].would_stop);
  expect(ways[2]).toMatchObject({ would_stop: null, error: { code: 'asns.max_rejects', reason: 'stopped' } });
  expect((await call('asns', 'check', 'asns.json')).out).toMatch(/exit\s+5,\s+because our/);
  // With the settings of the run.
  expect(await json('asns', 'check', 'asns.json', '--max-rejects', '200')).toMatchObject({
    would_stop: null,
    exit: 3,
  });
  const lenient = ['asns.json', '--max-rejects', '200', '--fail-on', 'none'];
  expect(await json('asns', 'check', ...lenient)).toMatchObject({ would_stop: null, exit: 0 });
});
