// How fast and in how much memory orders are uploaded without a limit, compared with the scripts that a user would write.
import { type Bench, BIN, type Build, child, type Ran, type Server, targetAt } from './measure.ts';
import { writeOrders } from './order-file.ts';
import type { Contest, Floor, Group, Row } from './runner.ts';

const plainService = (bench: Bench): Promise<Server> => bench.serve([child('plain-service.mjs')]);

/** A fresh sandbox for one measurement. */
async function withSandbox<T>(bench: Bench, use: (url: string) => Promise<T>): Promise<T> {
  const server = await bench.serve([child('sandbox.mjs')]);
  const done = await use(server.url);
  await server.close();
  return done;
}

/** Uploads a file and makes sure that all of it was accepted, or nothing when it is sent again. */
async function upload(
  bench: Bench,
  build: Build,
  url: string,
  file: string,
  orders: number,
  home: string,
): Promise<Ran> {
  const words = ['orders', 'upload', file, '--rate', 'off', '--yes', '--json'];
  const done = await bench.run([build.bin, ...words], { env: targetAt(url), home, wantsPeak: true });
  const { exit_code, orders: counts } = JSON.parse(done.stdout);
  if (exit_code !== 0 || counts.accepted + counts.already_accepted !== orders) throw new Error(done.stdout);
  return done;
}

/** A script of children/ that uploads the file; how many orders a second it sends. */
const script =
  (bench: Bench, url: string, file: string, orders: number, name: string, words: string[]) => async () => {
    const { seconds } = await bench.run([child(name), url, file, ...words]);
    return orders / seconds;
  };

/** The orders of a file as they are sent, one a line. */
async function messagesOf(bench: Bench, file: string): Promise<string> {
  const out = bench.file('orders.ndjson');
  await bench.run([BIN, 'orders', 'check', file, '--out', out, '--json']);
  return out;
}

/** Bodies made beforehand: from the first request to the last. */
const bodiesReady = (bench: Bench, url: string, messages: string, atLeast?: number): Floor => ({
  name: 'bodies ready, undici',
  async run() {
    const { orders, seconds } = JSON.parse(
      (await bench.run([child('post-floor.mjs'), url, messages])).stdout,
    );
    return orders / seconds;
  },
  ...(atLeast === undefined ? {} : { atLeast }),
});

const QUICKEST = 'script: csv-parse arrays, undici';
const LINES = 'script: lines parsed and written again, undici';
const CSV: Group = { work: '`orders upload` of CSV without a limit: speed', floor: QUICKEST };
const NDJSON: Group = { work: '`orders upload` of NDJSON: speed', floor: LINES };
const SIZES = { trial: 2000, least: 10_000, most: 100_000, of: 'orders' };

/** A template file of so many orders, about: two lines each on average. */
function csvOf(bench: Bench): { file: string; orders: number } {
  const file = bench.file('orders.csv');
  return { file, orders: writeOrders(file, bench.size * 2) };
}

const uploadCsv: Row['contest'] = async (bench) => {
  const { file, orders } = csvOf(bench);
  const { url } = await plainService(bench);
  return {
    tool: async (build) => orders / (await upload(bench, build, url, file, orders, bench.home())).seconds,
    floors: [
      {
        name: 'script: csv-parse columns, got',
        run: script(bench, url, file, orders, 'script-got.mjs', ['50']),
        atLeast: 1,
        goal: 2,
      },
      // The goal: level with it, but for the longer start, which counts for more where the file is smaller.
      {
        name: QUICKEST,
        run: script(bench, url, file, orders, 'script-undici.mjs', ['50', 'arrays']),
        atLeast: 0.42,
        goal: 0.95,
      },
    ],
  };
};

const uploadNdjson: Row['contest'] = async (bench) => {
  const { file: csv, orders } = csvOf(bench);
  const file = await messagesOf(bench, csv);
  const { url } = await plainService(bench);
  return {
    tool: async (build) => orders / (await upload(bench, build, url, file, orders, bench.home())).seconds,
    floors: [
      {
        name: LINES,
        run: script(bench, url, file, orders, 'script-undici.mjs', ['50', 'ndjson']),
        atLeast: 0.24,
        goal: 0.52,
      },
    ],
  };
};

