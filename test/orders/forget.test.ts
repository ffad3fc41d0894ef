// `orders forget`: the runs and files that it accepts, and what an upload then sends. The amounts were worked out by hand.
import { describe, expect, test } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { call, json, moveDesk, NOW, orders, useOrderDesk, write } from '../helpers/order-desk.ts';
import { stored, upload } from './compare/support.ts';

useOrderDesk();

describe('orders forget', () => {
  test('asks for --yes when prompts are not possible', async () => {
    write(orders(1));
    const { run: id } = await json('orders', 'upload', 'orders.json');
    expect(await json('orders', 'forget', '--run', id)).toMatchObject({
      code: 'usage.question',
      exit_code: 2,
    });
    expect(await json('orders', 'upload', 'orders.json')).toMatchObject({ orders: { already_accepted: 1 } });
    expect(await json('orders', 'forget', '--run', id, '--yes')).toMatchObject({ exit: 0, removed: 1 });
  });

  test('accepts several runs, by prefixes of their ids, and all runs of a file', async () => {
    write(orders(1), 'a.json');
    write(orders(2).slice(1), 'b.json');
    const a = await json('orders', 'upload', 'a.json');
    const b = await json('orders', 'upload', 'b.json');
    const both = await json('orders', 'forget', '--run', a.run, '--run', b.run.slice(0, -1), '--yes');
    expect(both).toMatchObject({ removed: 2, runs: [{ run: b.run }, { run: a.run }] });
    await json('orders', 'upload', 'a.json', 'b.json');
    await json('orders', 'upload', 'a.json');
    await json('orders', 'upload', 'b.json');
    expect((await json('orders', 'forget', '--file', 'a.json', '--yes')).runs).toHaveLength(2);
    expect(await json('orders', 'forget', '--file', 'never.json', '--yes')).toMatchObject({
      code: 'run.unknown',
    });
  });
});

/** 2 units at 25.00 with 4.00 tax: 54.00. */
const [right] = orders(1) as [Order];
const at = (time: string, order = right): Order => ({ ...order, updated_at: `2026-05-02T${time}Z` });
/** The same through a mapping that reads 2.50 for 25.00: 5.40. */
const wrong: Order = {
  ...right,
  ...{ total_amount_cents: 540, product_amount_cents: 500, tax_amount_cents: 40 },
  items: right.items.map((item) => ({
    ...item,
    ...{ unit_price_amount_cents: 250, product_amount_cents: 500, tax_amount_cents: 40 },
  })),
};
const own = ['orders', 'refund', 'SO-1', '--from', 'orders.json', '--lines', 'L1=1', '--yes'];
const refunds = () => stored().refunds.map(({ identifier }) => identifier);
const forget = (...runs: string[]) =>
  json('orders', 'forget', ...runs.flatMap((run) => ['--run', run]), '--yes');
const accepted = async () => (await json('orders', 'show', 'SO-1')).accepted;
const compared = () => json('reconcile', 'orders.json');

describe('an order that is back at the version before', () => {
  test('is sent again, also where the export equals that version, once', async () => {
    const { run } = await upload([right, wrong]);
    expect(stored().total_amount_cents).toBe(540);
    expect(await forget(run)).toMatchObject({ restored: 1, removed: 0 });
    write([right]);
    expect(await compared()).toMatchObject({ same: 0, differences: 1 });
    expect((await call('reconcile', 'orders.json')).out).toContain(
      'still holds a version that was forgotten',
    );
    expect((await call('orders', 'show', 'SO-1')).out).toContain('may hold a version that was forgotten');
    const { err } = await call('orders', 'upload', 'orders.json', '--dry-run');
    expect(err).toContain('SO-1 in place of a version that was forgotten');
    expect(await upload([right])).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(stored().total_amount_cents).toBe(5400);
    expect((await call('orders', 'show', 'SO-1')).out).not.toContain('forgotten');
    expect(await compared()).toMatchObject({ same: 1, differences: 0 });
    expect(await upload([right])).toMatchObject({ orders: { accepted: 0, already_accepted: 1 } });
  });

  test('is sent whatever its time, and is then the accepted one; what was replaced before stays older', async () => {
    const [first, second, third] = [at('10:00:00'), at('12:00:00'), at('13:00:00', wrong)];
    const { run } = await upload([first, second, third]);
    await forget(run);
    expect(await upload([first])).toMatchObject({ exit: 0, orders: { accepted: 0, superseded: 1 } });
    expect(await upload([at('11:00:00')])).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(stored()).toMatchObject({ total_amount_cents: 5400, updated_at: '2026-05-02T11:00:00Z' });
    expect(await accepted()).toMatchObject({ updated_at: '2026-05-02T11:00:00Z' });
  });

  test('takes back a refund that was posted by mistake', async () => {
    moveDesk({ now: NOW });
    await upload([right]);
    const { run } = await json(...own, '--refund-id', 'RF-OURS');
    expect(refunds()).toEqual(['RF-OURS']);
    expect(await forget(run)).toMatchObject({ restored: 1, refunds: 1 });
    expect(await compared()).toMatchObject({ same: 0, differences: 1 });
    expect(await upload([right])).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(refunds()).toEqual([]);
  });

  test('must hold the refunds of that version', async () => {
    moveDesk({ now: NOW });
    await upload([right]);
    await json(...own, '--refund-id', 'RF-OURS');
    write([at('13:00:00', wrong)]);
    const { run } = await json('orders', 'upload', 'orders.json', '--keep-refunds', '--yes');
    expect(await forget(run)).toMatchObject({ restored: 1, refunds: 0 });
    for (const one of [right, at('11:00:00'), at('14:00:00')])
      expect(await upload([one])).toMatchObject({
        ...{ exit: 3, refused: { by_code: [{ code: 'order.refunds.lost' }] } },
      });
    write([at('11:00:00')]);
    const kept = await json('orders', 'upload', 'orders.json', '--keep-refunds', '--yes');
    expect(kept).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect([stored().total_amount_cents, refunds()]).toEqual([5400, ['RF-OURS']]);
  });

  test.each([
    ['the older run first', ['b', 'c']],
    ['the newer run first', ['c', 'b']],
    ['both at once', ['b c']],
  ])('is never at a version that was forgotten: %s', async (_, sequence) => {
    const a = await upload([right]);
    const b = await upload([at('13:00:00', wrong)]);
    const c = await upload([at('14:00:00', wrong)]);
    const runs: Record<string, string> = { b: b.run, c: c.run };
    for (const words of sequence) await forget(...words.split(' ').map((name) => runs[name]!));
    expect(await accepted()).toMatchObject({ total_cents: 5400, run: a.run });
    expect(await upload([right])).toMatchObject({ orders: { accepted: 1 } });
    expect(stored().total_amount_cents).toBe(5400);
  });
});
