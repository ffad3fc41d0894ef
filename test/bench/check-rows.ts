// How fast files are read and checked, compared with csv-parse over the same file.
import fs from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { type Bench, BIN, child } from './measure.ts';
import { writeExport, writeOrders } from './order-file.ts';
import type { Contest, Floor, Group, Row } from './runner.ts';

const SAMPLES = path.resolve(import.meta.dirname, '../../samples');
const MAPPING = path.join(SAMPLES, 'mappings/shopify-orders.json');
/** The mapping that belongs to a build: an older one does not know the words of a newer mapping. */
const mappingOf = (bin: string) => path.resolve(path.dirname(bin), '../samples/mappings/shopify-orders.json');

const ARRAYS = 'csv-parse arrays';
const GROUP: Group = { work: '`orders check`: time', floor: ARRAYS };
const SIZES = { trial: 20_000, least: 100_000, most: 1_000_000, of: 'rows' };

/** A check of a file against its own floor. */
function contestOf(
  bench: Bench,
  file: string,
  more: (bin: string) => readonly string[],
  demand: Pick<Floor, 'atMost' | 'goal'>,
): Contest {
  return {
    async tool({ bin }) {
      const { seconds, stdout } = await bench.run([bin, 'orders', 'check', file, ...more(bin), '--json']);
      const { exit_code, rows } = JSON.parse(stdout);
      if (exit_code !== 0 || rows.accounted !== bench.size) throw new Error(stdout);
      return seconds;
    },
    floors: [
      {
        name: ARRAYS,
        run: async () => (await bench.run([child('csv-floor.mjs'), file])).seconds,
        ...demand,
      },
    ],
  };
}

/** The accepted orders of the sample export again and again under new names, rows of one order together. */
async function writeShopify(bench: Bench, file: string): Promise<void> {
  const sample = path.join(SAMPLES, 'exports/shopify-orders.csv');
  const good = bench.file('good.ndjson');
  await bench.run([BIN, 'orders', 'check', sample, '--map', MAPPING, '--out', good, '--json'], { code: 3 });
  const names = fs.readFileSync(good, 'utf8').trimEnd().split('\n');
  const accepted = new Set(names.map((line) => `#${JSON.parse(line).identifier}`));
  type Raw = { raw: string; record: string[] }[];
  const rows = parse(fs.readFileSync(sample), { raw: true }) as unknown as Raw;
  const [header, ...lines] = rows;
  const byName = lines
    .filter(({ record }) => accepted.has(record[0]!))
    .sort((a, b) => a.record[0]!.localeCompare(b.record[0]!));
  const out = fs.openSync(file, 'w', 0o600);
  fs.writeSync(out, header!.raw);
  let left = bench.size;
  const copy = (lines: Raw, prefix: string) =>
    fs.writeSync(out, lines.map(({ raw }) => raw.trimStart().replace(/^#/, `#${prefix}-`)).join(''));
  for (; left >= byName.length; left -= byName.length) copy(byName, String(left));
  // No order is cut: the rest are orders of one row.
  const isAlone = ({ record: [name] }: Raw[number]) =>
    byName.filter(({ record }) => record[0] === name).length === 1;
  for (const alone = byName.filter(isAlone).slice(0, 1); left > 0; left--) copy(alone, String(left));
  fs.closeSync(out);
}

const CHECK = '`orders check` of it';

/** A proposal for an export of no known platform against a check of the same file with the mapping that it wrote. */
async function proposal(bench: Bench): Promise<Contest> {
  const file = bench.file('unknown.csv');
  writeExport(file, bench.size);
  const map = bench.file('unknown.json');
  await bench.run([BIN, 'orders', 'map', file, '--out', map, '--json']);
  return {
    async tool({ bin }) {
      const { seconds, stdout } = await bench.run([bin, 'orders', 'map', file, '--json'], {
        home: bench.home(),
      });
      if (JSON.parse(stdout).file.rows !== bench.size) throw new Error(stdout.slice(0, 500));
      return seconds;
    },
    floors: [
      {
        name: CHECK,
        run: async () => (await bench.run([BIN, 'orders', 'check', file, '--map', map, '--json'])).seconds,
        atMost: 1.6,
      },
    ],
  };
}

export const CHECK_ROWS: readonly Row[] = [
  {
    group: GROUP,
    name: 'check of the template',
    weight: 14,
    unit: 's',
    rounds: 3,
    sizes: SIZES,
    async contest(bench) {
      const file = bench.file('template.csv');
      writeOrders(file, bench.size);
      return contestOf(bench, file, () => [], { atMost: 0.83 });
    },
  },
  {
    group: GROUP,
    name: 'check of a Shopify export',
    weight: 14,
    unit: 's',
    rounds: 3,
    sizes: SIZES,
    async contest(bench) {
      const file = bench.file('shopify.csv');
      await writeShopify(bench, file);
      return contestOf(bench, file, (bin) => ['--map', mappingOf(bin)], {
        atMost: 2.05,
        goal: 1.3,
      });
    },
  },
  {
    group: { work: '`orders map` of an unknown export: time', floor: CHECK },
    name: 'proposal of a mapping',
    weight: 10,
    unit: 's',
    rounds: 3,
    isNew: true,
    sizes: SIZES,
    contest: proposal,
  },
];
