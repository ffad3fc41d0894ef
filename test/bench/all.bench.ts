// The figures that were promised, each as a ratio to a floor of the same run: measures every row, prints the table, and
// fails at the end when a demand was missed. How it is called: run.mjs.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../helpers/platform.ts';
import { BIN, type Build } from './measure.ts';
import { ROWS } from './rows.ts';
import { measureRow, type Result } from './runner.ts';
import { failuresOf, readmeTable, tableOf, withTable } from './table.ts';

const { BENCH_MINUTES = '12', BENCH_ONLY = '', BENCH_BEFORE, BENCH_README } = process.env;
const PAGE = path.resolve(import.meta.dirname, '../../docs/performance.md');

const builds: Build[] = [{ name: 'now', bin: BIN }];
if (BENCH_BEFORE) builds.push({ name: 'before', bin: path.resolve(BENCH_BEFORE, 'bin/returns.js') });
const rows = ROWS.filter(({ name }) => name.includes(BENCH_ONLY));

test('every figure is as demanded', async () => {
  expect(rows, `no row is called ${BENCH_ONLY}`).not.toEqual([]);
  const root = temporaryFolder('returns-bench-');
  const end = performance.now() + Number(BENCH_MINUTES) * 60_000;
  const results: Result[] = [];
  for (const [index, row] of rows.entries()) {
    // What a row leaves of its share goes to those after it.
    const weights = rows.slice(index).reduce((sum, { weight }) => sum + weight, 0);
    const share = (Math.max(0, end - performance.now()) / 1000 / weights) * row.weight;
    process.stderr.write(`${row.name}: ${share.toFixed(0)} s\n`);
    results.push(await measureRow(row, { builds, root, share }));
  }
  process.stdout.write(`\n${tableOf(results)}\n\n`);
  if (BENCH_README && BENCH_ONLY === '')
    fs.writeFileSync(PAGE, withTable(fs.readFileSync(PAGE, 'utf8'), readmeTable(results)));
  expect(failuresOf(results)).toEqual([]);
});
