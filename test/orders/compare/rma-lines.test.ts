// A line that a recorded RMA names keeps its article, whatever its units say; and a refund of an RMA takes the units that it names.
// The right values were worked out by hand.
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import type { CallRecord } from '../../../src/storage/calls.ts';
import { call, json, orders, t, unshipped, useOrderDesk, write } from '../../helpers/order-desk.ts';
import { heard } from '../../status/support.ts';
import { codesOf, exported, type Row, refundOf, stored } from './support.ts';

useOrderDesk();

const DAY = (n: number): string => `2026-05-0${n}T08:00:00Z`;
const cup = (day: number, shipped = 1): Row => ['W-1', DAY(day), 'CUP', 1, 1250, shipped];
const mat = (day: number, shipped = 2): Row => ['W-1', DAY(day), 'MAT', 2, 2999, shipped];
const hat = (day: number): Row => ['W-1', DAY(day), 'HAT', 1, 9900];

/** A message of an RMA with these units; `minutes` after its creation. */
const rma = (lines: readonly string[], more: Record<string, unknown> = {}, minutes = 0) =>
  sampleRma({
    updated_at: `2026-05-02T09:${String(minutes).padStart(2, '0')}:00Z`,
    items: lines.map((line) =>
      sampleUnit({ order_identifier: 'W-1', order_line_item_identifier: line, sku: line.slice(4) }),
    ),
    ...more,
  });
const hear = (messages: readonly unknown[], more: Partial<CallRecord> = {}) => heard(t, messages, more);
const upload = (name: string, ...rows: Row[]) => json(...exported(name, rows));
const refund = (name: string, ...flags: string[]) => refundOf(name, 'RMA-1', ...flags);

