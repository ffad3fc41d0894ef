// Deliveries as a record: found, listed, counted, sent again, watched, cleared, and gone on with after a restart.
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

describe('the list', () => {
  test('is newest first, by RMA and by state, and not longer than asked', async () => {
    const shop = await retailer((call) => ({ status: Buffer.from(call.body).includes('R-2') ? 422 : 200 }));
    const on = stage({ to: shop.url });
    for (const rma of ['R-1', 'R-2', 'R-1', 'R-3']) on.deliveries.send(rmaMessage(rma, 1));
    await on.deliveries.askOnce(variantsMessage);
    await settled(on);
    const ids = (filter: Partial<Parameters<typeof on.deliveries.list>[0]>) =>
      on.deliveries.list({ limit: 10, ...filter }).map(({ id }) => id);
    expect(ids({})).toEqual(['D-5', 'D-4', 'D-3', 'D-2', 'D-1']);
    expect(ids({ limit: 2 })).toEqual(['D-5', 'D-4']);
    expect(ids({ rma: 'R-1' })).toEqual(['D-3', 'D-1']);
    expect(ids({ state: 'given_up' })).toEqual(['D-2']);
    expect(ids({ rma: 'R-1', state: 'given_up' })).toEqual([]);
    expect(on.deliveries.counts()).toEqual({ waiting: 0, sending: 0, delivered: 4, given_up: 1 });
    expect(on.deliveries.find('D-5')!.message).toEqual(variantsMessage);
    for (const id of ['D-6', 'D-0', 'D-01', '1', '', 'D-1 ', 'd-1', 'D-99999999999999999999'])
      expect(on.deliveries.find(id), id).toBeUndefined();
  });
});

describe('redeliver', () => {
  test('sends what was given up again, and what was delivered; its record stays', async () => {
    const shop = await retailer((_call, number) => ({ status: number === 1 ? 422 : 200 }));
    const on = stage({ to: shop.url });
    on.deliveries.send(rmaMessage('R-1', 1));
    await settled(on);
    await on.timeline.advanceTo(START + HOUR);
    expect(on.deliveries.redeliver('D-1')).toMatchObject({
      state: 'waiting',
      nextAt: START + HOUR,
      reason: null,
    });
    await settled(on);
    expect(on.deliveries.redeliver('D-1')).toMatchObject({ state: 'waiting' });
    await settled(on);
    expect(attemptsOf(on, 'D-1')).toEqual(['422', '200', '200']);
    expect(on.deliveries.counts()).toMatchObject({ delivered: 1, given_up: 0 });
    expect(on.deliveries.redeliver('D-9')).toBeUndefined();
    expect(on.deliveries.redeliver('nonsense')).toBeUndefined();
  });

  test('has 32 hours again', async () => {
    const shop = await retailer(() => ({ status: 503 }));
    const on = stage({ to: shop.url });
    on.deliveries.send(rmaMessage('R-1', 1));
    await on.timeline.runUntilIdle();
    const before = on.deliveries.find('D-1')!.attempts.length;
    const begun = on.timeline.clock.now();
    on.deliveries.redeliver('D-1');
    await on.timeline.runUntilIdle();
    const { attempts, state } = on.deliveries.find('D-1')!;
    expect(state).toBe('given_up');
    expect(attempts[before]!.at).toBe(begun);
    expect(attempts.at(-1)!.at).toBe(begun + 32 * HOUR);
  });

  test('of one that waits for its next attempt: now', async () => {
    const shop = await retailer((_call, number) => ({ status: number < 8 ? 503 : 200 }));
    const on = stage({ to: shop.url });
    on.deliveries.send(rmaMessage('R-1', 1));
    on.deliveries.send(rmaMessage('R-1', 2));
    await on.timeline.advanceTo(START + 60_000);
    const { nextAt } = on.deliveries.find('D-1')!;
    expect(nextAt).toBeGreaterThan(START + 60_000);
    while (on.deliveries.find('D-1')!.state === 'waiting') {
      on.deliveries.redeliver('D-1');
      await settled(on);
    }
    expect(on.timeline.clock.now()).toBe(START + 60_000);
    expect(on.deliveries.counts().delivered).toBe(2);
    expect(on.timeline.pending).toBe(0);
  });

  test('of one that is under way: it goes on', async () => {
    let answer: (() => void) | undefined;
    const shop = await retailer(async (_call, number) => {
      if (number === 1)
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      return { status: 200 };
    });
    const on = stage({ to: shop.url });
    on.deliveries.send(rmaMessage('R-1', 1));
    await expect.poll(() => answer).toBeDefined();
    expect(on.deliveries.redeliver('D-1')!.state).toBe('sending');
    answer!();
    await on.timeline.runUntilIdle();
    expect(attemptsOf(on, 'D-1')).toEqual(['200']);
  });
});

