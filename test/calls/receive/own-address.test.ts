// A receiver does not pass calls on to itself: it is found when the first call comes back.
import { expect, test } from 'vitest';
import { sampleExchange } from '../../../src/contract/sample-exchange.ts';
import type { ServerRequest } from '../../../src/platform/platform.ts';
import { rmaAt } from '../receiver-support.ts';
import { startListen } from '../run-listen.ts';
import { endpoint, listed, textOf } from '../support.ts';

/** An address that leads somewhere else. */
const leadTo = (to: () => string) =>
  endpoint(async ({ method, target, headers, body }: ServerRequest) => {
    const { host: _host, connection: _connection, 'content-length': _length, ...rest } = headers;
    const answer = await fetch(to() + target, {
      method,
      headers: rest,
      ...(body.length > 0 && { body: Buffer.from(body) }),
    });
    return { status: answer.status, body: await answer.text() };
  });

test('a call that comes back ends at the second pass, for every kind, and is open once', async () => {
  let url = '';
  const tunnel = await leadTo(() => url);
  const guard = ['--require-header', 'X-Key: k', '--stop-after', '3'];
  const listen = await startListen(['--forward-to', tunnel.url, '--no-inspect', ...guard]);
  url = listen.url;
  const headers = { 'x-key': 'k' };
  expect((await fetch(`${url}/sku/V1/variants`, { headers })).status).toBe(508);
  const rma = await listen.post('/rmas', rmaAt('RMA-1', 0), headers);
  expect([rma.status, await rma.json()]).toEqual([508, { message: 'Loop Detected' }]);
  expect((await listen.post('/exchange_orders', sampleExchange(), headers)).status).toBe(508);
  expect(await listen.done).toBe(0);
  expect(tunnel.received).toHaveLength(3);
  const lines = listen.lines().filter(({ type }) => type === 'call');
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(JSON.stringify(line)).toContain('"forward.loop"');
  expect(lines.map(({ anomaly }) => anomaly ?? null)).toEqual(lines.map(() => null));
  expect((await listed(listen.here, '--open')).calls).toHaveLength(3);
});

test('two receivers in a row are no loop; when the second leads back, the first ends it', async () => {
  const shop = await endpoint(() => ({ status: 200 }));
  let back = shop.url;
  const tunnel = await leadTo(() => back);
  const second = await startListen(['--forward-to', tunnel.url, '--no-inspect']);
  const first = await startListen(['--forward-to', second.url, '--no-inspect']);
  expect((await first.post('/rmas', rmaAt('RMA-1', 0))).status).toBe(200);
  expect(textOf(shop.received[0]!)).toBe(JSON.stringify(rmaAt('RMA-1', 0)));
  back = first.url;
  expect((await first.post('/rmas', rmaAt('RMA-1', 1))).status).toBe(508);
  for (const one of [first, second]) {
    one.interrupt();
    expect(await one.done).toBe(0);
  }
  expect(first.lines().filter(({ type }) => type === 'call')).toHaveLength(3);
  expect(second.lines().filter(({ type }) => type === 'call')).toHaveLength(2);
});
