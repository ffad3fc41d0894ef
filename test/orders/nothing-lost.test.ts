// A complete backfill through the real command: each order is stored once and as it is in the input, also when the
// token is revoked.
import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { makeCli } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import {
  expectStored,
  lastSequence,
  orderRequests,
  type Summary,
  sandboxFor,
  tokenRequests,
} from '../helpers/sandbox.ts';

const ORDERS = inForm({ short: 600, share: 3_000, long: 20_000 });

test(`${ORDERS} orders are each stored once, equal field by field, with every row accounted for; a second run sends nothing`, async () => {
  const sandbox = await sandboxFor();
  const { snapshots, expected } = generateOrders({ seed: 20_000, orders: ORDERS });
  const csv = csvOf(snapshots, { repeat: 0.01 });
  // The input must have repetitions, or the test would prove less than its name says.
  expect(csv.repeated).toBeGreaterThan(ORDERS * 0.0075);
  expect(snapshots.length - expected.size).toBeGreaterThan(ORDERS * 0.1);
  expect(csv.rows).toBeGreaterThan(ORDERS * 2);

  const cli = makeCli({ target: sandbox });
  cli.file('orders.csv', csv.text);
  const args = ['orders', 'upload', 'orders.csv', '--rate', 'off'];
  const first = await cli.json<Summary>(args);

  expect(first).toMatchObject({ exit: 0, exit_code: 0, state: 'completed', balanced: true, resume: null });
  expect(first.rows).toEqual({ read: csv.rows, accounted: csv.rows });
  expect(first.orders).toEqual({
    accepted: expected.size,
    already_accepted: 0,
    superseded: snapshots.length - expected.size,
    refused: 0,
    skipped: 0,
    pending: 0,
  });
  expectStored(sandbox, expected);
  expect(sandbox.orders().filter((order) => order.received !== 1)).toEqual([]);
  expect(orderRequests(sandbox).reduce((sum, request) => sum + request.count, 0)).toBe(expected.size);

  const before = lastSequence(sandbox);
  const second = await cli.json<Summary>(args);
  expect(second).toMatchObject({ exit: 0, state: 'completed', balanced: true });
  expect(second.orders).toMatchObject({ accepted: 0, already_accepted: expected.size, pending: 0 });
  expect(orderRequests(sandbox, before)).toEqual([]);
  expect(tokenRequests(sandbox)).toHaveLength(1);
});

test('a token that is revoked during a run causes one new token request and loses no order', async () => {
  const sandbox: Sandbox = await sandboxFor({}, async (count, answer) => {
    if (count === 20) sandbox.revokeTokens();
    return await answer();
  });
  const { snapshots, expected } = generateOrders({ seed: 6, orders: 300 });
  const cli = makeCli({ target: sandbox });
  cli.file('orders.csv', csvOf(snapshots).text);
  const args = ['orders', 'upload', 'orders.csv', '--rate', 'off', '--batch-size', '5'];
  const summary = await cli.json<Summary>(args);
  expect(summary).toMatchObject({ exit: 0, state: 'completed', balanced: true });
  expect(summary.requests['s401']).toBeGreaterThan(0);
  expect(summary.requests['tokens']).toBe(2);
  expect(sandbox.stats().tokens.issued).toBe(2);
  expect(sandbox.stats().requests.by_endpoint['token']).toEqual({ 200: 2 });
  expectStored(sandbox, expected);
});
