// Rejects are written once for each new refusal.
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { json, orders, sandbox, statusOf, useOrderDesk, write } from '../helpers/order-desk.ts';

useOrderDesk();

test('rejects are written once per new refusal, and all of them with --rejects', async () => {
  sandbox.setFaults([{ on: 'orders', match: '"SO-1"', do: { status: 422, body: { message: 'no' } } }]);
  const list = orders(4, (i) => (i > 1 ? statusOf('Shiped') : {}));
  write(list);
  const flags = ['orders', 'upload', 'orders.json', '--batch-size', '1'];
  const first = await json(...flags);
  expect(first.refused).toMatchObject({ new: 3, files: [expect.stringContaining(first.run)] });
  const second = await json(...flags);
  expect(second).toMatchObject({ exit: 3, orders: { refused: 3 }, refused: { new: 0, files: [] } });
  const asked = await json(...flags, '--rejects', 'all.ndjson');
  expect(fs.readFileSync(asked.refused.files[0], 'utf8').trimEnd().split('\n')).toHaveLength(3);
  // Refused for another reason now: that is a new refusal.
  write(list.map((order, i) => (i === 3 ? { ...order, ...statusOf('Sent') } : order)));
  const third = await json(...flags);
  expect(third.refused.new).toBe(1);
  expect(fs.readFileSync(third.refused.files[0], 'utf8')).toContain('Sent');
});

test('a run that stops because of too many refusals also writes the same rows only once', async () => {
  write(orders(3, () => statusOf('Shiped')));
  const flags = ['orders', 'upload', 'orders.json', '--max-rejects', '1'];
  expect(await json(...flags)).toMatchObject({ exit: 5, refused: { new: 3, files: [expect.any(String)] } });
  expect(await json(...flags)).toMatchObject({ exit: 5, refused: { new: 0, files: [] } });
});
