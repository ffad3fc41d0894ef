// `listen --profile local` while sandboxes come and go: it compares with the ledger of the one that runs now, and refunds there.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import { run } from '../../../src/main.ts';
import { realClock } from '../../../src/platform/node-platform.ts';
import { openSandbox } from '../../../src/sandbox/start.ts';
import { recordRunning } from '../../../src/storage/running.ts';
import { until } from '../../helpers/cli.ts';
import { quickClock, type TestPlatform, testPlatform } from '../../helpers/platform.ts';
import { type Listen, startListen } from '../run-listen.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A sandbox at a port of its own that the profile `local` finds until `end`. */
async function sandboxOf(here: TestPlatform) {
  const proof = here.platform.random.hex(16);
  const sandbox = await openSandbox(here.platform, { rateLimit: 'off', proof });
  const forget = recordRunning(here.platform, here.folders, 'sandboxes', { url: sandbox.url, proof });
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    forget();
    await sandbox.close();
  };
  undo.push(end);
  return { sandbox, end };
}

const orderNamed = (identifier: string): Order => ({
  ...(sampleOrder() as Order),
  identifier,
  status: 'Shipped',
});

const scanned = (order: Order) =>
  sampleRma({
    rma_identifier: `RMA-${order.identifier}`,
    items: [
      sampleUnit({
        order_identifier: order.identifier,
        order_line_item_identifier: order.items[0]!.identifier,
        sku: order.items[0]!.sku,
        package_tracking_status: 'TRANSIT',
      }),
    ],
  });

/** A command in the folders of the receiver. */
async function uploaded({ root }: TestPlatform, file: string) {
  // It waits for nothing that the test is about.
  const shop = testPlatform({ root, clock: quickClock(20) });
  const code = await run(['orders', 'upload', file, '--profile', 'local', '--yes'], shop.platform);
  expect({ code, stderr: shop.stderr() }).toMatchObject({ code: 0 });
}

async function listening(flags: readonly string[], orders: readonly Order[]): Promise<Listen> {
  const listen = await startListen(['--no-inspect', '--profile', 'local', ...flags], {
    clock,
    prepare: (here) => {
      for (const order of orders) here.file(`${order.identifier}.json`, JSON.stringify([order]));
      here.file('all.json', JSON.stringify(orders));
    },
  });
  undo.push(async () => {
    listen.interrupt();
    await listen.done;
  });
  return listen;
}

/** How far the clock of the receivers is ahead, ms. */
let ahead = 0;
const clock = { ...realClock, monotonic: () => realClock.monotonic() + ahead };
/** Later than the receiver last looked for the sandbox. */
const later = () => {
  ahead += 1100;
};

test('a receiver that was started before the sandbox and the first upload knows the orders', async () => {
  const [first, second] = [orderNamed('SO-1'), orderNamed('SO-2')];
  const listen = await listening([], [first, second]);
  const verdictOf = async (order: Order) => {
    later();
    await listen.post('/rmas', scanned(order));
    const folder = path.join(listen.here.folders.state, 'calls');
    const [day = ''] = fs.readdirSync(folder).sort().reverse();
    return fs.readFileSync(path.join(folder, day), 'utf8').trimEnd().split('\n').at(-1);
  };
  const one = await sandboxOf(listen.here);
  await uploaded(listen.here, 'SO-1.json');
  expect(await verdictOf(first)).not.toContain('rma.order.unknown');
  await one.end();
  await sandboxOf(listen.here);
  await uploaded(listen.here, 'SO-2.json');
  expect(await verdictOf(second)).not.toContain('rma.order.unknown');
  expect(await verdictOf(orderNamed('SO-3'))).toContain('rma.order.unknown');
});

test('--auto-refund posts to the sandbox that runs when the message comes', async () => {
  const [first, second] = [orderNamed('SO-1'), orderNamed('SO-2')];
  const listen = await listening(['--auto-refund', 'TRANSIT', '--orders', 'all.json'], [first, second]);
  for (const order of [first, second]) {
    const { sandbox, end } = await sandboxOf(listen.here);
    await uploaded(listen.here, `${order.identifier}.json`);
    await listen.post('/rmas', scanned(order));
    const refunds = () => (sandbox.order(order.identifier)?.order as Order | undefined)?.refunds ?? [];
    await until(() => refunds().length === 1, `the refund of ${order.identifier}`);
    await end();
  }
  expect(listen.here.stderr()).not.toContain('No sandbox answers');
});
