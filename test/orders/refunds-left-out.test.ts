// A refund is never left out in silence, whatever the times of its snapshot say; and the hour that comes twice. The right values
// were worked out by hand.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Order, OrderRefund } from '../../src/contract/order.ts';
import { sampleRefund, sampleRefundLine } from '../../src/contract/sample.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { call, json, moveDesk, NOW, orders, t, useOrderDesk, write } from '../helpers/order-desk.ts';
import { completeMapping } from '../input/mapping/mapped-cli.ts';
import { refusalsOf, stored, upload, withSums } from './compare/support.ts';

useOrderDesk();

const [base] = orders(1) as [Order];
const CHANGED = '2026-05-02T12:00:00Z';
const at = (time: string): string => `2026-05-02T${time}Z`;

const refund = (identifier: string, createdAt = CHANGED): OrderRefund => ({
  ...(sampleRefund() as OrderRefund),
  identifier,
  created_at: createdAt,
  total_refund_amount_cents: 100,
  refund_line_items: [sampleRefundLine({ identifier: `${identifier}-L`, quantity: 1 })] as never,
});

/** The order as the shop exports it. */
const shop = (refunds: readonly string[], changes: Partial<Order> = {}): Order => ({
  ...base,
  refunds: refunds.map((one) => refund(one)),
  ...changes,
});
const cancelled = (order: Order): Order => ({ ...order, raw_status: 'CANCELLED', status: 'Cancelled' });
const edited = (order: Order): Order => ({
  ...order,
  items: order.items.map((item) => ({ ...item, sku: `${item.sku}-NEW` })),
});

const refundsOf = (id = 'SO-1') => stored(id).refunds.map(({ identifier }) => identifier);
const warningsOf = ({ warnings }: Record<string, unknown>) =>
  (warnings as { code: string }[]).map(({ code }) => code);

