// A replay and its original: which calls a replay settles.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startListen } from '../run-listen.ts';
import { document, endpoint, listed, returns, rma, textOf } from '../support.ts';

test('a replay names its original, and an original that a replay settled is no longer open', async () => {
  let status = 500;
  const shop = await endpoint(() => ({ status, headers: { 'content-type': 'text/plain' }, body: 'as told' }));
  const listen = await startListen(['--forward-to', shop.url, '--no-inspect']);
  const { here } = listen;
  await listen.post('/rmas', rma('RMA-1'));
  await listen.post('/rmas', rma('RMA-2'));
  await listen.post('/rmas', rma('RMA-3'));
  const [first, second, third] = (await listed(here, '--open')).calls;
  expect([first, second, third].map((call) => call?.open)).toEqual([true, true, true]);
  // Still refused: the original stays open, and the replay is not listed as open.
  const refused = await document<{ answers: { recorded: string }[] }>(here, [
    ...['calls', 'replay', first!.id, '--to', listen.url],
  ]);
  expect(refused).toMatchObject({ exit: 3, answers: [{ status: 500, answer: { body: 'as told' } }] });
  expect((await listed(here, '--open')).calls.map(({ id }) => id)).toEqual([
    first!.id,
    second!.id,
    third!.id,
  ]);
  status = 204;
  // The replay of a replay belongs to the original.
  await returns(here, ['calls', 'replay', refused.answers[0]!.recorded, '--to', listen.url]);
  // Directly to the endpoint, bypassing the receiver.
  await returns(here, ['calls', 'replay', second!.id, '--to', shop.url]);
  // The service tries again on its own.
  await listen.post('/rmas', rma('RMA-3'));
  expect((await listed(here, '--open')).calls).toEqual([]);
  const { calls } = await listed(here);
  expect(calls.map(({ replay_of }) => replay_of)).toEqual([null, null, null, first!.id, first!.id, null]);
  expect(calls.map(({ settled_by }) => settled_by && [settled_by.id, settled_by.to])).toEqual([
    [calls[4]!.id, null],
    [null, shop.url],
    [calls[5]!.id, null],
    ...[null, null, null],
  ]);
  const text = (await returns(here, ['calls', 'list'])).stdout;
  expect(text).toContain(`; replay of ${first!.id}\n`);
  expect(text).toContain(`  settled by call ${calls[4]!.id}\n`);
  expect((await returns(here, ['calls', 'show', second!.id])).stdout).toContain(
    `settled by a replay to ${shop.url}, answered 204`,
  );
  // The endpoint gets what the service sent, without our own header.
  const passed = shop.received.filter((request) => textOf(request).includes('RMA-1'));
  expect(passed.every(({ headers }) => !('x-returns-replay-of' in headers))).toBe(true);
  // Notes about a call are removed with the call, and otherwise stay.
  const file = path.join(here.folders.state, 'calls');
  const noted = () =>
    fs
      .readdirSync(file)
      .some((name) => fs.readFileSync(path.join(file, name), 'utf8').includes('"settled":'));
  await returns(here, ['calls', 'purge', '--rma', 'RMA-1', '--yes']);
  expect([noted(), (await listed(here, '--open')).calls]).toEqual([true, []]);
  await returns(here, ['calls', 'purge', '--rma', 'RMA-2', '--yes']);
  expect(noted()).toBe(false);
  listen.interrupt();
  expect(await listen.done).toBe(0);
});

test('a replay changed with --set settles its original, unless it was changed to another RMA', async () => {
  let status = 422;
  const shop = await endpoint(() => ({ status }));
  const listen = await startListen(['--forward-to', shop.url, '--no-inspect']);
  await listen.post('/rmas', rma('RMA-1'));
  status = 200;
  const replayed = (setting: string) =>
    returns(listen.here, ['calls', 'replay', 'last', '--to', listen.url, '--set', setting]);
  await replayed('rma_identifier=RMA-2');
  expect((await listed(listen.here, '--open')).calls).toHaveLength(1);
  const [original] = (await listed(listen.here, '--open')).calls;
  await returns(listen.here, [
    ...['calls', 'replay', original!.id, '--to', listen.url, '--set', 'items[0].sku=OTHER'],
  ]);
  expect((await listed(listen.here, '--open')).calls).toEqual([]);
  listen.interrupt();
  await listen.done;
});
