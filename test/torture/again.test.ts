// A file of a million orders that were all accepted before: the second run costs little more than a check of the same file.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { expect, test } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { foldersOf } from '../../src/storage/folders.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { listRuns } from '../../src/storage/runs.ts';
import { writeOrders } from '../bench/order-file.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { type Summary, sandboxFor } from '../helpers/sandbox.ts';

const ORDERS = Number(process.env['TORTURE_AGAIN'] ?? 1_000_000);
const A_COMMIT = 20_000;

/** Puts finished orders into the ledger as if the service had accepted them. */
async function remember(cli: Cli, file: string): Promise<void> {
  const platform = realPlatform(cli.env);
  const store = openLedgerStore(platform, foldersOf(platform));
  const ledger = new Ledger(platform, store, listRuns(store)[0]!.targetKey);
  const about = { at: 1_777_000_000_000, run: '20260401-000000-000000', source: { file: 'a.csv', line: 2 } };
  let records: ReturnType<ReadyOrder['record']>[] = [];
  const commit = () => {
    ledger.write(records, []);
    records = [];
  };
  for await (const line of readline.createInterface({ input: fs.createReadStream(file) })) {
    const order = JSON.parse(line) as Order;
    records.push(new ReadyOrder(platform.crypto, order).record(about));
    if (records.length === A_COMMIT) commit();
  }
  commit();
  store.close();
}

test(`a second run over ${ORDERS} accepted orders`, async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const bare = makeCli();
  const timed = async (of: Cli, ...args: string[]) => {
    const begun = performance.now();
    const summary = await of.json<Summary>(args);
    return { ms: performance.now() - begun, summary };
  };
  // The first upload is there to make the ledger.
  cli.file('first.csv', (await cli.run(['orders', 'template'])).stdout);
  await timed(cli, 'orders', 'upload', 'first.csv', '--rate', 'off');
  for (const one of [cli, bare]) writeOrders(path.join(one.root, 'work', 'orders.csv'), ORDERS, 5, 1);
  const finished = path.join(cli.root, 'work', 'finished.ndjson');
  await timed(bare, 'orders', 'check', 'orders.csv', '--out', finished);
  await remember(cli, finished);
  fs.rmSync(finished);
  // Elsewhere nothing is known of the orders: nothing is compared.
  const elsewhere = await timed(bare, 'orders', 'check', 'orders.csv');
  const check = await timed(cli, 'orders', 'check', 'orders.csv');
  const again = await timed(cli, 'orders', 'upload', 'orders.csv', '--rate', 'off');
  expect(again.summary).toMatchObject({
    exit: 0,
    state: 'completed',
    balanced: true,
    orders: { accepted: 0, already_accepted: ORDERS },
  });
  const figures = {
    orders: ORDERS,
    ...{ check: check.ms, again: again.ms, elsewhere: elsewhere.ms },
    ...{ ratio: again.ms / check.ms, ratioElsewhere: again.ms / elsewhere.ms },
  };
  const rounded = Object.entries(figures).map(([name, value]) => [name, +value.toFixed(2)]);
  process.stderr.write(`again: ${JSON.stringify(Object.fromEntries(rounded))}\n`);
  expect(again.ms / check.ms).toBeLessThan(1.3);
});
