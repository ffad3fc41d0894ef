// `orders map` on the sample export of every platform, without hints: it is recognised, at most what its data leaves open is
// asked, and the mapping makes the same orders as the shipped one.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { REPOSITORY } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import { inProcess as makeCli } from './in-process.ts';

const MAPPINGS = path.join(REPOSITORY, 'samples/mappings');
const EXPORTS = path.join(REPOSITORY, 'samples/exports');

/** The second file of each mapping that joins one. */
const JOINED: Readonly<Record<string, string>> = {
  'amazon-actionable-orders all': 'amazon-all-orders.tsv',
  'amazon-all-orders buyers': 'amazon-order-report.tsv',
  'amazon-sp-api orders': 'amazon-sp-api-orders.json',
  'bigcommerce-rest addresses': 'bigcommerce-rest-addresses.json',
  'bigcommerce-rest orders': 'bigcommerce-rest-orders.json',
  'etsy-sold-items orders': 'etsy-sold-orders.csv',
  'magento-order-items grid': 'magento-order-grid.csv',
};

interface Shipped {
  readonly name: string;
  readonly file: string;
  readonly withs: readonly string[];
}

/** Mappings of orders that name their platform; its export has the same name. */
const shipped: Shipped[] = fs
  .readdirSync(MAPPINGS)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file): Shipped[] => {
    const mapping = JSON.parse(fs.readFileSync(path.join(MAPPINGS, file), 'utf8'));
    const name = file.replace(/\.json$/, '');
    if (mapping.message === 'asn' || !mapping.platform) return [];
    const found = fs.readdirSync(EXPORTS).find((one) => one.replace(/\.[a-z]+$/, '') === name);
    const withs = Object.keys(mapping.with ?? {}).map((second) => {
      const joined = JOINED[`${name} ${second}`];
      return `${second}=${path.join(EXPORTS, joined ?? `the second file of ${name} in the test`)}`;
    });
    return [{ name, file: path.join(EXPORTS, found ?? `${name} has no export`), withs }];
  });

/** In the short form: a table with a second file, and lines of JSON. */
const FEW = ['etsy-sold-items', 'shopify-bulk'];
const played = shipped.filter(({ name }) => inForm({ short: FEW.includes(name), long: true }));

test('the platforms of the short form have a mapping', () => {
  const names = shipped.map(({ name }) => name);
  expect(FEW.filter((name) => !names.includes(name))).toEqual([]);
});

/** Answers that change nothing: what a mapping refuses stays refused. */
const NEUTRAL: Readonly<Record<string, string>> = {
  email: 'refuse',
  shipping_address: 'refuse',
  billing_address: 'refuse',
  postal_code: 'refuse',
  sku: 'refuse',
  round: 'refuse',
  timezone: 'Europe/Berlin',
};

const neutral = ({ id, words }: Proposal['questions'][number]) =>
  words ? Object.fromEntries(words.map(({ word }) => [word, 'refuse'])) : NEUTRAL[id];

describe.each(played)('$name', ({ name, file, withs }) => {
  test('is recognised, and the mapping makes the same orders as the shipped one', async () => {
    const on = makeCli();
    const more = withs.flatMap((one) => ['--with', one]);
    const asked = await on.json<Proposal>(['orders', 'map', file, ...more]);
    expect(asked.platform.share, JSON.stringify(asked).slice(0, 600)).toBeGreaterThan(0.9);
    const ids = asked.questions.map(({ id }) => id);
    expect(asked.questions.filter((one) => neutral(one) === undefined)).toEqual([]);
    const answers = Object.fromEntries(asked.questions.map((one) => [one.id, neutral(one)]));
    on.file('answers.json', JSON.stringify(answers));
    const made = await on.run([
      'orders',
      'map',
      file,
      ...more,
      '--answers',
      'answers.json',
      '--out',
      'made.json',
      '--quiet',
    ]);
    expect(made.code, made.stderr).toBe(0);
    const zone = ids.includes('timezone') ? ['--timezone', 'Europe/Berlin'] : [];
    const orders = async (map: string, flags: readonly string[]) => {
      const { stdout } = await on.run([
        'orders',
        'check',
        file,
        ...more,
        '--map',
        map,
        '--out',
        '-',
        '--quiet',
        ...flags,
      ]);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    };
    const expected = await orders(name, zone);
    expect(expected.length).toBeGreaterThan(15);
    expect(await orders('made.json', [])).toEqual(expected);
  });
});

interface Proposal {
  readonly platform: { readonly name: string; readonly share: number };
  readonly questions: readonly {
    readonly id: string;
    readonly words?: readonly { readonly word: string }[];
  }[];
}
