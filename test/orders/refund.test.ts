// Refunds: shares that add up to the cent, what is left to refund, and only one post for repeated commands.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Order, OrderRefund } from '../../src/contract/order.ts';
import { lineCents } from '../../src/contract/refund-amount.ts';
import { run } from '../../src/main.ts';
import {
  checkedRefund,
  findRefund,
  parseUnits,
  type RefundRequest,
  refundableCents,
  refundIdentifier,
  unitsToRefund,
} from '../../src/orders/refund/build-refund.ts';
import { refundTimes, timesToSend } from '../../src/orders/refund/send-refund.ts';
import type { System } from '../../src/platform/platform.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { knownLine } from '../contract/verdicts.ts';
import { fc } from '../helpers/random.ts';
import { acceptElsewhere, item, order, refundAll, runsOf, setUp } from './refund-support.ts';

const checkedRefundCents = (...given: Parameters<typeof checkedRefund>) => checkedRefund(...given).cents;

describe('the amount', () => {
  it('of all units one by one is the amount of the line, to the cent (property)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.nat(9999),
        fc.nat(5000),
        fc.nat(3000),
        (units, price, tax, discount) => {
          const line = { ...knownLine('L-1', 'MUG', units, price, tax), discountCents: discount };
          let sum = 0;
          for (let before = 0; before < units; before++) sum += lineCents(line, before, 1);
          expect(sum).toBe(price * units + tax - discount);
        },
      ),
    );
  });
  it('of a part is price and tax share', () => {
    expect(checkedRefundCents(order(), new Map([['L-1', 1]]), {})).toBe(1033);
    expect(checkedRefundCents(order(), new Map([['L-1', 1]]), { amountCents: 900 })).toBe(900);
  });
  it('says amounts in the decimals of the currency', () => {
    const yen = order({ currency: 'JPY' });
    const ask = (units?: 'iso' | 'hundredths') => () =>
      checkedRefundCents(yen, new Map([['L-1', 1]]), { amountCents: 360_100 }, { minorUnits: units });
    expect(ask('iso')).toThrow('360,100 JPY is more');
    expect(ask('hundredths')).toThrow('3,601.00 JPY is more');
    expect(ask()).toThrow('360,100 (minor units) JPY is more');
  });
});

/** One of three units of L-1 is refunded. */
const REFUNDED = order({
  refunds: [
    {
      identifier: 'RF-1',
      total_refund_amount_cents: 1033,
      created_at: '2026-05-03T00:00:00Z',
      refund_line_items: [{ identifier: 'RF-1-1', quantity: 1, order_item_identifier: 'L-1' }],
    },
  ],
});