const uploadAgain: Row['contest'] = async (bench, builds) => {
  const { file, orders } = csvOf(bench);
  const { url } = await plainService(bench);
  const homes = new Map(builds.map((build) => [build, bench.home()]));
  for (const [build, home] of homes) await upload(bench, build, url, file, orders, home);
  return {
    tool: async (build) =>
      orders / (await upload(bench, build, url, file, orders, homes.get(build)!)).seconds,
    floors: [
      {
        name: QUICKEST,
        run: script(bench, url, file, orders, 'script-undici.mjs', ['50', 'arrays']),
        atLeast: 1.05,
        goal: 1.14,
      },
    ],
  };
};

// Most scripts post order by order; the careful ones batch as we do.
const FETCH = 'script: fetch in a loop';
const GOT_ONE = 'script: got, 8 at a time';
const uploadOneByOne: Row['contest'] = async (bench) => {
  const { file, orders } = csvOf(bench);
  const one = (name: string) => () =>
    withSandbox(bench, (url) => script(bench, url, file, orders, name, ['1'])());
  return {
    tool: (build) =>
      withSandbox(
        bench,
        async (url) => orders / (await upload(bench, build, url, file, orders, bench.home())).seconds,
      ),
    floors: [
      { name: GOT_ONE, run: one('script-got.mjs'), atLeast: 2.0 },
      { name: FETCH, run: one('script-fetch.mjs'), atLeast: 2.9 },
    ],
  };
};

const sending: Row['contest'] = async (bench): Promise<Contest> => {
  const { file, orders } = csvOf(bench);
  const messages = await messagesOf(bench, file);
  return {
    tool: (build) =>
      withSandbox(bench, async (url) => {
        await upload(bench, build, url, file, orders, bench.home());
        return orders / (await sendingSeconds(url));
      }),
    floors: [
      {
        ...bodiesReady(bench, '', messages, 0.45),
        run: () => withSandbox(bench, (url) => bodiesReady(bench, url, messages).run()),
      },
    ],
  };
};

/** From the first post of orders to the last, as the service saw them. */
async function sendingSeconds(url: string): Promise<number> {
  const { requests } = (await (await fetch(`${url}/_sandbox/requests`)).json()) as {
    requests: { endpoint: string; at: number }[];
  };
  const posts = requests.filter(({ endpoint }) => endpoint === 'orders').map(({ at }) => at);
  return (posts.at(-1)! - posts[0]!) / 1000;
}

const FEWER = 'upload of 50,000 rows';
const memory: Row['contest'] = async (bench, builds) => {
  const { url } = await plainService(bench);
  const [large, small] = [bench.file('large.csv'), bench.file('small.csv')];
  const orders = writeOrders(large, bench.size);
  // Less only in a trial.
  const fewer = writeOrders(small, Math.min(50_000, bench.size));
  return {
    tool: async (build) => (await upload(bench, build, url, large, orders, bench.home())).peak,
    floors: [
      {
        name: FEWER,
        run: async () => (await upload(bench, builds[0]!, url, small, fewer, bench.home())).peak,
        atMost: 1.1,
      },
    ],
  };
};

const ordersRow = (
  group: Group,
  name: string,
  weight: number,
  contest: Row['contest'],
  sizes = SIZES,
): Row => ({
  ...{ group, name, weight, unit: 'orders/s', rounds: 3, sizes, contest },
});
const ONE_BY_ONE: Group = {
  work: '`orders upload` of CSV: speed, against one order a request',
  floor: GOT_ONE,
};
const SENDING: Group = {
  work: '`orders upload`: speed from the first request to the last',
  floor: 'bodies ready, undici',
};

export const UPLOAD_ROWS: readonly Row[] = [
  ordersRow(CSV, 'upload of CSV', 26, uploadCsv),
  ordersRow(CSV, 'upload again', 12, uploadAgain),
  ordersRow(NDJSON, 'upload of NDJSON', 12, uploadNdjson),
  ordersRow(ONE_BY_ONE, 'upload against one by one', 10, uploadOneByOne, {
    ...SIZES,
    least: 5000,
    most: 50_000,
  }),
  ordersRow(SENDING, 'sending', 6, sending, { ...SIZES, most: 50_000 }),
  {
    group: { work: '`orders upload` of up to 500,000 rows: peak of memory', floor: FEWER },
    ...{ name: 'memory', weight: 20, unit: 'MB', rounds: 3, contest: memory },
    sizes: { trial: 10_000, least: 200_000, most: 500_000, of: 'rows' },
  },
];
