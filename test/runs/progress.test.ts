// `--progress json`: what a script reads on stderr while a command is at work, one object a second.
import path from 'node:path';
import { expect, it } from 'vitest';
import { progressLines } from '../../src/cli/progress.ts';
import { callOf, endpoint, idAt, recorded } from '../calls/support.ts';
import { call, orders, sandbox, t, useOrderDesk, write } from '../helpers/order-desk.ts';
import { fakeClock, testPlatform } from '../helpers/platform.ts';

useOrderDesk();

type Line = Readonly<Record<'phase' | 'done' | 'total', unknown>>;

const linesOf = (err: string): Line[] =>
  err
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const phasesOf = (lines: readonly Line[]) => [...new Set(lines.map(({ phase }) => phase))];

const last = (lines: readonly Line[]) => lines.at(-1)!;

it('one object a second, each new phase at once, the rest at the end', async () => {
  const clock = fakeClock();
  const on = testPlatform({ clock });
  const lines = progressLines(on.platform);
  const step = (done: number) => lines.say({ phase: 'sending', unit: 'orders', done, total: 1000 });
  lines.turn('reading');
  lines.run = 'RUN-1';
  for (let tenths = 0; tenths <= 25; tenths++) {
    step(tenths * 10);
    await clock.advance(100);
  }
  lines.turn('paused');
  lines.end();
  lines.end();
  const sending = { schema: 'progress/1', run: 'RUN-1', phase: 'sending', unit: 'orders', total: 1000 };
  expect(linesOf(on.stderr())).toEqual([
    { ...sending, run: null, phase: 'reading', done: 0, total: null, rate: null, eta_seconds: null },
    { ...sending, done: 0, rate: null, eta_seconds: null },
    { ...sending, done: 100, rate: 100, eta_seconds: 9 },
    { ...sending, done: 200, rate: 100, eta_seconds: 8 },
    { ...sending, done: 250, rate: 96.2, eta_seconds: 8 },
    { ...sending, phase: 'paused', done: 250, rate: null, eta_seconds: null },
  ]);
  step(300);
  await clock.advance(10);
  step(301);
  lines.end();
  expect(last(linesOf(on.stderr()))).toMatchObject({ phase: 'sending', done: 301, rate: 100 });
});

it('of an upload: what was read, and what was sent by which run', async () => {
  const flags = ['--quiet', '--json', '--progress', 'json'];
  const { code, err, out } = await call('orders', 'upload', write(orders(120)), ...flags);
  const lines = linesOf(err);
  expect(code).toBe(0);
  expect(err.trimEnd().split('\n')).toHaveLength(lines.length);
  expect(phasesOf(lines)).toEqual(['reading', 'sending']);
  expect(last(lines)).toMatchObject({ run: JSON.parse(out).run, unit: 'orders', done: 120, total: 120 });
  const first = lines.filter(({ phase }) => phase === 'reading').at(-1)!;
  expect(first.done).toBe(first.total);
});

it('of an upload counts what is sent: orders that our own check refuses are not of it', async () => {
  const some = orders(30).map((order, n) => (n < 10 ? { ...order, status: 'Shippd' } : order));
  const flags = ['--max-rejects', '50%', '--quiet', '--progress', 'json'];
  const { code, err } = await call('orders', 'upload', write(some), ...flags);
  expect(code).toBe(3);
  expect(last(linesOf(err))).toMatchObject({ phase: 'sending', done: 20, total: 20 });
});

it('of commands that only read', async () => {
  const file = write(orders(3));
  const asns = t.file('asns.csv', (await call('asns', 'template')).out);
  for (const words of [
    ['orders', 'check', file, '--progress', 'json'],
    ['reconcile', file, '--progress', 'json'],
    ['asns', 'check', asns, '--progress', 'json'],
    ['asns', 'create', asns, '--dry-run', '--progress', 'json'],
  ]) {
    const lines = linesOf((await call(...words)).err);
    expect(phasesOf(lines), words.join(' ')).toEqual(['reading']);
    expect(last(lines)).toMatchObject({ schema: 'progress/1', run: null, unit: 'bytes' });
  }
  const example = path.resolve('samples/exports/woocommerce-orders.csv');
  const mapped = await call('orders', 'map', example, '--answers-template', '--progress', 'json');
  expect(phasesOf(linesOf(mapped.err))).toContain('trying');
});

it('of ASNs: which run queued them', async () => {
  const asns = t.file('asns.csv', (await call('asns', 'template')).out);
  const { err, out } = await call('asns', 'create', asns, '--json', '--progress', 'json');
  expect(phasesOf(linesOf(err))).toEqual(['reading', 'sending']);
  expect(last(linesOf(err))).toMatchObject({ run: JSON.parse(out).run, unit: 'asns' });
});

it('of a refund and of a replay', async () => {
  const file = write(orders(1));
  await call('orders', 'upload', file);
  const flags = ['--from', file, '--yes', '--json', '--progress', 'json'];
  const { err, out } = await call('orders', 'refund', 'SO-1', ...flags);
  expect(phasesOf(linesOf(err))).toEqual(['reading', 'sending']);
  expect(last(linesOf(err))).toMatchObject({ run: JSON.parse(out).run, done: 1, total: 1 });
  const at = Date.now();
  const calls = [1, 2, 3].map((n) => callOf({ id: idAt(at, n), at }));
  await recorded(t, calls);
  const { url } = await endpoint(() => ({ status: 200, headers: {}, body: '' }));
  const replayed = await call('calls', 'replay', '--since', '1h', '--to', url, '--progress', 'json');
  const sent = { phase: 'sending', unit: 'calls', done: 3, total: 3 };
  expect(last(linesOf(replayed.err))).toMatchObject({ run: null, ...sent });
  expect(sandbox.orders()).toHaveLength(1);
});