describe('new refunds under no later time', () => {
  it.each([
    ['the same time', CHANGED, ['R-1'], ['R-1', 'R-2']],
    ['an older time', at('11:00:00'), ['R-1'], ['R-2', 'R-1']],
  ])('%s: sent one second after the accepted version, and once', async (_, time, accepted, refunds) => {
    const late = shop(refunds, { updated_at: time });
    expect(await upload([shop(accepted), late])).toMatchObject({
      ...{ exit: 0, refunds_left_out: 0, orders: { accepted: 1 } },
    });
    expect([refundsOf(), stored().updated_at]).toEqual([refunds, at('12:00:01')]);
    expect(await upload([late])).toMatchObject({ exit: 0, orders: { accepted: 0, superseded: 1 } });
  });

  it('a check, a dry run and the upload say the same', async () => {
    await upload([shop([])]);
    write([shop(['R-1'])]);
    for (const words of [['check'], ['upload', '--dry-run']]) {
      const [command = '', ...flags] = words;
      const told = await json('orders', command, 'orders.json', ...flags);
      expect(told).toMatchObject({ exit: 0, orders: { pending: 1, superseded: 0 } });
    }
  });

  it.each([
    ['another status', cancelled],
    ['another article', edited],
  ])('%s beside it: refused and named, also with --force; a level lets it be', async (_, change) => {
    const late = change(shop(['R-1', 'R-2'], { updated_at: at('11:00:00') }));
    const told = await upload([shop(['R-1']), late]);
    expect(told).toMatchObject({
      ...{ exit: 3, refunds_left_out: 1, orders: { accepted: 0, refused: 1, superseded: 0 } },
    });
    expect(refusalsOf(told)).toEqual(['order.refund.superseded']);
    const checked = await json('orders', 'check', 'orders.json');
    expect(checked['refused']).toMatchObject({
      orders: [{ order: 'SO-1', code: 'order.refund.superseded' }],
    });
    expect(await upload([late], '--force')).toMatchObject({ exit: 3, orders: { accepted: 0 } });
    const lowered = await upload([late], '--level', 'order.refund.superseded=warning');
    expect(lowered).toMatchObject({ exit: 0, refunds_left_out: 1, orders: { superseded: 1 } });
    expect(refundsOf()).toEqual(['R-1']);
  });

  it('a kept one counts before anything is sent: more units than there are, and one return twice', async () => {
    const of = (id: string, quantity: number, rma: string) => ({
      ...refund(id),
      rma_identifier: rma,
      refund_line_items: [sampleRefundLine({ identifier: `${id}-L`, quantity })] as never,
    });
    const with_ = (...refunds: OrderRefund[]) => ({ ...shop([]), refunds, updated_at: at('13:00:00') });
    await upload([with_(of('R-1', 1, 'RMA-1'))]);
    const flags = ['--keep-refunds', '--yes'];
    for (const command of ['check', 'upload']) {
      write([{ ...with_(of('R-2', 2, 'RMA-2')), updated_at: at('14:00:00') }]);
      const words = ['orders', command, 'orders.json', ...(command === 'check' ? flags.slice(0, 1) : flags)];
      const told = await json(...words);
      expect([command, told.exit, refusalsOf(told)]).toEqual([command, 3, ['refund.quantity.exceeded']]);
    }
    const told = await upload(
      [{ ...with_(of('9101', 1, 'RMA-1')), updated_at: at('14:00:00') }],
      '--keep-refunds',
    );
    expect(warningsOf(told)).toContain('refund.rma.twice');
    const other = await upload(
      [{ ...with_(of('9102', 1, 'RMA-9')), updated_at: at('15:00:00') }],
      '--keep-refunds',
    );
    expect(refusalsOf(other)).toEqual(['refund.quantity.exceeded']);
  });

  it('a kept one may be the one that the shop booked itself, which names no RMA', async () => {
    const of = (id: string, cents: number, rma: object, quantity = 1) => ({
      ...refund(id),
      ...rma,
      total_refund_amount_cents: cents,
      refund_line_items: [sampleRefundLine({ identifier: `${id}-L`, quantity })] as never,
    });
    const items = base.items.map((item) => ({
      ...{ ...item, quantity: 4, quantity_shipped: 4 },
      product_amount_cents: item.unit_price_amount_cents * 4,
    }));
    const with_ = (hour: number, one: OrderRefund) =>
      withSums({ ...shop([], { items, updated_at: at(`${hour}:00:00`) }), refunds: [one] });
    await upload([with_(13, of('OWN', 100, { rma_identifier: 'RMA-1' }))]);
    const told = await upload([with_(14, of('9101', 100, {}))], '--keep-refunds');
    expect([told.exit, refundsOf()]).toEqual([0, ['9101', 'OWN']]);
    expect(warningsOf(told)).toContain('refund.rma.twice');
    // The shop may have paid the shipping, too, which a refund of a part never has; other units are another refund.
    const more = await upload([with_(15, of('9102', 590, {}))], '--keep-refunds');
    expect(warningsOf(more)).toContain('refund.rma.twice');
    const other = await upload([with_(16, of('9103', 100, {}, 2))], '--keep-refunds');
    expect(warningsOf(other)).not.toContain('refund.rma.twice');
  });

  it('that lacks an accepted one is refused as today; --keep-refunds sends both', async () => {
    const late = shop(['R-2'], { updated_at: at('11:00:00') });
    const told = await upload([shop(['R-1']), late]);
    expect([told.exit, refusalsOf(told), told['refunds_left_out']]).toEqual([3, ['order.refunds.lost'], 1]);
    expect(await upload([late], '--keep-refunds')).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(refundsOf()).toEqual(['R-2', 'R-1']);
  });
});

