// The figures that were promised, each as a ratio to a floor measured in the same run. `npm run bench` prints them all.
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCount } from '../../src/basics/units.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { BIN, child, type Figure, figureTable, median, sandboxProcess, time, upload } from './measure.ts';
import { writeOrders } from './order-file.ts';

const figures: Figure[] = [];
afterAll(() => {
  process.stdout.write(`\n${figureTable(figures)}\n\n`);
});

let root: string;
beforeAll(() => {
  root = temporaryFolder('returns-bench-');
});

const ms = (value: number) => `${value.toFixed(1)} ms`;
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const perSecond = (count: number, unit: string) => `${formatCount(count)} ${unit}/s`;

test('help and version start within 1.5x of bare node', () => {
  const lines = [['--version'], ['--help'], ['orders', 'upload', '--help']];
  // Reported only: the program itself, loaded for a command that does next to nothing.
  const others = [['help', 'exit-codes']];
  const programs = [['-e', '0'], ...[...lines, ...others].map((line) => [BIN, ...line])];
  const times = programs.map(() => [] as number[]);
  for (let round = 0; round < 15; round++)
    for (const [index, args] of programs.entries()) {
      const { ms, code } = time(args, root);
      expect(code).toBe(0);
      times[index]!.push(ms);
    }
  const [floor, ...medians] = times.map(median) as [number, ...number[]];
  for (const [index, line] of [...lines, ...others].entries()) {
    const asked = index < lines.length;
    figures.push({
      what: `start: returns ${line.join(' ')}`,
      figure: ms(medians[index]!),
      floor: `${ms(floor)} node -e 0`,
      ratio: medians[index]! / floor,
      demand: asked ? 'at most 1.5' : '',
    });
    if (asked) expect(medians[index]! / floor).toBeLessThanOrEqual(1.5);
  }
});

test('500,000 rows need at most a quarter more memory than 50,000', async () => {
  const [small, large] = [path.join(root, 'small.csv'), path.join(root, 'large.csv')];
  const smallOrders = writeOrders(small, 50_000);
  const largeOrders = writeOrders(large, 500_000);
  const floor = await upload(small, root);
  const figure = await upload(large, root);
  fs.rmSync(large);
  expect(floor.summary).toMatchObject({ exit_code: 0, orders: { accepted: smallOrders } });
  expect(figure.summary).toMatchObject({ exit_code: 0, orders: { accepted: largeOrders } });
  const ratio = figure.peak / floor.peak;
  figures.push({
    what: 'memory: upload of 500,000 rows, peak',
    figure: mb(figure.peak),
    floor: `${mb(floor.peak)} upload of 50,000 rows`,
    ratio,
    demand: 'at most 1.25',
  });
  expect(ratio).toBeLessThanOrEqual(1.25);
});

test('a million rows are read and checked at 55 % of the speed of csv-parse alone', () => {
  const rows = 1_000_000;
  const file = path.join(root, 'million.csv');
  writeOrders(file, rows);
  const floors: number[] = [];
  const checks: number[] = [];
  for (let round = 0; round < 3; round++) {
    const floor = time([child('csv-floor.mjs'), file], root);
    expect(floor.stdout).toBe(`${rows + 1}\n`);
    floors.push(floor.ms);
    const check = time([BIN, 'orders', 'check', file, '--json'], root);
    expect(JSON.parse(check.stdout)).toMatchObject({ exit_code: 0, rows: { read: rows, accounted: rows } });
    checks.push(check.ms);
  }
  fs.rmSync(file);
  const ratio = median(floors) / median(checks);
  figures.push({
    what: 'reading: orders check of 1,000,000 rows',
    figure: perSecond((rows / median(checks)) * 1000, 'rows'),
    floor: `${perSecond((rows / median(floors)) * 1000, 'rows')} csv-parse`,
    ratio,
    demand: 'at least 0.55',
  });
  expect(ratio).toBeGreaterThanOrEqual(0.55);
});

test('an upload without a limit sends at a fifth of the speed of a bare loop or more', async () => {
  const file = path.join(root, 'sending.csv');
  const orders = writeOrders(file, 50_000, 2);
  const messages = path.join(root, 'sending.ndjson');
  expect(time([BIN, 'orders', 'check', file, '--out', messages, '--json'], root).code).toBe(0);
  const { summary, sendingSeconds } = await upload(file, root);
  expect(summary).toMatchObject({ exit_code: 0, orders: { accepted: orders } });
  const sandbox = await sandboxProcess(root);
  const floor = time([child('post-floor.mjs'), sandbox.url, messages], root);
  await sandbox.close();
  const bare = JSON.parse(floor.stdout) as { orders: number; seconds: number };
  expect(bare.orders).toBe(orders);
  const [speed, floorSpeed] = [orders / sendingSeconds, orders / bare.seconds];
  figures.push({
    what: 'sending: upload of 50,000 rows, no limit, first post to last',
    figure: perSecond(speed, 'orders'),
    floor: `${perSecond(floorSpeed, 'orders')} undici, 16 lanes, bodies ready`,
    ratio: speed / floorSpeed,
    demand: 'at least 0.2',
  });
  expect(speed / floorSpeed).toBeGreaterThan(0.2);
});

// Most scripts post order by order; the careful ones batch as we do.
test.each([
  ['one order a request', 1, 100_000, 2],
  ['batches of 50', 50, 50_000, undefined],
] as const)(
  'whole upload against two scripts that a user would write instead: %s',
  async (how, size, rows, demand) => {
    const file = path.join(root, `scripts-${size}.csv`);
    const orders = writeOrders(file, rows, 3);
    const speeds: { what: string; speed: number }[] = [];
    for (const script of ['script-fetch.mjs', 'script-got.mjs']) {
      const sandbox = await sandboxProcess(root);
      const done = time([child(script), sandbox.url, file, String(size)], root);
      await sandbox.close();
      expect(done.stdout).toBe(`${Math.ceil(orders / size)}\n`);
      speeds.push({ what: script, speed: orders / (done.ms / 1000) });
    }
    const { summary, seconds } = await upload(file, root);
    const speed = orders / seconds;
    expect(summary).toMatchObject({ exit_code: 0, orders: { accepted: orders } });
    const best = speeds.reduce((a, b) => (a.speed > b.speed ? a : b));
    figures.push({
      what: `whole upload of ${rows} rows, no limit, start to end; scripts: ${how}`,
      figure: perSecond(speed, 'orders'),
      floor: speeds.map(({ what, speed: s }) => `${perSecond(s, 'orders')} ${what}`).join(', '),
      ratio: speed / best.speed,
      demand: demand === undefined ? '' : `at least ${demand}`,
    });
    if (demand !== undefined) expect(speed / best.speed).toBeGreaterThanOrEqual(demand);
  },
);
