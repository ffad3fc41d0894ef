// Promise 10 in its long form: 3 million orders, and a million shuffled rows, with the peak of resident memory held against
// what the design promises. Needs 3 GB of room.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BIN, child } from '../bench/measure.ts';
import { shuffleRows, writeOrders } from '../bench/order-file.ts';
import { environmentOf, temporaryFolder } from '../helpers/platform.ts';

const MB = 1_000_000;

/** Runs the command to its end: its JSON document and the peak of its memory in MB. */
function measured<T>(root: string, args: readonly string[]): T & { peak: number } {
  const peakFile = path.join(root, 'peak');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--require', child('peak.cjs'), BIN, ...args, '--json'],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        ...environmentOf(root),
        BENCH_PEAK_FILE: peakFile,
        RETURNS_PROFILE: 'local',
      },
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  );
  expect(status, stderr).toBe(0);
  const peak = Number(fs.readFileSync(peakFile, 'utf8')) / MB;
  process.stderr.write(`${args.join(' ')}: ${Math.round(peak)} MB\n`);
  return { ...(JSON.parse(stdout) as T), peak };
}

interface Summary {
  readonly balanced: boolean;
  readonly rows: { readonly read: number };
  readonly input: { readonly orders: number };
}

function room(): string {
  const root = temporaryFolder();
  for (const name of ['home', 'work']) fs.mkdirSync(path.join(root, name));
  return root;
}

test('3 million orders: check and the plan of an upload within 250 MB', () => {
  const root = room();
  const file = path.join(root, 'orders.csv');
  expect(writeOrders(file, 3_000_000, 5, 1)).toBe(3_000_000);
  for (const args of [
    ['orders', 'check', file],
    ['orders', 'upload', file, '--dry-run'],
  ]) {
    const summary = measured<Summary>(root, args);
    expect(summary).toMatchObject({
      balanced: true,
      rows: { read: 3_000_000 },
      input: { orders: 3_000_000 },
    });
    expect(summary.peak).toBeLessThan(250);
  }
});

test('a million shuffled rows within --memory and 150 MB', () => {
  const root = room();
  const adjacent = path.join(root, 'adjacent.csv');
  const file = path.join(root, 'shuffled.csv');
  const orders = writeOrders(adjacent, 1_000_000, 6);
  shuffleRows(adjacent, file, 7);
  fs.rmSync(adjacent);
  for (const [memory, bound] of [
    ['64MB', 64],
    ['256MB', 256],
  ] as const) {
    const summary = measured<Summary>(root, ['orders', 'check', file, '--memory', memory]);
    expect(summary).toMatchObject({ balanced: true, rows: { read: 1_000_000 }, input: { orders } });
    expect(summary.peak).toBeLessThan(bound + 150);
  }
});
