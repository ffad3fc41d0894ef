// The second pass: the input is read again to be sent or written, which an interruption ends, and a changed file is noticed.
import fs from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { Inputs } from '../../src/input/types.ts';
import { checkContext, openInputs } from '../../src/orders/read/order-input.ts';
import { checkOrders } from '../../src/orders/upload/order-run.ts';
import { makeCli } from '../helpers/cli.ts';
import { csvOf, generateOrders, type TestOrder } from '../helpers/orders.ts';
import { testPlatform } from '../helpers/platform.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const opened: Inputs[] = [];
afterEach(() => {
  for (const inputs of opened.splice(0)) inputs.close();
});

/** Number of orders that are written before the interruption. */
const STOP_AFTER = 800;

/** A check with --out to a file, in this process: how often the input was read, and what was written. */
async function check(
  text: string,
  between = (_file: string) => {},
  written: string[] = [],
  stop = new AbortController(),
) {
  const { platform, file } = testPlatform();
  const input = file('orders.csv', text);
  const inputs = await openInputs(platform, [input], { format: 'auto', memory: 1e8 }, '/nowhere');
  opened.push(inputs);
  let reads = 0;
  const read = inputs.read.bind(inputs);
  inputs.read = (mode) => {
    reads++;
    return read(mode);
  };
  const { summary } = await checkOrders(
    {
      platform,
      inputs,
      ledger: undefined,
      rejects: undefined,
      checks: await checkContext(platform, { strict: false }, inputs),
      compare: { force: false, keepRefunds: false, now: platform.clock.now() },
      plan: { profile: null, environment: null, target: null, batchSize: 50, limit: 5000 },
      run: 'run',
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

test('a repeated refusal is recognised', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const bad = orders.snapshots.map((order, n) => (n === 3 ? { ...order, status: 'Shippd' } : order));
  cli.file('a.csv', csvOf(bad as TestOrder[]).text);
  const ends = [];
  for (let run = 0; run < 2; run++)
    ends.push((await cli.run(['orders', 'upload', 'a.csv', '--fail-on', 'new', '--json'])).code);
  expect(ends).toEqual([3, 0]);
});
