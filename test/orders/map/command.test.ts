// `orders map` off a terminal: what it finds, the open questions, answers from a file, the mapping that it writes and remembers.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { REPOSITORY } from '../../helpers/cli.ts';
import { type Cli, inProcess as makeCli } from './in-process.ts';
import { ANSWERS, csv, HEADER, ROWS } from './shop.ts';

interface Proposal {
  readonly schema: string;
  readonly exit: number;
  readonly platform: { readonly name: string; readonly share: number };
  readonly fields: readonly {
    readonly field: string;
    readonly column: string;
    readonly confidence: string;
    readonly example: readonly string[];
  }[];
  readonly questions: readonly { readonly id: string; readonly orders: number; readonly answer: unknown }[];
  readonly mapping: Record<string, unknown>;
}

const shop = (): Cli => {
  const on = makeCli();
  on.file('shop.csv', csv());
  on.file('answers.json', JSON.stringify(ANSWERS));
  return on;
};
const at = (on: Cli, name: string): string => path.join(on.root, 'work', name);
/** What `orders map` wrote: the mappings in the config folder. */
const written = (on: Cli): string[] => on.files().filter((file) => file.includes('/mappings/'));
const MAP = ['orders', 'map', 'shop.csv'];
const MAPPED = ['orders', 'map', '--answers', 'answers.json'];

describe('without answers', () => {
  test('open questions are exit 6, each named with its orders; nothing is written', async () => {
    const on = shop();
    const { code, stdout, stderr } = await on.run(MAP);
    expect(code).toBe(6);
    expect(stdout).toContain('rows with the same Bestellnummer');
    expect(stdout).toMatch(/Einzelpreis x Menge \+ Versandkosten = Gesamtbetrag.*prices include the tax/s);
    expect(stdout).toContain('3 of 3 orders add up');
    expect(stderr).toContain('expected  answers to statuses, timezone, email');
    expect(stderr).toMatch(/email: Some orders have no e-mail address.*\(1 order\)/s);
    expect(written(on)).toEqual([]);
  });

  test('--json gives the fields with their columns, and no mapping that rests on what nobody said', async () => {
    const found = await shop().json<Proposal>(MAP);
    expect(found).toMatchObject({
      schema: 'mapping-proposal/1',
      exit: 6,
      platform: { name: '', share: 0 },
      mapping: {},
    });
    const field = (name: string) => found.fields.find((one) => one.field === name);
    expect(field('identifier')).toMatchObject({ column: 'Bestellnummer', confidence: 'sure' });
    expect(field('customer.email')).toMatchObject({ column: 'Kunde E-Mail', confidence: 'sure' });
    expect(field('item.unit_price_amount_cents')).toMatchObject({
      column: 'Einzelpreis',
      confidence: 'sure',
      example: ['19,90', '1990'],
    });
    expect(field('item.tracking_number')).toMatchObject({ column: '', confidence: 'none' });
    expect(found.questions.map(({ id, orders, answer }) => [id, orders, answer])).toEqual([
      ['statuses', 3, null],
      ['timezone', 3, null],
      ['email', 1, null],
    ]);
  });

  test.each([
    ['status', 'Status', 'Xyzzy'],
    ['created_at', 'Bestelldatum', 'Erstellt'],
    ['created_at', 'Bestelldatum', 'Placed'],
  ])('%s is found when its column %s is called %s', async (field, before, now) => {
    const on = shop();
    const header = HEADER.map((name) => (name === before ? now : name));
    on.file('shop.csv', csv(ROWS, header));
    const found = await on.json<Proposal>(MAP);
    expect(found.fields.find((one) => one.field === field)).toMatchObject({ column: now });
  });

  test('nothing personal is shown whole', async () => {
    const { stdout, stderr } = await shop().run(MAP);
    for (const text of ['anna@example.com', 'Anna Meier', 'Hauptstr. 1', 'Kaya', '10115'])
      expect(stdout + stderr).not.toContain(text);
  });

  test('--answers-template prints the questions; filled in, the file is taken', async () => {
    const on = shop();
    const printed = await on.run([...MAP, '--answers-template']);
    expect(printed.code).toBe(0);
    const template = JSON.parse(printed.stdout);
    expect(template.schema).toBe('mapping-answers/1');
    for (const question of template.questions) question.answer = ANSWERS[question.id as keyof typeof ANSWERS];
    on.file('filled.json', JSON.stringify(template));
    const made = await on.run([...MAP, '--answers', 'filled.json']);
    expect(made.code, made.stderr).toBe(0);
  });
});

