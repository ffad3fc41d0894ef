// Forwarded calls over real sockets: byte for byte, in order, relayed, checked, and recorded when the endpoint does not
// answer.

import { describe, expect, it, onTestFinished } from 'vitest';
import { type ForwardOptions, makeForwarder } from '../../../src/calls/receive/forward.ts';
import { DEFAULT_PATHS } from '../../../src/contract/customer-endpoints.ts';
import { sampleExchange, sampleExchangeAnswer } from '../../../src/contract/sample-exchange.ts';
import { realClock, realNet } from '../../../src/platform/node-platform.ts';
import type { ServerAnswer } from '../../../src/platform/platform.ts';
import { makeHeld } from '../../helpers/held.ts';
import { jsonOf, listenInMemory, requestOf, rmaAt } from '../receiver-support.ts';
import { endpoint } from '../support.ts';

async function passing(options: Partial<ForwardOptions> & Pick<ForwardOptions, 'urls'>) {
  const client = await realNet.client({ connections: 8 });
  onTestFinished(() => client.close());
  const forwarder = makeForwarder(
    client,
    realClock,
    { headers: [], paths: DEFAULT_PATHS, timeoutMs: 2000, ours: new Set(), id: 'me', ...options },
    new AbortController().signal,
  );
  return await listenInMemory({ parts: { forwarder } });
}

const base = (url: string) => ({ url, isBase: true });

