// What was accepted keeps its meaning: a line its article and identifier, a number its order. The right values were worked out
// by hand.
import { describe, expect, it } from 'vitest';
import type { Order, OrderItem } from '../../../src/contract/order.ts';
import { call, json, orders, useOrderDesk, write } from '../../helpers/order-desk.ts';
import { codesOf, exported, type Row, stored } from './support.ts';

useOrderDesk();

const linesOf = (id: string): string[] =>
  stored(id).items.map(
    (item: OrderItem) => `${item.identifier} ${item.sku} ${item.unit_price_amount_cents} x${item.quantity}`,
  );

const DAY = (n: number): string => `2026-05-0${n}T08:00:00Z`;
/** One unit of W-1, shipped unless it says otherwise. */
const row = (day: number, sku: string, cents: number, shipped = 1): Row => [
  'W-1',
  DAY(day),
  sku,
  1,
  cents,
  shipped,
];

describe('an export that names no lines', () => {
  it('rows in another order change nothing, and nothing is sent again', async () => {
    const cup = row(2, 'CUP-A', 1250);
    const mat: Row = ['W-1', DAY(2), 'MAT-B', 2, 2999];
    expect((await call(...exported('a.csv', [cup, mat]))).code).toBe(0);
    expect(linesOf('W-1')).toEqual(['W-1-CUP-A CUP-A 1250 x1', 'W-1-MAT-B MAT-B 2999 x2']);
    const again = await json(...exported('b.csv', [mat, cup]));
    expect(again).toMatchObject({ exit: 0, orders: { accepted: 0, already_accepted: 1 } });
    const later: Row[] = [['W-1', DAY(3), 'MAT-B', 3, 2999], row(3, 'CUP-A', 1250)];
    expect((await call(...exported('c.csv', later))).code).toBe(0);
    expect(linesOf('W-1')).toEqual(['W-1-CUP-A CUP-A 1250 x1', 'W-1-MAT-B MAT-B 2999 x3']);
  });

  it.each([
    [3, [2, 1]],
    [3, [1, 2]],
    [7, [2, 4, 1]],
    [100, [49, 51]],
  ])('of %i units that come as rows of %j the largest keeps the identifier', async (all, parts) => {
    const units = (day: number, n: number): Row => ['W-1', DAY(day), 'CUP', n, 1000, n];
    await call(...exported('a.csv', [units(2, all)]));
    expect(
      await json(
        ...exported(
          'b.csv',
          parts.map((n) => units(3, n)),
        ),
      ),
    ).toMatchObject({ exit: 0 });
    const [first, ...more] = linesOf('W-1');
    expect(first).toBe(`W-1-CUP CUP 1000 x${Math.max(...parts)}`);
    expect(more).toHaveLength(parts.length - 1);
  });

  it('another article before it ships, in a file with both versions: the later one counts', async () => {
    const cup = row(2, 'CUP-A', 1250, 0);
    const mug = row(3, 'MUG-C', 1250);
    expect((await call(...exported('a.csv', [cup]))).code).toBe(0);
    const both = await json(...exported('ab.csv', [cup, mug]));
    expect(both).toMatchObject({ exit: 0, orders: { accepted: 1, superseded: 1 } });
    expect(codesOf(both)).toEqual(['order.line.edited']);
    expect([stored('W-1').status, linesOf('W-1')]).toEqual(['Shipped', ['W-1-MUG-C MUG-C 1250 x1']]);
    expect(await json(...exported('ba.csv', [mug, cup]))).toMatchObject({ orders: { already_accepted: 1 } });
  });

  it('a line that comes under a date that stands still is named', async () => {
    const cup = row(2, 'CUP', 1000, 0);
    await call(...exported('a.csv', [cup]));
    const more = await json(...exported('b.csv', [cup, row(2, 'MAT', 800, 0)]));
    expect(codesOf(more)).toEqual(['order.line.edited']);
    const later = await json(
      ...exported('c.csv', [row(3, 'CUP', 1000, 0), row(3, 'MAT', 800, 0), row(3, 'JAR', 700, 0)]),
    );
    expect(codesOf(later)).toEqual([]);
  });

  it('two lines of one sku keep their identifiers by price; a new one gets the next number', async () => {
    const twins: Row[] = [row(2, 'CUP', 1000), row(2, 'CUP', 800)];
    await call(...exported('a.csv', twins));
    const names = ['W-1-CUP CUP 800 x1', 'W-1-CUP-2 CUP 1000 x1'];
    expect(linesOf('W-1').sort()).toEqual(names.sort());
    const third: Row = ['W-1', DAY(3), 'CUP', 2, 500];
    const late = twins.map(([id, , sku, units, cents]): Row => [id, DAY(3), sku, units, cents]);
    await call(...exported('b.csv', [third, ...late]));
    expect(linesOf('W-1').sort()).toEqual([...names, 'W-1-CUP-3 CUP 500 x2'].sort());
  });

  it('an sku that changes case or blanks at its ends is the same article', async () => {
    await call(...exported('a.csv', [row(2, 'Cup-A', 1250)]));
    const next = await json(...exported('b.csv', [row(3, 'CUP-A', 1250)]));
    expect([next['exit'], codesOf(next)]).toEqual([0, []]);
    expect(linesOf('W-1')).toEqual(['W-1-Cup-A CUP-A 1250 x1']);
  });

  it.each<[what: string, before: Row[], after: Row[], codes: string[]]>([
    [
      'a shipped line that is gone',
      [row(2, 'CUP', 1250), row(2, 'MAT', 2999)],
      [row(3, 'MAT', 2999)],
      ['order.line.lost'],
    ],
    [
      'a shipped line that became another article',
      [row(2, 'CUP', 1250)],
      [row(3, 'MAT', 1250)],
      ['order.line.lost'],
    ],
    [
      'a price that became that of its twin',
      [row(2, 'CUP', 1000), row(2, 'CUP', 800)],
      [row(3, 'CUP', 800), row(3, 'CUP', 800)],
      ['order.line.price'],
    ],
  ])('%s is refused; --force does not send it, --level does', async (_what, before, after, codes) => {
    await call(...exported('a.csv', before));
    const first = linesOf('W-1');
    const words = exported('b.csv', after);
    for (const more of [[], ['--force']]) {
      const refused = await json(...words, ...more);
      expect(refused).toMatchObject({ exit: 3, orders: { accepted: 0, refused: 1 } });
      expect(codesOf(refused)).toEqual(codes);
      expect(linesOf('W-1')).toEqual(first);
    }
    expect(await json(...words, '--level', `${codes[0]}=warning`)).toMatchObject({
      exit: 0,
      orders: { accepted: 1 },
    });
  });

  it('what had not shipped may be edited: a note', async () => {
    const before: Row[] = [row(2, 'CUP', 1250, 0), row(2, 'MAT', 2999)];
    await call(...exported('a.csv', before));
    const after: Row[] = [row(3, 'MAT', 2999), row(3, 'JAR', 900, 0)];
    const edited = await json(...exported('b.csv', after));
    expect(edited).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(codesOf(edited)).toEqual(['order.line.edited']);
    const shown = await json('orders', 'show', 'W-1', '--history');
    expect(shown).toMatchObject({ changed: [{ code: 'order.line.edited', path: 'items' }] });
    expect((await call('orders', 'show', 'W-1', '--history')).out).toContain(
      'changed     order.line.edited  Line W-1-CUP ("CUP") was accepted;',
    );
  });
});

