// --skip-unshipped leaves out orders of which nothing has shipped, but not one that the service holds.
import { expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import { NOTHING_SHIPPED, ndjson, order } from '../helpers/sample-orders.ts';
import { type Summary, sandboxFor } from '../helpers/sandbox.ts';

test('--skip-unshipped leaves such orders out and counts them, but not one that the service holds', async () => {
  const cli = makeCli({ target: await sandboxFor() });
  cli.file('first.ndjson', ndjson(order('HELD')));
  expect(await cli.json<Summary>(['orders', 'upload', 'first.ndjson'])).toMatchObject({ exit: 0 });
  const later = { updated_at: '2026-03-03T10:00:00Z' };
  cli.file(
    'second.ndjson',
    ndjson(
      order('HELD', { ...NOTHING_SHIPPED, ...later, status: 'Cancelled' }),
      order('NEW', NOTHING_SHIPPED),
      order('GONE', { ...NOTHING_SHIPPED, status: 'Cancelled' }),
      // Only the newer version counts.
      order('BOTH', NOTHING_SHIPPED),
      order('BOTH', later),
    ),
  );
  const checked = await cli.json<Summary>(['orders', 'check', 'second.ndjson', '--skip-unshipped']);
  expect(checked.orders).toMatchObject({ pending: 2, skipped: 2, superseded: 1, refused: 0 });
  const sent = await cli.json<Summary>(['orders', 'upload', 'second.ndjson', '--skip-unshipped']);
  expect(sent).toMatchObject({
    exit: 0,
    balanced: true,
    orders: { accepted: 2, skipped: 2, superseded: 1 },
    skipped_by: [{ reason: 'unshipped', orders: 2, rows: 2 }],
  });
  const { stdout } = await cli.run(['orders', 'check', 'second.ndjson', '--skip-unshipped']);
  expect(stdout).toContain('nothing has shipped');
});
