// The pass cache: the same result as reading again, no more memory than allowed, and a changed file is still
// noticed.
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Inputs } from '../../src/input/types.ts';
import { SpillFolder } from '../../src/orders/input/spill.ts';
import { openInputs } from '../../src/orders/order-input.ts';
import { checkOrders } from '../../src/orders/order-run.ts';
import { PassCache, TextPairs } from '../../src/orders/pass-cache.ts';
import { realCrypto, realPacking } from '../../src/platform/node-platform.ts';
import { makeCli } from '../helpers/cli.ts';
import { csvOf, generateOrders, type TestOrder } from '../helpers/orders.ts';
import { temporaryFolder, testPlatform } from '../helpers/platform.ts';
import { type Summary, sandboxFor } from '../helpers/sandbox.ts';

const opened: Inputs[] = [];
afterEach(() => {
  for (const inputs of opened.splice(0)) inputs.close();
});

/** Number of orders that are written before the interruption. */
const STOP_AFTER = 800;

/** A check with --out to a file, in this process: how often the input was read, and what was written. */
async function check(
  text: string,
  keep: number,
  between = (_file: string) => {},
  written: string[] = [],
  stop = new AbortController(),
  spoolFolder?: string,
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
  const summary = await checkOrders(
    {
      platform,
      inputs,
      passCacheBytes: keep,
      ...(spoolFolder === undefined ? {} : { spoolFolder }),
      ledger: undefined,
      rejects: undefined,
      checks: {
        now: platform.clock.now(),
        crypto: platform.crypto,
        statusSpelling: 'Cancelled',
        strict: false,
      },
      plan: { profile: null, environment: null, target: null, batchSize: 50, limit: 5000 },
      run: 'run',
      resume: null,
      emit: (event) => {
        if (event.type === 'plan') between(input);
      },
      signal: stop.signal,
    },
    stop.signal.aborted ? { expectOrders: 1_000_000 } : {},
    async (line) => {
      if (written.push(line) === STOP_AFTER) stop.abort();
    },
  );
  return { reads, written, summary };
}

const orders = generateOrders({ seed: 21, orders: 700, versions: 0.2 });
const table = csvOf(orders.snapshots).text;

test.each([
  ['from the pass cache', 1e6],
  ['read again', 0],
])('a check that writes orders, %s, stops at once after an interruption', async (_what, keep) => {
  const many = generateOrders({ seed: 22, orders: STOP_AFTER + 500, versions: 0 });
  expect((await check(csvOf(many.snapshots).text, keep)).written).toHaveLength(STOP_AFTER);
});

test('a check that is interrupted while it reads checks no expectations and writes nothing', async () => {
  const stop = new AbortController();
  stop.abort();
  const { written, summary } = await check(table, 1e6, undefined, [], stop);
  expect(written).toEqual([]);
  expect(summary).toMatchObject({ state: 'interrupted', exit_code: 130 });
});

test('an input that fits is not read again to be sent, a larger one is, with the same outcome', async () => {
  const kept = await check(table, 1e6);
  const again = await check(table, 20_000);
  const never = await check(table, 0);
  // Twice for the plan, because it has several versions of orders.
  expect([kept, again, never].map(({ reads }) => reads)).toEqual([2, 3, 3]);
  expect(kept.written).toHaveLength(700);
  expect(kept.written).toEqual(again.written);
  expect(kept.written).toEqual(never.written);
});

test('what does not fit into memory goes to a private file, which is removed at the end', async () => {
  const spool = path.join(temporaryFolder(), 'spool');
  let files: string[] = [];
  const look = () => {
    files = fs
      .readdirSync(spool, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(spool, name));
    for (const name of files) expect(fs.statSync(name).mode & 0o077).toBe(0);
  };
  const kept = await check(table, 1e6);
  const spilled = await check(table, 20_000, look, [], new AbortController(), spool);
  expect([spilled.reads, spilled.written]).toEqual([2, kept.written]);
  expect(files.length).toBeGreaterThan(1);
  expect(fs.readdirSync(spool)).toEqual([]);
});

