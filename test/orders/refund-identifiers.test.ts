// A refund identifier belongs to one order only: in the input, and among accepted orders.
import { expect, test } from 'vitest';
import { sampleRefund, sampleRefundLine } from '../../src/contract/sample.ts';
import { makeCli } from '../helpers/cli.ts';
import { ndjson, order } from '../helpers/sample-orders.ts';
import { type Summary, sandboxFor } from '../helpers/sandbox.ts';
import { order as refundable } from './refund-support.ts';

const refundOf = (identifier: string, lineIdentifier = `${identifier}-L`) =>
  sampleRefund({ identifier, refund_line_items: [sampleRefundLine({ identifier: lineIdentifier })] });

test('a refund identifier that two orders of an input share refuses the second, and names the place of the first', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file(
    'orders.ndjson',
    ndjson(
      order('A', { refunds: [refundOf('R-1')] }),
      // The same refund in a later version of the same order.
      order('A', { refunds: [refundOf('R-1')], updated_at: '2026-03-03T10:00:00Z' }),
      order('B', { refunds: [refundOf('R-1', 'RL-B')] }),
      order('C', { refunds: [refundOf('R-3', 'R-1-L')] }),
      // A refund and a refund line may have the same identifier.
      order('D', { refunds: [refundOf('R-1-L', 'R-1')] }),
    ),
  );
  const codes = [
    expect.objectContaining({ code: 'refund.identifier.duplicate', count: 1, first_line: 3 }),
    expect.objectContaining({ code: 'refund.line.identifier.duplicate', count: 1, first_line: 4 }),
  ];
  const checked = await cli.json<Summary>(['orders', 'check', 'orders.ndjson']);
  expect(checked.refused.by_code).toEqual(codes);
  const sent = await cli.json<Summary>(['orders', 'upload', 'orders.ndjson']);
  expect(sent).toMatchObject({ exit: 3, orders: { accepted: 2, refused: 2, superseded: 1 }, balanced: true });
  expect(sent.refused.by_code).toEqual(codes);
  // So it does when the input does not fit into memory.
  const small = makeCli({ target: await sandboxFor() });
  small.file(
    'orders.ndjson',
    ndjson(order('A', { refunds: [refundOf('R-1')] }), order('B', { refunds: [refundOf('R-1', 'X')] })),
  );
  const again = await small.json<Summary>(['orders', 'upload', 'orders.ndjson', '--memory', '16KB']);
  expect(again).toMatchObject({ exit: 3, orders: { accepted: 1, refused: 1 }, balanced: true });
  const { stdout } = await cli.run(['orders', 'check', 'orders.ndjson']);
  expect(stdout.replace(/\s+/g, ' ')).toContain('already stands in the order on line 2 of orders.ndjson');
});

test('a refund identifier that an accepted order has is refused in another one', async () => {
  const cli = makeCli({ target: await sandboxFor() });
  cli.file('a.ndjson', ndjson(order('A', { refunds: [refundOf('R-1')] })));
  expect(await cli.json<Summary>(['orders', 'upload', 'a.ndjson'])).toMatchObject({ exit: 0 });
  cli.file(
    'b.ndjson',
    ndjson(
      order('B', { refunds: [refundOf('R-1', 'RL-B')] }),
      order('C', { refunds: [refundOf('R-1-L', 'R-1')] }),
    ),
  );
  for (const more of [[], ['--force']]) {
    const sent = await cli.json<Summary>(['orders', 'upload', 'b.ndjson', '--dry-run', ...more]);
    expect(sent).toMatchObject({ exit: 3, orders: { pending: 1, refused: 1 } });
    expect(sent.refused.by_code).toEqual([
      expect.objectContaining({ code: 'refund.identifier.duplicate', count: 1, first_line: 1 }),
    ]);
  }
  const changes = { raw_status: 'closed', updated_at: '2026-03-03T10:00:00Z' };
  cli.file('own.ndjson', ndjson(order('A', { refunds: [refundOf('R-1')], ...changes })));
  const own = await cli.json<Summary>(['orders', 'check', 'own.ndjson']);
  expect(own).toMatchObject({ exit: 0, orders: { pending: 1, refused: 0 } });
  // The ledger says whose it is, whichever comes first in the input.
  const both = [
    order('A', { refunds: [refundOf('R-1')], ...changes }),
    order('B', { refunds: [refundOf('R-1', 'X')] }),
  ];
  for (const [i, lines] of [both, both.toReversed()].entries()) {
    cli.file('both.ndjson', ndjson(...lines));
    const found = await cli.json<Summary>(['orders', 'upload', 'both.ndjson', '--dry-run']);
    expect(found).toMatchObject({ orders: { pending: 1, refused: 1 } });
    expect(found.refused.by_code).toEqual([
      expect.objectContaining({ code: 'refund.identifier.duplicate', count: 1, first_line: 2 - i }),
    ]);
  }
  cli.file('plain.ndjson', ndjson(order('P')));
  const wish = ['orders', 'refund', 'P', '--from', 'plain.ndjson', '--refund-id', 'R-1', '--yes'];
  expect(await cli.json(wish)).toMatchObject({ exit: 2, code: 'refund.identifier_taken' });
  const { stdout } = await cli.run(['orders', 'check', 'b.ndjson']);
  expect(stdout.replace(/\s+/g, ' ')).toContain('already stands in order "A", which was accepted before');
});

test('a refund identifier names one refund: asked for with other lines, another RMA or amount, it is another one', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  cli.file('o.json', JSON.stringify(refundable()));
  await cli.json(['orders', 'upload', 'o.json']);
  const refund = (...flags: string[]) =>
    cli.json<{ message: string }>([
      ...['orders', 'refund', 'SO-7', '--from', 'o.json', '--refund-id', 'RF-1', '--yes'],
      ...flags,
    ]);
  const first = ['--lines', 'L-1=1', '--rma', 'RMA-1', '--amount-cents', '50'];
  expect(await refund(...first)).toMatchObject({ exit: 0, state: 'accepted' });
  for (const same of [first, [], ['--lines', 'L-1'], ['--rma', 'RMA-1'], ['--amount-cents', '50']])
    expect([same, await refund(...same)]).toMatchObject([same, { exit: 0, state: 'already_accepted' }]);
  for (const other of [
    ['--lines', 'L-2=1'],
    ['--lines', 'L-1,L-2', '--rma', 'RMA-1'],
    ['--lines', 'L-1', '--rma', 'RMA-2'],
    ['--rma', 'RMA-2'],
    ['--amount-cents', '51'],
  ]) {
    const refused = await refund(...other);
    expect([other, refused]).toMatchObject([other, { exit: 2, code: 'refund.identifier_taken' }]);
    expect(refused.message).toMatch(/is another one \("L-1"=1, RMA "RMA-1", 0\.50/);
  }
  expect(sandbox.order('SO-7')!.order).toMatchObject({ refunds: [{ identifier: 'RF-1' }] });
  const text = ['orders', 'refund', 'SO-7', '--from', 'o.json', '--rma', 'RMA-1', '--lines', 'L-1', '--yes'];
  const again = await cli.run(text);
  expect(again.stdout).toContain('Another refund needs a --refund-id of its own.');
});
