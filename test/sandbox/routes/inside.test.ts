// `/_sandbox/*`: what it shows, what it never shows, and which requests it refuses.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { Records } from '../../../src/sandbox/intake/records.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { sandboxWithClient } from '../client.ts';

test('orders as a list, one by one, and as NDJSON', async () => {
  const { orders, get } = await sandboxWithClient();
  await orders(['A', 'B', 'C'].map((identifier) => sampleOrder({ identifier })));
  const list = await get('/_sandbox/orders');
  expect(list.json).toMatchObject({
    schema: 'sandbox-orders/1',
    orders: [
      { identifier: 'A', status: 'Shipped', updated_at: '2026-03-02T10:00:00Z', versions: [{ sequence: 1 }] },
      { identifier: 'B' },
      { identifier: 'C' },
    ],
  });
  expect(list.text).not.toContain('shopper@');
  expect((await get('/_sandbox/orders?offset=1&limit=1')).json).toMatchObject({
    orders: [{ identifier: 'B' }],
  });
  expect((await get('/_sandbox/orders?id=B')).json).toMatchObject({
    order: { identifier: 'B', items: [{}] },
  });
  expect((await get('/_sandbox/orders?id=Z')).status).toBe(404);
  const lines = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).identifier);
  const all = await get('/_sandbox/orders?format=ndjson');
  expect(lines(all.text)).toEqual(['A', 'B', 'C']);
  expect(all.headers['x-next-offset']).toBeUndefined();
  const part = await get('/_sandbox/orders?format=ndjson&offset=0&limit=2');
  expect(lines(part.text)).toEqual(['A', 'B']);
  expect(part.headers['x-next-offset']).toBe('2');
});

test('requests with times, orders, digests and durations, but no secret', async () => {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 12));
  const { sandbox, orders, bearer, get, url } = await sandboxWithClient({ clock });
  const { authorization } = await bearer();
  await clock.advance(1_500);
  const message = JSON.stringify({ returns_portal_order: { orders: [sampleOrder()] } });
  await orders([sampleOrder()]);
  await get('/nowhere?access_token=abc');
  const shown = await get('/_sandbox/requests?after=1');
  expect(shown.json).toEqual({
    schema: 'sandbox-requests/1',
    requests: [
      {
        sequence: 2,
        at: 1_500,
        time: Date.UTC(2026, 10, 20, 12) + 1_500,
        method: 'POST',
        path: '/returns_portal_orders',
        endpoint: 'orders',
        bytes: message.length,
        sha256: createHash('sha256').update(message).digest('hex'),
        orders: ['SO-1001'],
        count: 1,
        fault: null,
        status: 200,
        ms: 0,
      },
      expect.objectContaining({ sequence: 3, path: '/nowhere', endpoint: null, status: 404, sha256: null }),
    ],
  });
  const everything = await Promise.all(
    ['requests', 'orders', 'asns', 'status', 'orders?format=ndjson'].map((path) => get(`/_sandbox/${path}`)),
  );
  for (const { text } of everything) {
    expect(text).not.toContain('local-secret');
    expect(text).not.toContain(authorization.slice(7));
    expect(text).not.toContain('access_token');
  }
  expect(sandbox.requests(0)[0]).toMatchObject({ endpoint: 'token', sha256: null });
  expect(url).toBe(`http://127.0.0.1:${sandbox.port}`);
});

test('requests are stored in a ring buffer of limited size', () => {
  const records = new Records(3);
  const arrival = { time: 0, method: 'GET', path: '/', endpoint: null, bytes: 0, sha256: null };
  for (let at = 1; at <= 5; at++) records.close(records.add({ ...arrival, at }), 404, at + 0.5);
  expect(records.after(0).map((record) => [record.sequence, record.at, record.ms])).toEqual([
    [3, 3, 0.5],
    [4, 4, 0.5],
    [5, 5, 0.5],
  ]);
  expect(records.after(3, 1).map((record) => record.sequence)).toEqual([4]);
  expect(records.after(5)).toEqual([]);
  expect(records.statistics()).toEqual({ total: 5, by_endpoint: { none: { 404: 5 } }, max_in_60s: 5 });
});

describe('access to /_sandbox', () => {
  test.each([
    ['another name that points here', { host: 'sandbox.evil.example' }],
    ['a name that only begins like this machine', { host: 'localhost.evil.example' }],
    ['an address of the network', { host: '192.168.1.7:4500' }],
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
    ['a picture on another page', { 'sec-fetch-site': 'cross-site' }],
  ])('is refused: %s', async (_name, headers) => {
    const { sandbox, orders, get, post } = await sandboxWithClient();
    await orders([sampleOrder()]);
    for (const reply of [
      await get('/_sandbox/orders', headers),
      await post('/_sandbox/reset', '', headers),
    ]) {
      expect(reply.status).toBe(403);
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
      expect(reply.text).not.toContain('SO-1001');
    }
    expect(sandbox.orders()).toHaveLength(1);
  });

  test.each(['localhost', 'LOCALHOST:4500', '127.0.0.1', '[::1]:4500'])(
    'is allowed with Host %s',
    async (host) => {
      const { get } = await sandboxWithClient();
      const reply = await get('/_sandbox/status', { host });
      expect(reply.status).toBe(200);
      expect(reply.headers['x-content-type-options']).toBe('nosniff');
      expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test('unknown paths and methods', async () => {
    const { get, post } = await sandboxWithClient();
    expect((await get('/_sandbox/secrets')).status).toBe(404);
    expect((await get('/_sandbox/reset')).status).toBe(405);
    expect((await post('/_sandbox/orders', '')).status).toBe(405);
  });
});

describe('only programs on this machine', () => {
  test.each([
    ['127.0.0.1', 200],
    ['127.8.7.6', 200],
    ['::1', 200],
    ['::ffff:127.0.0.1', 200],
    ['203.0.113.9', 403],
    ['::ffff:203.0.113.9', 403],
    ['2001:db8::1', 403],
    ['127.0.0.1.example', 403],
    ['', 403],
  ])('from %s: %i', async (remoteAddress, status) => {
    const { sandbox } = await sandboxWithClient();
    const answer = await sandbox.handle({
      ...{ method: 'GET', target: '/_sandbox/orders', headers: { host: 'localhost' }, rawHeaders: [] },
      ...{ body: new Uint8Array(), truncated: false, remoteAddress },
    });
    expect(answer.status).toBe(status);
  });
});

test('only the newest requests keep the identifiers of their orders', () => {
  const records = new Records(4, 2);
  const arrival = { time: 0, method: 'POST', path: '/', endpoint: 'orders', bytes: 1, sha256: null };
  const add = (...ids: string[]) => {
    const record = records.add({ ...arrival, at: 0 });
    records.name(record, ids, ids.length);
  };
  const kept = () => records.after(0).map(({ orders, count }) => `${orders.join('')} of ${count}`);
  add('a', 'b');
  add('c', 'd');
  expect(kept()).toEqual(['ab of 2', 'cd of 2']);
  add('e', 'f');
  expect(kept()).toEqual([' of 2', 'cd of 2', 'ef of 2']);
  add('g');
  add('h');
  expect(kept()).toEqual([' of 2', ' of 2', 'g of 1', 'h of 1']);
});
