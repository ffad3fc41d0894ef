// A cron delta against a ledger that has grown: 500 orders cost beside 3 million remembered ones what they cost beside none.

import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { foldersOf } from '../../src/storage/folders.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { listRuns } from '../../src/storage/runs.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { seedFor } from '../helpers/random.ts';
import { expectStored, type Summary, sandboxFor } from '../helpers/sandbox.ts';

const REMEMBERED = Number(process.env['TORTURE_REMEMBERED'] ?? 3_000_000);
const DELTA = 500;
const A_COMMIT = 20_000;
const ROUNDS = 5;

/** Writes orders into the ledger, beside those of an upload, as if they had been accepted long ago. */
function remember(cli: Cli): void {
  const platform = realPlatform(cli.env);
  const store = openLedgerStore(platform, foldersOf(platform));
  const ledger = new Ledger(platform, store, listRuns(store)[0]!.targetKey);
  const order = generateOrders({ seed: 1, orders: 1, versions: 0 }).snapshots[0]! as unknown as Order;
  const record = new ReadyOrder(platform.crypto, order).record({
    at: 1_777_000_000_000,
    run: '20260401-000000-000000',
    source: { file: 'old.csv', line: 2 },
  });
  for (let from = 0; from < REMEMBERED; from += A_COMMIT)
    ledger.write(
      Array.from({ length: Math.min(A_COMMIT, REMEMBERED - from) }, (_, i) => ({
        ...record,
        id: `OLD-${(Math.imul(from + i, 0x9e37_79b1) >>> 0).toString(36)}-${from + i}`,
        refunds: [],
      })),
      [],
    );
  store.close();
}

test(`a delta of ${DELTA} orders beside ${REMEMBERED} remembered ones`, async () => {
  const sandbox = await sandboxFor();
  const [grown, empty] = [makeCli({ target: sandbox }), makeCli({ target: sandbox })];
  const delta = async (cli: Cli, round: number) => {
    const orders = generateOrders({
      seed: seedFor(100 + round),
      orders: DELTA,
      versions: 0,
      prefix: `D${round}-`,
    });
    cli.file('delta.csv', csvOf(orders.snapshots).text);
    const begun = performance.now();
    const summary = await cli.json<Summary>(['orders', 'upload', 'delta.csv', '--rate', 'off']);
    expect(summary, JSON.stringify(summary)).toMatchObject({
      exit: 0,
      orders: { accepted: DELTA },
      balanced: true,
    });
    return { ms: performance.now() - begun, orders };
  };
  // The first upload is there to make the ledger; the others are measured.
  await delta(grown, 0);
  remember(grown);
  const size = fs.statSync(path.join(grown.env['RETURNS_STATE_DIR']!, 'ledger.db')).size;
  const times: [number[], number[]] = [[], []];
  for (let round = 1; round <= ROUNDS; round++) {
    times[0].push((await delta(grown, round)).ms);
    sandbox.reset();
    const { ms, orders } = await delta(empty, round);
    times[1].push(ms);
    expectStored(sandbox, orders.expected);
    sandbox.reset();
  }
  const [beside, alone] = times.map((list) => list.sort((a, b) => a - b)[ROUNDS >> 1]!) as [number, number];
  process.stderr.write(
    `growth: ${JSON.stringify({ remembered: REMEMBERED, megabytes: Math.round(size / 1e6), beside: Math.round(beside), alone: Math.round(alone), ratio: +(beside / alone).toFixed(2) })}\n`,
  );
  expect(beside / alone).toBeLessThan(1.2);
});
