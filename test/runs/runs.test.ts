// `runs list`, `show` and `purge`: killed runs, resumed runs, runs by a prefix of their id.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeCli, until } from '../helpers/cli.ts';

useOrderDesk();

import {
  call,
  json,
  moveDesk,
  NOW,
  orders,
  received,
  sandbox,
  statusOf,
  useOrderDesk,
  write,
} from '../helpers/order-desk.ts';

test('a killed run is listed as killed, with what it accepted', async () => {
  const cli = makeCli({ target: sandbox });
  cli.file('orders.json', JSON.stringify(orders(8)));
  sandbox.setFaults([{ on: 'orders', match: '"SO-5"', do: { delay: 60_000 } }]);
  const victim = cli.start(['orders', 'upload', 'orders.json', '--batch-size', '1', '--force', '--yes']);
  await until(() => sandbox.orders().length >= 4 && received().length >= 5, 'four orders');
  moveDesk({ root: cli.root });
  expect((await json('runs', 'list')).runs).toMatchObject([{ state: 'running' }]);
  victim.child.kill('SIGKILL');
  await victim.ended;
  const [listed] = (await json('runs', 'list')).runs;
  expect(listed).toMatchObject({ state: 'killed', orders: { accepted: 4 } });
  const { out } = await call('runs', 'show', 'last');
  expect(out).toMatch(/state +killed/);
  expect(out).toMatch(/accepted +4/);
  expect(out).toContain('orders.json --batch-size 1 --force --yes');
  expect(out).toMatch(/file +orders\.json/m);
  // The run is forgotten by its file, like any other run.
  expect((await call('orders', 'forget', '--file', 'orders.json', '--yes')).out).toContain(
    '4 orders unknown',
  );
});

test('a --force run that was cut short goes on, and sends nothing a second time', async () => {
  write(orders(6));
  await json('orders', 'upload', 'orders.json');
  sandbox.setFaults([{ on: 'orders', match: '"SO-4"', do: { status: 403 } }]);
  const words = ['orders', 'upload', 'orders.json', '--batch-size', '1', '--force', '--yes'];
  const first = await json(...words);
  expect(first).toMatchObject({ exit: 4, orders: { accepted: 3, pending: 3 } });
  expect(first.resume).toBe(`returns ${words.join(' ')} --json`);
  sandbox.setFaults([{ on: 'orders', match: '"SO-6"', do: { status: 403 } }]);
  const second = await json(...words, '--progress', 'json');
  expect(second).toMatchObject({ exit: 4, orders: { accepted: 2, already_accepted: 3, pending: 1 } });
  sandbox.setFaults([]);
  const third = await json(...words);
  expect(third).toMatchObject({ exit: 0, orders: { accepted: 1, already_accepted: 5 } });
  // That one was whole: everything is sent again, as --force says.
  expect(await json(...words)).toMatchObject({ exit: 0, orders: { accepted: 6 } });
});

test('a --force run that was cut short and taken back, or sent nothing, is not gone on with', async () => {
  write(orders(4));
  sandbox.setFaults([{ on: 'orders', match: '"SO-3"', do: { status: 403 } }]);
  const words = ['orders', 'upload', 'orders.json', '--batch-size', '1', '--force', '--yes'];
  const first = await json(...words);
  expect(first).toMatchObject({ exit: 4, orders: { accepted: 2, pending: 2 } });
  expect((await call(...words, '--dry-run')).err).toContain(`Goes on with run ${first.run}`);
  await json('orders', 'forget', '--run', first.run, '--yes');
  expect((await call(...words, '--dry-run')).err).not.toContain('Goes on');
  sandbox.setFaults([]);
  expect(await json(...words)).toMatchObject({ exit: 0, orders: { accepted: 4 } });
});

test('runs purge --before removes old runs and their rejects, but not the records of accepted orders', async () => {
  moveDesk({ now: NOW });
  write(orders(2, (i) => (i === 1 ? statusOf('Shiped') : {})));
  const old = await json('orders', 'upload', 'orders.json');
  moveDesk({ now: NOW + 40 * 86_400_000 });
  const young = await json('orders', 'upload', 'orders.json', '--force', '--yes');
  const purge = ['runs', 'purge', '--before', '30d'];
  expect(await json(...purge)).toMatchObject({ code: 'usage.question', exit_code: 2 });
  expect(await json(...purge, '--dry-run')).toMatchObject({ state: 'planned', runs: [old.run] });
  expect(fs.existsSync(old.refused.files[0])).toBe(true);
  expect(await json(...purge, '--yes')).toMatchObject({
    state: 'purged',
    runs: [old.run],
    rejects: [path.dirname(old.refused.files[0])],
  });
  expect(fs.existsSync(path.dirname(old.refused.files[0]))).toBe(false);
  expect((await json('runs', 'list')).runs.map((one: { run: string }) => one.run)).toEqual([young.run]);
  expect(await json(...purge, '--yes')).toMatchObject({ state: 'nothing' });
  expect(await json('orders', 'upload', 'orders.json')).toMatchObject({ orders: { already_accepted: 1 } });
});

test('runs are found by last and by a prefix of an id', async () => {
  write(orders(1));
  const first = await json('orders', 'upload', 'orders.json');
  const second = await json('orders', 'upload', 'orders.json');
  expect(await json('runs', 'show', 'last')).toMatchObject({ run: second.run });
  expect(await json('runs', 'show', first.run.slice(0, -1))).toMatchObject({ run: first.run });
  expect(await json('runs', 'show', first.run.slice(0, 8))).toMatchObject({
    code: 'run.ambiguous',
    exit_code: 2,
    found: expect.stringContaining(first.run),
  });
  expect(await json('runs', 'show', 'nothing')).toMatchObject({ code: 'run.unknown', exit_code: 2 });
});
