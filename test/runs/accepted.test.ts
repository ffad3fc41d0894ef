// `runs show --accepted`: what a run sent and the service accepted is input again.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { shellWord, shellWordsOf } from '../../src/basics/text.ts';
import {
  call,
  json,
  moveDesk,
  orders,
  sandbox,
  statusOf,
  t,
  useOrderDesk,
  write,
} from '../helpers/order-desk.ts';
import { testPlatform } from '../helpers/platform.ts';

useOrderDesk();

const linesOf = (name: string) =>
  fs
    .readFileSync(path.join(t.work, name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const shown = (run = 'last') => json('runs', 'show', run, '--accepted', 'again.ndjson');

test('orders: the accepted ones of the run, which another upload takes', async () => {
  const list = orders(6, (i) => (i === 1 ? statusOf('Shiped') : {}));
  write(list, "it's mine.json");
  sandbox.setFaults([{ on: 'orders', match: '"SO-5"', do: { status: 422, body: { error: 'no' } } }]);
  const run = await json(
    'orders',
    'upload',
    "it's mine.json",
    '--batch-size=1',
    '--level',
    'order.field.missing:phone=note',
  );
  expect(run.orders).toMatchObject({ accepted: 4, refused: 2 });
  sandbox.setFaults([]);
  expect(await shown()).toMatchObject({
    exit: 0,
    run: run.run,
    accepted_file: { path: 'again.ndjson', written: 4, accepted: 4 },
  });
  expect(linesOf('again.ndjson').map(({ identifier }) => identifier)).toEqual([
    'SO-1',
    'SO-3',
    'SO-4',
    'SO-6',
  ]);
  expect(linesOf('again.ndjson')[0]).toEqual(sandbox.order('SO-1')?.order);
  expect(await json('orders', 'upload', 'again.ndjson')).toMatchObject({
    exit: 0,
    orders: { already_accepted: 4, accepted: 0 },
  });
  const again = fs.readFileSync(path.join(t.work, 'again.ndjson'), 'utf8');
  moveDesk({ root: testPlatform().root });
  t.file('again.ndjson', again);
  expect(await json('orders', 'upload', 'again.ndjson')).toMatchObject({ exit: 0, orders: { accepted: 4 } });
});

test('a mapped export, and a version that a later run has replaced', async () => {
  const example = path.resolve('samples/exports/shopify-orders.csv');
  const flags = ['--map', 'shopify-orders', '--since', '1000d', '--skip-unshipped'];
  const first = await json('orders', 'upload', example, ...flags);
  expect(first.orders.accepted).toBeGreaterThan(0);
  expect(await shown()).toMatchObject({ exit: 0, accepted_file: { written: first.orders.accepted } });
  const newer = linesOf('again.ndjson').map((order) => ({ ...order, updated_at: '2030-01-01T00:00:00Z' }));
  moveDesk({ now: Date.UTC(2031, 0, 1) });
  expect((await json('orders', 'upload', write(newer), '--max-rejects', '100%')).orders.accepted).toBe(
    newer.length,
  );
  expect(await shown(first.run)).toMatchObject({
    exit: 0,
    accepted_file: { written: first.orders.accepted },
  });
});

test('what is not there any more is said, with exit 3', async () => {
  write(orders(3));
  await json('orders', 'upload', 'orders.json');
  write(orders(3, (i) => (i === 2 ? { currency: 'EUR' } : {})));
  const { code, out, err } = await call('runs', 'show', 'last', '--accepted', 'again.ndjson');
  expect(code).toBe(3);
  expect(out).toMatch(/written +again\.ndjson {2}2 of 3 accepted/);
  expect(err).toContain('files, mapping or settings changed since the run');
  expect(linesOf('again.ndjson')).toHaveLength(2);
});

test('ASNs: as the ledger keeps them', async () => {
  t.file('asns.csv', (await call('asns', 'template')).out);
  const run = await json('asns', 'create', 'asns.csv');
  expect(run.asns.queued).toBeGreaterThan(0);
  expect(await shown()).toMatchObject({ exit: 0, accepted_file: { written: run.asns.queued } });
  expect(await json('asns', 'create', 'again.ndjson')).toMatchObject({
    asns: { already_queued: run.asns.queued },
  });
});

describe('cannot be had', () => {
  test('of a refund, and not over the input', async () => {
    write(orders(1));
    await call('orders', 'upload', 'orders.json');
    expect((await json('runs', 'show', 'last', '--accepted', 'orders.json')).exit).toBe(2);
    await call('orders', 'refund', 'SO-1', '--from', 'orders.json', '--yes');
    expect(await shown()).toMatchObject({ exit: 2, code: 'run.accepted.refund' });
    expect(fs.existsSync(path.join(t.work, 'again.ndjson'))).toBe(false);
  });

  test('of what came from stdin', async () => {
    write(orders(1));
    const stdin = fs.readFileSync(path.join(t.work, 'orders.json'), 'utf8');
    moveDesk({ stdin });
    expect((await json('orders', 'upload', '-')).orders).toMatchObject({ accepted: 1 });
    moveDesk({});
    expect(await shown()).toMatchObject({ exit: 6, code: 'run.accepted.stdin' });
  });
});

test('the words of a recorded command line are read as they were', () => {
  const words = ['returns', 'a b', "it's", "'", '', '--x=y z', 'line\nline', '\\', '$HOME', 'ü"'];
  expect(shellWordsOf(words.map(shellWord).join(' '))).toEqual(words);
});
