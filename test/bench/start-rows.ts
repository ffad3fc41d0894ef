// How long commands take that do little: start, help, looking things up, one order checked, one ASN posted.
import fs from 'node:fs';
import path from 'node:path';
import { certificateAuthority } from '../helpers/certificates.ts';
import { type Bench, type Build, child, targetAt } from './measure.ts';
import { writeOrders } from './order-file.ts';
import type { Floor, Group, Row } from './runner.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../samples');

type Demand = Pick<Floor, 'atMost' | 'goal'>;

const bareNode = (bench: Bench, demand: Demand = {}): Floor => ({
  name: 'node -e 0',
  run: async () => (await bench.run(['-e', '0'])).seconds,
  ...demand,
});

const START: Group = { work: 'start and help: time', floor: 'node -e 0' };

const startRow = (words: string, demand?: Demand): Row => ({
  group: START,
  name: words,
  weight: 1,
  unit: 'ms',
  rounds: 15,
  contest: async (bench) => ({
    tool: async ({ bin }) => (await bench.run([bin, ...words.split(' ')])).seconds,
    floors: [bareNode(bench, demand)],
  }),
});

const COLD: Group = { work: 'short commands: time', floor: 'node -e 0' };

/** Where a build keeps its state, and the target that this is about: nobody need answer there any more. */
interface Filled {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

const filled = new Map<Build, Filled>();

/** A few orders, ASNs, runs and calls in a state of each build's own: the ledger of one may be too new for another. */
async function fill(bench: Bench, build: Build): Promise<void> {
  if (filled.has(build)) return;
  const home = fs.mkdtempSync(path.join(bench.shared, 'home-'));
  const env = targetAt((await bench.serve([child('plain-service.mjs')])).url);
  // Some of the samples are wrong on purpose.
  for (const words of [
    'orders upload orders.csv --yes',
    'asns create asns.csv --yes',
    'calls import calls.ndjson',
  ]) {
    const args = words.split(' ').map((word) => (word.includes('.') ? path.join(SAMPLES, word) : word));
    await bench.run([build.bin, ...args, '--json'], { home, env, code: 3 });
  }
  filled.set(build, { home, env });
}

const readingRow = (words: string, demand: Demand, name = words): Row => ({
  group: COLD,
  name,
  weight: 4,
  unit: 'ms',
  rounds: 15,
  contest: async (bench, builds) => {
    for (const build of builds) await fill(bench, build);
    return {
      tool: async (build) => (await bench.run([build.bin, ...words.split(' ')], filled.get(build))).seconds,
      floors: [bareNode(bench, demand)],
    };
  },
});

const CHECK_ONE: Row = {
  group: COLD,
  name: 'orders check of one order',
  weight: 3,
  unit: 'ms',
  rounds: 15,
  contest: async (bench, builds) => {
    const file = bench.file('one.csv');
    writeOrders(file, 1);
    // In one home, each build would replace the compiled code that the other keeps.
    const homes = new Map(builds.map((build) => [build, bench.home()]));
    return {
      tool: async (build) =>
        (await bench.run([build.bin, 'orders', 'check', file], { home: homes.get(build)! })).seconds,
      floors: [bareNode(bench, { atMost: 3.3 })],
    };
  },
};

const GOT = 'script with got';

const CREATE_ONE: Row = {
  group: { work: 'one POST over TLS 1.2, token cached: time', floor: GOT },
  name: 'asns create of one ASN',
  weight: 8,
  unit: 'ms',
  rounds: 15,
  contest: async (bench, builds) => {
    const authority = certificateAuthority();
    const { key, cert } = authority.issue('20200101', '20400101');
    const pem = { key: bench.file('key.pem'), cert: bench.file('cert.pem') };
    fs.writeFileSync(pem.key, key);
    fs.writeFileSync(pem.cert, cert);
    const { url } = await bench.serve([child('plain-service.mjs'), pem.key, pem.cert]);
    const env = { ...targetAt(url), RETURNS_CA: authority.root };
    const file = bench.file('asn.json');
    let created = 0;
    const create = async (build: Build): Promise<number> => {
      fs.writeFileSync(file, JSON.stringify(newAsn(created++)));
      const words = ['asns', 'create', file, '--yes', '--json'];
      return (await bench.run([build.bin, ...words], { env, home: homes.get(build)! })).seconds;
    };
    const homes = new Map(builds.map((build) => [build, bench.home()]));
    // Fetches the token.
    for (const build of builds) await create(build);
    const script = async () =>
      (await bench.run([child('script-asn.mjs'), url, authority.root, file])).seconds;
    return {
      tool: create,
      floors: [{ name: GOT, run: script, atMost: 1.12, goal: 1 }],
    };
  },
};

const newAsn = (n: number) => ({
  program_identifier: 'PRG-1',
  from: { identifier: 'STORE-7', type: 'store' },
  to: { identifier: 'WH-1', type: 'warehouse' },
  asn_number: `TO-${n}`,
  status: 'pending',
  details_type: 'sku',
  cartons: [{ identifier: `PAL-${n}`, details: [{ line_identifier: '1', sku: 'MUG-01', quantity: 12 }] }],
});

export const START_ROWS: readonly Row[] = [
  ...['--version', '--help', 'orders upload --help'].map((words) => startRow(words, { atMost: 1.4 })),
  // Reported only: the program itself, loaded for a command that does next to nothing.
  startRow('help exit-codes'),
  readingRow('whoami', { atMost: 2 }),
  readingRow('calls list', { atMost: 2 }),
  readingRow('runs list', { atMost: 2.4, goal: 2.3 }),
  readingRow('orders show SO-104201', { atMost: 2.45, goal: 2.3 }),
  readingRow('asns list', { atMost: 2.45, goal: 2.3 }),
  readingRow('completion words zsh 2 -- asns show TO', { atMost: 1.95, goal: 1.9 }, 'completion of an ASN'),
  CHECK_ONE,
  CREATE_ONE,
];
