// Scenarios as a library: `runScenarios` and `scenarioOrders` of returns-cli/sandbox, as a retailer's own tests call them.
import { expect, test } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { runScenarios, type Sandbox, scenarioOrders } from '../../../src/sandbox/index.ts';
import { startRetailer } from '../../helpers/retailer.ts';
import { failuresOf } from './stage-support.ts';

test('a retailer tests its own endpoints', async () => {
  const names = ['partial-return', 'exchange-even'];
  const { orders, variants } = scenarioOrders(names, 3);
  const retailer = await startRetailer({ orders: orders as readonly Order[], variants });
  const events: string[] = [];
  const result = await runScenarios(names, {
    customerUrl: retailer.url,
    seed: 3,
    settle: 20,
    onReady(sandbox: Sandbox) {
      retailer.service = () => sandbox;
    },
    onEvent: ({ type }) => events.push(type),
  });
  expect(failuresOf(result.scenarios)).toEqual([]);
  expect(result.scenarios.map(({ name }) => name)).toEqual(names);
  expect(result.scenarios[0]!.checks.at(-1)!.evidence).toContain('partial-return-A-3');
  expect(events).toContain('left-out');
}, 30_000);

test('a misspelt name is told before anything starts', async () => {
  await expect(runScenarios('keeps', { customerUrl: 'http://127.0.0.1:1' })).rejects.toThrow(
    /Did you mean "keep"/,
  );
});
