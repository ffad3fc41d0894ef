// The receiver with all checks and the durable record, against node:http that only reads and answers.
import { type Bench, type Build, child, type Server } from './measure.ts';
import type { Floor, Group, Row } from './runner.ts';

const FLOOR = 'node:http that reads the body';
const GROUP: Group = { work: '`listen`, messages of 2.4 kB, 64 connections', floor: FLOOR };

const bareServer = (bench: Bench): Promise<Server> => bench.serve([child('receive-floor.mjs')]);
const listener = (bench: Bench, { bin }: Build): Promise<Server> =>
  bench.serve([bin, 'listen', '--port', '0', '--json', '--no-inspect']);

/** Posts RMA messages with a client of node:http, or one that writes to bare sockets and costs a fraction of it. */
async function post(bench: Bench, { url }: Server, client: 'http' | 'raw'): Promise<number> {
  const { stdout } = await bench.run([child('post-rmas.mjs'), url, String(bench.size), client]);
  const { seconds, bytes, failed } = JSON.parse(stdout);
  if (failed > 0 || bytes < 2000 || bytes > 3000) throw new Error(stdout);
  return bench.size / seconds;
}

const rate = (client: 'http' | 'raw', demand: Pick<Floor, 'atLeast' | 'goal'>): Row => ({
  group: GROUP,
  name: `listen: speed with ${client === 'http' ? 'an http client' : 'raw sockets'}`,
  weight: 8,
  unit: 'calls/s',
  rounds: 7,
  // Together some hundred megabytes: with more, the disk would slow down whatever comes later.
  sizes: { trial: 2000, least: 5000, most: 10_000, of: 'calls' },
  async contest(bench, builds) {
    const bare = await bareServer(bench);
    const listeners = new Map<Build, Server>();
    for (const build of builds) listeners.set(build, await listener(bench, build));
    return {
      tool: (build) => post(bench, listeners.get(build)!, client),
      floors: [{ name: FLOOR, run: () => post(bench, bare, client), ...demand }],
    };
  },
});

const MEMORY: Row = {
  group: GROUP,
  name: 'listen: memory',
  weight: 10,
  unit: 'MB',
  rounds: 1,
  sizes: { trial: 5000, least: 50_000, most: 200_000, of: 'calls' },
  async contest(bench) {
    const peakOf = async (server: Server): Promise<number> => {
      await post(bench, server, 'raw');
      return await server.close();
    };
    return {
      tool: async (build) => await peakOf(await listener(bench, build)),
      floors: [
        { name: FLOOR, run: async () => await peakOf(await bareServer(bench)) },
        { name: 'is promised', run: async () => 120e6, goal: 1 },
      ],
    };
  },
};

export const LISTEN_ROWS: readonly Row[] = [
  rate('http', { atLeast: 0.38, goal: 0.45 }),
  rate('raw', { atLeast: 0.18, goal: 0.25 }),
  MEMORY,
];