describe('a line that an RMA names', () => {
  it.each<[what: string, messages: readonly unknown[], more: Partial<CallRecord>]>([
    ['created', [rma(['W-1-CUP'])], {}],
    ['refunded', [rma(['W-1-CUP']), rma(['W-1-CUP'], { status: 'REFUNDED' }, 9)], {}],
    ['out of order', [rma(['W-1-CUP'], {}, 9), rma(['W-1-MAT'], {}, 2)], {}],
    [
      'a sandbox, for the local profile',
      [rma(['W-1-CUP'])],
      { headers: [['User-Agent', 'returns-sandbox']] },
    ],
  ])('keeps its article in two steps: %s', async (_what, messages, more) => {
    await upload('1.csv', cup(2), mat(2));
    await hear(messages, more);
    const unshipped = await upload('2.csv', cup(3, 0), mat(3));
    expect(unshipped).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(codesOf(unshipped)).toEqual(['order.line.unshipped']);
    const changed = await upload('3.csv', hat(4), mat(4));
    expect(changed).toMatchObject({ exit: 3, orders: { accepted: 0, refused: 1 } });
    expect(codesOf(changed)).toEqual(['order.line.lost']);
    expect(changed).toMatchObject({ refused: { orders: [{ order: 'W-1', code: 'order.line.lost' }] } });
    const check = await json('orders', 'check', '3.csv', '--map', 'map.json');
    expect([check.exit, codesOf(check)]).toEqual([3, ['order.line.lost']]);
    expect(await refund('3.csv')).toMatchObject({ exit: 6, code: 'refund.order_changed' });
    expect(stored('W-1').refunds).toEqual([]);
  });

  it.each([
    ['fewer than two RMAs name', 1, ['RMA-1', 'RMA-2'], 'order.line.unshipped'],
    ['as many as an RMA names', 1, ['RMA-1'], 'order.line.edited'],
    ['none, and an exchange names one', 0, ['EX-1'], 'order.line.unshipped'],
    ['none, and no RMA names it', 0, [], 'order.line.edited'],
  ])('units that no longer shipped: %s', async (_what, left, names, code) => {
    await upload('1.csv', cup(2), mat(2));
    const unit = { order_identifier: 'W-1', order_line_item_identifier: 'W-1-MAT', sku: 'MAT' };
    const exchanged = { refund_type: 'EVEN_EXCHANGE', is_exchange: true };
    const named = (name: string) => sampleUnit({ ...unit, ...(name === 'EX-1' && exchanged) });
    await hear(names.map((name) => rma([], { rma_identifier: name, items: [named(name)] })));
    const told = await upload('2.csv', cup(3), mat(3, left));
    expect([told.exit, codesOf(told)]).toEqual([0, [code]]);
  });

  it.each([
    ['all', ['W-1-MAT', 'W-1-MAT'], 'order.line.edited'],
    ['one of two', ['W-1-MAT'], 'order.line.unshipped'],
  ])('units that no longer shipped, of which %s are refunded', async (_what, units, code) => {
    await upload('1.csv', cup(2), mat(2));
    await hear([rma(units), rma(['W-1-MAT'], { rma_identifier: 'RMA-2' })].slice(0, 3 - units.length));
    expect(await refund('1.csv')).toMatchObject({ state: 'accepted' });
    const told = await json(...exported('2.csv', [cup(3), mat(3, 1)]), '--keep-refunds');
    expect(codesOf(told)).toEqual([code]);
  });

  it('also where the RMA was recorded before its order was uploaded', async () => {
    await hear([rma(['W-1-CUP'])]);
    await upload('1.csv', cup(2, 0), mat(2));
    expect(codesOf(await upload('2.csv', hat(3), mat(3)))).toEqual(['order.line.lost']);
  });

  it.each<[what: string, messages: readonly unknown[], more: Partial<CallRecord>]>([
    ['none', [], {}],
    [
      'another order',
      [rma([], { items: [sampleUnit({ order_identifier: 'W-2', order_line_item_identifier: 'W-1-CUP' })] })],
      {},
    ],
    ['a cancelled RMA', [rma(['W-1-CUP']), rma(['W-1-CUP'], { status: 'CANCELLED' }, 9)], {}],
    ['an RMA of another line by now', [rma(['W-1-CUP']), rma(['W-1-MAT'], {}, 9)], {}],
    ['a message of returns trigger', [rma(['W-1-CUP'])], { headers: [['User-Agent', 'returns-trigger']] }],
    [
      'a sender that was not let in',
      [rma(['W-1-CUP'])],
      { response: { status: 401, by: 'receiver' } as never },
    ],
  ])('is free with: %s', async (_what, messages, more) => {
    await upload('1.csv', cup(2, 0), mat(2));
    await hear(messages, more);
    const changed = await upload('2.csv', hat(3), mat(3));
    expect([changed.exit, codesOf(changed)]).toEqual([0, ['order.line.edited']]);
  });

  it.each<[what: string, changes: object, code: string]>([
    ['another sku', { sku: 'HAT' }, 'order.line.article'],
    ['another identifier', { identifier: 'L9' }, 'order.line.lost'],
  ])('under an identifier of its own, in JSON: %s', async (_what, changes, code) => {
    const [first] = orders(1, () => ({ updated_at: DAY(2) })) as [Order];
    const put = async (day: number, items: object) => {
      write([{ ...unshipped(first), status: 'Created', updated_at: DAY(day), items }]);
      return await json('orders', 'upload', 'orders.json', '--yes');
    };
    write([first]);
    await json('orders', 'upload', 'orders.json', '--yes');
    await hear([
      rma([], { items: [sampleUnit({ order_identifier: 'SO-1', order_line_item_identifier: 'L1' })] }),
    ]);
    const { items } = unshipped(first);
    expect(await put(3, items)).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    const told = await put(4, [{ ...items[0], ...changes }]);
    expect([told.exit, codesOf(told)]).toEqual([3, [code]]);
    const way = await json('orders', 'upload', 'orders.json', '--yes', '--level', `${code}=warning`);
    expect(way).toMatchObject({ exit: 0, orders: { accepted: 1 } });
  });

  it('an index of an earlier version learns it, also where the calls are gone and a unit was due', async () => {
    await upload('1.csv', cup(2), mat(2));
    const unit = {
      order_identifier: 'W-1',
      order_line_item_identifier: 'W-1-CUP',
      tracking_number: '1Z',
      package_tracking_status: 'TRANSIT',
    };
    await hear([rma([], { items: [sampleUnit(unit)] })]);
    await json('status');
    const { realDatabases } = await import('../../../src/platform/database.ts');
    const { rmaIndexPath } = await import('../../../src/storage/rma-index.ts');
    const index = realDatabases.open(rmaIndexPath(t.folders), { durable: true });
    index.exec('DROP TABLE rma_lines; PRAGMA user_version = 2');
    index.close();
    (await import('node:fs')).rmSync(`${t.folders.state}/calls`, { recursive: true });
    await upload('2.csv', cup(3, 0), mat(3));
    expect(codesOf(await upload('3.csv', hat(4), mat(4)))).toEqual(['order.line.lost']);
  });
});

