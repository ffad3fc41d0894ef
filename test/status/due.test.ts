// Which RMAs count as due, unsettled or unknown: one case for each rule of docs/watching.md.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knownTarget } from '../../src/account/known-target.ts';
import {
  inTransit,
  later,
  preTransit,
  sampleRma,
  sampleUnit,
  withUnit,
} from '../../src/contract/sample-rma.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { targetNumber } from '../../src/storage/names.ts';
import { RefundPlans } from '../../src/storage/refund-plans.ts';
import { rmaIndexPath } from '../../src/storage/rma-index.ts';
import { document } from '../calls/support.ts';
import { fakeClock } from '../helpers/clock.ts';
import {
  accept,
  countsOf,
  heard,
  here,
  type MadeRefund,
  NOW,
  OPTIONS,
  type StatusDocument,
  statusOf,
} from './support.ts';

const delivered = { ...inTransit, package_tracking_status: 'DELIVERED' };
const received = { ...inTransit, receiving_status: 'RECEIVED' };
const twoUnits = (first: object, second: object) =>
  sampleRma({ items: [sampleUnit({ ...first }), sampleUnit({ ...second })] });

const CASES: readonly [
  name: string,
  messages: readonly unknown[],
  refunds: readonly MadeRefund[],
  due: 0 | 1,
][] = [
  ['before the scan', [withUnit(preTransit)], [], 0],
  ['at the scan', [withUnit(inTransit)], [], 1],
  ['delivered', [withUnit(delivered)], [], 1],
  ['lost on the way', [withUnit({ ...inTransit, package_tracking_status: 'FAILURE' })], [], 0],
  ['an even exchange', [withUnit({ ...inTransit, refund_type: 'EVEN_EXCHANGE' })], [], 0],
  ['an uneven exchange', [withUnit({ ...received, refund_type: 'UNEVEN_EXCHANGE' })], [], 0],
  ['customer-keep', [withUnit(inTransit, { return_method: 'customer-keep' })], [], 0],
  ['customer-keep, received', [withUnit(received, { return_method: 'customer-keep' })], [], 1],
  ['express-returns at the scan', [withUnit(inTransit, { return_method: 'express-returns' })], [], 0],
  ['express-returns, received', [withUnit(received, { return_method: 'express-returns' })], [], 1],
  ['cancelled', [withUnit(inTransit), later(inTransit, { status: 'CANCELED' })], [], 0],
  ['refunded', [withUnit(inTransit), later(inTransit, { status: 'REFUNDED' })], [], 0],
  [
    'an older message that comes late',
    [later(inTransit, { status: 'REFUNDED' }), withUnit(inTransit)],
    [],
    0,
  ],
  ['a refund that names the RMA', [withUnit(inTransit)], [{ identifier: 'R', rma: 'RMA-1', units: 1 }], 0],
  ['a refund that names no RMA', [withUnit(inTransit)], [{ identifier: 'R', rma: null, units: 1 }], 0],
  ['a refund of another RMA', [withUnit(inTransit)], [{ identifier: 'R', rma: 'RMA-2', units: 1 }], 1],
  [
    'one of two units refunded',
    [twoUnits(inTransit, inTransit)],
    [{ identifier: 'R', rma: 'RMA-1', units: 1 }],
    1,
  ],
  [
    'one of two units scanned and refunded',
    [twoUnits(inTransit, preTransit)],
    [{ identifier: 'R', rma: 'RMA-1', units: 1 }],
    0,
  ],
];

describe('a unit is due', () => {
  it.each(CASES)('%s', async (_name, messages, refunds, due) => {
    const on = here();
    accept(on, 'SO-1001', refunds);
    await heard(on, messages);
    expect(countsOf(await statusOf(on))['refunds_due'] ?? 0).toBe(due);
  });

  it('of an order whose identifier has megabytes, and the index stays small', async () => {
    const on = here();
    const long = 'O'.repeat(1_000_000);
    accept(on, long);
    await heard(on, [
      withUnit({ ...inTransit, order_identifier: long, order_line_item_identifier: `L${long}` }),
    ]);
    expect(countsOf(await statusOf(on))).toEqual({ refunds_due: 1 });
    expect(fs.statSync(rmaIndexPath(on.folders)).size).toBeLessThan(100_000);
  });

  it('when a refund without an RMA was used up by another RMA of the line', async () => {
    const on = here();
    accept(on, 'SO-1001', [{ identifier: 'R', rma: null, units: 1 }]);
    for (const rma of ['RMA-1', 'RMA-2']) await heard(on, [withUnit(inTransit, { rma_identifier: rma })]);
    expect((await statusOf(on)).items).toMatchObject([
      { kind: 'refunds_due', count: 1, examples: ['RMA-2'] },
    ]);
  });

  it('when the refund without an RMA is of units that were cancelled', async () => {
    const dueWith = async (units: number) => {
      const on = here();
      accept(on, 'SO-1001', [{ identifier: 'R', rma: null, units }], 1);
      await heard(on, [withUnit(inTransit)]);
      return countsOf(await statusOf(on))['refunds_due'] ?? 0;
    };
    expect([await dueWith(1), await dueWith(2)]).toEqual([1, 0]);
  });

  it('names the command that refunds what is left, and since when it is due', async () => {
    const on = here();
    accept(on, 'SO-1001', [{ identifier: 'R', rma: 'RMA-1', units: 1 }]);
    await heard(on, [twoUnits(inTransit, inTransit)], { at: NOW - 7_200_000 });
    await heard(on, [later(inTransit, { items: [sampleUnit(inTransit), sampleUnit(delivered)] })]);
    const item = (await statusOf(on)).items.find(({ kind }) => kind === 'refunds_due');
    expect(item).toEqual({
      kind: 'refunds_due',
      count: 1,
      oldest: '2026-11-20T10:00:00Z',
      next: "returns orders refund SO-1001 --from 'orders of may.csv' --lines L1=1 --rma RMA-1",
      examples: ['RMA-1'],
    });
  });

  it('stays due when its calls were purged, and --since leaves it out', async () => {
    const on = here();
    accept(on, 'SO-1001');
    await heard(on, [withUnit(inTransit)]);
    const { returns } = await import('../calls/support.ts');
    expect((await returns(on, ['calls', 'purge', '--all', '--yes'])).code).toBe(0);
    expect(countsOf(await statusOf(on))).toEqual({ refunds_due: 1 });
    expect(countsOf(await statusOf(on, '--since', '2026-11-20T11:30:00Z'))).toEqual({});
  });
});

