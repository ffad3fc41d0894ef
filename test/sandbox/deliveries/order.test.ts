// In which order messages go out: within an RMA, across RMAs, and as the delivery options disturb it.
import { describe, expect, test } from 'vitest';
import {
  attemptsOf,
  exchangeMessage,
  HOUR,
  retailer,
  rmaMessage,
  START,
  settled,
  stage,
  variantsMessage,
} from './support.ts';

type Body = { rma: string; n: number };
const orderOf = (bodies: unknown[], rma?: string) =>
  (bodies as Body[]).filter((body) => rma === undefined || body.rma === rma).map(({ n }) => n);

describe('messages of one RMA', () => {
  test('go one after the other, in order, also when one has to be tried again', async () => {
    let open = 0;
    let mostOpen = 0;
    const shop = await retailer(async (_call, number) => {
      mostOpen = Math.max(mostOpen, ++open);
      await new Promise((resolve) => setImmediate(resolve));
      open--;
      return { status: number === 2 || number === 3 ? 503 : 200 };
    });
    const on = stage({ to: shop.url });
    for (const n of [1, 2, 3, 4]) on.deliveries.send(rmaMessage('R-1', n));
    await settled(on);
    expect(orderOf(shop.bodies())).toEqual([1, 2]);
    await on.timeline.runUntilIdle();
    expect(orderOf(shop.bodies())).toEqual([1, 2, 2, 2, 3, 4]);
    expect(mostOpen).toBe(1);
  });
});

describe('messages of different RMAs', () => {
  test('go at the same time, as many as concurrency says', async () => {
    let open = 0;
    let mostOpen = 0;
    const waiting: (() => void)[] = [];
    const shop = await retailer(async () => {
      mostOpen = Math.max(mostOpen, ++open);
      await new Promise<void>((resolve) => waiting.push(resolve));
      open--;
      return { status: 200 };
    });
    const on = stage({ to: shop.url, options: { concurrency: 7 } });
    for (let n = 0; n < 30; n++) on.deliveries.send(rmaMessage(`R-${n}`, n));
    const advance = settled(on);
    await expect.poll(() => open).toBe(7);
    on.deliveries.setOptions({ concurrency: 80 });
    await expect.poll(() => open).toBe(30);
    expect(on.deliveries.counts()).toEqual({ waiting: 0, sending: 30, delivered: 0, given_up: 0 });
    for (const answer of waiting) answer();
    await advance;
    expect(mostOpen).toBe(30);
    expect(on.deliveries.counts().delivered).toBe(30);
  });

  test('one that fails does not hold up the others', async () => {
    const shop = await retailer((call) => ({ status: Buffer.from(call.body).includes('R-1') ? 503 : 200 }));
    const on = stage({ to: shop.url });
    for (const rma of ['R-1', 'R-2', 'R-3']) on.deliveries.send(rmaMessage(rma, 1));
    await on.timeline.advanceTo(START + HOUR);
    const states = on.deliveries.list({ limit: 5 }).map(({ state }) => state);
    expect(states).toEqual(['delivered', 'delivered', 'waiting']);
  });

  test('requests for variants wait for nothing', async () => {
    const shop = await retailer((call) =>
      call.target === '/rmas' ? new Promise(() => {}) : { status: 200, body: '[]' },
    );
    const on = stage({ to: shop.url, options: { concurrency: 1 } });
    on.deliveries.send(rmaMessage('R-1', 1));
    await expect.poll(() => shop.calls.length).toBe(1);
    expect(await on.deliveries.askOnce(variantsMessage)).toMatchObject({ delivered: true, answer: '[]' });
  });
});

