// A shop that lives for a month, against the tool: an adversary for everything about orders.
import { expect, test } from 'vitest';
import { Counts } from './counts.ts';
import { playMonth } from './month.ts';
import { TIMES } from './tool.ts';

test('probe', async () => {
  const began = performance.now();
  const tally = new Map<string, number[]>();
  const totals = new Counts();
  const from = Number(process.env['SHOP_SEED'] ?? 1);
  const n = Number(process.env['SHOP_N'] ?? 1);
  const all = Array.from({ length: n }, (_, at) => from + at);
  const worker = async () => { for (;;) {
    const seed = all.shift();
    if (seed === undefined) return;
    const month = await playMonth(seed, '/tmp/p/failed');
    totals.merge(month.counts); process.stderr.write(`${seed} ${month.shop.format} runs ${month.runs} failures ${month.failures.length}\n`);
    for (const failure of month.failures) { const key = `${month.shop.format}${month.shop.lineIds ? '+ids' : ''}${month.shop.changeDates ? '+dates' : ''} ${failure.cause} [${failure.codes}] {${failure.needs}}`; tally.set(key, [...(tally.get(key) ?? []), seed]); }
    if (process.env['SHOW']) { process.stderr.write(JSON.stringify(month.shop)+'\n'); for (const f of month.failures.filter((f) => !process.env['ONLY'] || `${f.cause} [${f.codes}] {${f.needs}}`.includes(process.env['ONLY'])).slice(0, Number(process.env['SHOW']))) process.stderr.write(`${JSON.stringify(f, null, 1)}\n`); process.stderr.write(month.counts.text()); }
  } };
  await Promise.all([worker(), worker(), worker(), worker()]);
  for (const [key, seeds] of [...tally].sort()) process.stderr.write(`${seeds.length} ${key} ${[...new Set(seeds)].slice(0,4)}\n`); process.stderr.write(`${Math.round(performance.now() - began)} ms\n`);
  const sums: Record<string, number[]> = {}; for (const [k, t] of TIMES) { const s = (sums[k] ??= [0, 0]); s[0]++; s[1] += t; } process.stderr.write(JSON.stringify(sums)); process.stderr.write(`\n${totals.text()}`);
  expect(1).toBe(1);
}, 600000);