describe('with answers', () => {
  test('the mapping is written, the plan is shown, and the orders are what the export says', async () => {
    const on = shop();
    const made = await on.run([...MAP, '--answers', 'answers.json']);
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toContain('Plan: 4 rows, 3 order snapshots');
    expect(made.stdout).toMatch(/no e-mail address/);
    expect(made.stdout).toMatch(/^Mapping shop: \/.*\/mappings\/shop\.json$/m);
    const checked = await on.run(['orders', 'check', 'shop.csv', '--map', 'shop', '--out', '-', '--quiet']);
    const [first, second, ...more] = checked.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(more).toEqual([]);
    // Every field of such orders is held against the truth in own-story.test.ts.
    expect(first).toMatchObject({
      ...{ identifier: 'B1001', status: 'Shipped', raw_status: 'Versendet', total_amount_cents: 6460 },
      items: [{ identifier: 'B1001-A-100', quantity: 2, unit_price_amount_cents: 1990 }, { sku: 'A-200' }],
    });
    expect(second).toMatchObject({
      identifier: 'B1002',
      status: 'Created',
      items: [{ quantity: 1, quantity_shipped: 0 }],
    });
  });

  test('the written mapping passes the published JSON Schema, which refuses an unknown key', async () => {
    const on = shop();
    await on.run([...MAP, '--answers', 'answers.json', '--out', 'shop.map.json']);
    const schema = JSON.parse(
      fs.readFileSync(path.join(REPOSITORY, 'samples/schemas/mapping.schema.json'), 'utf8'),
    );
    const shape = z.fromJSONSchema(schema);
    const mapping = JSON.parse(fs.readFileSync(at(on, 'shop.map.json'), 'utf8'));
    expect(shape.safeParse(mapping).error).toBeUndefined();
    expect(shape.safeParse({ ...mapping, rowz: {} }).success).toBe(false);
  });

  test('the next export with these columns is read without a word; other columns are named', async () => {
    const on = shop();
    await on.run([...MAP, '--answers', 'answers.json']);
    const next = await on.run(['orders', 'check', 'shop.csv']);
    expect(next.code).toBe(0);
    expect(next.stderr).toContain('using the remembered mapping shop');
    on.file(
      'later.csv',
      csv(
        ROWS,
        HEADER.map((name) => (name === 'Menge' ? 'Menge ' : name === 'Lager' ? 'Filiale' : name)),
      ),
    );
    const again = await on.run(['orders', 'map', 'later.csv', '--out', 'later.json']);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toMatch(/recognised\s+nearly the columns of the mapping shop/);
    expect(again.stdout).toMatch(/are\s+from\s+the\s+mapping\s+shop/);
    expect(again.stdout).toMatch(/renamed\s+Menge is now Menge/);
    expect(again.stdout).toMatch(/new\s+Filiale/);
    const orders = await on.run('orders check later.csv --map later.json --out - --quiet'.split(' '));
    expect(orders.stdout.trim().split('\n')).toHaveLength(2);
  });

  test('--json writes nothing without --out', async () => {
    const on = shop();
    const found = await on.json<Proposal>([...MAP, '--answers', 'answers.json']);
    expect(found.exit).toBe(0);
    expect(found.mapping).toMatchObject({
      order: { identifier: 'Bestellnummer' },
      dates: { timezone: 'Europe/Berlin' },
    });
    expect(written(on)).toEqual([]);
  });

  test.each([
    [
      'a word without a meaning',
      { ...ANSWERS, statuses: { Versendet: 'Shipped' } },
      /"In Bearbeitung" needs one of/,
    ],
    ['an unknown zone', { ...ANSWERS, timezone: 'Europe/Berln' }, /Did you mean "Europe\/Berlin"/],
    [
      'an unknown question',
      { ...ANSWERS, timezon: 'UTC' },
      /no question "timezon".*Did you mean "timezone"/s,
    ],
    [
      'a confirmation of a rule that is none',
      { ...ANSWERS, 'confirm:audit.sku.x:item.sku': 'yes' },
      /no question "confirm:audit.sku.x:item.sku"/,
    ],
  ])('%s is exit 6 with the place', async (_, answers, message) => {
    const on = shop();
    on.file('answers.json', JSON.stringify(answers));
    const { code, stderr } = await on.run([...MAP, '--answers', 'answers.json']);
    expect(code).toBe(6);
    expect(stderr).toMatch(message);
    expect(stderr).toContain('answers.json');
    expect(written(on)).toEqual([]);
  });

  test('a file that is there is not overwritten, and that is said before anything is read', async () => {
    const on = shop();
    on.file('shop.map.json', 'mine');
    const { code, stderr } = await on.run([...MAP, '--answers', 'answers.json', '--out', 'shop.map.json']);
    expect(code).toBe(2);
    expect(stderr).toContain('shop.map.json is there already');
    expect(fs.readFileSync(at(on, 'shop.map.json'), 'utf8')).toBe('mine');
  });
});