describe('orders refund --rma of a recorded RMA', () => {
  const TWO = ['W-1-MAT', 'W-1-MAT', 'W-1-CUP'];
  const linesIn = ({ refund }: Record<string, unknown>) => {
    const { total_refund_amount_cents: cents, refund_line_items: lines } = refund as never;
    type Line = { order_item_identifier: string; quantity: number };
    return [cents, ...(lines as Line[]).map((one) => `${one.order_item_identifier}=${one.quantity}`)];
  };

  it.each<[what: string, lines: readonly string[], expected: readonly unknown[]]>([
    ['one cup of the order', ['W-1-CUP'], [1250, 'W-1-CUP=1']],
    ['one mat of two', ['W-1-MAT'], [2999, 'W-1-MAT=1']],
    ['everything', TWO, [7248, 'W-1-CUP=1', 'W-1-MAT=2']],
  ])('takes what it names: %s; and once', async (_what, lines, expected) => {
    await upload('1.csv', cup(2), mat(2));
    await hear([rma(lines)]);
    const done = await refund('1.csv');
    expect([done.exit, done.state, linesIn(done)]).toEqual([0, 'accepted', expected]);
    expect(t.stderr()).not.toContain('RMA-1');
    expect(await refund('1.csv')).toMatchObject({ exit: 0, state: 'already_accepted' });
  });

  it('the rest, where a part was refunded for it', async () => {
    await upload('1.csv', cup(2), mat(2));
    await hear([rma(['W-1-MAT', 'W-1-MAT'])]);
    await refund('1.csv', '--lines', 'W-1-MAT=1');
    expect(t.stderr()).toContain('RMA "RMA-1" names "W-1-MAT"=2');
    expect(linesIn(await refund('1.csv'))).toEqual([2999, 'W-1-MAT=1']);
    expect(await refund('1.csv')).toMatchObject({ state: 'already_accepted' });
    expect(stored('W-1').refunds).toHaveLength(2);
  });

  it('nothing of one that is cancelled, which is said', async () => {
    await upload('1.csv', cup(2), mat(2));
    await hear([rma(['W-1-CUP']), rma(['W-1-CUP'], { status: 'CANCELED' }, 9)]);
    const { exit, message } = await refund('1.csv');
    expect([exit, message]).toEqual([
      2,
      'RMA "RMA-1" is cancelled and names no unit of order "W-1" to be refunded',
    ]);
    expect(await refund('1.csv', '--lines', 'W-1-CUP=1')).toMatchObject({ state: 'accepted' });
    expect(t.stderr()).toContain(
      'RMA "RMA-1" is cancelled and names no line of it: the refund takes other units',
    );
  });

  it.each([
    ['an exchange', { refund_type: 'EVEN_EXCHANGE' }, 'refund.rma_lines', 'names "W-1-CUP"=0'],
    ['another order', { order_identifier: 'W-2' }, 'refund.rma_lines', 'names no line of it'],
    [
      'a line that the order lacks',
      { order_line_item_identifier: 'W-1-HAT' },
      'refund.line_unknown',
      'names "W-1-HAT"=1',
    ],
  ])('nothing of %s: the units must be said, and are named', async (_what, changes, code, text) => {
    await upload('1.csv', cup(2), mat(2));
    const unit = { order_identifier: 'W-1', order_line_item_identifier: 'W-1-CUP', ...changes };
    await hear([rma([], { items: [sampleUnit(unit)] })]);
    expect(await refund('1.csv')).toMatchObject({ exit: 2, code });
    expect(await refund('1.csv', '--lines', 'W-1-CUP=1')).toMatchObject({ state: 'accepted' });
    expect(t.stderr()).toContain(text);
  });

  it('other units than it names are posted, and named', async () => {
    await upload('1.csv', cup(2), mat(2));
    await hear([rma(['W-1-CUP'])]);
    expect(linesIn(await refund('1.csv', '--lines', 'W-1-CUP=1,W-1-MAT=1'))).toEqual([
      4249,
      'W-1-CUP=1',
      'W-1-MAT=1',
    ]);
    expect(t.stderr()).toContain('RMA "RMA-1" names "W-1-CUP"=1: the refund takes other units; ');
    expect(t.stderr()).not.toContain('is closed');
  });

  it('nothing of one that the service has closed, unless it was posted before', async () => {
    await upload('1.csv', cup(2), mat(2));
    await hear([rma(['W-1-CUP']), rma(['W-1-CUP'], { status: 'REFUNDED' }, 9)]);
    for (const more of [[], ['--lines', 'W-1-CUP=1']])
      expect(await refund('1.csv', ...more)).toMatchObject({ exit: 2, code: 'refund.rma_refunded' });
    expect(stored('W-1').refunds).toEqual([]);
    await hear([rma(['W-1-MAT'], { rma_identifier: 'RMA-2' })]);
    expect(await refundOf('1.csv', 'RMA-2')).toMatchObject({ state: 'accepted' });
    await hear([rma(['W-1-MAT'], { rma_identifier: 'RMA-2', status: 'REFUNDED' }, 9)]);
    expect(await refundOf('1.csv', 'RMA-2')).toMatchObject({ exit: 0, state: 'already_accepted' });
    expect(stored('W-1').refunds).toHaveLength(1);
  });

  it('the rest, where a refund without an RMA took one of its units; nothing, where it took all', async () => {
    await upload('1.csv', cup(2), mat(2));
    expect(await refundOf('1.csv', undefined, '--lines', 'W-1-CUP=1')).toMatchObject({ state: 'accepted' });
    await hear([rma(['W-1-CUP', 'W-1-MAT'])]);
    expect(linesIn(await refund('1.csv'))).toEqual([2999, 'W-1-MAT=1']);
    await hear([rma(['W-1-CUP'], { rma_identifier: 'RMA-2' })]);
    expect(await refundOf('1.csv', 'RMA-2')).toMatchObject({ exit: 2, code: 'refund.rma_done' });
  });

  it('of an order that this computer never sent: lines of one article may have other numbers', async () => {
    const said = async (...rows: Row[]) => {
      exported('1.csv', rows);
      const [line] = ['W-1-CUP=1'];
      const { err } = await call(
        ...['orders', 'refund', 'W-1', '--from', '1.csv', '--map', 'map.json', '--lines', line!, '--dry-run'],
      );
      return err.includes('this computer never sent the order');
    };
    const other: Row = ['W-1', DAY(2), 'CUP', 1, 1000, 1];
    expect([await said(cup(2), mat(2)), await said(cup(2), other)]).toEqual([false, true]);
    await upload('2.csv', cup(2), other);
    expect(await said(cup(2), other)).toBe(false);
  });

  it('more units than the line has: says which flags lead on', async () => {
    await upload('1.csv', cup(2), mat(2, 1));
    await hear([rma(['W-1-MAT', 'W-1-MAT'])]);
    expect(await refund('1.csv')).toMatchObject({
      exit: 2,
      code: 'refund.too_many',
      hint: expect.stringContaining('--rma and --lines LINE=UNITS'),
    });
  });

  it('everything shipped, where it was not recorded here', async () => {
    await upload('1.csv', cup(2), mat(2));
    await hear([rma(['W-1-CUP'], { rma_identifier: 'RMA-9' })]);
    expect(linesIn(await refund('1.csv'))).toEqual([7248, 'W-1-CUP=1', 'W-1-MAT=2']);
  });
});