describe('lines and numbers with identifiers of their own', () => {
  const upload = async (order: Order, ...words: string[]) =>
    await json('orders', 'upload', write([order], 'next.json'), '--yes', ...words);
  const [first] = orders(1) as [Order];
  const [item] = first.items as [OrderItem];
  const later = { ...first, updated_at: '2026-05-03T12:00:00Z' };

  it.each<[what: string, order: Order, code: string, exit: number]>([
    ['a line under another sku', { ...later, items: [{ ...item, sku: 'OTHER' }] }, 'order.line.article', 3],
    ['a line that is gone', { ...later, items: [{ ...item, identifier: 'NEW-1' }] }, 'order.line.lost', 3],
    [
      'another time of creation',
      { ...later, created_at: '2026-04-01T00:00:00Z' },
      'order.created.changed',
      3,
    ],
    ['one hour later', { ...later, created_at: '2026-05-01T01:00:00Z' }, 'order.created.moved', 0],
  ])('%s: named', async (_what, order, code, exit) => {
    expect(await upload(first)).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    const found = await upload(order);
    expect(found['exit']).toBe(exit);
    expect(codesOf(found)).toEqual([code]);
    const checked = await json('orders', 'check', write([order]));
    expect(checked['exit']).toBe(exit);
  });
});