test('when that file cannot be removed, the outcome of the run is not lost', () => {
  const { platform } = testPlatform();
  const files = {
    ...platform.files,
    remove() {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    },
  };
  const spill = new SpillFolder({ ...platform, files }, temporaryFolder());
  spill.create().writer.write('x');
  const cache = new PassCache(realPacking, realCrypto, { most: 1, spill, unchangedApart: false });
  expect(() => cache.close()).not.toThrow();
});

test('when that file cannot be written, the input is read again', async () => {
  const noFolder = path.join(temporaryFolder(), 'file');
  fs.writeFileSync(noFolder, '');
  const kept = await check(table, 1e6);
  const again = await check(
    table,
    20_000,
    undefined,
    [],
    new AbortController(),
    path.join(noFolder, 'spool'),
  );
  expect([again.reads, again.written]).toEqual([3, kept.written]);
});

test.each([
  ['fits', 1e6],
  ['is read again', 0],
])('a file that changes after the plan: exit 6, also when it %s', async (_what, keep) => {
  const grow = (file: string) => fs.appendFileSync(file, '\n');
  const written: string[] = [];
  await expect(check(table, keep, grow, written)).rejects.toMatchObject({
    code: 'input.changed',
    exitCode: 6,
  });
  expect(written).toEqual([]);
});

describe('the same export with and without the pass cache', () => {
  const bad = (order: TestOrder, n: number): object =>
    n % 40 === 7
      ? { ...order, status: 'Shippd' }
      : n % 40 === 13
        ? { ...order, items: order.items.map((item) => ({ ...item, quantity: -1 })) }
        : order;
  const withRefunds = orders.snapshots.filter(({ refunds }) => refunds.length > 0);
  // The second export lacks refunds that were accepted, has some changed orders, and the same number of bad
  // ones.
  const second = orders.snapshots.map((order, n) =>
    n % 3 === 0
      ? { ...order, raw_status: 'again', updated_at: '2026-01-01T00:00:00Z', refunds: [] }
      : bad(order, n),
  );

  async function world(memory: string) {
    const sandbox = await sandboxFor();
    const cli = makeCli({ target: sandbox });
    const upload = async (name: string, text: string, ...more: string[]) => {
      cli.file(name, text);
      const flags = ['--memory', memory, '--rejects', `${name}.rejects`, '--max-rejects', '2000', ...more];
      const ended = await cli.json<Summary>(['orders', 'upload', name, ...flags]);
      const { state, exit_code, orders, rows, balanced, refused, warnings } = ended;
      const summary = { state, exit_code, orders, rows, balanced, by_code: refused.by_code, warnings };
      const rejects = path.join(cli.root, 'work', `${name}.rejects`);
      return {
        summary,
        rejects: fs.existsSync(rejects) ? fs.readFileSync(rejects, 'utf8').split('\n').sort() : [],
      };
    };
    const first = csvOf(orders.snapshots.map(bad) as TestOrder[]).text;
    const other = csvOf(second as TestOrder[]).text;
    // A few changed orders among many that the service already has.
    const delta = orders.snapshots
      .map(bad)
      .map((order, n) => (n % 5 === 0 ? { ...order, updated_at: '2025-12-01T00:00:00Z' } : order));
    const runs = [
      await upload('first.csv', first, '--since', '2024-03-02'),
      await upload('delta.csv', csvOf(delta as TestOrder[]).text),
      await upload('second.csv', other, '--force'),
      await upload('second.csv', other, '--keep-refunds', '--force'),
    ];
    return { runs, stored: new Map(sandbox.orders().map(({ identifier, order }) => [identifier, order])) };
  }

  test('summaries, rejects and what the service holds are equal', async () => {
    expect(withRefunds.length).toBeGreaterThan(10);
    const [kept, again] = [await world('256MB'), await world('200KB')];
    expect(again.runs).toEqual(kept.runs);
    expect(again.stored).toEqual(kept.stored);
    const codes = kept.runs.flatMap(({ summary }) => summary.by_code.map(({ code }) => code));
    expect(codes).toContain('order.refunds.lost');
    expect(kept.runs[0]!.rejects.length).toBeGreaterThan(20);
    for (const { summary } of kept.runs) expect(summary.balanced).toBe(true);
    expect(kept.runs[0]!.summary.orders.skipped).toBeGreaterThan(0);
    const { accepted, already_accepted, superseded } = kept.runs[1]!.summary.orders;
    expect(Math.min(accepted, already_accepted, superseded)).toBeGreaterThan(50);
  });
});