describe('a snapshot that is left out with a refund', () => {
  it('because a later one in the input lacks the refund: named, in either order of the two', async () => {
    const [old, late] = [shop(['R-1']), shop([], { updated_at: at('13:00:00') })];
    for (const list of [
      [old, late],
      [late, old],
    ]) {
      write(list);
      const told = await json('orders', 'check', 'orders.json');
      expect(told).toMatchObject({
        ...{
          exit: 3,
          refunds_left_out: 1,
          balanced: true,
          orders: { pending: 1, refused: 1, superseded: 0 },
        },
      });
      expect(refusalsOf(told)).toEqual(['order.refund.superseded']);
    }
    const sent = await json('orders', 'upload', 'orders.json', '--yes');
    expect(sent).toMatchObject({ exit: 3, balanced: true, orders: { accepted: 1, refused: 1 } });
    write([old, shop(['R-1'], { updated_at: at('13:00:00') })]);
    expect(await json('orders', 'check', 'orders.json')).toMatchObject({
      exit: 0,
      orders: { superseded: 1 },
    });
  });

  it.each([
    ['a refund in the window', at('23:00:00'), 0],
    ['a refund before the window', at('11:00:00'), 3],
    ['a refund in the future', '2026-05-03T12:04:00Z', 3],
  ])('--since, %s: sent or named', async (_, time, exit) => {
    moveDesk({ now: NOW });
    await upload([shop([])]);
    const late = { ...base, refunds: [refund('R-1', time)] };
    const told = await upload([late], '--since', at('20:00:00'));
    const sent = exit === 0 ? 1 : 0;
    expect(told).toMatchObject({ exit, refunds_left_out: 1 - sent, orders: { accepted: sent, skipped: 0 } });
  });

  it('--since says nothing of refunds that were accepted, nor of orders that never were', async () => {
    moveDesk({ now: NOW });
    await upload([shop(['R-1'])]);
    write([shop(['R-1']), { ...shop(['R-9']), identifier: 'SO-OLD' }]);
    const told = await json('orders', 'check', 'orders.json', '--since', at('20:00:00'));
    expect(told).toMatchObject({ exit: 0, refunds_left_out: 0, orders: { skipped: 2 } });
  });
});

describe('after a refund that was posted from here', () => {
  /** The order with one refund of ours: accepted one second after the snapshot of the shop. */
  async function refunded(isUploaded = true): Promise<void> {
    moveDesk({ now: NOW });
    await upload(isUploaded ? [shop([])] : []);
    write([shop([])]);
    const { code } = await call(
      ...['orders', 'refund', 'SO-1', '--from', 'orders.json', '--lines', 'L1=1'],
      ...['--refund-id', 'R-1', '--yes'],
    );
    expect([code, refundsOf(), stored().updated_at]).toEqual([0, ['R-1'], at('12:00:01')]);
  }

  it.each([
    ['in the same second', CHANGED, true],
    ['half a second later, of an order that was not uploaded', at('12:00:00.500'), false],
    ['one second later', at('12:00:01'), true],
  ])('a cancellation %s is not older', async (_, time, isUploaded) => {
    await refunded(isUploaded);
    const without = cancelled(shop([], { updated_at: time }));
    const told = await upload([without]);
    expect([told.exit, refusalsOf(told)]).toEqual([3, ['order.refunds.lost']]);
    expect(await upload([without], '--keep-refunds')).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect([stored().status, refundsOf()]).toEqual(['Cancelled', ['R-1']]);
    const again = await upload([without], '--keep-refunds');
    expect(again).toMatchObject({ exit: 0, orders: { accepted: 0, refused: 0 } });
  });

  it('a cancellation that holds the refund is sent; what was accepted before it is older', async () => {
    await refunded();
    const time = at('12:00:00.500');
    await upload([cancelled(shop(['R-1'], { updated_at: time }))]);
    expect([stored().status, stored().updated_at]).toEqual(['Cancelled', at('12:00:02')]);
    const old = await upload([shop([])], '--keep-refunds');
    expect(old).toMatchObject({ exit: 0, orders: { accepted: 0, superseded: 1 } });
    const before = cancelled(shop(['R-1'], { updated_at: at('11:59:59') }));
    expect(await upload([before])).toMatchObject({ exit: 0, orders: { superseded: 1 } });
  });

  const elsewhere = (order: Order): Order => ({
    ...order,
    customer: { ...order.customer, email: 'right@example.org' },
  });
  it('a change that is no line and no status, under the time of before: sent and named, and once', async () => {
    await refunded();
    const changed = elsewhere(shop([]));
    expect(refusalsOf(await upload([changed]))).toEqual(['order.refunds.lost']);
    const told = await upload([changed], '--keep-refunds');
    expect(told).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(warningsOf(told)).toContain('order.version.doubtful');
    expect([stored().customer.email, refundsOf()]).toEqual(['right@example.org', ['R-1']]);
    for (const again of [changed, shop([])])
      expect(await upload([again], '--keep-refunds')).toMatchObject({ exit: 0, orders: { accepted: 0 } });
    expect(stored().customer.email).toBe('right@example.org');
  });

  it('rows that moved are no such change', async () => {
    moveDesk({ now: NOW });
    const items = ['L1', 'L2'].map((id) => ({ ...base.items[0]!, identifier: id }));
    const two = withSums({ ...shop([]), items });
    await upload([two]);
    const words = ['orders', 'refund', 'SO-1', '--from', 'orders.json', '--lines', 'L2=1', '--yes'];
    const done = await call(...words, '--refund-id', 'R-2');
    expect(done.code, done.err).toBe(0);
    const told = await upload([{ ...two, items: items.toReversed() }]);
    expect(told).toMatchObject({ exit: 0, orders: { accepted: 0, refused: 0, superseded: 1 } });
  });

  it('the next refund of the shop, under the time of before, is sent one second after ours, and once', async () => {
    await refunded();
    const next = shop(['R-1', 'R-2']);
    expect(await upload([next])).toMatchObject({ exit: 0, orders: { accepted: 1, superseded: 0 } });
    expect([refundsOf(), stored().updated_at]).toEqual([['R-1', 'R-2'], at('12:00:02')]);
    expect(await upload([next])).toMatchObject({ exit: 0, orders: { accepted: 0, superseded: 1 } });
  });
});

