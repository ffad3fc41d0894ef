// Flags of `orders check`, `upload` and `refund`, given to the program: what each changes in the result.

import { describe, expect, test } from 'vitest';
import { makeCli } from '../helpers/cli.ts';
import {
  call,
  json,
  moveDesk,
  NOW,
  orders,
  received,
  sandbox,
  t,
  useOrderDesk,
  write,
} from '../helpers/order-desk.ts';
import { NOTHING_SHIPPED, ndjson, order } from '../helpers/sample-orders.ts';
import { mostOpen, type Summary, sandboxFor } from '../helpers/sandbox.ts';

useOrderDesk();

const withoutStatus = () => ({ raw_status: undefined }) as never;
const withoutCurrency = () => ({ currency: undefined }) as never;

describe.each<[string, string[], string]>([
  ['orders check', ['orders', 'check', 'orders.json'], 'pending'],
  ['orders upload', ['orders', 'upload', 'orders.json'], 'accepted'],
])('%s', (_name, command, sent) => {
  test('--since and --until: which updated_at counts', async () => {
    write(orders(3));
    expect(await json(...command, '--until', '2026-05-01')).toMatchObject({
      orders: { skipped: 3, [sent]: 0 },
    });
    expect(await json(...command, '--since', '2026-05-02')).toMatchObject({
      orders: { skipped: 0, [sent]: 3 },
    });
  });

  test('--strict: a warning refuses', async () => {
    write(orders(2, (i) => (i === 0 ? withoutStatus() : {})));
    expect(await json(...command, '--strict')).toMatchObject({ exit: 3, orders: { refused: 1, [sent]: 1 } });
  });

  test('--currency: of orders that name none', async () => {
    write(orders(1, withoutCurrency));
    expect(await json(...command)).toMatchObject({ exit: 3, orders: { refused: 1 } });
    expect(await json(...command, '--currency', 'EUR')).toMatchObject({ exit: 0, orders: { [sent]: 1 } });
  });
});

describe('orders upload', () => {
  test('--max-duration: it ends after so long, as unavailable, and the same command goes on', async () => {
    moveDesk({ now: NOW });
    write(orders(30));
    sandbox.setFaults([{ on: 'orders', match: '"SO-9"', do: { status: 503 } }]);
    const words = ['orders', 'upload', 'orders.json', '--batch-size', '1', '--max-outage', '6m'];
    const cut = await json(...words, '--max-duration', '5m');
    expect(cut).toMatchObject({ exit: 75, state: 'partial', balanced: true });
    expect(cut.error).toMatchObject({ code: 'run.duration', reason: 'duration' });
    expect((t.platform.clock.now() - NOW) / 60_000).toBeLessThan(17);
    sandbox.setFaults([]);
    const rest = await json(...words, '--max-duration', '5m');
    expect(rest).toMatchObject({ exit: 0, orders: { accepted: cut.orders.pending } });
  });

  test('--concurrency: so many requests are open at once', async () => {
    const mostOf = (open: string) =>
      mostOpen(
        '/returns_portal_orders',
        ['orders', 'upload', 'o.json', '--batch-size', '1', '--concurrency', open],
        { 'o.json': orders(30) },
      );
    expect(await mostOf('1')).toBe(1);
    const three = await mostOf('3');
    expect([three > 1, three <= 3]).toEqual([true, true]);
  });
});

describe('orders refund', () => {
  const REFUND = ['orders', 'refund', 'SO-1', '--from', 'orders.json'];

  test('--amount-cents is the amount of the refund', async () => {
    write(orders(1));
    expect((await call(...REFUND, '--dry-run', '--amount-cents', '123')).out).toContain('1.23');
    expect((await call(...REFUND, '--dry-run')).out).not.toContain('amount   1.23');
  });

  test('--currency: of an order that names none', async () => {
    write(orders(1, withoutCurrency));
    expect((await call(...REFUND, '--dry-run')).code).not.toBe(0);
    expect((await call(...REFUND, '--dry-run', '--currency', 'EUR')).out).toContain('EUR');
  });
});

test.each([[['orders', 'upload', 'orders.json']], [['orders', 'refund', 'SO-1', '--from', 'orders.json']]])(
  '%j --max-outage: it gives up after so long',
  async (line) => {
    const secondsOf = async (outage: string) => {
      moveDesk({ now: NOW });
      write(orders(1));
      sandbox.setFaults([{ on: 'orders', do: { status: 503 } }]);
      const { code } = await call(...line, '--yes', '--max-outage', outage);
      expect(code).toBe(75);
      return (t.platform.clock.now() - NOW) / 1000;
    };
    expect(await secondsOf('30s')).toBeLessThan(200);
    expect(await secondsOf('20m')).toBeGreaterThan(1000);
  },
);

// --skip-unshipped leaves out orders of which nothing has shipped, but not one that the service holds.

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

// --min-orders, --expect-orders and --max-age catch a stale export before anything is sent.

test('--min-orders, --expect-orders and --max-age catch a stale export before anything is sent', async () => {
  moveDesk({ now: NOW });
  // One order has tomorrow's date by mistake: the export does not count as newer because of it.
  write(orders(2, (i) => (i === 0 ? { updated_at: '2026-05-04T12:00:00Z' } : {})));
  const upload = (...flags: string[]) => json('orders', 'upload', 'orders.json', ...flags);
  expect(await upload('--min-orders', '3')).toMatchObject({ code: 'input.orders.too_few', exit_code: 6 });
  expect(await upload('--max-orders', '1')).toMatchObject({ code: 'input.orders.too_many', exit_code: 6 });
  const checked = await json('orders', 'check', 'orders.json', '--max-orders', '1');
  expect(checked).toMatchObject({ code: 'input.orders.too_many', exit_code: 6 });
  expect(await upload('--max-age', '23h')).toMatchObject({
    code: 'input.stale',
    exit_code: 6,
    message: 'The newest order of the input was changed 24 h 00 min ago',
  });
  expect(await upload('--expect-orders', '4')).toMatchObject({
    code: 'input.orders.unexpected',
    exit_code: 6,
  });
  expect(received()).toHaveLength(0);
  expect(await upload('--min-orders', '2', '--expect-orders', '2', '--max-age', '25h')).toMatchObject({
    orders: { accepted: 1 },
  });
});
