// Every scenario that `returns listen --auto-refund` can play passes against it; the others say what they need.
import { afterEach, expect, test } from 'vitest';
import type { Ability } from '../../../src/sandbox/scenarios/abilities.ts';
import { ordersOfRetailer, variantsOfRetailer } from '../../../src/sandbox/scenarios/given-orders.ts';
import { type Listen, startListen } from '../../calls/run-listen.ts';
import { freePort, targetEnvironment } from '../../helpers/cli.ts';
import { judgeDesk } from '../judge-desk.ts';
import { failuresOf, KEY, shipped } from './stage-support.ts';

/** The default of --retailer-can. */
const LISTEN_CAN: readonly Ability[] = ['refund-at-scan', 'refund-on-receipt', 'variants', 'exchange-orders'];

const open: Listen[] = [];
afterEach(async () => {
  for (const listen of open.splice(0)) {
    listen.interrupt();
    await listen.done;
  }
});

test('listen --auto-refund TRANSIT plays the retailer of every scenario', async () => {
  // It lives in this process; what survives its end is tested by kills (test/calls/refunds/auto-refund.test.ts).
  const scenarios = shipped().filter(({ name }) => name !== 'restart');
  const { judged } = await judgeDesk();
  const given = scenarios.flatMap((scenario) => ordersOfRetailer(scenario, { seed: 1, now: Date.now() }));
  let listen: Listen | undefined;
  const port = await freePort();
  const result = await judged({
    scenarios,
    customerUrl: `http://127.0.0.1:${port}`,
    retailerCan: LISTEN_CAN,
    wait: 8000,
    onReady: async (sandbox) => {
      listen = await startListen(
        [
          '--port',
          `${port}`,
          '--auto-refund',
          'TRANSIT',
          '--orders',
          'orders.ndjson',
          '--variants',
          'variants.json',
          '--require-header',
          'X-Api-Key: @key.txt',
        ],
        {
          env: targetEnvironment(sandbox),
          prepare: (here) => {
            here.file('orders.ndjson', given.map((order) => `${JSON.stringify(order)}\n`).join(''));
            here.file('variants.json', JSON.stringify(variantsOfRetailer(scenarios)));
            here.file('key.txt', KEY);
          },
        },
      );
      open.push(listen);
    },
  });
  expect(failuresOf(result.scenarios)).toEqual([]);
  const calls = listen!.lines().filter(({ type }) => type === 'call') as unknown as {
    findings: { severity: string; code: string }[];
  }[];
  const wrong = calls.flatMap(({ findings }) =>
    findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code),
  );
  // Of the scenarios 401-then-right, mail-back-edited and 422, and of exchange orders that come again, on purpose.
  expect([...new Set(wrong)].sort()).toEqual([
    ...[
      'call.sender.unknown',
      'exchange.mock.repeated',
      'rma.estimate.exceeded',
      'rma.field.recommended',
      'rma.field.type',
    ],
    ...['rma.items.empty', 'rma.package_status.unknown', 'rma.status.unknown'],
  ]);
  // What it cannot do is left out, step by step: ship an exchange, pay back what the shopper keeps.
  const leftOut = result.scenarios.flatMap(({ name, left_out: steps = [] }) =>
    steps.map((text) => `${name}: ${text.replace(/.*needs | \(--retailer-can\)$/g, '')}`),
  );
  expect(leftOut).toEqual([
    'exchange-even: exchange-snapshots',
    'exchange-uneven: exchange-snapshots',
    'exchange-partial: exchange-snapshots',
    'keep: refund-keep',
    'keep: refund-keep',
  ]);
});
