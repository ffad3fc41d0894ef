// What the tests of dialects share: random orders that keep every rule, and what `orders check --out` makes of files.
import fs from 'node:fs';
import path from 'node:path';
import { run } from '../../src/main.ts';
import { generateOrders } from '../helpers/orders.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';
import { fc } from '../helpers/random.ts';

export type Row = Record<string, unknown>;

/** Characters that windows-1252 and iso-8859-15 have both, at different bytes for some of them. */
const LATIN = [...'abcXYZ0189 .-_#éüßñÅ€ŠžŒŸ,;|"\'\t=@', '\n', '\r', '\r\n', '""', ' "'];
/** Beyond that: other scripts, astral characters, joiners, marks in the middle, a replacement character that is meant. */
const UNICODE = [
  ...LATIN,
  '語',
  'ж',
  '🎁',
  '👩‍🚒',
  'e\u0301',
  '\u200d',
  'x\ufeff',
  '\ufffd',
  '\u2028',
  '\u0085',
  '\u0001',
];

const textOf = (signs: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 }).map((list) => list.join('')),
    fc.constantFrom('null', '007', '1e5', 'sep=;', '# x', 'identifier', ' padded ', '"', '12,50', '=1+1'),
  );

/** Fields that may hold any text, and those that must hold more than white space. */
const FREE =
  'raw_status note upc image_url title tracking_number first_name last_name email phone name street1 city state zip_code country_code';
const NAMED = 'sku product_identifier variant_identifier';

/** Some orders with different identifiers, all of them acceptable, with texts of these signs. */
const ordersOf = (signs: readonly string[]): fc.Arbitrary<Row[]> =>
  fc
    .record({
      seed: fc.nat(),
      count: fc.integer({ min: 1, max: 3 }),
      texts: fc.array(textOf(signs), { minLength: 1, maxLength: 30 }),
    })
    .map(({ seed, count, texts }) => {
      let used = 0;
      const next = () => texts[used++ % texts.length]!;
      const { snapshots } = generateOrders({ seed, orders: count, versions: 0.6 });
      // One version of each.
      const orders = new Map(snapshots.map((order) => [order.identifier, order]));
      const withTexts = (key: string, value: unknown) => {
        if (FREE.split(' ').includes(key)) return next();
        return NAMED.split(' ').includes(key) ? `n${next()}` : value;
      };
      return [...orders.values()].map((order) => ({
        ...(JSON.parse(JSON.stringify(order), withTexts) as Row),
        ...{ identifier: `${order.identifier}~${next()}`, note: next(), concept: next() },
      }));
    });

export const latinOrders = ordersOf(LATIN);
export const anyOrders = ordersOf(UNICODE);

export interface Checked {
  readonly exit: number;
  /** The finished orders, a line of NDJSON each. */
  readonly lines: readonly string[];
  readonly errors: string;
}

let shared: TestPlatform | undefined;
const host = (): TestPlatform => {
  shared ??= testPlatform();
  return shared;
};

export const put = (name: string, content: string | Uint8Array): string => {
  host().file(name, content);
  return name;
};

/** `returns orders check FILES --out OUT`. */
export async function checked(names: readonly string[], ...flags: string[]): Promise<Checked> {
  const { platform: on, work, clear, stderr } = host();
  const out = path.join(work, 'out.ndjson');
  fs.rmSync(out, { force: true });
  clear();
  const exit = await run(['orders', 'check', ...names, '--out', out, ...flags], on);
  const text = fs.existsSync(out) ? fs.readFileSync(out, 'utf8') : '';
  return { exit, lines: text.split('\n').filter(Boolean), errors: stderr() };
}
