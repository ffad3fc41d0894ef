// 500 kill -9 points spread over uploads with several versions of orders while the service is rate limiting, failing and
// dropping answers: nothing is missing, nothing older overwrites, and each kill repeats at most what was in flight.

import path from 'node:path';
import { expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { documentOf, makeCli } from '../helpers/cli.ts';
import { csvOf, generateOrders, type TestOrder } from '../helpers/orders.ts';
import { seeded, seedFor } from '../helpers/random.ts';
import { expectStored, orderRequests, requestKiller, type Summary, sandboxFor } from '../helpers/sandbox.ts';

const KILLS = Number(process.env['TORTURE_KILLS'] ?? 500);
/** Kills of one upload: after that the file has grown old, and another one begins. */
const KILLS_AN_UPLOAD = 20;
const ORDERS_AN_UPLOAD = 450;
const BATCH = 4;
/** The machine has at least two cores. */
const AT_ONCE = 2;
/** So many requests are open at most. */
const IN_FLIGHT = 8;

const figures = {
  kills: 0,
  early: 0,
  inDoubt: 0,
  runs: 0,
  requests: 0,
  repeated: 0,
  mostRepeatedByOneKill: 0,
  s429: 0,
  s503: 0,
  dropped: 0,
  orders: 0,
};

/** What an export held some days earlier: the first version of every order. */
function earlierOf(snapshots: readonly TestOrder[]): TestOrder[] {
  const byAge = [...snapshots].sort((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
  return [...new Map(byAge.map((order) => [order.identifier, order])).values()];
}

/**
 * How many requests of each killed run brought a snapshot that a later run brought again. Runs end at `ends`. Whether a
 * request that was dropped had been stored nobody told the client: it waits for its next try and is not in flight.
 */
function repeatsByRun(sandbox: Sandbox, ends: readonly number[]): number[] {
  const runOf = (request: number) => ends.findIndex((end) => request <= end);
  const repeated = ends.map(() => new Set<number>());
  const dropped = new Set(
    orderRequests(sandbox).flatMap(({ fault, sequence }) => (fault === 'drop after' ? [sequence] : [])),
  );
  for (const { versions } of sandbox.orders())
    versions.forEach((version, n) => {
      const run = runOf(version.request);
      const again = versions.slice(n + 1).some((v) => v.sha256 === version.sha256 && runOf(v.request) > run);
      if (again && !dropped.has(version.request)) repeated[run]?.add(version.request);
    });
  return repeated.map((requests) => requests.size);
}

/** What a killed process left in its sockets is still read: a request must not count for the run after it. */
async function whenQuiet(total: () => number): Promise<number> {
  for (let before = -1; before !== total(); ) {
    before = total();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return total();
}

/** Uploads of two exports, killed again and again until the last run of each completes. Returns the kills. */
async function upload(seed: number): Promise<number> {
  const random = seeded(seed);
  const killer = requestKiller();
  const sandbox = await sandboxFor(
    {
      seed,
      faults: [
        { on: 'orders', do: { status: 429 }, share: 0.02 },
        { on: 'orders', do: { status: 503 }, share: 0.03 },
        { on: 'orders', do: { drop: 'after' }, share: 0.02 },
      ],
    },
    killer.ear,
  );
  const { snapshots, expected } = generateOrders({
    seed,
    orders: ORDERS_AN_UPLOAD,
    versions: 0.4,
    prefix: `K${seed}-`,
  });
  const cli = makeCli({ target: sandbox });
  cli.file('earlier.csv', csvOf(earlierOf(snapshots)).text);
  cli.file('all.csv', csvOf(snapshots, { repeat: 0.01, seed }).text);
  const ends: number[] = [];
  let kills = 0;

  /** One run, killed or not; true when it completed. */
  async function once(file: string, between: number, mayKill: boolean): Promise<boolean> {
    const early = mayKill && random() < 0.1;
    const killAt = mayKill && !early ? 1 + Math.floor(random() * between) : undefined;
    // A killed probe of a pause is waited for, for 30 s (test/sending/rate-limit.test.ts); here every run has its own pace.
    const env = { RETURNS_PACE_DIR: path.join(cli.root, `pace-${ends.length}`) };
    const sizes = ['--batch-size', String(BATCH), '--concurrency', String(IN_FLIGHT)];
    const args = ['orders', 'upload', file, '--rate', '60000', ...sizes, '--json'];
    let timer: NodeJS.Timeout | undefined;
    const start = () => {
      const victim = cli.start(args, { env });
      // Some die while they start, read or take their locks.
      if (early) timer = setTimeout(() => victim.child.kill('SIGKILL'), random() * 400);
      return victim;
    };
    const ended = await killer.run(start, killAt, random() < 0.5);
    clearTimeout(timer);
    ends.push(await whenQuiet(() => sandbox.stats().requests.total));
    figures.runs++;
    if (ended.signal === 'SIGKILL') {
      kills++;
      if (early) figures.early++;
      expect(ended.stdout).toBe('');
      return false;
    }
    const summary = documentOf(ended) as unknown as Summary;
    // An order whose answer was lost right before a kill may not be sent in another version for a minute.
    if (summary.exit_code === 75 && ended.stdout.includes('orders.in_doubt')) {
      figures.inDoubt++;
      return false;
    }
    expect(summary, ended.stderr).toMatchObject({ exit_code: 0, state: 'completed', balanced: true });
    return true;
  }

  const half = KILLS_AN_UPLOAD >> 1;
  while (!(await once('earlier.csv', 24, kills < half)));
  while (!(await once('all.csv', 10, kills < KILLS_AN_UPLOAD)));

  expectStored(sandbox, expected);
  expect(sandbox.stats().orders.older_after_newer).toBe(0);
  const repeats = repeatsByRun(sandbox, ends);
  for (const number of repeats)
    expect(number, 'requests that one kill repeats').toBeLessThanOrEqual(IN_FLIGHT);
  const requests = orderRequests(sandbox);
  figures.kills += kills;
  figures.orders += expected.size;
  figures.requests += requests.length;
  figures.repeated += repeats.reduce((sum, number) => sum + number, 0);
  figures.mostRepeatedByOneKill = Math.max(figures.mostRepeatedByOneKill, ...repeats);
  figures.s429 += requests.filter((request) => request.status === 429).length;
  figures.s503 += requests.filter((request) => request.status === 503).length;
  figures.dropped += requests.filter((request) => request.fault === 'drop after').length;
  process.stderr.write(`kills: ${JSON.stringify(figures)}\n`);
  await sandbox.close();
  return kills;
}

test(`killed ${KILLS} times, nothing is missing, nothing is older, and a kill repeats at most what was in flight`, async () => {
  let seed = seedFor(7000);
  let left = KILLS;
  // The order does not matter.
  const work = async () => {
    while (left > 0) {
      left -= KILLS_AN_UPLOAD;
      const kills = await upload(++seed);
      left += KILLS_AN_UPLOAD - kills;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  process.stderr.write(
    `kills: ${JSON.stringify({ ...figures, seconds: Math.round((performance.now() - began) / 1000) })}\n`,
  );
  expect(figures.kills).toBeGreaterThanOrEqual(KILLS);
  // Some kills must have hit acknowledgements on their way, or nothing was shown; so with the faults.
  expect(figures.repeated).toBeGreaterThan(0);
  expect((figures.s429 + figures.s503) / figures.requests).toBeGreaterThan(0.03);
  expect(figures.dropped / figures.requests).toBeGreaterThan(0.01);
});
