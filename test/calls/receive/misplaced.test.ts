// A message that was posted beside its path is that message: found by its RMA, an error with the path that was meant, open until it
// comes in the right way.
import { describe, expect, it, test } from 'vitest';
import { sampleExchange } from '../../../src/contract/sample-exchange.ts';
import { statusOf } from '../../status/support.ts';
import { listenInMemory, requestOf, rmaAt } from '../receiver-support.ts';
import { startListen } from '../run-listen.ts';
import { document, listed, rma } from '../support.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('beside the path', () => {
  it.each(['/RMAS', '/rmas//', '/rmas/v1', '/', '/exchange_order'])(
    'POST %s of an RMA: 404, and its path',
    async (path) => {
      const ears = await listenInMemory();
      expect((await ears.post(path, rma('RMA-1'))).status).toBe(404);
      const record = await ears.last();
      expect(record).toMatchObject({ kind: 'rma', verdict: 'error', rma: 'RMA-1', orders: ['SO-1001'] });
      expect(record.findings).toMatchObject([{ code: 'call.path.unknown', severity: 'error' }]);
      expect(record.findings[0]!.message).toContain('RMA messages come to /rmas.');
    },
  );

  const gift = { ...sampleExchange(), rma_identifier: 'RMA-1', payment: 'T-1' };
  it.each([
    ['POST', '/exchange_orders', rma('RMA-1'), 404, 'rma', 'RMA messages come to /rmas.'],
    ['POST', '/sku/V1/variants', rma('RMA-1'), 405, 'rma', 'RMA messages come to /rmas.'],
    ['PUT', '/exchange_orders', rma('RMA-1'), 405, 'rma', 'RMA messages come to /rmas.'],
    ['POST', '/rmas', gift, 404, 'exchange_order', 'Exchange orders come to /exchange_orders.'],
    ['POST', '/exchange-orders', gift, 404, 'exchange_order', 'Exchange orders come to /exchange_orders.'],
  ] as const)('%s %s of what another endpoint takes is that', async (...row) => {
    const [method, path, message, status, kind, text] = row;
    const ears = await listenInMemory();
    const body = JSON.stringify(message);
    expect((await ears.handle(requestOf(method, path, body, JSON_TYPE))).status).toBe(status);
    const record = await ears.last();
    expect(record).toMatchObject({ kind, verdict: 'error', rma: 'RMA-1', orders: ['SO-1001'] });
    expect(record.findings).toMatchObject([{ code: 'call.path.unknown', severity: 'error' }]);
    const isServed = path !== '/exchange-orders';
    expect(record.findings[0]!.message.includes('Something else is served at this path. ')).toBe(isServed);
    expect(record.findings[0]!.message).toContain(text);
    // Nothing of it is remembered of the RMA.
    await ears.post('/rmas', rma('RMA-1'));
    expect(await ears.last()).toMatchObject({ anomaly: null, verdict: 'ok' });
  });

  it.each([
    ['/rmas', { ...rma('RMA-1'), payment: 'X', customer: {} }],
    ['/rmas', { customer: {}, items: [] }],
    ['/exchange_orders', { items: [], rma_identifier: 'RMA-1', customer: {} }],
  ])('%s takes its own message, however wrong: %j', async (path, message) => {
    const ears = await listenInMemory();
    expect((await ears.post(path, message)).status).toBe(200);
    const kind = path === '/rmas' ? 'rma' : 'exchange_order';
    const record = await ears.last();
    expect(record).toMatchObject({ kind, response: { status: 200 } });
    expect(record.findings.map(({ code }) => code)).not.toContain('call.path.unknown');
  });

  it.each([
    ['another JSON', 'POST', '/hooks', '{"payment":{"id":1},"items":[]}'],
    ['a list', 'POST', '/rma', JSON.stringify([rma('RMA-1')])],
    ['a GET with a body', 'GET', '/rma', JSON.stringify(rma('RMA-1'))],
    ['an order', 'POST', '/returns_portal_orders', '{"identifier":"SO-1","items":[{}],"customer":{}}'],
  ])('%s is no message there', async (_what, method, path, body) => {
    const ears = await listenInMemory();
    expect((await ears.handle(requestOf(method, path, body, JSON_TYPE))).status).toBe(404);
    expect(await ears.last()).toMatchObject({ kind: 'unknown', verdict: 'warning', rma: null });
  });

  it('a request for variants is told its path', async () => {
    const ears = await listenInMemory();
    for (const path of ['/sku/V1/variant', '/SKU/V1/variants', '/shop/sku/V1/variants']) {
      expect([path, (await ears.get(path)).status]).toEqual([path, 404]);
      expect((await ears.last()).findings[0]!.message).toContain('/sku/{variant_identifier}/variants');
    }
    await ears.get('/favicon.ico');
    expect((await ears.last()).findings[0]!.message).toBe('Nothing is served at this path.');
  });

  it('is not a message of its RMA: the right one is neither a duplicate nor out of order, also after a restart', async () => {
    const ears = await listenInMemory();
    await ears.post('/rma', rmaAt('RMA-1', 5));
    const again = await listenInMemory({ here: ears.here });
    for (const hour of [0, 5]) {
      expect((await again.post('/rmas', rmaAt('RMA-1', hour))).status).toBe(200);
      expect(await again.last()).toMatchObject({ anomaly: null, verdict: 'ok' });
    }
  });
});