describe('units that were cancelled', () => {
  // 25.00 a unit and 2.00 tax: 54.00 for the two that shipped, 27.00 for the one that was cancelled.
  const line = { identifier: 'L-1', quantity: 3, quantity_shipped: 2, quantity_canceled: 1 };
  const amounts = { unit_price_amount_cents: 2500, product_amount_cents: 5000, tax_amount_cents: 400 };
  const partly = (changes: Partial<Order> = {}, ofLine: Partial<Order['items'][0]> = {}) =>
    order({ items: [item({ ...line, ...amounts, ...ofLine })], total_amount_cents: 5400, ...changes });
  const refund = {
    ...{ identifier: 'RF-1', total_refund_amount_cents: 2700, created_at: '2026-05-03T00:00:00Z' },
    refund_line_items: [{ identifier: 'RF-1-1', quantity: 1, order_item_identifier: 'L-1' }],
  };
  const units = (count: number) => new Map([['L-1', count]]);

  it('are refunded only when a person names them', () => {
    expect(unitsToRefund(partly(), undefined)).toEqual(units(2));
    expect(unitsToRefund(partly(), units(3), true)).toEqual(units(3));
    expect(() => unitsToRefund(partly(), units(3))).toThrow(
      expect.objectContaining({ code: 'refund.too_many' }),
    );
    expect(() => unitsToRefund(partly(), units(4), true)).toThrow(
      expect.objectContaining({ code: 'refund.too_many', expected: 'at most 3' }),
    );
  });

  it('add their price and share to what is left, when the total counts shipped units', () => {
    expect(checkedRefundCents(partly(), units(3), {})).toBe(8100);
    const two = partly({
      refunds: [
        {
          ...refund,
          total_refund_amount_cents: 5400,
          refund_line_items: [{ ...refund.refund_line_items[0]!, quantity: 2 }],
        },
      ],
    });
    expect(checkedRefundCents(two, units(1), {})).toBe(2700);
    expect(checkedRefundCents(two, units(1), { amountCents: 2500 })).toBe(2500);
  });

  it('never get more than the total, when that counts them', () => {
    expect(checkedRefundCents(partly({ total_amount_cents: 7900 }), units(3), {})).toBe(7900);
  });

  it('ask for the amount where nothing of the line has shipped', () => {
    const none = partly(
      { total_amount_cents: 0 },
      { quantity_shipped: 0, quantity_canceled: 3, product_amount_cents: 0, tax_amount_cents: 0 },
    );
    expect(() => checkedRefundCents(none, units(1), {})).toThrow(
      expect.objectContaining({ code: 'refund.canceled_amount' }),
    );
    expect(checkedRefundCents(none, units(1), { amountCents: 2700 })).toBe(2700);
  });

  it('take a refund without RMA first, so the default is still every shipped unit', () => {
    const after = partly({ refunds: [refund] });
    expect(unitsToRefund(after, undefined)).toEqual(units(2));
    expect(checkedRefund(after, units(2), { rma: 'RMA-7' })).toMatchObject({ cents: 5400 });
    const named = partly({ refunds: [{ ...refund, rma_identifier: 'RMA-7' }] });
    expect(unitsToRefund(named, undefined)).toEqual(units(1));
    expect([refundableCents(partly()), refundableCents(after), refundableCents(named)]).toEqual([
      5400, 8100, 5400,
    ]);
    expect(() => checkedRefundCents(after, units(2), { rma: 'RMA-7', amountCents: 5401 })).toThrow(
      expect.objectContaining({
        code: 'refund.amount',
        expected: 'at most 54.00 (total 81.00, refunded 27.00)',
      }),
    );
  });

  it('says that earlier refunds leave less than the units are worth, and posts what is left', async () => {
    const { refund, t, sandbox } = await setUp();
    await refund('--lines', 'L-2', '--amount-cents', '3000');
    expect(t.stderr()).not.toContain('refund.capped');
    const { code, out } = await refund('--lines', 'L-1=3');
    expect([code, out.refund.total_refund_amount_cents]).toEqual([0, 600]);
    expect(t.stderr()).toContain(
      'Order "SO-7": refund.capped: the units are worth 31.00, and earlier refunds leave 6.00 of what was paid for the order. Compare: returns orders show SO-7',
    );
    expect(sandbox.orders()[0]!.order).toMatchObject({ refunds: [{}, { total_refund_amount_cents: 600 }] });
  });

  it('are what a refund of the default without RMA counts for, which is said', async () => {
    const { t } = await setUp();
    t.file('order.json', JSON.stringify(partly({ product_amount_cents: 5000, tax_amount_cents: 400 })));
    const line = ['orders', 'refund', 'SO-7', '--from', 'order.json', '--dry-run'];
    t.clear();
    await run(line, t.platform);
    expect(t.stderr()).toContain(
      'counts for cancelled units first ("L-1"): name the RMA of a return with --rma',
    );
    t.clear();
    await run([...line, '--lines', 'L-1=3'], t.platform);
    expect(t.stdout()).toContain('amount   81.00 USD of 81.00');
  });
});

