// What the ledger knows of an order helps the next command: the file for a refund, the spelling, the amounts, the counts of a run.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, json, orders, received, t, unshipped, useOrderDesk, write } from '../helpers/order-desk.ts';

useOrderDesk();

const REFUND = ['orders', 'refund', 'SO-1', '--dry-run'];

describe('a refund without --from', () => {
  test('reads the file of the last upload', async () => {
    write(orders(1));
    await call('orders', 'upload', 'orders.json', '--yes');
    const { code, err } = await call(...REFUND);
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining('Order read from orders.json'),
    });
    expect(await json('orders', 'refund', 'SO-1', '--yes')).toMatchObject({ state: 'accepted' });
    expect(received()).toHaveLength(2);
  });

  test('reads it with the mapping of that upload', async () => {
    const shop = (file: string) => path.resolve(import.meta.dirname, '../../samples', file);
    fs.copyFileSync(shop('exports/shopify-orders.csv'), path.join(t.platform.cwd, 'shop.csv'));
    const map = shop('mappings/shopify-orders.json');
    await call('orders', 'upload', 'shop.csv', '--map', map, '--yes');
    const sent = (await call('orders', 'check', 'shop.csv', '--map', map, '--out', '-')).out;
    const first = sent
      .split('\n')
      .flatMap((line) => (line ? [JSON.parse(line)] : []))
      .find(({ status }) => status === 'Shipped');
    const { out, err } = await call('orders', 'refund', first.identifier, '--dry-run');
    expect(out + err).not.toContain('input.header');
    expect(err).toContain('Order read from shop.csv');
  });

  test('says when that file is gone, or does not hold the order any more', async () => {
    write(orders(1));
    await call('orders', 'upload', 'orders.json', '--yes');
    write(orders(2).slice(1));
    expect(await json(...REFUND)).toMatchObject({ exit: 6, code: 'refund.order_missing' });
    fs.rmSync(path.join(t.platform.cwd, 'orders.json'));
    const failure = await json(...REFUND);
    expect(failure).toMatchObject({ exit: 2, code: 'usage.missing', expected: '--from FILE' });
    expect(failure.message).toContain('"orders.json", which is not there');
    expect((await json('orders', 'refund', 'SO-9', '--dry-run')).message).toContain('does not know it');
  });
});

test('an order whose identifier differs in upper and lower case is suggested', async () => {
  write(orders(1));
  await call('orders', 'upload', 'orders.json', '--yes');
  expect((await json('orders', 'show', 'so-1')).message).toContain('Did you mean "SO-1"?');
  expect((await json('orders', 'show', 'SX-1')).message).not.toContain('Did you mean');
});

test('orders show has the ordered amount beside that of an unshipped line', async () => {
  write(orders(1).map((order) => ({ ...unshipped(order), status: 'Created' as const })));
  await call('orders', 'upload', 'orders.json', '--yes');
  expect((await call('orders', 'show', 'SO-1')).out).toMatch(
    /0 of \d+ shipped {2}0\.00 of [1-9][\d.,]* ordered/,
  );
});

test('a canary that left orders for later is not headed as a failure', async () => {
  write(orders(3));
  const { err, out } = await call('orders', 'upload', 'orders.json', '--yes', '--canary', '1');
  expect(out + err).toContain('Canary sent');
  expect(out + err).not.toContain('Not everything was sent');
});