describe('refunds', () => {
  it('that were accepted wait for REFUNDED, from the first recorded message on', async () => {
    const on = here();
    accept(on, 'SO-1001', [{ identifier: 'R', rma: 'RMA-1', units: 1 }]);
    expect(countsOf(await statusOf(on))).toEqual({});
    await heard(on, [withUnit(inTransit)]);
    expect((await statusOf(on)).items).toMatchObject([
      { kind: 'refunds_unsettled', count: 1, examples: ['R'], next: 'returns orders show SO-1001 --history' },
    ]);
    await heard(on, [later(inTransit, { status: 'REFUNDED' })]);
    expect(countsOf(await statusOf(on))).toEqual({});
  });

  it('of the last minutes are not named: the answer of the service takes its time', async () => {
    const on = here();
    accept(on, 'SO-1001', [{ identifier: 'R', rma: 'RMA-1', units: 1 }]);
    await heard(on, [withUnit(inTransit)]);
    // The refund was made half an hour before NOW.
    const at = (minutes: number) =>
      document<StatusDocument>(on, ['status'], {
        ...OPTIONS(),
        clock: fakeClock(NOW + (minutes - 30) * 60_000),
      });
    expect(countsOf(await at(14))['refunds_unsettled']).toBeUndefined();
    expect(countsOf(await at(15))['refunds_unsettled']).toBe(1);
  });

  it('from before the first recorded message are left out', async () => {
    const on = here();
    accept(on, 'SO-1001', [{ identifier: 'R', rma: 'RMA-1', units: 1 }]);
    await heard(on, [withUnit(inTransit, { rma_identifier: 'RMA-8' })], { at: NOW - 30_000 });
    expect(countsOf(await statusOf(on))['refunds_unsettled']).toBeUndefined();
  });

  it('that are planned or were refused are items of their own', async () => {
    const on = here();
    for (const id of ['SO-1001', 'SO-1002']) accept(on, id);
    await heard(on, [withUnit(inTransit)]);
    const store = openLedgerStore(on.platform, on.folders);
    const { key } = knownTarget(on.platform, on.folders, {})!;
    const plans = new RefundPlans(on.platform, store, key);
    const units = [{ line: 'L1', tracking: '1Z0002', units: 1 }];
    const plan = (rma: string, order: string, state: 'planned' | 'refused') =>
      plans.change(rma, (before) => ({
        ...before,
        refunds: [{ identifier: `P-${rma}`, order, units, state }],
      }));
    plan('RMA-1', 'SO-1001', 'planned');
    plan('RMA-9', 'SO-1002', 'refused');
    expect(targetNumber(store, key).read()).toBeGreaterThan(0);
    store.close();
    expect((await statusOf(on)).items).toMatchObject([
      { kind: 'refunds_planned', count: 1, next: 'returns listen --auto-refund TRANSIT --orders FILE' },
      { kind: 'refunds_refused', count: 1, oldest: null },
    ]);
  });
});

describe('RMAs of unknown orders', () => {
  const of = (order: string, rma: string) => withUnit({ order_identifier: order }, { rma_identifier: rma });

  it('count once something was sent, unless another profile sent the order', async () => {
    const on = here();
    await heard(on, [of('SO-1001', 'RMA-1'), of('SO-7', 'RMA-7'), of('SO-8', 'RMA-8')]);
    expect(countsOf(await statusOf(on))).toEqual({});
    accept(on, 'SO-1001');
    expect(countsOf(await statusOf(on))).toEqual({ rmas_unknown_order: 2 });
    const store = openLedgerStore(on.platform, on.folders);
    store.run(`INSERT INTO targets (key) VALUES ('another')`);
    store.run(`INSERT INTO orders SELECT 99, 2, 'SO-7', digest, content_digest, updated_at, status, currency, total_cents,
      accepted_at, run, file, line, previous, created_at, shipping_cents, is_restored FROM orders`);
    store.close();
    expect((await statusOf(on)).items).toMatchObject([
      { kind: 'rmas_unknown_order', examples: ['RMA-8'], next: 'returns calls list --rma RMA-8' },
    ]);
  });
});