describe('a mapped table', () => {
  const HEAD = 'Order,Status,Created,Changed,SKU,Qty,Shipped,Canceled,Price,Refund,At,Of,Units,Amount';
  let mapped: unknown;
  const refund = { created_at: 'At', total_refund_amount_cents: 'Amount' };
  const mapping = completeMapping({
    dates: { timezone: 'Europe/Berlin' },
    rows: { order: 'Order' },
    order: {
      ...{ identifier: 'Order', status: 'Status', created_at: 'Created', updated_at: 'Changed' },
      ...{ 'customer.identifier': { constant: 'C-1' }, 'customer.email': { constant: 'kim@example.com' } },
      tax_amount_cents: { constant: 0 },
    },
    item: {
      ...{ sku: 'SKU', title: 'SKU', variant_identifier: 'SKU', quantity_shipped: 'Shipped' },
      ...{ quantity_canceled: 'Canceled', unit_price_amount_cents: 'Price', shipped_date: undefined },
      tax_amount_cents: { constant: 0 },
    },
    refund: { identifier: 'Refund', ...refund },
    refund_line: { quantity: 'Units', sku: 'Of' },
  });
  const flags = ['--map', 'map.json', '--yes', '--level', 'item.shipment.missing=off'];
  const shipped = 'W-6,Shipped,2026-10-24 12:00:00,2026-10-25 02:50:00,CUP,1,1,0,12.50,,,,,';
  const gone = 'W-6,Cancelled,2026-10-24 12:00:00,2026-10-25 02:10:00,CUP,1,0,1,12.50,,,,,';

  const uploadedWith = (more: readonly string[], ...rows: string[]) => {
    t.file('map.json', JSON.stringify(mapped));
    t.file('day.csv', [HEAD, ...rows].join('\n'));
    return json('orders', 'upload', 'day.csv', ...flags, ...more);
  };
  const uploaded = (...rows: string[]) => uploadedWith([], ...rows);

  beforeEach(() => {
    mapped = mapping;
  });

  it.each([
    ['in capitals', 'Cup', 'CUP'],
    ['with a blank behind', 'CUP', 'CUP '],
    ['of other code points', 'Caf\u00e9', 'Cafe\u0301'],
  ])('a refund without a number stays the accepted one where its sku comes %s', async (_, before, after) => {
    mapped = { ...mapping, refund: { ...refund, identifier: { generate: 'refund' } } };
    const refunded = (changed: string, sku: string) =>
      `W-7,Shipped,2026-05-01 12:00:00,2026-05-02 ${changed},${sku},2,2,0,10.00,,2026-05-02 11:00:00,${sku},1,10.00`;
    expect(await uploaded(refunded('12:00:00', before))).toMatchObject({ exit: 0 });
    const was = stored('W-7').refunds;
    for (const more of [[], ['--keep-refunds']]) {
      const told = await uploadedWith(more, refunded(`13:0${more.length}:00`, after));
      expect(told, JSON.stringify(told)).toMatchObject({ exit: 0, orders: { accepted: 1 } });
      expect(stored('W-7').refunds).toEqual(was);
    }
  });

  it('of the hour that comes twice: what would be older is of the second hour; the accepted stays older', async () => {
    expect(await uploaded(shipped)).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(stored('W-6').updated_at).toBe('2026-10-25T02:50:00+02:00');
    expect(await uploaded(gone)).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    const right = ['Cancelled', '2026-10-25T02:10:00+01:00'];
    expect([stored('W-6').status, stored('W-6').updated_at]).toEqual(right);
    expect(await uploaded(shipped)).toMatchObject({ exit: 0, orders: { superseded: 1 } });
    expect(await uploaded(gone)).toMatchObject({ exit: 0, orders: { already_accepted: 1 } });
    expect([stored('W-6').status, stored('W-6').updated_at]).toEqual(right);
  });
});

