// The demo gives the expected results, and the sample files contain the cases that it shows.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { run } from '../../src/main.ts';
import { REPOSITORY } from '../helpers/cli.ts';
import { inForm } from '../helpers/form.ts';
import { quickClock, type TestPlatform, temporaryFolder, testPlatform } from '../helpers/platform.ts';

const sample = (name: string): string => fs.readFileSync(path.join(REPOSITORY, 'samples', name), 'utf8');
const BROKEN_ORDERS = 8;

/** Where the demo must never send anything. */
const ELSEWHERE = { RETURNS_ORDERS_URL: 'https://never.example', RETURNS_PROFILE: 'none' };

const FAULTS = [
  'item.quantity.exceeded',
  'order.amount.negative',
  'order.field.missing',
  'order.line.conflict',
  'order.status.unknown',
  'order.total.unexplained',
  'order.updated_at.ahead',
  'refund.line.unknown',
];

/** The demo waits as long as a person likes to look. */
const QUICKER = 10;

/** A quick clock that the service's Date header goes by as well: a slow machine would make them differ by minutes. */
function quickPlatform(options: Parameters<typeof testPlatform>[0] = {}): TestPlatform {
  const test = testPlatform({ ...options, clock: quickClock(QUICKER) });
  const { clock, net } = test.platform;
  const serve: typeof net.serve = (listen, handler) =>
    net.serve(listen, async (request) => {
      const answer = await handler(request);
      return { ...answer, headers: { ...answer.headers, date: new Date(clock.now()).toUTCString() } };
    });
  return { ...test, platform: { ...test.platform, net: { ...net, serve } } };
}

interface Summary {
  orders: Record<string, number>;
  requests: Record<string, number>;
  refused: { by_code: { code: string; count: number }[] };
  warnings: { code: string }[];
  notes: { code: string }[];
  rows: { read: number; accounted: number };
}

async function json<T>(test: TestPlatform, ...argv: string[]): Promise<{ code: number; document: T }> {
  test.clear();
  const code = await run([...argv, '--json'], test.platform);
  return { code, document: JSON.parse(test.stdout()) as T };
}

/** The orders of a sample that can be sent, finished. */
async function checked(name: string): Promise<Order[]> {
  const test = testPlatform();
  test.file(name, sample(name));
  await run(['orders', 'check', name, '--out', '-', '--quiet'], test.platform);
  const lines = test.stdout().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Order);
}

