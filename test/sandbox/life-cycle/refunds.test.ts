// Which refunds settle which units, and what of an order can still be returned.
import { describe, expect, it } from 'vitest';
import { returnableLines } from '../../../src/sandbox/life-cycle/create-return.ts';
import { type LineSetup, makeWorld, orderOf, refundOf, START, variant, type World, wants } from './world.ts';

const settled = (world: World, rma = 'RMA-1') => world.rma(rma).units.map((unit) => unit.settled);
const statuses = (world: World) => world.book.rmas.map(({ status }) => status);
const returnable = (world: World) =>
  Object.fromEntries(
    returnableLines(world.book, world.circumstances()).map((one) => [one.line.identifier, one.returnable]),
  );

const worldOf = (lines: readonly LineSetup[] = [{ id: 'L1', quantity: 4 }, { id: 'L2' }], assume = {}) =>
  makeWorld(orderOf(lines), assume);

describe('a refund', () => {
  it('that names an RMA settles its units, one after the other; each is told', () => {
    const world = worldOf();
    world.returns([wants('L1', 2), wants('L2')]);
    const [one, two] = [refundOf('R-1', { L1: 1 }, 'RMA-1'), refundOf('R-2', { L1: 1, L2: 1 }, 'RMA-1')];
    world.posts({ refunds: [one] });
    expect([settled(world), statuses(world)]).toEqual([[true, false, false], ['CREATED']]);
    expect(world.messages).toHaveLength(2);
    // The same snapshot again changes nothing.
    expect(world.posts({ refunds: [one] })).toMatchObject({ rmas: [], effects: [] });
    world.posts({ refunds: [one, two] });
    expect([settled(world), statuses(world)]).toEqual([[true, true, true], ['REFUNDED']]);
    expect(world.messages.map(({ status }) => status)).toEqual(['CREATED', 'CREATED', 'REFUNDED']);
  });

  it('that names none settles the oldest open RMA with units of its lines; that is assumed', () => {
    const world = worldOf();
    world.returns([wants('L2')]);
    world.returns([wants('L1', 2)]);
    world.returns([wants('L1', 2)]);
    world.posts({ refunds: [refundOf('R-1', { L1: 3 })] });
    expect(statuses(world)).toEqual(['CREATED', 'REFUNDED', 'CREATED']);
    expect(settled(world, 'RMA-3')).toEqual([true, false]);
    expect(world.log.filter(({ text }) => text.startsWith('Refund')).map(({ assumed }) => assumed)).toEqual([
      ['refund_match'],
      ['refund_match'],
    ]);
  });

  it('from before the return does not settle it', () => {
    const world = worldOf();
    world.posts({ refunds: [refundOf('R-1', { L1: 1 })] });
    world.returns([wants('L1', 3)]);
    world.posts({});
    expect(settled(world)).toEqual([false, false, false]);
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }), refundOf('R-2', { L1: 3 })] });
    expect(statuses(world)).toEqual(['REFUNDED']);
  });

  it('that names another RMA does not settle this one, and says why it settles nothing', () => {
    const world = worldOf();
    world.returns([wants('L1')]);
    world.must({ kind: 'cancel', rma: 'RMA-1' });
    world.returns([wants('L1')]);
    const before = world.log.length;
    world.posts({
      refunds: [
        refundOf('R-1', { L1: 1 }, 'RMA-1'),
        refundOf('R-2', { L1: 1 }, 'RMA-77'),
        refundOf('R-3', { L2: 1 }, 'RMA-2'),
        refundOf('R-4', {}, 'RMA-2'),
      ],
    });
    expect(statuses(world)).toEqual(['CANCELED', 'CREATED']);
    expect(world.log.slice(before).map(({ text }) => text)).toEqual([
      'Refund R-1 names RMA-1 with 1 unit of line L1: the RMA is CANCELED.',
      'Refund R-2 names RMA-77: the order has no such RMA.',
      'Refund R-3 names RMA-2 with 1 unit of line L2: no such units of the RMA wait for a refund.',
      'Refund R-4 names RMA-2: it has no refund_line_items, so it settles nothing.',
    ]);
  });

  it('of more than there is: the time line of its return says so', () => {
    const world = worldOf([{ id: 'L1', quantity: 3, shipped: 2 }]);
    world.returns([wants('L1', 2)]);
    world.posts({
      total_amount_cents: 5000,
      refunds: [refundOf('R-1', { L1: 3 }, 'RMA-1', { total_refund_amount_cents: 7500 })],
    });
    expect(world.log.slice(-1)).toMatchObject([
      {
        text: 'Too much is refunded: 3 units of line L1, of which 2 were shipped or cancelled; 75.00 in all, where 50.00 was paid.',
        assumed: ['over_refunded'],
      },
    ]);
  });

  it('twice, or too large, changes a REFUNDED return no more', () => {
    const world = worldOf();
    world.returns([wants('L1')]);
    const once = refundOf('R-1', { L1: 1 }, 'RMA-1');
    world.posts({ refunds: [once] });
    const closed = world.rma();
    world.posts({ refunds: [once, refundOf('R-2', { L1: 1 }, 'RMA-1')] });
    expect(world.rma()).toBe(closed);
    expect(world.log.at(-1)?.text).toBe(
      'Refund R-2 names RMA-1 with 1 unit of line L1: the RMA is REFUNDED.',
    );
    // The unit that was refunded too much cannot be returned: 4 shipped, 1 returned, 1 refunded.
    expect(returnable(world)['L1']).toBe(2);
  });

  it('passes over exchanged units of its line', () => {
    const world = worldOf();
    world.returns([wants('L1', 1, variant('X', 2500)), wants('L1')]);
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }, 'RMA-1')] });
    expect(settled(world)).toEqual([false, true]);
    world.posts({ refunds: ['R-1', 'R-2'].map((id) => refundOf(id, { L1: 1 }, 'RMA-1')) });
    expect([settled(world), returnable(world)['L1']]).toEqual([[false, true], 2]);
  });

  it('that names a cancelled return takes a unit from what can be returned', () => {
    const world = worldOf();
    world.returns([wants('L1')]);
    world.must({ kind: 'cancel', rma: 'RMA-1' });
    expect(returnable(world)['L1']).toBe(4);
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }, 'RMA-1')] });
    expect(returnable(world)['L1']).toBe(3);
  });
});