describe('an accepted refund that an older snapshot has with more', () => {
  const two = ['L1', 'L2'].map((id) => ({ ...base.items[0]!, identifier: id }));
  /** One refund, of these units by line. */
  const version = (
    time: string,
    cents: number,
    lines: Readonly<Record<string, number>>,
    identifier = 'R-1',
  ) => ({
    ...withSums(shop([], { items: two, updated_at: time })),
    refunds: [
      {
        ...refund(identifier),
        total_refund_amount_cents: cents,
        refund_line_items: Object.entries(lines).map(([line, quantity]) => ({
          ...{ identifier: `${identifier}-${line}`, order_item_identifier: line, quantity },
        })),
      },
    ],
  });
  const late = version(at('13:00:00'), 100, { L1: 1 });

  it.each([
    ['another line', version(at('12:00:00'), 200, { L1: 1, L2: 1 }), 3],
    ['another line for the same money', version(at('12:00:00'), 100, { L2: 1 }), 3],
    ['more units', version(at('12:00:00'), 200, { L1: 2 }), 3],
    ['more money', version(at('12:00:00'), 150, { L1: 1 }), 3],
    ['the same', version(at('12:00:00'), 100, { L1: 1 }), 0],
    ['less', version(at('12:00:00'), 50, {}), 0],
  ])('%s: named where it is more, and not sent', async (_, old, exit) => {
    const told = await upload([late, old]);
    expect(told).toMatchObject({ exit, refunds_left_out: exit === 0 ? 0 : 1, orders: { accepted: 0 } });
    expect(refusalsOf(told)).toEqual(exit === 0 ? [] : ['order.refund.superseded']);
    expect(stored().refunds).toMatchObject([{ total_refund_amount_cents: 100 }]);
    const lowered = await upload([old], '--level', 'order.refund.superseded=warning');
    expect(lowered).toMatchObject({ exit: 0, orders: { superseded: 1 } });
  });

  it.each([
    ['more', version(at('13:00:00'), 200, { L1: 2 }), 3],
    ['the same', version(at('13:00:00'), 100, { L1: 1 }), 0],
    ['less', version(at('13:00:00'), 50, {}), 0],
    ['more, as it was before it was corrected', version(at('12:00:00'), 200, { L1: 2 }), 0],
  ])('%s, outside --since: named where it grew', async (_, old, exit) => {
    moveDesk({ now: NOW });
    await upload([late]);
    const told = await upload([old], '--since', at('20:00:00'));
    expect(told).toMatchObject({ exit, refunds_left_out: exit === 0 ? 0 : 1, orders: { accepted: 0 } });
    expect(refusalsOf(told)).toEqual(exit === 0 ? [] : ['order.refund.superseded']);
  });

  it('is only older, where it was accepted before it was corrected', async () => {
    const old = version(at('12:00:00'), 200, { L1: 1, L2: 1 });
    expect(warningsOf(await upload([old, late]))).toContain('order.refund.corrected');
    expect(await upload([old])).toMatchObject({ exit: 0, orders: { superseded: 1 } });
  });
});