describe('forwarding calls', () => {
  it('forwards every byte and all headers, except those of the connection and of our own authentication', async () => {
    const shop = await endpoint(() => ({
      status: 202,
      headers: { 'x-shop': 'yes', 'content-type': 'text/plain' },
      body: 'thanks',
    }));
    const ears = await passing({
      urls: { rma: base(`${shop.url}/hooks`) },
      headers: [['X-Token', 'shop-secret']],
      ours: new Set(['x-door']),
    });
    const body = ` {"rma_identifier" : "RMA-1",\n\t"x": 1.0e0, "é": "\\u00e9"}\n`;
    const answer = await ears.post('/rmas?a=1', body, {
      'X-Door': 'door-secret',
      'X-Account': '7',
      Connection: 'keep-alive, X-Hop',
      'X-Hop': '1',
      'X-Token': 'from the sender',
    });
    expect(answer).toMatchObject({ status: 202, headers: { 'x-shop': 'yes' } });
    expect(Buffer.from(answer.body as Uint8Array).toString()).toBe('thanks');
    const [request] = shop.received;
    expect(Buffer.from(request!.body).toString()).toBe(body);
    expect(request).toMatchObject({
      method: 'POST',
      target: '/hooks/rmas?a=1',
      headers: { 'x-account': '7', 'x-token': 'shop-secret', 'content-type': 'application/json' },
    });
    for (const name of ['x-door', 'x-hop']) expect(request!.headers).not.toHaveProperty(name);
    expect(await ears.last()).toMatchObject({
      response: { status: 202, by: 'forwarded' },
      forwarded: { url: `${shop.url}/hooks/rmas?a=1`, status: 202 },
    });
  });

  it('keeps the messages of one RMA in order, while other messages overtake', async () => {
    const { held, release } = makeHeld();
    const shop = await endpoint(async (request) => {
      if (shop.received.indexOf(request) === 0) await held;
      return { status: 200 };
    });
    const ears = await passing({ urls: { rma: base(shop.url) } });
    const slow = [0, 1, 2].map((hour) => ears.post('/rmas', rmaAt('RMA-1', hour)));
    await ears.post('/rmas', rmaAt('RMA-2', 0));
    expect(shop.received).toHaveLength(2);
    release();
    await Promise.all(slow);
    const order = shop.received.map(
      ({ body }) =>
        JSON.parse(Buffer.from(body).toString()) as { rma_identifier: string; updated_at: string },
    );
    const times = order.filter((rma) => rma.rma_identifier === 'RMA-1').map((rma) => rma.updated_at);
    expect(times).toEqual([...times].sort());
    expect((await ears.records()).map(({ rma, anomaly }) => [rma, anomaly])).toEqual([
      ['RMA-2', null],
      ['RMA-1', null],
      ['RMA-1', null],
      ['RMA-1', null],
    ]);
  });

  it('answers 502 and records the call when the endpoint is down or does not answer in time', async () => {
    const gone = await endpoint(() => ({ status: 200 }));
    await gone.close();
    const silent = await endpoint(() => new Promise<ServerAnswer>(() => {}));
    const toNobody = await passing({ urls: { rma: base(gone.url) } });
    expect((await toNobody.post('/rmas', rmaAt('RMA-1', 0))).status).toBe(502);
    expect(await toNobody.last()).toMatchObject({
      verdict: 'error',
      response: { status: 502 },
      forwarded: { status: 0, fault: 'refused', findings: [{ code: 'forward.answer.none' }] },
    });
    const urls = { exchange_order: { url: silent.url, isBase: false } };
    const toSilent = await passing({ urls, timeoutMs: 60 });
    expect((await toSilent.post('/exchange_orders', sampleExchange())).status).toBe(502);
    expect(await toSilent.last()).toMatchObject({ forwarded: { fault: 'timeout' } });
  });

  it('checks the answers that the service uses: variants and exchange orders', async () => {
    const answers: ServerAnswer[] = [
      { status: 200, body: JSON.stringify(sampleExchangeAnswer()) },
      { status: 200, body: JSON.stringify({ order_identifier: 7 }) },
      { status: 200, body: '<html>' },
      { status: 422, body: '{}' },
      { status: 200, body: '{"variants": 1}' },
    ];
    const shop = await endpoint(() => answers.shift()!);
    const ears = await passing({
      urls: { exchange_order: { url: `${shop.url}/orders`, isBase: false }, variants: base(shop.url) },
    });
    const found: (readonly string[] | undefined)[] = [];
    for (let i = 0; i < 4; i++) {
      await ears.post('/exchange_orders', sampleExchange());
      found.push((await ears.last()).forwarded?.findings?.map(({ code }) => code));
    }
    expect(shop.received[0]!.target).toBe('/orders');
    expect(found[0]).toBeUndefined();
    expect(found[1]).toContain('exchange.answer.form');
    expect(found[2]).toEqual(['forward.answer.broken']);
    expect(found[3]).toEqual(['forward.answer.status']);
    await ears.get('/sku/a%2Fb/variants?x=1');
    expect(shop.received.at(-1)!.target).toBe('/sku/a%2Fb/variants?x=1');
    expect((await ears.last()).forwarded?.findings).toMatchObject([{ code: 'variants.answer.form' }]);
    expect((await ears.last()).forwarded?.answer).toMatchObject({
      body: '{"variants": 1}',
      truncated: false,
    });
  });

  it('never forwards to another address, for any request line', async () => {
    const shop = await endpoint(() => ({ status: 200, body: '[]' }));
    const other = await endpoint(() => ({ status: 200, body: '[]' }));
    const ears = await passing({ urls: { rma: base(`${shop.url}/in`), variants: base(`${shop.url}/in`) } });
    const json = { 'content-type': 'application/json' };
    for (const target of [`${other.url}/rmas`, '/rmas', '/%72mas', '/rmas#x'])
      await ears.handle(requestOf('POST', target, JSON.stringify(rmaAt('RMA-1', 0)), json));
    for (const target of ['/sku/%2e%2e/variants', '/sku/..%2f..%2fadmin/variants', '//evil.example/variants'])
      await ears.handle(requestOf('GET', target));
    expect(other.received).toHaveLength(0);
    expect(shop.received).not.toHaveLength(0);
    for (const { target } of shop.received) expect(target).toMatch(/^\/in\//);
  });

  it('answers calls itself when their kind is not forwarded', async () => {
    const shop = await endpoint(() => ({ status: 200 }));
    const ears = await passing({ urls: { rma: base(shop.url) } });
    expect(jsonOf(await ears.post('/exchange_orders', sampleExchange()))).toHaveProperty('order_identifier');
    expect(shop.received).toHaveLength(0);
  });
});
