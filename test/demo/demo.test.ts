// The demo gives the expected results. The sample files are equal to the output of their generator, and contain the cases
// that the demo shows.
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/main.ts';
import { inForm } from '../helpers/form.ts';
import { quickClock, type TestPlatform, temporaryFolder, testPlatform } from '../helpers/platform.ts';
import {
  BROKEN_ORDERS,
  correctedCsv,
  correctedOrders,
  sampleCsv,
  sampleNdjson,
  sampleOrders,
} from './make-sample-orders.ts';

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

describe('the samples', () => {
  it('are equal to the output of the generator', async () => {
    await expect(sampleCsv()).toMatchFileSnapshot('../../samples/orders.csv');
    await expect(correctedCsv()).toMatchFileSnapshot('../../samples/orders-corrected.csv');
    await expect(sampleNdjson()).toMatchFileSnapshot('../../samples/orders.ndjson');
  });

  it('contain 200 to 260 orders of half a year: split shipments, refunds, cancellations, two currencies', () => {
    const snapshots = sampleOrders();
    const byId = new Map<string, typeof snapshots>();
    for (const order of snapshots) byId.set(order.identifier, [...(byId.get(order.identifier) ?? []), order]);
    expect(byId.size).toBeGreaterThanOrEqual(200);
    expect(byId.size).toBeLessThanOrEqual(260);
    const days = snapshots.map((order) => order.created_at.slice(0, 10)).sort();
    expect([days[0]?.slice(0, 7), days.at(-1)?.slice(0, 7)]).toEqual(['2026-05', '2026-10']);
    const split = [...byId.values()].filter(
      ([first, last]) => first?.status === 'Created' && last?.status === 'Shipped',
    );
    expect(split.length).toBeGreaterThan(10);
    for (const [first, last] of split) {
      const open = first?.items.find((line) => line.quantity_shipped === 0);
      expect([open?.product_amount_cents, open?.tax_amount_cents, open?.tracking_number]).toEqual([
        0,
        0,
        undefined,
      ]);
      expect(Date.parse(last!.updated_at)).toBeGreaterThan(Date.parse(first!.updated_at));
    }
    expect(snapshots.filter((order) => order.refunds.length > 0).length).toBeGreaterThan(15);
    expect(snapshots.filter((order) => order.status === 'Cancelled').length).toBeGreaterThan(3);
    expect(new Set(snapshots.map((order) => order.currency))).toEqual(new Set(['USD', 'EUR']));
    expect(new Set(snapshots.map((order) => order.shipping_address.country_code)).size).toBeGreaterThan(4);
    const lines = new Set(snapshots.map((order) => order.items.length));
    for (const count of [1, 2, 3, 4, 5]) expect(lines).toContain(count);
    for (const order of snapshots) expect(order.customer.email ?? '@example.com').toMatch(/@example\.com$/);
  });

  it('have broken orders with exactly one error each, all different, and no other errors', async () => {
    const test = testPlatform();
    test.file('orders.csv', sampleCsv());
    const { code, document } = await json<Summary>(test, 'orders', 'check', 'orders.csv');
    expect(code).toBe(3);
    expect(document.orders.refused).toBe(BROKEN_ORDERS);
    expect(document.refused.by_code.map(({ code, count }) => `${code} ${count}`).sort()).toEqual(
      FAULTS.map((code) => `${code} 1`),
    );
    expect(document.rows.accounted).toBe(document.rows.read);
  });

  it('have each broken order again, corrected, with a later updated_at, and accepted without a warning', async () => {
    const broken = new Map(sampleOrders().map((order) => [order.identifier, order]));
    const corrected = correctedOrders();
    expect(corrected).toHaveLength(BROKEN_ORDERS);
    for (const { identifier, updated_at } of corrected) {
      const before = broken.get(identifier)!.updated_at;
      // The order with the wrong updated_at of 2062 cannot get a later one.
      if (!before.startsWith('2062')) expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(before));
    }
    const test = testPlatform();
    test.file('orders-corrected.csv', correctedCsv());
    const code = await run(
      ['orders', 'check', 'orders-corrected.csv', '--out', 'out.ndjson', '--json'],
      test.platform,
    );
    const { orders, warnings } = JSON.parse(test.stdout()) as Summary;
    expect([code, orders['pending'], orders['refused'], warnings]).toEqual([0, BROKEN_ORDERS, 0, []]);
    const ready = fs.readFileSync(`${test.work}/out.ndjson`, 'utf8').trim().split('\n');
    expect(ready.map((line) => (JSON.parse(line) as { identifier: string }).identifier)).toEqual(
      corrected.map(({ identifier }) => identifier),
    );
  });

  it('have separate counts of warnings and notes in the summary', async () => {
    const test = testPlatform();
    test.file('orders.csv', sampleCsv());
    const { document } = await json<Summary>(test, 'orders', 'check', 'orders.csv');
    expect(document.warnings.map(({ code }) => code).sort()).toEqual([
      'item.shipment.missing',
      'order.field.recommended',
    ]);
    expect(document.notes.map(({ code }) => code).sort()).toEqual([
      'order.derived',
      'refund.created_at.past',
      'refund.rma.missing',
    ]);
  });

  it('have three correct orders as NDJSON', async () => {
    const test = testPlatform();
    test.file('orders.ndjson', sampleNdjson());
    const { code, document } = await json<Summary>(test, 'orders', 'check', 'orders.ndjson');
    expect([code, document.orders.pending, document.warnings]).toEqual([0, 3, []]);
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
      '3. Look at what was refused',
      '4. Correct them and upload the correction',
      '5. Upload the first file again',
      '6. A shopper returns something and gets the money back',
    ]);
    for (const fault of FAULTS)
      expect(story).toMatch(new RegExp(`SO-\\d+ +${fault} +samples/orders.csv:\\d+`));
    expect(story).toContain('Did you mean "Shipped"?');
    expect(story).toMatch(/\n {2}SO-104310 {2}status +shipped -> Shipped\n/);
    expect(story.match(/^ {2}SO-\d+ .* -> .*$/gm)).toHaveLength(BROKEN_ORDERS);
    for (const order of correctedOrders())
      if (order.customer.email) expect(story).not.toContain(order.customer.email);
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
    const test = testPlatform({ clock: quickClock(QUICKER) });
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
    const test = testPlatform({
      env: ELSEWHERE,
      clock: quickClock(QUICKER),
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