describe('duplicates', () => {
  const twice = async (seed: number, duplicates: number, count: number) => {
    const shop = await retailer();
    const on = stage({ to: shop.url, seed, options: { duplicates } });
    for (let n = 0; n < count; n++) on.deliveries.send(rmaMessage(`R-${n}`, n));
    await settled(on);
    const all = on.deliveries.list({ limit: count });
    expect(all).toHaveLength(count);
    expect(shop.calls).toHaveLength(all.reduce((sum, { attempts }) => sum + attempts.length, 0));
    return all.filter(({ attempts }) => attempts.length === 2).map(({ id }) => id);
  };

  test('a share of the messages is sent twice, and the seed repeats which', async () => {
    const drawn = await twice(1, 0.2, 150);
    expect(drawn.length).toBeGreaterThan(15);
    expect(drawn.length).toBeLessThan(45);
    expect(await twice(1, 0.2, 150)).toEqual(drawn);
    expect(await twice(2, 0.2, 150)).not.toEqual(drawn);
  });

  test('the second copy follows at once, before the next message of the RMA, with the same bytes', async () => {
    const shop = await retailer((call) => ({ status: 200, body: call.target }));
    const on = stage({ to: shop.url, options: { duplicates: 1 } });
    for (const n of [1, 2]) on.deliveries.send(rmaMessage('R-1', n));
    on.deliveries.send(exchangeMessage('R-1'));
    await settled(on);
    await on.deliveries.askOnce(variantsMessage);
    await settled(on);
    expect(shop.calls.map(({ target, body }) => `${target} ${Buffer.from(body)}`)).toEqual([
      '/rmas {"rma":"R-1","n":1}',
      '/rmas {"rma":"R-1","n":1}',
      '/rmas {"rma":"R-1","n":2}',
      '/rmas {"rma":"R-1","n":2}',
      '/exchange_orders {"exchange":"R-1"}',
      ...(shop.calls[5]!.target === '/exchange_orders'
        ? ['/exchange_orders {"exchange":"R-1"}', '/sku/V-1/variants ']
        : ['/sku/V-1/variants ', '/exchange_orders {"exchange":"R-1"}']),
    ]);
    expect(attemptsOf(on, 'D-1')).toEqual(['200', '200 duplicate']);
    expect(attemptsOf(on, 'D-4')).toEqual(['200']);
  });

  test('a second copy that fails does not undo the delivery', async () => {
    const shop = await retailer((_call, number) => ({ status: number === 1 ? 200 : 503 }));
    const on = stage({ to: shop.url, options: { duplicates: 1 } });
    on.deliveries.send(rmaMessage('R-1', 1));
    await on.timeline.runUntilIdle();
    expect(on.deliveries.find('D-1')!.state).toBe('delivered');
    expect(attemptsOf(on, 'D-1')).toEqual(['200', '503 duplicate']);
  });
});

describe('reorder', () => {
  test('every other message waits a minute, and later ones overtake it; an exchange order does not', async () => {
    const shop = await retailer();
    const on = stage({ to: shop.url, options: { reorder: true } });
    for (const n of [1, 2, 3, 4]) on.deliveries.send(rmaMessage('R-1', n));
    on.deliveries.send(exchangeMessage('R-2'));
    await on.timeline.advanceTo(START + 59_999);
    expect(orderOf(shop.bodies(), 'R-1').sort()).toEqual([2, 4]);
    expect(on.deliveries.find('D-5')!.state).toBe('delivered');
    await on.timeline.advanceTo(START + 60_000);
    expect(orderOf(shop.bodies(), 'R-1').slice(2).sort()).toEqual([1, 3]);
  });

  test('a message that has to be tried again does not hold up the next', async () => {
    const shop = await retailer((_call, number) => ({ status: number === 1 ? 503 : 200 }));
    const on = stage({ to: shop.url, options: { reorder: true } });
    for (const n of [1, 2, 3, 4]) on.deliveries.send(rmaMessage('R-1', n));
    await settled(on);
    expect(orderOf(shop.bodies()).sort()).toEqual([2, 4]);
  });
});

describe('delay', () => {
  test('is waited before the first attempt, on the clock of the sandbox', async () => {
    const shop = await retailer((_call, number) => ({ status: number === 1 ? 503 : 200 }));
    const on = stage({ to: shop.url, options: { delayMs: 90_000 } });
    on.deliveries.send(rmaMessage('R-1', 1));
    await on.timeline.advanceTo(START + 89_999);
    expect(shop.calls).toHaveLength(0);
    await on.timeline.runUntilIdle();
    expect(attemptsOf(on, 'D-1')).toEqual(['503', '200']);
    expect(on.deliveries.find('D-1')!.attempts[0]!.at).toBe(START + 90_000);
  });
});