it('--trace and --sample show the identifiers that are sent, those that were accepted', async () => {
  const twins: Row[] = [row(2, 'CUP', 1000), row(2, 'CUP', 800)];
  await call(...exported('a.csv', twins));
  // A third one at the lowest price takes the first number where nothing was accepted.
  const three: Row[] = [...twins, ['W-1', '', 'CUP', 1, 500]].map(
    ([id, , sku, units, cents]) => [id, DAY(3), sku, units, cents] as Row,
  );
  exported('b.csv', three);
  const sent = ['W-1-CUP-2 1000', 'W-1-CUP 800', 'W-1-CUP-3 500'];
  interface Field {
    readonly path: string;
    readonly value: unknown;
    readonly rule: string;
  }
  const linesIn = (fields: readonly Field[]) => {
    const at = (path: string) => fields.find((field) => field.path === path)?.value;
    return [0, 1, 2].map(
      (i) => `${at(`items[${i}].identifier`)} ${at(`items[${i}].unit_price_amount_cents`)}`,
    );
  };
  const check = ['orders', 'check', 'b.csv', '--map', 'map.json'];
  const trace = await json(...check, '--trace', 'W-1');
  expect(linesIn(trace.fields)).toEqual(sent);
  expect(trace.fields.find(({ path }: Field) => path === 'items[0].identifier').rule).toBe('accepted');
  const { samples } = await json(...check, '--sample', '1');
  expect(linesIn(samples[0].fields)).toEqual(sent);
  await call(...exported('b.csv', three));
  expect(linesOf('W-1').sort()).toEqual(sent.map((line) => `${line.replace(' ', ' CUP ')} x1`).sort());
  const names = samples[0].message.items.map(({ identifier }: OrderItem) => identifier);
  expect(names).toEqual(stored('W-1').items.map(({ identifier }) => identifier));
});

describe('one instant in another spelling', () => {
  const times = (updated: string, created: string, shipped: string) => ({
    ...{ updated_at: updated, created_at: created },
    items: [{ ...orders(1)[0]!.items[0]!, shipped_date: shipped }],
  });
  const UTC = times('2026-05-02T10:00:00Z', '2026-05-01T08:00:00Z', '2026-05-02T09:30:00Z');
  const BERLIN = times('2026-05-02T12:00+0200', '2026-05-01T10:00:00+02:00', '2026-05-02T09:30:00.000Z');

  it('is the same version', async () => {
    write(orders(8, () => UTC));
    expect(await json('orders', 'upload', 'orders.json', '--yes')).toMatchObject({ exit: 0 });
    write(orders(8, () => BERLIN));
    const again = await json('orders', 'upload', 'orders.json', '--yes');
    expect(again).toMatchObject({ exit: 0, orders: { already_accepted: 8, accepted: 0 } });
    expect(await json('reconcile', '--orders', 'orders.json')).toMatchObject({ exit: 0, same: 8 });
  });

  it('with another name it is another version', async () => {
    write(orders(1, () => UTC));
    await call('orders', 'upload', 'orders.json', '--yes');
    write(orders(1, () => ({ ...UTC, updated_at: '2026-05-02T12:00:00+02:00', raw_status: 'OTHER' })));
    const told = await json('orders', 'upload', 'orders.json', '--yes');
    expect(told).toMatchObject({ exit: 0, orders: { accepted: 1 }, changed: { same_updated_at: 1 } });
  });
});
