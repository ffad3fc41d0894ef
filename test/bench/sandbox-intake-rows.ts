// The sandbox as a service: how soon it is ready, how fast it takes checked orders one by one, in how much memory, and its reset.
import { type Bench, type Build, child, type Server } from './measure.ts';
import type { Group, Row } from './runner.ts';

const BARE = 'node:http that reads the body';
const GROUP: Group = { work: '`sandbox`, orders of 2 kB posted singly, 16 connections', floor: BARE };
const PROMISED = 'is promised';
const ORDERS = 10_000;

const bareServer = (bench: Bench): Promise<Server> => bench.serve([child('receive-floor.mjs')]);
const sandbox = (bench: Bench, { bin }: Build, ...flags: string[]): Promise<Server> =>
  bench.serve([
    ...[bin, 'sandbox', 'start', '--port', '0', '--pages-port', '0', '--rate-limit', 'off', '--json'],
    ...flags,
  ]);

/** Orders a second, by the client's own stopwatch. */
async function post(bench: Bench, { url }: Server, first = 0): Promise<number> {
  const { stdout } = await bench.run([
    child('post-orders.mjs'),
    url,
    String(bench.size),
    '16',
    String(first),
  ]);
  const { orders, seconds, bytes } = JSON.parse(stdout);
  if (orders !== bench.size || bytes < 1500 || bytes > 2500) throw new Error(stdout);
  return orders / seconds;
}

const READY: Row = {
  group: GROUP,
  name: 'sandbox: time until it is ready',
  weight: 2,
  unit: 'ms',
  rounds: 9,
  contest: async (bench) => {
    const timed = async (start: () => Promise<Server>): Promise<number> => {
      const begun = performance.now();
      const server = await start();
      const seconds = (performance.now() - begun) / 1000;
      await server.close();
      return seconds;
    };
    return {
      tool: (build) => timed(() => sandbox(bench, build)),
      floors: [
        { name: BARE, run: () => timed(() => bareServer(bench)) },
        { name: PROMISED, run: async () => 0.3, goal: 1 },
      ],
    };
  },
};

const SPEED: Row = {
  group: GROUP,
  name: 'sandbox: speed',
  weight: 6,
  unit: 'orders/s',
  rounds: 7,
  sizes: { trial: 1000, least: 5000, most: 20_000, of: 'orders' },
  async contest(bench, builds) {
    const bare = await bareServer(bench);
    const servers = new Map<Build, Server>();
    for (const build of builds) servers.set(build, await sandbox(bench, build));
    // Each round posts orders of its own.
    let first = 0;
    return {
      tool(build) {
        first += bench.size;
        return post(bench, servers.get(build)!, first);
      },
      floors: [
        { name: BARE, run: () => post(bench, bare) },
        { name: PROMISED, run: async () => 2500, goal: 1 },
      ],
    };
  },
};

const MEMORY: Row = {
  group: GROUP,
  name: 'sandbox: memory with 10,000 orders',
  weight: 3,
  unit: 'MB',
  rounds: 1,
  sizes: { trial: 1000, least: ORDERS, most: ORDERS, of: 'orders' },
  async contest(bench) {
    const peakOf = async (server: Server): Promise<number> => {
      await post(bench, server);
      return await server.close();
    };
    return {
      tool: async (build) => await peakOf(await sandbox(bench, build)),
      floors: [
        { name: BARE, run: async () => await peakOf(await bareServer(bench)) },
        { name: PROMISED, run: async () => 120e6, goal: 1 },
      ],
    };
  },
};

const RESET: Row = {
  group: GROUP,
  name: 'sandbox: time of a reset',
  weight: 4,
  unit: 'ms',
  rounds: 3,
  sizes: { trial: 1000, least: ORDERS, most: ORDERS, of: 'orders' },
  async contest(bench, builds) {
    const bare = await bareServer(bench);
    // With a file, which takes longer than memory.
    const servers = new Map<Build, Server>();
    for (const build of builds) servers.set(build, await sandbox(bench, build, '--data', bench.home()));
    const reset = async ({ url }: Server): Promise<number> => {
      const begun = performance.now();
      const answer = await fetch(`${url}/_sandbox/reset`, { method: 'POST' });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.text();
      return (performance.now() - begun) / 1000;
    };
    return {
      async tool(build) {
        const server = servers.get(build)!;
        await post(bench, server);
        return await reset(server);
      },
      floors: [
        { name: BARE, run: () => reset(bare) },
        { name: PROMISED, run: async () => 0.02, goal: 1 },
      ],
    };
  },
};

export const SANDBOX_INTAKE_ROWS: readonly Row[] = [READY, SPEED, MEMORY, RESET];
