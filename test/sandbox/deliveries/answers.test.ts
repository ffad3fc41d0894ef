// What the sandbox sends to the retailer, and what each answer makes of a delivery: through real sockets.
import { describe, expect, test } from 'vitest';
import {
  attemptsOf,
  closedPort,
  exchangeMessage,
  retailer,
  rmaMessage,
  START,
  settled,
  stage,
  variantsMessage,
} from './support.ts';

describe('a request', () => {
  test('has the body as it was given, the path under the address, and the headers of the field', async () => {
    const shop = await retailer();
    const on = stage({ to: `${shop.url}/hooks` });
    const message = { ...rmaMessage('R-1', 1), body: '{"a": 1.50,  "ü":"\\u0001"}' };
    on.deliveries.send(message);
    on.deliveries.send(exchangeMessage('R-2'));
    await on.deliveries.askOnce(variantsMessage);
    await settled(on);
    const byPath = new Map(shop.calls.map((call) => [call.target, call]));
    const rma = byPath.get('/hooks/rmas')!;
    expect(rma.method).toBe('POST');
    expect(Buffer.from(rma.body).toString()).toBe(message.body);
    expect(rma.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'returns-sandbox',
      'x-account-id': 'sandbox',
      'x-service-api-version': '3',
    });
    expect(rma.headers['authorization']).toBeUndefined();
    expect(byPath.get('/hooks/exchange_orders')!.headers['x-service-api-version']).toBe('1');
    const variants = byPath.get('/hooks/sku/V-1/variants')!;
    expect(variants.method).toBe('GET');
    expect(variants.headers).toMatchObject({ accept: 'application/json', 'x-service-api-version': '1' });
    expect(variants.headers['content-type']).toBeUndefined();
  });
});

describe('an answer', () => {
  test.each([200, 201, 202, 204, 299])('%i is a delivery', async (status) => {
    const shop = await retailer(() => ({ status, ...(status !== 204 && { body: 'thanks' }) }));
    const on = stage({ to: shop.url });
    const { id, state, nextAt } = on.deliveries.send(rmaMessage('R-1', 1));
    expect({ id, state, nextAt }).toEqual({ id: 'D-1', state: 'waiting', nextAt: START });
    await settled(on);
    const delivery = on.deliveries.find('D-1')!;
    expect(delivery).toMatchObject({ state: 'delivered', nextAt: null, reason: null, createdAt: START });
    expect(delivery.message).toEqual(rmaMessage('R-1', 1));
    const answer = status === 204 ? '' : 'thanks';
    const ms = expect.any(Number);
    expect(delivery.attempts).toEqual([{ at: START, ms, status, fault: null, answer, note: null }]);
    expect(on.deliveries.counts()).toEqual({ waiting: 0, sending: 0, delivered: 1, given_up: 0 });
  });

  test.each([
    [301, /redirects are not followed.*--customer-url/],
    [404, /not there.*--rmas-path/],
    [422, /answers 422, which is not tried again.*answer 2xx/],
  ])('%i gives the message up, and the reason says what to do', async (status, reason) => {
    const shop = await retailer(() => ({ status, headers: { location: 'http://127.0.0.1:1/elsewhere' } }));
    const on = stage({ to: shop.url });
    on.deliveries.send(rmaMessage('R-1', 1));
    await on.timeline.runUntilIdle();
    expect(shop.calls).toHaveLength(1);
    const delivery = on.deliveries.find('D-1')!;
    expect(delivery).toMatchObject({ state: 'given_up', nextAt: null });
    expect(delivery.reason).toMatch(reason);
    expect(delivery.reason).toContain('returns sandbox deliveries redeliver D-1');
  });

  test.each([429, 500, 501, 502, 503, 504])('%i is tried again', async (status) => {
    const shop = await retailer((_call, number) => ({ status: number < 3 ? status : 200 }));
    const on = stage({ to: shop.url });
    on.deliveries.send(rmaMessage('R-1', 1));
    await settled(on);
    const { state, nextAt, reason } = on.deliveries.find('D-1')!;
    expect({ state, reason }).toEqual({ state: 'waiting', reason: null });
    expect(nextAt! - START).toBeGreaterThanOrEqual(500);
    expect(nextAt! - START).toBeLessThanOrEqual(1000);
    expect(on.timeline.next()).toBe(nextAt);
    await on.timeline.runUntilIdle();
    expect(attemptsOf(on, 'D-1')).toEqual([`${status}`, `${status}`, '200']);
    expect(on.deliveries.find('D-1')!.state).toBe('delivered');
  });
});

describe('no answer', () => {
  test('in time', async () => {
    let isSilent = true;
    const shop = await retailer(() => (isSilent ? new Promise(() => {}) : { status: 200 }));
    const on = stage({ to: shop.url, options: { timeoutMs: 30 } });
    on.deliveries.send(rmaMessage('R-1', 1));
    await settled(on);
    expect(attemptsOf(on, 'D-1')).toEqual(['timeout']);
    isSilent = false;
    on.deliveries.setOptions({ timeoutMs: 10_000 });
    await on.timeline.runUntilIdle();
    expect(attemptsOf(on, 'D-1')).toEqual(['timeout', '200']);
  });

  test('because the connection breaks', async () => {
    const shop = await retailer((_call, number) => ({ status: 200, drop: number === 1 }));
    const on = stage({ to: shop.url });
    on.deliveries.send(rmaMessage('R-1', 1));
    await on.timeline.runUntilIdle();
    expect(attemptsOf(on, 'D-1')).toEqual(['dropped', '200']);
  });

  test('because nobody listens, or the name is unknown', async () => {
    const refused = stage({ to: await closedPort() });
    const unknown = stage({ to: 'https://nowhere.invalid' });
    for (const on of [refused, unknown]) {
      on.deliveries.send(rmaMessage('R-1', 1));
      await on.timeline.advanceTo(START + 2000);
    }
    expect(attemptsOf(refused, 'D-1').slice(0, 2)).toEqual(['refused', 'refused']);
    expect(attemptsOf(unknown, 'D-1')[0]).toMatch(/^(?:dns|timeout|refused|proxy)/);
    expect(refused.deliveries.find('D-1')!.state).toBe('waiting');
    expect(unknown.deliveries.find('D-1')!.state).toBe('waiting');
  });
});

describe('a message that asks', () => {
  test('once: one attempt, recorded, whatever comes of it', async () => {
    const shop = await retailer((_call, number) => ({ status: number === 1 ? 503 : 200 }));
    const on = stage({ to: shop.url });
    const outcome = await on.deliveries.askOnce(variantsMessage);
    const reason = expect.stringMatching(/No 2xx \(503\).*redeliver D-1/);
    expect(outcome).toEqual({ delivered: false, reason });
    expect(await on.timeline.runUntilIdle()).toBe(0);
    expect(on.deliveries.find('D-1')).toMatchObject({ state: 'given_up', message: variantsMessage });
    expect(shop.calls).toHaveLength(1);
    on.deliveries.redeliver('D-1');
    await settled(on);
    expect(attemptsOf(on, 'D-1')).toEqual(['503', '200']);
    expect(on.deliveries.find('D-1')).toMatchObject({ state: 'delivered', reason: null });
  });

  test('once, without an address: a reason that says what to do', async () => {
    const on = stage();
    const outcome = await on.deliveries.askOnce(variantsMessage);
    expect(outcome).toEqual({ delivered: false, reason: expect.stringContaining('--customer-url') });
    expect(on.deliveries.find('D-1')).toMatchObject({ state: 'given_up', attempts: [] });
  });
});
