// The second pass: the input is read again to be sent or written, which an interruption ends, and a changed file is noticed.

import fs from 'node:fs';
import { expect, test } from 'vitest';
import { checkContext, openInputs } from '../../src/orders/read/order-input.ts';
import { checkOrders } from '../../src/orders/upload/check.ts';
import type { UploadRequest } from '../../src/orders/upload/plan.ts';
import { uploadOrders } from '../../src/orders/upload/upload.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';

/** What a run of this process takes, of one file. */
async function runOn(test: TestPlatform, input: string) {
  const { platform } = test;
  const inputs = await openInputs(platform, [input], { format: 'auto', memory: 1e8 }, '/nowhere');
  atEndOfTest(() => inputs.close());
  return {
    platform,
    inputs,
    rejects: undefined,
    checks: await checkContext(platform, { strict: false }, inputs),
    compare: { force: false, keepRefunds: false, now: platform.clock.now() },
    plan: { profile: null, environment: null, target: null, batchSize: 50, limit: 5000 },
    run: 'run',
  };
}

/** Number of orders that are written before the interruption. */
const STOP_AFTER = 800;

/** A check with --out to a file, in this process: how often the input was read, and what was written. */
async function check(
  text: string,
  between = (_file: string) => {},
  written: string[] = [],
  stop = new AbortController(),
) {
  const on = testPlatform();
  const input = on.file('orders.csv', text);
  const session = await runOn(on, input);
  const { inputs } = session;
  let reads = 0;
  const read = inputs.read.bind(inputs);
  inputs.read = (mode) => {
    reads++;
    return read(mode);
  };
  const { summary } = await checkOrders(
    {
      ...session,
      ledger: undefined,
      resume: null,
      emit: (event) => {
        if (event.type === 'plan') between(input);
      },
      signal: stop.signal,
    },
    { failOn: 'any', ...(stop.signal.aborted && { expectOrders: 1_000_000 }) },
    async (line) => {
      if (written.push(line) === STOP_AFTER) stop.abort();
    },
  );
  return { reads, written, summary };
}

const orders = generateOrders({ seed: 21, orders: 700, versions: 0.2 });
const table = csvOf(orders.snapshots).text;

test('a check that writes orders stops at once after an interruption', async () => {
  const many = generateOrders({ seed: 22, orders: STOP_AFTER + 500, versions: 0 });
  expect((await check(csvOf(many.snapshots).text)).written).toHaveLength(STOP_AFTER);
});

test('a check that is interrupted while it reads checks no expectations and writes nothing', async () => {
  const stop = new AbortController();
  stop.abort();
  const { written, summary } = await check(table, undefined, [], stop);
  expect(written).toEqual([]);
  expect(summary).toMatchObject({ state: 'interrupted', exit_code: 130 });
});

test('an input with several versions of an order is read twice for the plan, and once more to be written', async () => {
  const { reads, written } = await check(table);
  expect(reads).toBe(3);
  expect(written).toHaveLength(700);
});

test('a file that changes after the plan: exit 6', async () => {
  const grow = (file: string) => fs.appendFileSync(file, '\n');
  const written: string[] = [];
  await expect(check(table, grow, written)).rejects.toMatchObject({ code: 'input.changed', exitCode: 6 });
  expect(written).toEqual([]);
});

// A signal while the input is still being read: the counts so far add up, and no plan of a part of the input
// is shown.

const { snapshots } = generateOrders({ seed: 31, orders: 900, versions: 0.2 });
const ndjson = snapshots.map((order) => JSON.stringify(order)).join('\n');
const scattered = csvOf([...snapshots, { ...snapshots[0]!, raw_status: 'again' }]).text;

test.each([
  ['NDJSON', 'orders.ndjson', ndjson, false],
  ['a table', 'orders.csv', csvOf(snapshots).text, false],
  ['a table with rows that are not adjacent, read again', 'orders.csv', scattered, true],
])(
  'an upload of %s that is interrupted while it reads has balanced accounts',
  async (_what, name, text, isReread) => {
    const on = testPlatform();
    const stop = new AbortController();
    const session = await runOn(on, on.file(name, text));
    const ledger = new Ledger(on.platform, openLedgerStore(on.platform, on.folders), 'target');
    const events: string[] = [];
    const summary = await uploadOrders(
      {
        ...session,
        ledger,
        resume: 'returns orders upload',
        emit(event) {
          events.push(event.type);
          const start = isReread ? events.indexOf('reread') : 0;
          const read = events.slice(start).filter((type) => type === 'reading');
          if (start >= 0 && read.length > 1) stop.abort();
        },
        signal: stop.signal,
      },
      { failOn: 'any' } as UploadRequest,
    );
    ledger.close();
    expect(events.includes('reread')).toBe(isReread);
    expect(events).not.toContain('plan');
    expect(summary).toMatchObject({
      state: 'interrupted',
      exit_code: 130,
      balanced: true,
      resume: expect.any(String),
    });
    const { input, orders, rows } = summary;
    expect(input.orders).toBeGreaterThan(0);
    expect(Object.values(orders).reduce((a, b) => a + b, 0)).toBe(input.orders);
    expect(rows.accounted).toBe(rows.read);
    expect(input.rows).toBe(rows.read);
    expect(input.files.reduce((sum, one) => sum + one.rows, 0)).toBe(input.rows);
    expect(summary.money.reduce((sum, one) => sum + one.orders, 0)).toBeLessThanOrEqual(orders.pending);
  },
);
