// `returns status` over a year: a million orders, 100,000 RMAs with their messages. Caught up, it takes less than 2 s; its figures are
// those of a second computation.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { knownTarget } from '../../src/account/known-target.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { foldersOf } from '../../src/storage/folders.ts';
import { makeCli } from '../helpers/cli.ts';
import { HISTORY_ENV, makeHistory } from '../status/history.ts';
import { secondCount } from '../status/second.ts';

const ORDERS = Number(process.env['TORTURE_ORDERS'] ?? 1_000_000);
const RMAS = Number(process.env['TORTURE_RMAS'] ?? 100_000);

interface Document {
  readonly items: readonly { kind: string; count: number }[];
  readonly counts: Record<string, number>;
  readonly since: string;
}

const megabytes = (folder: string): number =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => fs.statSync(path.join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0) / 1e6;

test(`a year with ${ORDERS} orders and ${RMAS} RMAs`, async () => {
  const cli = makeCli({ env: HISTORY_ENV });
  const platform = realPlatform(cli.env);
  const folders = foldersOf(platform);
  makeHistory(platform, folders, { seed: 7, orders: ORDERS, rmas: RMAS, days: 365, now: Date.now() });
  const timed = async () => {
    const begun = performance.now();
    const status = await cli.json<Document>(['status', '--since', '365d']);
    return { status, seconds: (performance.now() - begun) / 1000 };
  };
  const first = await timed();
  const again = [await timed(), await timed(), await timed()];
  const best = Math.min(...again.map(({ seconds }) => seconds));
  const report = {
    record_mb: Math.round(megabytes(path.join(folders.state, 'calls'))),
    ledger_mb: Math.round(fs.statSync(path.join(folders.state, 'ledger.db')).size / 1e6),
    index_mb: Math.round(fs.statSync(path.join(folders.state, 'rma-index.db')).size / 1e6),
    from_nothing_s: first.seconds.toFixed(1),
    caught_up_s: again.map(({ seconds }) => seconds.toFixed(2)),
  };
  process.stderr.write(`${JSON.stringify(report)}\n`);
  const { key } = knownTarget(platform, folders, {})!;
  const status = again.at(-1)!.status;
  const since = Date.parse(status.since);
  const second = await secondCount(folders.state, key, since, since + 365 * 86_400_000);
  const found = Object.fromEntries(status.items.map(({ kind, count }) => [kind, count]));
  expect({ ...found, ...status.counts }).toMatchObject(second);
  expect(first.status.items).toEqual(status.items);
  expect(best).toBeLessThan(2);
});
