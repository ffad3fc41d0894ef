// Refunds of one order at once: one goes before the other, which is built again on what was accepted, and shown again.
import { describe, expect, it } from 'vitest';
import type { Order, OrderRefund } from '../../src/contract/order.ts';
import { sampleRefund } from '../../src/contract/sample.ts';
import { realClock } from '../../src/platform/node-platform.ts';
import { makeCli } from '../helpers/cli.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { acceptElsewhere, order, refundAll, runsOf, setUp } from './refund-support.ts';

describe('a refund that another one of its order goes before', () => {
  const refundOf = (line: string, rma_identifier: string): OrderRefund => ({
    ...(sampleRefund({ identifier: `RF-${line}`, total_refund_amount_cents: 100 }) as OrderRefund),
    rma_identifier,
    refund_line_items: [{ identifier: `RF-${line}-1`, order_item_identifier: line, quantity: 1 }],
  });

  it('is built again with it, shown and asked again', async () => {
    const { sandbox, cli, t } = await setUp();
    await cli('orders', 'upload', 'order.json');
    const shown: number[] = [];
    const done = await refundAll(t.platform, t, async (_order, refund) => {
      shown.push(refund.refund_line_items.reduce((sum, { quantity }) => sum + quantity, 0));
      const accepted = order({ updated_at: '2026-05-02T00:00:01Z', refunds: [refundOf('L-2', 'RMA-2')] });
      acceptElsewhere(t, accepted);
      return true;
    });
    expect(done).toMatchObject({ state: 'accepted', exitCode: 0 });
    // Everything, then what the other one left of it.
    expect(shown).toEqual([4, 3]);
    const { refunds, updated_at: at } = sandbox.order('SO-7')!.order as Order;
    expect([refunds.map(({ identifier }) => identifier), at]).toEqual([
      ['RF-L-2', done.refund.identifier],
      '2026-05-02T00:00:02Z',
    ]);
    expect(runsOf(t)[0]).toMatchObject({ state: 'completed', exitCode: 0, orders: { accepted: 1 } });
  });

  it.each([
    [
      'not posted when that is the same one',
      { rma: 'RMA-2', units: new Map([['L-2', 1]]) },
      'already_accepted',
      1,
    ],
    ['not posted when the second question is answered with no', {}, 'planned', 2],
  ] as const)('is %s', async (_what, wish, state, questions) => {
    const { sandbox, cli, t } = await setUp();
    await cli('orders', 'upload', 'order.json');
    let asked = 0;
    const confirm = async () => {
      acceptElsewhere(t, order({ refunds: [refundOf('L-2', 'RMA-2')] }));
      return ++asked === 1;
    };
    expect(await refundAll(t.platform, t, confirm, wish)).toMatchObject({ state, exitCode: 0 });
    expect([asked, sandbox.order('SO-7')!.received]).toEqual([questions, 1]);
    expect(runsOf(t)[0]).toMatchObject({ state: 'completed', exitCode: 0 });
    expect(JSON.stringify((await cli('status')).out.items)).not.toContain('refunds_unanswered');
  });

  it('as three commands at once, each with its own exit code 0', async () => {
    const sandbox = await sandboxFor({}, async (_count, answer) => {
      await realClock.sleep(300);
      return await answer();
    });
    const cli = makeCli({ target: sandbox });
    cli.file('order.json', JSON.stringify(order()));
    await cli.run(['orders', 'upload', 'order.json', '--yes']);
    const words = ['orders', 'refund', 'SO-7', '--from', 'order.json', '--yes', '--lock-wait', '30s'];
    const all = ['RMA-1', 'RMA-2', 'RMA-3'].map(
      (rma) => cli.start([...words, '--lines', 'L-1=1', '--rma', rma]).ended,
    );
    expect((await Promise.all(all)).map(({ code, stderr }) => (code === 0 ? 0 : stderr))).toEqual([0, 0, 0]);
    const { order: stored, versions } = sandbox.order('SO-7')!;
    expect((stored as Order).refunds.map((one) => one.rma_identifier).toSorted()).toEqual([
      ...['RMA-1', 'RMA-2', 'RMA-3'],
    ]);
    const times = versions.map(({ updated_at }) => updated_at);
    expect(new Set(times).size).toBe(4);
  });
});