describe('what a listener does about a delivery', () => {
  test('is stored together with the answer', async () => {
    const shop = await retailer();
    const errors: unknown[] = [];
    const on = stage({ to: shop.url, onDefect: (error) => void errors.push(error) });
    on.database.exec('CREATE TABLE follows (id TEXT)');
    on.deliveries.subscribe(({ id, state }) => {
      if (state === 'delivered') on.database.run('INSERT INTO follows VALUES (?)', id);
    });
    on.deliveries.send(rmaMessage('R-1', 1));
    await settled(on);
    expect(on.database.all('SELECT id FROM follows')).toEqual([['D-1']]);
    // A disk that is full takes neither: the message is sent again, and both are stored when there is room.
    on.deliveries.send(rmaMessage('R-1', 2));
    on.database.exec(
      `CREATE TRIGGER no_room BEFORE INSERT ON delivery_attempts BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    await settled(on);
    expect(String(errors.at(-1))).toContain('full');
    expect(on.database.all('SELECT id FROM follows')).toEqual([['D-1']]);
    on.database.exec('DROP TRIGGER no_room');
    await on.timeline.runUntilIdle();
    expect(on.deliveries.counts()).toMatchObject({ delivered: 2, sending: 0 });
    expect(on.database.all('SELECT id FROM follows')).toEqual([['D-1'], ['D-2']]);
    expect(attemptsOf(on, 'D-2')).toEqual(['200']);
  });
});

describe('clear', () => {
  test('forgets everything, ends what is under way, and begins at D-1 again', async () => {
    const shop = await retailer((_call, number) => (number <= 2 ? new Promise(() => {}) : { status: 200 }));
    const on = stage({ to: shop.url });
    on.deliveries.send(rmaMessage('R-1', 1));
    on.deliveries.send(exchangeMessage('R-2'));
    on.deliveries.send(rmaMessage('R-2', 1));
    await expect.poll(() => shop.calls.length).toBe(2);
    on.deliveries.clear();
    expect(on.deliveries.list({ limit: 5 })).toEqual([]);
    expect(on.deliveries.counts()).toEqual({ waiting: 0, sending: 0, delivered: 0, given_up: 0 });
    expect(on.deliveries.send(rmaMessage('R-1', 1)).id).toBe('D-1');
    await settled(on);
    expect(attemptsOf(on, 'D-1')).toEqual(['200']);
    expect(on.timeline.pending).toBe(0);
    expect(shop.calls).toHaveLength(3);
  });
});

describe('after a restart', () => {
  test('what waited goes on: its back-off, its place in the order, its record', async () => {
    const shop = await retailer((_call, number) => ({ status: number <= 4 ? 503 : 200 }));
    const first = stage({ to: shop.url });
    for (const n of [1, 2]) first.deliveries.send(rmaMessage('R-1', n));
    await first.timeline.advanceTo(START + 6000);
    const before = first.deliveries.find('D-1')!;
    expect(before.attempts.length).toBeGreaterThan(1);
    const stoppedAt = first.timeline.clock.now();
    await first.close();
    const second = stage({ to: shop.url, folder: first.folder, start: stoppedAt });
    expect(second.deliveries.find('D-1')).toEqual(before);
    expect(second.timeline.next()).toBe(before.nextAt);
    expect(second.deliveries.send(rmaMessage('R-1', 3)).id).toBe('D-3');
    await second.timeline.runUntilIdle();
    expect(second.deliveries.counts()).toEqual({ waiting: 0, sending: 0, delivered: 3, given_up: 0 });
    const delivered = shop.bodies().slice(4) as { n: number }[];
    expect(delivered.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(second.deliveries.find('D-1')!.attempts.slice(0, before.attempts.length)).toEqual(before.attempts);
  });

  test('what was under way is sent again; a request that a person waited for is not', async () => {
    const silent = await retailer(() => new Promise(() => {}));
    const first = stage({ to: silent.url });
    first.deliveries.send(rmaMessage('R-1', 1));
    void first.deliveries.askOnce(variantsMessage);
    first.deliveries.send(exchangeMessage('R-2'));
    await expect.poll(() => silent.calls.length).toBe(3);
    expect(first.deliveries.counts().sending).toBe(3);
    await first.close();
    const shop = await retailer();
    const second = stage({ to: shop.url, folder: first.folder, start: START + HOUR });
    await second.timeline.runUntilIdle();
    expect(shop.calls.map(({ target }) => target).sort()).toEqual(['/exchange_orders', '/rmas']);
    expect(second.deliveries.find('D-2')).toMatchObject({
      state: 'given_up',
      reason: expect.stringContaining('redeliver'),
    });
  });

  test('the 32 hours count from the first attempt of all', async () => {
    const shop = await retailer(() => ({ status: 503 }));
    const first = stage({ to: shop.url });
    first.deliveries.send(rmaMessage('R-1', 1));
    await first.timeline.advanceTo(START + 20 * HOUR);
    await first.close();
    const second = stage({ to: shop.url, folder: first.folder, start: START + 20 * HOUR });
    await second.timeline.runUntilIdle();
    const { state, attempts } = second.deliveries.find('D-1')!;
    expect(state).toBe('given_up');
    expect(attempts.at(-1)!.at).toBe(START + 32 * HOUR);
    await second.close();
    // Days later, one attempt is still made.
    const third = stage({ to: shop.url, folder: first.folder, start: START + 60 * HOUR });
    third.deliveries.send(rmaMessage('R-2', 1));
    await third.timeline.advanceTo(START + 60 * HOUR + 5000);
    const waited = third.deliveries.find('D-2')!.attempts.length;
    await third.close();
    const fourth = stage({ to: shop.url, folder: first.folder, start: START + 200 * HOUR });
    await fourth.timeline.runUntilIdle();
    expect(fourth.deliveries.find('D-2')).toMatchObject({ state: 'given_up' });
    expect(fourth.deliveries.find('D-2')!.attempts).toHaveLength(waited + 1);
  });
});

describe('a message of a transaction', () => {
  test('that is rolled back is never sent', async () => {
    const shop = await retailer();
    const on = stage({ to: shop.url });
    expect(() =>
      on.database.transaction(() => {
        on.deliveries.send(rmaMessage('R-1', 1));
        throw new Error('the return could not be stored');
      }),
    ).toThrow('could not be stored');
    on.database.transaction(() => on.deliveries.send(rmaMessage('R-1', 2)));
    await settled(on);
    expect(shop.bodies()).toEqual([{ rma: 'R-1', n: 2 }]);
    expect(on.deliveries.counts()).toEqual({ waiting: 0, sending: 0, delivered: 1, given_up: 0 });
  });
});
