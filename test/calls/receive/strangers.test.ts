// A message that was refused because of its sender (401, 415) is found by its RMA, and that is all: whoever knows the address of a
// tunnel must not be able to spoil a record.

import { expect, test } from 'vitest';
import { inTransit } from '../../../src/contract/sample-rma.ts';
import { createReceiver } from '../../../src/receiver/index.ts';
import { countsOf, statusOf } from '../../status/support.ts';
import { listenInMemory, requestOf, rmaAt } from '../receiver-support.ts';
import { document, endpoint, listed, rma } from '../support.ts';

const demands = { headers: [['X-Key', 'k']] as const, basic: undefined };
const ours = { 'X-Key': 'k' };

/** Posts as the service, as a stranger (401), and as a sender that does not say that it sends JSON (415). */
async function guarded() {
  const ears = await listenInMemory({ demands });
  const refused = async (path: string, body: unknown, remoteAddress = '203.0.113.9') => {
    const text = JSON.stringify(body);
    const request = {
      ...requestOf('POST', path, text, { 'Content-Type': 'application/json' }),
      remoteAddress,
    };
    expect((await ears.handle(request)).status).toBe(401);
    expect((await ears.post(path, text, { ...ours, 'Content-Type': 'text/plain' })).status).toBe(
      path === '/rmas' ? 415 : 404,
    );
  };
  return { ears, refused, post: (body: unknown) => ears.post('/rmas', body, ours) };
}

test('it is in `calls list --rma`, with orders and status, and says nothing else of the RMA', async () => {
  const { ears, refused } = await guarded();
  await refused('/rmas', rmaAt('RMA-1', 5, inTransit));
  await refused('/elsewhere', rmaAt('RMA-1', 5, inTransit));
  const { calls } = await listed(ears.here, '--rma', 'RMA-1');
  expect(calls).toHaveLength(4);
  for (const call of calls)
    expect(call).toMatchObject({ kind: 'rma', rma_identifier: 'RMA-1', status: 'CREATED', anomaly: null });
  expect(calls.map((call) => (call as never as { open: boolean }).open)).toEqual([false, false, false, true]);
});

test('it does not make messages of the service duplicates, conflicts or older, nor changes; also after a restart', async () => {
  const { ears, refused, post } = await guarded();
  await post(rmaAt('RMA-1', 0));
  await refused('/rmas', rmaAt('RMA-1', 9, inTransit, { status: 'REFUNDED' }));
  await refused('/rmas', rmaAt('RMA-1', 1));
  await post(rmaAt('RMA-1', 1));
  expect(await ears.last()).toMatchObject({ anomaly: null, changes: [], verdict: 'ok' });
  const again = await listenInMemory({ demands, here: ears.here });
  await again.post('/rmas', rmaAt('RMA-1', 2), ours);
  expect(await again.last()).toMatchObject({ anomaly: null, changes: [], verdict: 'ok' });
});

test('`status` has it once a sender and not as an RMA, until the same message is taken', async () => {
  const { ears, refused, post } = await guarded();
  const first = rmaAt('RMA-1', 0, inTransit);
  for (const hour of [0, 1, 2]) await refused('/rmas', rmaAt('RMA-1', hour, inTransit));
  await refused('/rmas', rmaAt('RMA-2', 0, inTransit), '203.0.113.10');
  // Scanners that look for pages are no senders of messages.
  await ears.get('/wp-login.php');
  const status = await statusOf(ears.here);
  expect(countsOf(status)).toEqual({ senders_refused: 3 });
  expect(status.counts).toMatchObject({ rmas: 0, calls: 9 });
  const { next, examples } = status.items[0]!;
  expect(next).toBe(`returns calls show ${examples[0]}`);
  for (const message of [first, rmaAt('RMA-1', 1, inTransit), rmaAt('RMA-1', 2, inTransit)])
    await post(message);
  await post(rmaAt('RMA-2', 0, inTransit));
  const after = await statusOf(ears.here);
  expect(countsOf(after)['senders_refused']).toBeUndefined();
  expect(after.counts['rmas']).toBe(2);
});

test('a replay or export by RMA leaves it out; its id or its status sends it', async () => {
  const { ears, refused, post } = await guarded();
  await post(rma('RMA-1'));
  await refused('/rmas', rmaAt('RMA-1', 9, inTransit));
  const shop = await endpoint(() => ({ status: 200 }));
  const send = (...words: string[]) => document(ears.here, ['calls', 'replay', '--to', shop.url, ...words]);
  expect(await send('--rma', 'RMA-1')).toMatchObject({ exit: 0 });
  expect(shop.received).toHaveLength(1);
  expect(await send('--open')).toMatchObject({ exit: 0 });
  expect(shop.received).toHaveLength(1);
  await send('--status', '401');
  expect(shop.received).toHaveLength(2);
  const [, stranger] = (await listed(ears.here, '--rma', 'RMA-1')).calls;
  await send(stranger!.id);
  expect(shop.received).toHaveLength(3);
});

test('the library tells a program nothing of what a stranger named', async () => {
  const heard: unknown[] = [];
  const guard = { headers: { 'x-key': 'k' } };
  const receiver = await createReceiver({ guard, onRma: (message) => heard.push(message) });
  const call = (url: string, type: string, key: Record<string, string>) =>
    receiver.handle({
      method: 'POST',
      url,
      headers: { 'content-type': type, ...key },
      body: JSON.stringify(rma('RMA-1')),
    });
  for (const refused of [
    await call('/rmas', 'application/json', {}),
    await call('/rmas', 'text/plain', { 'x-key': 'k' }),
    await call('/rma', 'application/json', { 'x-key': 'k' }),
  ])
    expect(refused).toMatchObject({ verdict: 'error', rma: null, orders: [], status: null });
  expect(heard).toEqual([]);
  await receiver.close();
});