describe('what can be returned', () => {
  const reasons = (lines: readonly LineSetup[], changes = {}) => {
    const world = makeWorld(orderOf(lines, changes));
    return returnableLines(world.book, world.circumstances()).map(({ returnable: count, reason }) => [
      count,
      reason?.code ?? null,
      reason?.assumed ?? [],
    ]);
  };

  it('is what has shipped', () => {
    expect(reasons([{ id: 'L1', quantity: 3, shipped: 2 }])).toEqual([[2, null, []]]);
    expect(reasons([{ id: 'L2', shipped: 0 }])).toEqual([[0, 'return.not_shipped', []]]);
  });

  it.each([
    ['FinalSale', 'final_sale'],
    ['gift-card', 'gift_card_items'],
    ['canceled', 'canceled_tag'],
    ['Thirdparty', 'third_party'],
    ['cs-required', 'cs_required'],
    ['pickup_in_store', 'pickup_in_store'],
  ])('is nothing of a line with the tag %s, nor of an order with it', (tag, id) => {
    const barred = [0, `return.${id}`, []];
    expect(reasons([{ id: 'L1', tags: [tag] }, { id: 'L2' }])).toEqual([barred, [1, null, []]]);
    expect(reasons([{ id: 'L1' }], { tags: [tag] })).toEqual([barred]);
  });

  it('is nothing of a cancelled order, in both spellings', () => {
    for (const status of ['Cancelled', 'Canceled'])
      expect(reasons([{ id: 'L1' }], { status })).toEqual([[0, 'return.cancelled_order', []]]);
  });

  it('is what is in its window, to the millisecond', () => {
    const world = worldOf([
      { id: 'L1', shippedDaysAgo: 179 },
      { id: 'L2', shippedDaysAgo: 0 },
    ]);
    world.now = START + 86_400_000;
    expect(returnable(world)).toEqual({ L1: 1, L2: 1 });
    world.now++;
    expect(returnable(world)).toEqual({ L1: 0, L2: 1 });
    const [first] = returnableLines(world.book, world.circumstances());
    expect(first!.reason?.message).toBe(
      'Line L1 was shipped at 2025-09-12T09:00:00Z; it could be returned for 180d from then.',
    );
  });

  it('ends with the return_policy_end_date of the line when it has one', () => {
    const order = orderOf([{ id: 'L1', shippedDaysAgo: 300 }]);
    const items = [{ ...order.items[0], return_policy_end_date: '2026-03-10' }];
    const world = makeWorld({ ...order, items } as never);
    expect(returnable(world)).toEqual({ L1: 1 });
    world.passes(15 * 3_600_000);
    expect(returnable(world)).toEqual({ L1: 0 });
  });

  it('is less what refunds hold that no return claims', () => {
    const world = worldOf();
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }), refundOf('R-2', { L1: 9 }, 'RMA-OLD')] });
    expect(returnable(world)).toEqual({ L1: 0, L2: 1 });
    world.posts({ refunds: [refundOf('R-1', { L1: 1 })] });
    world.returns([wants('L1', 3)]);
    world.posts({ refunds: [refundOf('R-1', { L1: 1 }), refundOf('R-2', { L1: 3 }, 'RMA-1')] });
    expect(statuses(world)).toEqual(['REFUNDED']);
    expect(returnable(world)).toEqual({ L1: 0, L2: 1 });
  });

  it('is refused in plain words', () => {
    const WANTED = { kind: 'return', order: 'SO-1', method: 'mail-back', giftee: null } as const;
    const world = worldOf([
      { id: 'L1', quantity: 4 },
      { id: 'L2', tags: ['FinalSale'] },
    ]);
    const refused = (lines: ReturnType<typeof wants>[], changes = {}) =>
      world.refused({ ...WANTED, lines, ...changes });
    expect(refused([wants('L2')])).toEqual({
      code: 'return.final_sale',
      message: 'Line L2 was sold for good (tag FinalSale). Possible now: 4 units of L1.',
      assumed: [],
    });
    expect(refused([wants('L1', 3), wants('L1', 2)])).toMatchObject({
      code: 'return.units',
      message: 'At most 4 units of line L1 can be returned, 5 wanted. Possible now: 4 units of L1.',
    });
    expect(refused([wants('L11')]).message).toMatch(/has no line L11\. Did you mean "L1"\?/);
    expect(refused([]).code).toBe('return.empty');
    expect(refused([wants('L1', 0)]).code).toBe('return.number');
    expect(refused([wants('L1', 1.5)]).code).toBe('return.number');
    expect(refused([wants('L1')], { method: 'by-drone' }).code).toBe('return.method');
    expect(world.book.rmas).toEqual([]);
  });
});