test('a repeated refusal is recognised, with and without the pass cache', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const bad = orders.snapshots.map((order, n) => (n === 3 ? { ...order, status: 'Shippd' } : order));
  cli.file('a.csv', csvOf(bad as TestOrder[]).text);
  const ends = [];
  for (const memory of ['256MB', '200KB', '256MB'])
    ends.push(
      (await cli.run(['orders', 'upload', 'a.csv', '--memory', memory, '--fail-on', 'new', '--json'])).code,
    );
  expect(ends).toEqual([3, 0, 0]);
});

test.each([
  ['in memory', 1e9],
  ['in a file', 0],
  ['in both', 2000],
])(
  'pairs of texts %s are returned unchanged, whatever their characters and their length',
  async (_, most) => {
    const spill = new SpillFolder(testPlatform().platform, temporaryFolder());
    const pairs = new TextPairs(realPacking, { most, spill });
    const texts = ['', 'a', 'ß€😀\n', 'x'.repeat(300_000), 'ę'.repeat(100_000), '{"a":"\\u0000"}'];
    const given = texts.flatMap((a) => texts.map((b) => [a, Buffer.from(b)] as const));
    for (const [a, b] of given) expect(pairs.add(a, b)).toBe(true);
    expect(pairs.close()).toBe(true);
    // As texts: comparing bytes one by one takes most of a minute.
    const asTexts = (list: readonly (readonly [string, Uint8Array])[]) =>
      list.map(([a, b]) => [a, Buffer.from(b).toString()]);
    expect(asTexts((await listOf(pairs.take())).flat())).toEqual(asTexts(given));
    spill.remove();
  },
);

test('for an order with thousands of findings, only the places that a report shows are looked up', async () => {
  let asked = 0;
  const cache = new PassCache(realPacking, realCrypto, { most: 1e6, unchangedApart: false });
  cache.begin();
  const findings = Array.from({ length: 5000 }, (_, n) => ({
    code: n % 2 ? 'order.quantity.negative' : 'order.tax.mismatch',
    severity: 'error' as const,
    path: `items[${n}].quantity`,
    args: {},
  }));
  const placeOf = (path: string) => {
    asked++;
    return { file: 'a.json', line: Number(/\d+/.exec(path)) };
  };
  const rows = [{ file: 0, line: 1, start: 0, end: 9 }];
  const snapshot = {
    id: 'A',
    updatedAt: undefined,
    micros: 0,
    raw: {},
    findings: [],
    rows,
    ordinal: 0,
    placeOf,
  };
  cache.add(snapshot, { kind: 'refused', findings });
  cache.end();
  const places = [];
  for await (const group of cache.take({ checkUnchanged() {} }, new AbortController().signal))
    for (const { snapshot } of group)
      places.push(snapshot.placeOf('items[0].quantity').line, snapshot.placeOf('items[1].quantity').line);
  expect(places).toEqual([0, 1]);
  expect(asked).toBe(2);
});

async function listOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of source) list.push(one);
  return list;
}

test('reading the pass cache lets the event loop run, and ends after an interruption', async () => {
  const cache = new PassCache(realPacking, realCrypto, { most: 1e7, unchangedApart: false });
  cache.begin();
  const rows = [{ file: 0, line: 1, start: 0, end: 9 }];
  const count = 3000;
  for (let ordinal = 0; ordinal < count; ordinal++) {
    const raw = { id: ordinal, text: 'x'.repeat(1000) };
    const given = { id: `${ordinal}`, updatedAt: undefined, micros: 0, raw, findings: [], rows, ordinal };
    cache.add({ ...given, placeOf: () => ({}) }, { kind: 'refused', findings: [] });
  }
  cache.end();
  const stop = new AbortController();
  // From the event loop, as a signal arrives; nothing else in this loop waits for it.
  setImmediate(() => setImmediate(() => stop.abort()));
  const groups = await listOf(cache.take({ checkUnchanged() {} }, stop.signal));
  expect(groups.flat().length).toBeLessThan(count);
});
