// Refunds in tests: an order that can be refunded, and a sandbox with the command line for it.
import { resolveTarget } from '../../src/account/settings.ts';
import type { Order, OrderItem } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import { type RefundRun, runRefund } from '../../src/orders/refund/post-refund.ts';
import type { Platform } from '../../src/platform/platform.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { listRuns, type RunRecord } from '../../src/storage/runs.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { type Ear, sandboxFor } from '../helpers/sandbox.ts';

export const item = (changes: Partial<OrderItem>): OrderItem => ({
  ...(sampleOrder() as Order).items[0]!,
  ...changes,
});

const shipped = (identifier: string, units: number, cents: number, tax: number) =>
  item({
    ...{ identifier, quantity: units, quantity_shipped: units, quantity_canceled: 0 },
    ...{ unit_price_amount_cents: cents, product_amount_cents: units * cents },
    ...{ tax_amount_cents: tax, discount_amount_cents: 0 },
  });

/** Two lines: 3 units with 100 cents of tax, and 1 unit. */
export function order(changes: Partial<Order> = {}): Order {
  const items = [shipped('L-1', 3, 1000, 100), shipped('L-2', 1, 500, 0)];
  return {
    ...(sampleOrder() as Order),
    identifier: 'SO-7',
    status: 'Shipped',
    items,
    product_amount_cents: 3500,
    tax_amount_cents: 100,
    discount_amount_cents: 0,
    shipping_amount_cents: 0,
    shipping_tax_amount_cents: 0,
    total_amount_cents: 3600,
    refunds: [],
    created_at: '2026-05-01T00:00:00Z',
    updated_at: '2026-05-02T00:00:00Z',
    ...changes,
  };
}

/** `order.json` holds the order; `cli` runs a command with --json, `refund` runs the refund of that order. */
export async function setUp(ear?: Ear) {
  const sandbox = await sandboxFor({}, ear);
  const t = testPlatform({ env: targetEnvironment(sandbox) });
  t.file('order.json', JSON.stringify(order()));
  const cli = async (...argv: string[]) => {
    t.clear();
    const code = await run([...argv, '--json'], t.platform);
    return { code, out: JSON.parse(t.stdout()) };
  };
  const refund = (...flags: string[]) =>
    cli('orders', 'refund', 'SO-7', '--from', 'order.json', ...flags, '--yes');
  return { sandbox, cli, refund, t };
}

/**
 * Writes an order to the ledger of the only target, as if another process had sent it and the service had
 * accepted it.
 */
export function acceptElsewhere({ platform, folders }: TestPlatform, accepted: Order): void {
  const store = openLedgerStore(platform, folders);
  const target = listRuns(store)[0]!.targetKey;
  const about = { at: platform.clock.now(), run: 'elsewhere', source: { file: 'other.json', line: 1 } };
  new Ledger(platform, store, target).write([new ReadyOrder(platform.crypto, accepted).record(about)], []);
  store.close();
}

/** Refunds what is wished for in `order.json`, or everything, with the given answer to the prompt. */
export async function refundAll(
  platform: Platform,
  { folders }: TestPlatform,
  confirm: RefundRun['confirm'],
  wish: RefundRun['refund'] = {},
) {
  const done = await runRefund(platform, folders, {
    input: {
      paths: ['order.json'],
      intake: { format: 'auto', memory: 1e8 },
      reading: { strict: false },
    },
    target: await resolveTarget(platform, folders, {}),
    orderId: 'SO-7',
    refund: wish,
    dryRun: false,
    maxOutageMs: 1000,
    lockWaitMs: 0,
    argv: ['orders', 'refund'],
    warn: () => {},
    confirm,
  });
  return done;
}

/** Recorded runs, newest first. */
export function runsOf({ platform, folders }: TestPlatform): RunRecord[] {
  const store = openLedgerStore(platform, folders);
  try {
    return listRuns(store);
  } finally {
    store.close();
  }
}
