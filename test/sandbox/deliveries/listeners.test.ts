// What listeners get of a delivery, when, and what becomes of an error: in a listener, and in the sandbox itself.
import { expect, test } from 'vitest';
import type { Database } from '../../../src/platform/platform.ts';
import { exchangeMessage, retailer, rmaMessage, settled, stage } from './support.ts';

test('a listener gets the whole answer to an exchange order as it came; the record has a part of it, without secrets', async () => {
  const body = JSON.stringify({ echo: 'x'.repeat(10_001), order_identifier: 'SO-2026-1' });
  const shop = await retailer(() => ({ status: 200, body }));
  const on = stage({ to: shop.url, auth: () => ({ kind: 'basic', user: 'u', password: '2026' }) });
  const heard: (string | null)[] = [];
  on.deliveries.subscribe(({ state }, answer) => void heard.push(state, answer));
  on.deliveries.send(exchangeMessage('R-1'));
  await settled(on);
  expect(heard.slice(-2)).toEqual(['delivered', body]);
  expect(heard.filter((one) => one === body)).toHaveLength(1);
  on.deliveries.send(rmaMessage('R-1', 1));
  await settled(on);
  expect(heard.slice(-2)).toEqual(['delivered', null]);
  expect(on.deliveries.find('D-1')!.attempts[0]!.answer).toHaveLength(10_000);
});

test('a listener that fails leaves nothing of what it wrote or sent; the delivery is stored, others are told', async () => {
  const shop = await retailer();
  const errors: unknown[] = [];
  const on = stage({ to: shop.url, onDefect: (error) => void errors.push(error) });
  on.database.exec('CREATE TABLE follows (id TEXT)');
  for (const fails of [true, false])
    on.deliveries.subscribe(({ id, state, message }) => {
      if (state !== 'delivered' || message.kind !== 'exchange_order') return;
      on.database.run('INSERT INTO follows VALUES (?)', `${id} ${fails}`);
      on.deliveries.send(rmaMessage('R-1', fails ? 1 : 2));
      if (fails) throw new Error('broken');
    });
  on.deliveries.send(exchangeMessage('R-1'));
  await on.timeline.runUntilIdle();
  expect(errors).toEqual([new Error('broken')]);
  expect(on.database.all('SELECT id FROM follows')).toEqual([['D-1 false']]);
  expect(shop.calls.map(({ target }) => target)).toEqual(['/exchange_orders', '/rmas']);
  expect(on.deliveries.counts()).toMatchObject({ delivered: 2, sending: 0, waiting: 0 });
});

test('after an error of the sandbox itself a message waits and is tried again; the next of its RMA follows it', async () => {
  const shop = await retailer();
  const errors: unknown[] = [];
  const whole = stage();
  let isBroken = true;
  const database: Database = {
    ...whole.database,
    get(sql, ...values) {
      if (!isBroken || !sql.startsWith('SELECT kind')) return whole.database.get(sql, ...values);
      isBroken = false;
      throw new Error('read error');
    },
  };
  const on = stage({ to: shop.url, database, onDefect: (error) => void errors.push(error) });
  for (const n of [1, 2]) on.deliveries.send(rmaMessage('R-1', n));
  await settled(on);
  expect(errors).toEqual([new Error('read error')]);
  expect(on.deliveries.find('D-1')).toMatchObject({ state: 'waiting', attempts: [] });
  expect(on.timeline.next()).toBe(on.deliveries.find('D-1')!.nextAt);
  await on.timeline.runUntilIdle();
  expect(shop.bodies()).toEqual([1, 2].map((n) => ({ rma: 'R-1', n })));
  expect(on.deliveries.counts()).toMatchObject({ delivered: 2, waiting: 0, sending: 0 });
});