describe('the samples', () => {
  it('are half a year: split shipments, refunds, cancellations, two currencies, up to six lines', async () => {
    const orders = await checked('orders.csv');
    expect(orders).toHaveLength(223);
    const days = orders.map((order) => order.created_at.slice(0, 7)).sort();
    expect([days[0], days.at(-1)]).toEqual(['2026-05', '2026-10']);
    const having = (is: (order: Order) => boolean) => orders.filter(is).length;
    expect(having(({ refunds }) => refunds.length > 0)).toBeGreaterThan(15);
    expect(having(({ status }) => status === 'Cancelled')).toBeGreaterThan(3);
    const open = orders.filter(({ status }) => status === 'Created');
    expect(open.length).toBeGreaterThan(0);
    expect(new Set(orders.map(({ currency }) => currency))).toEqual(new Set(['USD', 'EUR']));
    expect(new Set(orders.map((order) => order.shipping_address.country_code)).size).toBeGreaterThan(4);
    expect([...new Set(orders.map(({ items }) => items.length))].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    for (const order of orders) expect(order.customer.email).toMatch(/@example\.com$/);
  });

  it('have broken orders with exactly one error each, all different, and no other errors', async () => {
    const test = testPlatform();
    test.file('orders.csv', sample('orders.csv'));
    const { code, document } = await json<Summary>(test, 'orders', 'check', 'orders.csv');
    expect(code).toBe(3);
    expect(document.orders.refused).toBe(BROKEN_ORDERS);
    expect(document.refused.by_code.map(({ code, count }) => `${code} ${count}`).sort()).toEqual(
      FAULTS.map((code) => `${code} 1`),
    );
    expect(document.rows.accounted).toBe(document.rows.read);
  });

  it('have each broken order again, corrected, accepted without a warning', async () => {
    const test = testPlatform();
    for (const name of ['orders.csv', 'orders-corrected.csv']) test.file(name, sample(name));
    const { code, document } = await json<Summary>(test, 'orders', 'check', 'orders-corrected.csv');
    const { orders, warnings } = document;
    expect([code, orders['pending'], orders['refused'], warnings]).toEqual([0, BROKEN_ORDERS, 0, []]);
    const sent = new Set((await checked('orders.csv')).map(({ identifier }) => identifier));
    for (const { identifier } of await checked('orders-corrected.csv'))
      expect(sent).not.toContain(identifier);
  });
});

describe('returns demo', () => {
  const temp = temporaryFolder('returns-demo-test-');
  const before = process.env['TMPDIR'];
  beforeAll(() => {
    process.env['TMPDIR'] = temp;
  });
  afterAll(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });

  const leftBehind = () => fs.readdirSync(temp).filter((name) => name.startsWith('returns-demo-'));

  /** It uploads, shows refused orders and their corrections, and sends nothing twice. */
  function expectStory(test: TestPlatform): void {
    expect(test.stdout()).toMatch(/accepted +223 /);
    expect(test.stdout()).toMatch(/accepted +8 /);
    expect(test.stdout()).toMatch(/accepted +0 +nothing was sent\n +already accepted +223 /);
    const story = test.stderr();
    const titles = [...story.matchAll(/^(\d\. .*)$/gm)].map(([title]) => title);
    expect(titles).toEqual([
      '1. Sign in',
      '2. Upload six months of orders',
      '3. Correct what was refused and upload the correction',
      '4. Upload the first file again',
      '5. A shopper returns something and gets the money back',
    ]);
    for (const fault of FAULTS) expect(story + test.stdout()).toContain(fault);
    expect(story).toMatch(/\n {2}SO-104310 {2}status +shipped -> Shipped\n/);
    expect(story.match(/^ {2}SO-\d+ .* -> .*$/gm)).toHaveLength(BROKEN_ORDERS);
    expect(story).not.toContain('@example.com');
    expect(story).toMatch(/RMA "RMA-\w+-1" is REFUNDED: 1 refund/);
    expect(test.stdout()).toMatch(/RMA-\w+-1 {2}REFUNDED {2}mail-back {2}order SO-\d+\n/);
    for (const step of ['the RMA is CREATED', 'PRE_TRANSIT', 'scanned by the carrier', 'REFUNDED and closed'])
      expect(test.stdout()).toContain(step);
    expect(story).toContain('The service holds 231 orders.');
    // The notices of the receiver are wrapped by a terminal only.
    const own = story.split('\n').filter((line) => !/^(refund|RMA) "/.test(line));
    expect(Math.max(...own.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(story + test.stdout()).not.toMatch(/[\u001b\u0007]/);
  }

  // With --keep in the short form.
  if (inForm({ short: false, long: true }))
    it('tells its story, and leaves no files behind', async () => {
      const test = testPlatform({ env: ELSEWHERE });
      expect(await run(['demo'], test.platform)).toBe(0);
      expectStory(test);
      expect(leftBehind()).toEqual([]);
      expect(test.everyFile()).toEqual([]);
    });

  it('gives one document with --json', async () => {
    const test = quickPlatform();
    const { code, document } = await json<{
      schema: string;
      steps: { command: string; result: Summary }[];
      corrections: { order: string; changes: { column: string; from: string; to: string }[] }[];
      service: { orders: number };
    }>(test, 'demo');
    expect(code).toBe(0);
    expect(document.schema).toBe('demo/1');
    expect(document.steps.map(({ command }) => command.split(' ').slice(0, 3).join(' '))).toEqual([
      'login',
      'orders upload samples/orders.csv',
      'orders upload samples/orders-corrected.csv',
      'orders upload samples/orders.csv',
      expect.stringMatching(/^sandbox rmas RMA-\w+-1$/),
    ]);
    expect(document.steps.at(-1)?.result).toMatchObject({ schema: 'sandbox-rma/1', status: 'REFUNDED' });
    const [first, second, third] = document.steps.slice(1).map(({ result }) => result);
    expect(first?.requests).toMatchObject({ retried: 1, s5xx: 1 });
    expect(second?.orders).toMatchObject({ accepted: BROKEN_ORDERS, refused: 0 });
    expect(third?.orders).toMatchObject({
      accepted: 0,
      already_accepted: first?.orders['accepted'],
      refused: BROKEN_ORDERS,
    });
    expect(third?.requests['total']).toBe(0);
    expect(document.service.orders).toBe(first!.orders['accepted']! + BROKEN_ORDERS);
    const changed = Object.fromEntries(document.corrections.map(({ order, changes }) => [order, changes]));
    expect(Object.keys(changed)).toHaveLength(BROKEN_ORDERS);
    expect(changed['SO-104310']).toEqual([
      { column: 'status', from: 'shipped', to: 'Shipped' },
      { column: 'updated_at', from: '2026-06-08T23:32:43Z', to: '2026-11-01T08:12:00Z' },
    ]);
    expect(changed['SO-104524']).toContainEqual({
      column: 'refunds order_item_identifier',
      from: 'SO-104524-0',
      to: 'SO-104524-1',
    });
    expect(test.stderr()).toBe('');
    expect(leftBehind()).toEqual([]);
    expect(test.everyFile()).toEqual([]);
  });

  it('with --keep it tells its story, goes on with its pages until Ctrl-C, and keeps the folder', async () => {
    const signals = new Set<(signal: 'SIGINT') => void>();
    const test = quickPlatform({
      env: ELSEWHERE,
      system: {
        onSignal(listener) {
          signals.add(listener as (signal: 'SIGINT') => void);
          return () => void signals.delete(listener as (signal: 'SIGINT') => void);
        },
      },
    });
    const code = run(['demo', '--keep'], test.platform);
    const address = (name: string) => new RegExp(`^${name} +(http\\S+)$`, 'm').exec(test.stderr())?.[1];
    await expect.poll(() => address('Operator')).toBeDefined();
    for (const name of ['Operator', 'Portal']) expect((await fetch(address(name)!)).status).toBe(200);
    for (const signal of [...signals]) signal('SIGINT');
    expect(await code).toBe(0);
    expectStory(test);
    const kept = /Kept: (.+)/.exec(test.stderr())?.[1] ?? '';
    expect(fs.readdirSync(kept).sort()).toEqual(['config', 'machine', 'refused.csv', 'samples', 'state']);
  });
});
