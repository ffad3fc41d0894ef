// A minified document is one line of many megabytes: what an order costs must not grow with what stands before it.
import { expect, test } from 'vitest';
import { desk } from './support.ts';

const order = (n: number) =>
  `{"identifier":"O${n}","updated_at":"2026-03-02T10:00:00Z","note":"${'x'.repeat(100)}"}`;
const ORDERS = 30_000;

test('30,000 orders on one line are read like 30,000 on as many', async () => {
  const at = desk();
  const lines = Array.from({ length: ORDERS }, (_, n) => order(n));
  at.file('one.json', `[${lines.join(',')}]`);
  const inputs = await at.open('one.json');
  let count = 0;
  for await (const group of inputs.read('first')) count += group.length;
  // Quadratic reading takes minutes here and ends in the time limit; linear reading a second.
  expect(count).toBe(ORDERS);
});
