// Orders at a sandbox: every test gets its own sandbox and disk; commands run in this process.
import { afterEach, beforeEach } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { targetEnvironment } from './cli.ts';
import { fakeClock, type TestHostOptions, type TestPlatform, testPlatform } from './platform.ts';

/** A time that is near to that of the orders, for tests that set the clock. */
export const NOW = Date.UTC(2026, 4, 3, 12);

export let sandbox: Sandbox;
export let t: TestPlatform;

/** Every test of the file that calls this gets its own sandbox and disk. */
export function useOrderDesk(): void {
  beforeEach(async () => {
    sandbox = await startSandbox({ rateLimit: 'off' });
    t = testPlatform({ env: environment() });
  });
  afterEach(() => sandbox.close());
}

const environment = () => ({ ...targetEnvironment(sandbox), RETURNS_RATE: 'off' });

/** From now on `t` is the same user at another time, on another disk or in another environment. */
export function moveDesk({
  now,
  ...changes
}: Pick<TestHostOptions, 'root' | 'env' | 'stdin' | 'clock'> & { now?: number }) {
  t = testPlatform({
    ...changes,
    root: changes.root ?? t.root,
    ...(now === undefined ? {} : { clock: fakeClock(now, { auto: true }) }),
    env: { ...environment(), ...changes.env },
  });
}

/** Orders SO-1 ... SO-n, changed by a function. */
export const orders = (n: number, change: (index: number) => Partial<Order> = () => ({})): Order[] =>
  Array.from({ length: n }, (_, i) => ({
    ...(sampleOrder() as Order),
    identifier: `SO-${i + 1}`,
    created_at: '2026-05-01T00:00:00Z',
    updated_at: '2026-05-02T12:00:00Z',
    refunds: [],
    ...change(i),
  }));

/** A status that the types do not have. */
export const statusOf = (text: string) => ({ status: text }) as unknown as Partial<Order>;

export async function call(...words: string[]) {
  t.clear();
  const code = await run(words, t.platform);
  return { code, out: t.stdout(), err: t.stderr() };
}

export async function json(...words: string[]) {
  const { code, out } = await call(...words, '--json');
  return { exit: code, ...JSON.parse(out) };
}

export const write = (list: readonly object[], name = 'orders.json') => t.file(name, JSON.stringify(list));

/** The requests to the order intake. */
export const received = () =>
  sandbox.requests().filter(({ path }) => path.endsWith('/returns_portal_orders'));

/** The same order before anything of it has shipped: its amounts are those of what has shipped. */
export const unshipped = (order: Order): Order => ({
  ...order,
  total_amount_cents: 0,
  product_amount_cents: 0,
  tax_amount_cents: 0,
  items: order.items.map(({ tracking_number: _, shipped_date: __, ...item }) => ({
    ...item,
    quantity_shipped: 0,
    product_amount_cents: 0,
    tax_amount_cents: 0,
  })),
});
