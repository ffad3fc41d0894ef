// What can be no message does not count where messages are counted; it is recorded all the same.
import { expect, test } from 'vitest';
import { ExpectedCalls } from '../../../src/calls/receive/expected-calls.ts';
import { isCounted } from '../../../src/calls/record/call-state.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { rmaAt } from '../receiver-support.ts';
import { startListen } from '../run-listen.ts';
import { callOf, document, rma } from '../support.ts';

test('probes do not end `listen --stop-after 1`, the first message does', async () => {
  const listen = await startListen(['--stop-after', '1', '--no-inspect']);
  const ask = async (method: string, path: string) => (await fetch(listen.url + path, { method })).status;
  const probes: [string, string, number][] = [
    ['HEAD', '/rmas', 405],
    ['HEAD', '/sku/V1/variants', 200],
    ['OPTIONS', '/rmas', 405],
    ['GET', '/rmas', 405],
    ['GET', '/favicon.ico', 404],
    ['POST', '/rmas', 400],
    ['POST', '/else', 404],
  ];
  for (const [method, path, status] of probes)
    expect([method, path, await ask(method, path)]).toEqual([method, path, status]);
  expect((await listen.post('/rmas', '')).status).toBe(400);
  expect((await listen.post('/rmas', rmaAt('RMA-1', 0), { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await listen.post('/rmas', rmaAt('RMA-1', 0))).status).toBe(200);
  expect(await listen.done).toBe(0);
  // All of them are in the record, and in its counts of calls.
  expect(listen.lines().at(-1)).toMatchObject({ type: 'closed', calls: probes.length + 3 });
});

test('a caller without the secret neither ends the wait nor makes the right message a repeat', async () => {
  const flags = ['--expect', 'expected', '--wait', '20s', '--no-inspect', '--require-header', 'X-Key: k'];
  const listen = await startListen(flags, {
    prepare: (here) => void here.file('expected', '{"kind":"rma"}\n{"kind":"variants"}\n'),
  });
  expect((await listen.post('/rmas', rmaAt('RMA-1', 0))).status).toBe(401);
  expect((await fetch(`${listen.url}/sku/V1/variants`)).status).toBe(401);
  const headers = { 'x-key': 'k' };
  expect((await fetch(`${listen.url}/sku/V1/variants`, { method: 'HEAD', headers })).status).toBe(200);
  expect((await listen.post('/rmas', '{', headers)).status).toBe(400);
  expect((await listen.post('/rmas', rmaAt('RMA-1', 0), headers)).status).toBe(200);
  expect(listen.lines().some(({ type }) => type === 'closed')).toBe(false);
  await fetch(`${listen.url}/sku/V1/variants`, { headers });
  expect(await listen.done).toBe(0);
});

test('what counts: messages and variants requests, also with a forced or forwarded refusal', () => {
  const by = (status: number, who: 'receiver' | 'forced' | 'forwarded' = 'receiver') =>
    isCounted(callOf({ response: { status, by: who } }));
  expect([200, 400, 413, 422].map((status) => by(status))).toEqual([true, true, true, true]);
  expect([0, 401, 403, 415].map((status) => by(status))).toEqual([false, false, false, false]);
  expect([by(401, 'forced'), by(415, 'forwarded')]).toEqual([true, true]);
  const wait = new ExpectedCalls([{ kind: 'rma', values: [], count: 1 }], String);
  for (const status of [0, 400, 401, 403, 404, 405, 413, 415, 508])
    expect([status, wait.count(callOf({ response: { status, by: 'receiver' } }))]).toEqual([status, false]);
  expect(wait.count(callOf())).toBe(true);
});

test('probes in a log are no messages', async () => {
  const here = testPlatform();
  const lines = [
    { method: 'HEAD', path: '/rmas', body: '' },
    { method: 'OPTIONS', path: '/exchange_orders', body: '' },
    { method: 'GET', path: '/rmas', body: '' },
    { method: 'POST', path: '/rmas', body: rma('RMA-1') },
  ];
  here.file('log.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
  const checked = await document(here, ['calls', 'check', 'log.ndjson']);
  expect(checked).toMatchObject({ exit: 0, by_kind: { rma: 1, exchange_order: 0, unknown: 3 } });
});