describe('the estimates of returned units', () => {
  const cents = (world: World) =>
    world.book.rmas.map(({ status, units }) =>
      status === 'CANCELED' ? [] : units.map(({ estimatedCents }) => estimatedCents),
    );

  const sumOf = (all: number[][]) => all.flat().reduce((sum, one) => sum + one);

  it('add up to the line over several returns, also after one was cancelled', () => {
    // 3 x 1000 + 100 of tax - 50 of discount: 33, 33, 34 and 16, 17, 17.
    const world = worldOf([{ id: 'L1', quantity: 3, price: 1000, tax: 100, discount: 50 }]);
    world.returns([wants('L1')]);
    world.returns([wants('L1')]);
    world.must({ kind: 'cancel', rma: 'RMA-1' });
    world.returns([wants('L1', 2)]);
    expect(cents(world)).toEqual([[], [1016], [1017, 1017]]);
    expect(sumOf(cents(world))).toBe(3050);
  });

  it('are never negative', () => {
    const world = worldOf([{ id: 'L1', price: 100, tax: 0, discount: 150 }]);
    world.returns([wants('L1')]);
    expect(cents(world)).toEqual([[0]]);
  });
});

describe('cancelled units', () => {
  // One of two has shipped.
  const half = { id: 'L1', quantity: 2, shipped: 1, canceled: 1 };
  const paid = refundOf('R-1', { L1: 1 });

  it('take a refund without RMA first: the shipped one can still be returned, and is settled by its own', () => {
    const world = worldOf([half]);
    world.posts({ refunds: [paid] });
    expect(returnable(world)).toEqual({ L1: 1 });
    world.returns([wants('L1')]);
    expect(returnable(world)).toEqual({ L1: 0 });
    world.posts({ refunds: [refundOf('R-2', { L1: 1 }), paid] });
    expect([settled(world), statuses(world)]).toEqual([[true], ['REFUNDED']]);
  });

  it('take the one that comes after the return', () => {
    const world = worldOf([half]);
    world.returns([wants('L1')]);
    world.posts({ refunds: [paid] });
    expect([settled(world), statuses(world)]).toEqual([[false], ['CREATED']]);
    world.posts({ refunds: [paid, refundOf('R-2', { L1: 1 })] });
    expect(statuses(world)).toEqual(['REFUNDED']);
  });

  it.each<[name: string, line: LineSetup, refunds: ReturnType<typeof refundOf>[], returnable: number]>([
    ['two in one refund', { ...half, quantity: 3, canceled: 2 }, [refundOf('R-1', { L1: 2 })], 1],
    ['and the shipped one in one refund', half, [refundOf('R-1', { L1: 2 })], 0],
    ['and the shipped one in two', half, [paid, refundOf('R-2', { L1: 1 })], 0],
    ['with an RMA that there is not', half, [refundOf('R-1', { L1: 1 }, 'RMA-7')], 1],
    ['before one of two shipped', { ...half, quantity: 3, shipped: 2 }, [refundOf('R-1', { L1: 2 })], 1],
  ])('%s', (_, line, refunds, left) => {
    const world = worldOf([line]);
    world.posts({ refunds });
    expect(returnable(world)).toEqual({ L1: left });
  });

  it('take what a refund has beyond its RMA: one refund of both, or the RMA named by mistake', () => {
    const both = worldOf([half]);
    both.returns([wants('L1')]);
    both.posts({ refunds: [refundOf('R-1', { L1: 2 }, 'RMA-1')] });
    expect([statuses(both), returnable(both)]).toEqual([['REFUNDED'], { L1: 0 }]);
    const mistaken = worldOf([{ ...half, quantity: 3, shipped: 2 }]);
    mistaken.returns([wants('L1')]);
    const two = ['R-1', 'R-2'].map((id) => refundOf(id, { L1: 1 }, 'RMA-1'));
    mistaken.posts({ refunds: two });
    expect([statuses(mistaken), returnable(mistaken)]).toEqual([['REFUNDED'], { L1: 1 }]);
    mistaken.returns([wants('L1')]);
    mistaken.posts({ refunds: [...two, refundOf('R-3', { L1: 1 })] });
    expect(statuses(mistaken)).toEqual(['REFUNDED', 'REFUNDED']);
  });
});