describe('other forms of the same orders', () => {
  const orders = async (on: Cli, file: string, map: string, more: readonly string[] = []) => {
    const words = ['orders', 'check', file, '--map', map, '--out', '-', '--quiet'];
    const { stdout, stderr } = await on.run([...words, ...more]);
    expect(stdout, stderr).not.toBe('');
    return Array.from(stdout.trim().split('\n'), (line): unknown => JSON.parse(line));
  };

  test('windows-1252 is found out, and stands in the mapping', async () => {
    const on = shop();
    on.file('win.csv', Buffer.from(csv(), 'latin1'));
    const made = await on.run([...MAPPED, 'win.csv', '--out', 'win.json']);
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toContain('windows-1252 (it is not UTF-8');
    await on.run([...MAPPED, 'shop.csv', '--out', 'shop.json']);
    expect(await orders(on, 'win.csv', 'win.json')).toEqual(await orders(on, 'shop.csv', 'shop.json'));
  });

  test('line items and orders in two files are joined by their values', async () => {
    const on = shop();
    const items = [0, ...HEADER.keys()].filter((i, n) => n === 0 || (i >= 16 && i <= 19));
    const others = [...HEADER.keys()].filter((i) => i < 16 || i > 19);
    const pick = (row: readonly string[], columns: readonly number[]) => columns.map((i) => row[i]!);
    on.file(
      'items.csv',
      csv(
        ROWS.map((row) => pick(row, items)),
        pick(HEADER, items),
      ),
    );
    const once = ROWS.filter((row, i) => i === 0 || row[0] !== ROWS[i - 1]![0]);
    on.file(
      'heads.csv',
      csv(
        once.map((row) => pick(row, others)),
        pick(HEADER, others),
      ),
    );
    const joined = ['--with', 'o=heads.csv'];
    const made = await on.run([...MAPPED, 'items.csv', ...joined]);
    expect(made.code, made.stderr).toBe(0);
    await on.run([...MAPPED, 'shop.csv']);
    expect(await orders(on, 'items.csv', 'items', joined)).toEqual(await orders(on, 'shop.csv', 'shop'));
    const around = await on.run('orders map heads.csv --with i=items.csv --answers answers.json'.split(' '));
    expect(around.code).toBe(6);
    expect(around.stderr).toContain('returns orders map items.csv --with i=heads.csv');
  });
});

test.each([
  ['a file that is not there', ['orders', 'map', 'none.csv'], 6, 'does not exist'],
  ['standard input', ['orders', 'map', '-'], 2, 'Save it to a file first'],
  [
    'a second file from standard input',
    ['orders', 'map', 'shop.csv', '--with', 'o=-'],
    2,
    'Save it to a file first',
  ],
  ['an empty file', ['orders', 'map', 'empty.csv'], 6, 'empty'],
  ['a folder', ['orders', 'map', '.'], 6, 'folder'],
  ['a header alone', ['orders', 'map', 'header.csv'], 6, 'no rows'],
  ['an unknown platform', ['orders', 'map', 'shop.csv', '--platform', 'shopfy'], 2, 'shopify'],
])('%s gets a clear error', async (_, words, exit, message) => {
  const on = shop();
  on.file('empty.csv', '');
  on.file('header.csv', csv([]));
  const { code, stderr } = await on.run(words);
  expect(stderr).toContain(message);
  expect(code).toBe(exit);
});