describe('a refund of units at another price than was accepted', () => {
  const priced = (cents: number, discount = 0, shipped = 2): Order => {
    const amounts = { unit_price_amount_cents: cents, product_amount_cents: cents * shipped };
    const items = base.items.map((item) => ({
      ...{ ...item, ...amounts, quantity_shipped: shipped },
      discount_amount_cents: discount,
    }));
    return withSums({ ...shop([]), items, status: shipped > 0 ? 'Shipped' : 'Created' });
  };
  const words = ['orders', 'refund', 'SO-1', '--from', 'orders.json', '--lines', 'L1=1', '--yes'];
  it.each([
    ['a higher price', priced(3000)],
    ['a lower price', priced(1)],
    ['a discount', priced(1000, 300)],
  ])('%s: waits for an upload of it, or for an amount', async (_, changed) => {
    moveDesk({ now: NOW });
    await upload([priced(1000)]);
    const { code, err } = await call(...words);
    expect([code, err]).toEqual([0, expect.anything()]);
    await upload([{ ...priced(1000), identifier: 'SO-2' }]);
    write([{ ...changed, identifier: 'SO-2', updated_at: at('13:00:00') }]);
    const own = words.with(2, 'SO-2');
    const refused = await call(...own);
    expect([refused.code, refused.err]).toEqual([6, expect.stringContaining('was accepted with')]);
    expect(stored('SO-2').refunds).toEqual([]);
    expect((await call(...own, '--amount-cents', '1')).code).toBe(0);
    expect(stored('SO-2').refunds).toMatchObject([{ total_refund_amount_cents: 1 }]);
  });

  it('of which nothing had shipped is the new price', async () => {
    moveDesk({ now: NOW });
    await upload([priced(1000, 0, 0)]);
    write([{ ...priced(3000), updated_at: at('13:00:00') }]);
    expect((await call(...words)).code).toBe(0);
  });
});

describe('the way out of a refund that the shop has under a number of its own', () => {
  const messageOf = (told: Awaited<ReturnType<typeof upload>>): string =>
    (told['refused'] as { orders: { message: string }[] }).orders[0]!.message;

  it('is said, and leads out: ours is forgotten, the order of the shop is sent', async () => {
    moveDesk({ now: NOW });
    await upload([shop([])]);
    const own = ['orders', 'refund', 'SO-1', '--from', 'orders.json', '--lines', 'L1=1', '--yes'];
    const { run } = await json(...own, '--refund-id', 'RF-OURS');
    const theirs = shop(['9101'], { updated_at: at('13:00:00') });
    const message = messageOf(await upload([theirs]));
    expect(message).toContain(
      `with 9101. Where that is the same refund: returns orders forget --run ${run},`,
    );
    expect(message).toContain('where it is another: --keep-refunds');
    expect(await json('orders', 'forget', '--run', run, '--yes')).toMatchObject({ exit: 0 });
    expect(await upload([theirs])).toMatchObject({ exit: 0, orders: { accepted: 1 } });
    expect(refundsOf()).toEqual(['9101']);
  });

  it.each([
    ['', false],
    [', ours by an earlier build', true],
  ])(
    'leads out as well after ours was carried into a newer version, of which the rest stays%s',
    async (_, isOld) => {
      moveDesk({ now: NOW });
      await upload([shop([])]);
      const own = ['orders', 'refund', 'SO-1', '--from', 'orders.json', '--lines', 'L1=1', '--yes'];
      const { run } = await json(...own, '--refund-id', 'RF-OURS');
      const ledger = openLedgerStore(t.platform, t.folders);
      if (isOld) ledger.exec('UPDATE refunds SET run = NULL');
      ledger.close();
      const later = await upload([shop(['R-1'], { updated_at: at('12:30:00') })], '--keep-refunds');
      expect(refundsOf()).toEqual(['R-1', 'RF-OURS']);
      const theirs = shop(['R-1', '9101'], { updated_at: at('13:00:00') });
      const message = messageOf(await upload([theirs]));
      expect(message).toContain(`the same refund: returns orders forget --run ${run}, then upload again`);
      expect(await json('orders', 'forget', '--run', run, '--yes')).toMatchObject({ exit: 0, refunds: 1 });
      const { accepted } = await json('orders', 'show', 'SO-1');
      expect(accepted).toMatchObject({ run: later.run, refunds: [{ identifier: 'R-1' }] });
      // What was accepted of the shop is still held against it.
      expect(await upload([shop(['9101'])])).toMatchObject({ exit: 3 });
      expect(await upload([theirs])).toMatchObject({ exit: 0, orders: { accepted: 1 } });
      expect(refundsOf()).toEqual(['R-1', '9101']);
    },
  );

  it.each([
    ['none in its place', [], 'found a snapshot without. To keep it: --keep-refunds'],
    ['another number, of what the shop sent', ['R-9'], 'give it the number R-1 in the export'],
  ])('%s', async (_, refunds, text) => {
    const told = await upload([shop(['R-1']), shop(refunds, { updated_at: at('13:00:00') })]);
    expect(messageOf(told)).toContain(text);
  });
});