describe('the units', () => {
  it('are all that were shipped and not refunded, unless given', () => {
    expect([...unitsToRefund(REFUNDED, undefined)]).toEqual([
      ['L-1', 2],
      ['L-2', 1],
    ]);
    expect([...unitsToRefund(REFUNDED, parseUnits('L-1=2'))]).toEqual([['L-1', 2]]);
  });
  it.each([
    ['L-1=3', 'refund.too_many'],
    ['L1=1', 'refund.line_unknown'],
  ])('%s is refused as %s', (lines, code) => {
    expect(() => unitsToRefund(REFUNDED, parseUnits(lines))).toThrow(
      expect.objectContaining({ exitCode: 2, code, hint: expect.any(String) }),
    );
  });
  it('a line without a number is one unit', () => {
    expect([...unitsToRefund(REFUNDED, parseUnits('L-1,L-2=1'))]).toEqual([
      ['L-1', 1],
      ['L-2', 1],
    ]);
  });
  it.each(['', 'L-1=0', 'L-1=1,L-1=1', '=2'])('%j is not understood', (text) => {
    expect(() => parseUnits(text)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});

it('the times are shortly after now, and one second after the newest snapshot', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  expect(refundTimes(order(), '2026-05-02T10:00:00.5Z', now)).toEqual({
    createdAt: '2026-11-20T12:05:00Z',
    updatedAt: '2026-05-02T10:00:01.500Z',
  });
  expect(refundTimes(order(), undefined, now).updatedAt).toBe('2026-05-02T00:00:01Z');
});

describe('the requested refund', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const refund = (identifier: string, units: number, rma?: string): OrderRefund => ({
    identifier,
    total_refund_amount_cents: 1033 * units,
    created_at: '2026-05-03T00:00:00Z',
    refund_line_items: [{ identifier: `${identifier}-1`, quantity: units, order_item_identifier: 'L-1' }],
    ...(rma === undefined ? {} : { rma_identifier: rma }),
  });
  const one = parseUnits('L-1=1');
  const had = order({ refunds: [refund('A', 1, 'RMA-1'), refund('B', 1)] });

  it('is the one with that identifier, or with the same units for the same RMA', () => {
    const found = (wish: RefundRequest, of = had) => findRefund(of, wish)?.identifier;
    expect(found({ units: one, rma: 'RMA-1' })).toBe('A');
    expect(found({ identifier: 'B' })).toBe('B');
    expect(found({ units: one, rma: 'RMA-1', identifier: 'C' })).toBeUndefined();
    expect(found({ units: parseUnits('L-1=2'), rma: 'RMA-1' })).toBeUndefined();
    expect(found({ units: one, rma: 'RMA-2' })).toBeUndefined();
    expect(found({ units: one })).toBeUndefined();
    // The request is everything that is left. Nothing is left only after it was refunded.
    expect(found({ rma: 'RMA-1' })).toBeUndefined();
    const whole = order({ items: had.items.slice(0, 1), refunds: [refund('A', 3, 'RMA-1')] });
    expect([found({ rma: 'RMA-1' }, whole), found({ rma: 'RMA-2' }, whole)]).toEqual(['A', undefined]);
  });
  it('has the same identifier whatever else is refunded, and a second equal one has another', () => {
    const id = (of: Order, rma?: string) => refundIdentifier(sha256, of, one, rma);
    expect(id(had, 'RMA-2')).toBe(id(order(), 'RMA-2'));
    expect(id(order({ refunds: [refund('A', 2)] }))).toBe(id(order()));
    expect(id(had)).not.toBe(id(order()));
    expect(id(order(), 'RMA-1')).not.toBe(id(order()));
  });
});

describe('an attempt whose answer is not known', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const earlier = { createdAt: '2026-11-20T12:01:00Z', updatedAt: '2026-05-02T00:00:01Z' };
  it('is ignored when a newer snapshot is known, from the input or from the ledger', () => {
    for (const fresh of [
      refundTimes(order({ updated_at: '2026-05-09T00:00:00Z' }), undefined, now),
      refundTimes(order(), '2026-05-09T00:00:00Z', now),
    ]) {
      expect(fresh.updatedAt).toBe('2026-05-09T00:00:01Z');
      expect(timesToSend(fresh, earlier, now)).toBe(fresh);
    }
  });
  it('does not give a refund a time in the past', () => {
    const later = now + 60_000;
    expect(timesToSend(refundTimes(order(), undefined, later), earlier, later)).toEqual({
      createdAt: '2026-11-20T12:06:00Z',
      updatedAt: earlier.updatedAt,
    });
  });
});