test('one slash at the end is the same path, for every endpoint and in both directions', async () => {
  const ears = await listenInMemory();
  expect((await ears.post('/rmas/', rma('RMA-1'))).status).toBe(200);
  expect((await ears.post('/rmas/?code=1', rma('RMA-2'))).status).toBe(200);
  expect((await ears.post('/exchange_orders/', sampleExchange())).status).toBe(200);
  expect((await ears.get('/sku/V1/variants/')).status).toBe(200);
  expect((await ears.get('/_health/')).status).toBe(200);
  expect((await ears.get('/rmas/')).status).toBe(405);
  expect((await ears.records()).map(({ kind }) => kind)).toEqual([
    ...['rma', 'rma', 'exchange_order', 'variants', 'unknown'],
  ]);
  const paths = { rmas: '/in/', variants: 'variants', exchangeOrders: '/x' };
  const slash = await listenInMemory({ options: { paths } });
  for (const path of ['/in/', '/in']) expect((await slash.post(path, rma('RMA-1'))).status).toBe(200);
});

test('it counts for --stop-after, is in `calls list --rma` and `status --fail`, and settled by a replay to the right path', async () => {
  const listen = await startListen(['--stop-after', '3', '--no-inspect']);
  const { here } = listen;
  expect((await listen.post('/webhooks/rma', rma('RMA-1'))).status).toBe(404);
  const put = { method: 'PUT', headers: JSON_TYPE, body: JSON.stringify(rma('RMA-2')) };
  expect((await fetch(`${listen.url}/rmas`, put)).status).toBe(405);
  expect((await listed(here, '--rma', 'RMA-1')).calls).toMatchObject([{ open: true, kind: 'rma' }]);
  const needs = async () => {
    const { items, counts, exit } = (await statusOf(here, '--fail')) as never as {
      items: { kind: string; count: number }[];
      counts: Record<string, number>;
      exit: number;
    };
    return { exit, rmas: counts['rmas'], open: items.find(({ kind }) => kind === 'calls_open')?.count };
  };
  expect(await needs()).toEqual({ exit: 3, rmas: 0, open: 2 });
  const words = ['calls', 'replay', '--rma', 'RMA-2', '--to', listen.url];
  expect(await document(here, words)).toMatchObject({ exit: 0 });
  expect(await listen.done).toBe(0);
  expect(await needs()).toMatchObject({ rmas: 1, open: 1 });
});