describe('returns orders refund', () => {
  it('is not put on another snapshot of the same time; a change that only refunds are later than is sent, and named', async () => {
    const { sandbox, cli, refund, t } = await setUp();
    await cli('orders', 'upload', 'order.json');
    t.file('changed.json', JSON.stringify(order({ raw_status: 'packed', status: 'Cancelled' })));
    await cli('orders', 'upload', 'changed.json');
    expect(await refund('--lines', 'L-1=1')).toMatchObject({
      code: 6,
      out: {
        code: 'refund.order_outdated',
        message: expect.stringContaining('"SO-7"'),
        hint: expect.stringMatching(/Export the order again/),
      },
    });
    const ofChanged = () =>
      cli('orders', 'refund', 'SO-7', '--from', 'changed.json', '--lines', 'L-1=1', '--yes');
    expect(await ofChanged()).toMatchObject({ code: 0 });
    t.file('later.json', JSON.stringify(order({ raw_status: 'sent', status: 'Shipped', note: 'x' })));
    expect(
      await cli('orders', 'refund', 'SO-7', '--from', 'later.json', '--lines', 'L-1=1', '--yes'),
    ).toMatchObject({ code: 6, out: { code: 'refund.order_outdated' } });
    const sent = await cli('orders', 'upload', 'later.json', '--keep-refunds');
    expect(JSON.stringify(sent.out)).toContain('order.version.doubtful');
    expect(sandbox.order('SO-7')).toMatchObject({ order: { status: 'Shipped', refunds: [{}] } });
  });

  it('sends the same bytes again when the answer was lost and the run gave up', async () => {
    const { sandbox, cli, refund, t } = await setUp();
    await cli('orders', 'upload', 'order.json');
    sandbox.setFaults([{ on: 'orders', do: { drop: 'after' }, first: 50 }]);
    const lost = await refund('--max-outage', '1s');
    expect(lost.code).toBe(75);
    expect(runsOf(t)[0]).toMatchObject({ kind: 'orders refund', state: 'stopped', exitCode: 75 });
    sandbox.setFaults([]);
    const again = await refund();
    expect(again).toMatchObject({ code: 0, out: { state: 'accepted' } });
    const digests = new Set(
      sandbox
        .order('SO-7')!
        .versions.slice(1)
        .map(({ sha256 }) => sha256),
    );
    expect(digests.size).toBe(1);
  });

  it('records nothing when the user or the service refuses, and has a future time however long the prompt took', async () => {
    const { sandbox, t } = await setUp();
    let thought = 0;
    const platform = {
      ...t.platform,
      clock: { ...t.platform.clock, now: () => t.platform.clock.now() + thought },
    };
    const intents = () => {
      const store = openLedgerStore(platform, t.folders);
      const found = store.all('SELECT refund FROM refund_intents').length;
      store.close();
      return found;
    };
    const refund = (answer: boolean) =>
      refundAll(platform, t, async () => {
        thought += 600_000;
        expect(intents()).toBe(0);
        return answer;
      });
    expect(await refund(false)).toMatchObject({ state: 'planned' });
    expect(intents()).toBe(0);
    sandbox.setFaults([
      { on: 'orders', do: { status: 422, body: { message: 'Validation Failed', errors: [] } } },
    ]);
    expect(await refund(true)).toMatchObject({ state: 'refused' });
    expect(intents()).toBe(0);
    sandbox.setFaults([]);
    const done = await refund(true);
    expect(done.state).toBe('accepted');
    expect(Date.parse(done.refund.created_at)).toBeGreaterThan(platform.clock.now());
    expect(intents()).toBe(0);
  });

  it('without a token is not sent: no answer is lost', async () => {
    const { sandbox, cli, refund } = await setUp();
    sandbox.setFaults([{ on: 'token', do: { status: 401 } }]);
    expect((await refund()).code).toBe(4);
    expect(JSON.stringify((await cli('status')).out.items)).not.toContain('refunds_unanswered');
  });

  it('has a record while it runs, and afterwards with its result', async () => {
    let interrupt: (signal: 'SIGINT' | 'SIGTERM') => void = () => {};
    const { t } = await setUp(async (_count, answer) => {
      expect(runsOf(t)).toMatchObject([{ kind: 'orders refund', state: 'running', exitCode: null }]);
      interrupt('SIGTERM');
      return { ...(await answer()), status: 503 };
    });
    const onSignal: System['onSignal'] = (listener) => {
      interrupt = listener;
      return () => {};
    };
    const platform = { ...t.platform, system: { ...t.platform.system, onSignal } };
    expect(await refundAll(platform, t, async () => true)).toMatchObject({
      state: 'interrupted',
      exitCode: 143,
    });
    expect(runsOf(t)).toMatchObject([
      { state: 'interrupted', exitCode: 143, ended: expect.any(Number), orders: { accepted: 0, refused: 0 } },
    ]);
  });

  it('is posted once for the same units of an RMA; without an RMA the prompt shows the earlier refunds', async () => {
    const { sandbox, cli, t } = await setUp();
    const words = ['orders', 'refund', 'SO-7', '--from', 'order.json', '--lines', 'L-1=1', '--yes'];
    const states = async (...flags: string[]) => (await cli(...words, ...flags)).out.state;
    await cli('orders', 'upload', 'order.json');
    expect([await states('--rma', 'RMA-1'), await states('--rma', 'RMA-1')]).toEqual([
      'accepted',
      'already_accepted',
    ]);
    expect(await states()).toBe('accepted');
    t.clear();
    expect(await run(words, t.platform)).toBe(0);
    expect(t.stdout()).toMatch(/besides +2 refunds of 20\.66 USD/);
    expect((sandbox.order('SO-7')!.order as Order).refunds).toHaveLength(3);
    // A refund that is in the input is not recorded as accepted because of that.
    const elsewhere = order({
      identifier: 'SO-8',
      refunds: (sandbox.order('SO-7')!.order as Order).refunds,
    });
    t.file('order.json', JSON.stringify(elsewhere));
    expect(await cli('orders', 'refund', 'SO-8', ...words.slice(3), '--rma', 'RMA-1')).toMatchObject({
      code: 6,
      out: { code: 'refund.in_input' },
    });
  });

  it('asks on a terminal only: otherwise it needs --yes; --dry-run sends nothing', async () => {
    const { sandbox, cli } = await setUp();
    expect(await cli('orders', 'refund', 'SO-7', '--from', 'order.json')).toMatchObject({
      code: 2,
      out: { schema: 'error/1', code: 'usage.question' },
    });
    expect(await cli('orders', 'refund', 'SO-7', '--from', 'order.json', '--dry-run')).toMatchObject({
      code: 0,
      out: { state: 'planned', refund: { total_refund_amount_cents: 3600 } },
    });
    expect(await cli('orders', 'refund', 'SO-8', '--from', 'order.json', '--yes')).toMatchObject({
      code: 6,
      out: { code: 'refund.order_missing', hint: expect.stringContaining('(--from)') as string },
    });
    expect(sandbox.requests().filter(({ path }) => path.includes('orders'))).toHaveLength(0);
  });

  it('does not stop the hourly upload, is not undone by --force, and is in the rejects when too many are missing', async () => {
    const { sandbox, cli, t } = await setUp();
    const kept = () => sandbox.orders().reduce((sum, one) => sum + (one.order as Order).refunds.length, 0);
    const ids = ['SO-1', 'SO-2', 'SO-3', 'SO-4', 'SO-5', 'SO-6'];
    const all = ids.map((identifier) => order({ identifier }));
    t.file('all.json', JSON.stringify(all));
    await cli('orders', 'upload', 'all.json');
    for (const id of ids.slice(1))
      expect(await cli('orders', 'refund', id, '--from', 'all.json', '--yes')).toMatchObject({ code: 0 });

    t.file('delta.json', JSON.stringify([...all, order({ identifier: 'NEW' })]));
    expect(await cli('orders', 'upload', 'delta.json')).toMatchObject({
      code: 0,
      out: { orders: { accepted: 1, already_accepted: 1, superseded: 5 } },
    });
    expect(await cli('orders', 'upload', 'delta.json', '--force', '--yes')).toMatchObject({
      code: 3,
      out: {
        orders: { accepted: 2, refused: 5 },
        refused: { by_code: [{ code: 'order.refunds.lost', count: 5 }] },
      },
    });
    expect(kept()).toBe(5);
    expect(await cli('orders', 'upload', 'delta.json', '--force', '--yes', '--keep-refunds')).toMatchObject({
      code: 0,
      out: { orders: { accepted: 7 } },
    });
    expect(kept()).toBe(5);

    const next = [
      order({ identifier: 'SO-2', updated_at: '2026-05-09T00:00:00Z' }),
      order({ identifier: 'SO-3', updated_at: '2026-05-01T00:00:00Z' }),
    ];
    t.file('next.json', JSON.stringify(next));
    const stopped = await cli('orders', 'upload', 'next.json', '--max-rejects', '0');
    expect(stopped).toMatchObject({ code: 5, out: { orders: { refused: 1, superseded: 1 } } });
    const rejects = fs.readFileSync(stopped.out.refused.files[0], 'utf8').trim().split('\n');
    expect(rejects).toEqual([expect.stringMatching(/"SO-2".*order\.refunds\.lost/)]);
  });

  it('says where the order of the input breaks a rule, and posts nothing', async () => {
    const { sandbox, cli, t } = await setUp();
    t.file('broken.json', JSON.stringify([order({ product_amount_cents: 1 })], null, 1));
    const done = await cli('orders', 'refund', 'SO-7', '--from', 'broken.json', '--yes');
    const place = { file: 'broken.json', line: expect.any(Number), path: 'product_amount_cents' };
    expect(done).toMatchObject({ code: 3, out: { code: 'refund.order_invalid', place } });
    expect(sandbox.orders()).toEqual([]);
  });

  it('is not posted over what was accepted while the prompt was open', async () => {
    const { sandbox, cli, t } = await setUp();
    await cli('orders', 'upload', 'order.json');
    const refund = refundAll(t.platform, t, async () => {
      acceptElsewhere(t, order({ updated_at: '2026-05-09T00:00:00Z', raw_status: 'changed' }));
      return true;
    });
    await expect(refund).rejects.toMatchObject({ code: 'refund.order_outdated', exitCode: 6 });
    expect(sandbox.order('SO-7')).toMatchObject({ received: 1 });
    expect(runsOf(t)[0]).toMatchObject({ kind: 'orders refund', state: 'stopped', exitCode: 6 });
  });
});
