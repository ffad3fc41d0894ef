// Answers from a file: a misspelt one is refused before the export is read, and each one does what it says.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkColumns } from '../../../src/orders/map/ask/answers.ts';
import type { Answers } from '../../../src/orders/map/types.ts';
import { REPOSITORY } from '../../helpers/cli.ts';
import { inForm, itLong } from '../../helpers/form.ts';
import { type Cli, inProcess as makeCli } from './in-process.ts';
import { csvOf, proposalOf, shopperCells } from './proposal-of.ts';
import { ANSWERS, csv, HEADER, ROWS } from './shop.ts';

interface Sent {
  readonly identifier: string;
  readonly status: string;
  readonly raw_status: string;
  readonly currency: string;
  readonly created_at: string;
  readonly items: readonly { readonly quantity: number; readonly quantity_shipped: number }[];
}

/** In the short form the first and the last row. */
const ends = <T>(rows: readonly T[]): readonly T[] =>
  inForm({ short: rows.filter((_, i) => i === 0 || i === rows.length - 1), long: rows });

const mapped = async (on: Cli, file: string, answers: object): Promise<Sent[]> => {
  const answered = `${file}.answers.json`;
  on.file(answered, JSON.stringify(answers));
  const out = `${file}.map.json`;
  const made = await on.run(['orders', 'map', file, '--answers', answered, '--out', out]);
  expect(made.code, made.stderr).toBe(0);
  const checked = await on.run(['orders', 'check', file, '--map', out, '--out', '-', '--quiet']);
  const lines = checked.stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line));
};
const mappingOf = (on: Cli, file: string) =>
  JSON.parse(fs.readFileSync(path.join(on.root, 'work', `${file}.map.json`), 'utf8'));

describe('a misspelt answer is exit 6 and named before the export is read', () => {
  test.each(
    ends([
      ['date_order', 'day frst', 'day first'],
      ['decimal', ';', undefined],
      ['updated_at', 'lates', 'latest'],
      ['round', 'half_upp', 'half_up'],
      ['status', 'Shiped', 'Shipped'],
      ['shipping_address', 'biling', 'billing'],
      ['sku', 'titel', 'title'],
      ['email', 'leave ot', 'leave out'],
      ['refunds', 'refus', 'refuse'],
      ['statuses', { Versendet: 'Shiped' }, 'Shipped'],
      ['statuses', 'Shipped', undefined],
      ['currency', 'ERU', undefined],
    ]),
  )('%s: %j', async (id, answer, meant) => {
    const on = makeCli();
    on.file('answers.json', JSON.stringify({ [id]: answer }));
    // There is no export at all: the answers come first.
    const { code, stderr } = await on.run(['orders', 'map', 'none.csv', '--answers', 'answers.json']);
    expect(code, stderr).toBe(6);
    expect(stderr).toMatch(new RegExp(`The answer to "${id}" cannot be used`));
    expect(stderr).toContain('answers.json');
    if (meant !== undefined) expect(stderr.replace(/\s+/g, ' ')).toContain(`Did you mean "${meant}"?`);
  });

  test.each(
    ends([
      ['column:item.sku', 'Artikelnumer', 'Did you mean "Artikelnummer"?'],
      ['field:note', 'Lagr', 'Did you mean "Lager"?'],
      ['column:item.skuu', 'Artikelnummer', 'Did you mean "item.sku"?'],
      ['field:item.titel', 'Bezeichnung', 'Did you mean "item.title"?'],
    ]),
  )('%s: %s', async (id, answer, meant) => {
    const on = makeCli();
    on.file('shop.csv', csv());
    on.file('answers.json', JSON.stringify({ ...ANSWERS, [id]: answer }));
    const { code, stderr } = await on.run(['orders', 'map', 'shop.csv', '--answers', 'answers.json']);
    expect(code, stderr).toBe(6);
    expect(stderr).toContain('answers.json');
    expect(stderr.replace(/\s+/g, ' ')).toContain(meant);
  });
});

test('what was answered to the audit comes after the answer that it doubts', async () => {
  const on = makeCli();
  on.file(
    'two.csv',
    csvOf(5, (i) => ({ Name: undefined, AA: `Ann${'abcde'[i]}`, BB: `Reader${'abcde'[i]}` })),
  );
  const names = ['shipping_address.name', 'billing_address.name'];
  const asked = (id: string, value: string, fields: readonly string[]) => ({
    ...{ id, answer: value },
    choices: [{ value, answers: Object.fromEntries(fields.map((field) => [`field:${field}`, value])) }],
  });
  const questions = [
    { id: 'column:address.name', choices: [], answer: 'none' },
    { id: 'shipping_address', choices: [], answer: 'billing' },
    { id: 'statuses', choices: [], answer: { shipped: 'Shipped' } },
    asked('field:shipping_address.name', 'AA', names),
    ...names.map((name) => asked(`confirm:audit.person.half:${name}`, '{AA} {BB}', [name])),
  ];
  const [sent] = await mapped(on, 'two.csv', { questions });
  expect(sent).toMatchObject({
    shipping_address: { name: 'Anna Readera' },
    billing_address: { name: 'Anna Readera' },
  });
});

test.each(['identifier', 'canceled', 'canceled_units'])('%s names a column of the export', (id) => {
  const check = (answer: string) => () =>
    checkColumns('a.json', { names: ['No'], isJson: false }, { [id]: answer });
  expect(check('No')).not.toThrow();
  expect(check('Nope')).toThrow(`The answer to "${id}" names no column of the export`);
});

test.each([
  [5, [{ value: 'x' }], 'y'],
  [
    'field:shipping_address.name',
    [{ value: 'x', answers: { 'field:shipping_address.name': 'x' } }],
    undefined,
  ],
  ['field:shipping_address.name', [{ value: 'x', answers: { 'field:item.sku': 7 } }], 'z'],
  ['field:shipping_address.name', [null, 5], 'z'],
  ['timezone', 'none', 7],
])('a question that somebody broke is no defect: %j, %j, %j', async (id, choices, answer) => {
  const on = makeCli();
  on.file('one.csv', csv());
  on.file('a.json', JSON.stringify({ questions: [{ id, choices, answer }] }));
  const { code, stderr } = await on.run(['orders', 'map', 'one.csv', '--answers', 'a.json']);
  expect(code, stderr).toBe(6);
});

describe('refunds', () => {
  const refunded = (name = 'Erstattet', money = ['5,00', '5,00', '0,00', '']) => {
    const on = makeCli();
    const rows = ROWS.map((row, i) => [...row, money[i]!]);
    on.file('shop.csv', csv(rows, [...HEADER, name]));
    return on;
  };
  const askedOf = async (on: Cli) => {
    const found = await on.json<{ questions: readonly { id: string }[] }>(['orders', 'map', 'shop.csv']);
    return found.questions.map(({ id }) => id);
  };

  test('are asked for, with the number of their orders', async () => {
    const found = await refunded().json<{ questions: readonly object[] }>(['orders', 'map', 'shop.csv']);
    expect(found.questions).toContainEqual(
      expect.objectContaining({
        id: 'refunds',
        orders: 1,
        answer: null,
        choices: [expect.objectContaining({ value: 'warn' }), expect.objectContaining({ value: 'refuse' })],
      }),
    );
  });

  test.each(
    ends([
      'Refund Amount',
      'Order Refund Total',
      'Refunded',
      'Rückerstattung',
      'Erstatteter Betrag (EUR)',
      'Montant remboursé',
      'Remboursements',
      'Importe reembolsado',
      'Devoluciones',
      'Valor estornado',
      'total_refunded',
    ]),
  )('are found in a column %s', async (name) => {
    expect(await askedOf(refunded(name))).toContain('refunds');
  });

  test.each(ends(['Return window (days)', 'Retour möglich bis Tag', 'Returned quantity']))(
    'are not seen in a column %s',
    async (name) => {
      expect(await askedOf(refunded(name, ['30', '30', '30', '30']))).not.toContain('refunds');
    },
  );

  test('are not asked for when nothing was refunded', async () => {
    const none = refunded('Erstattet', ['0,00', '0,00', '0,00', '0,00']);
    expect(await askedOf(none)).toEqual(['statuses', 'timezone', 'email']);
  });

  test('warn sends the orders, and the plan reports them', async () => {
    const on = refunded();
    const orders = await mapped(on, 'shop.csv', { ...ANSWERS, refunds: 'warn' });
    expect(orders.map(({ identifier }) => identifier)).toEqual(['B1001', 'B1002']);
    const rows = mappingOf(on, 'shop.csv').rows;
    expect(rows.warn).toMatchObject([{ when: { column: 'Erstattet', matches: '[1-9]' } }]);
    expect(rows.refuse).toBeUndefined();
    const { stdout } = await on.run(['orders', 'check', 'shop.csv', '--map', 'shop.csv.map.json']);
    expect(stdout).toContain('money was refunded');
  });

  itLong('of one line out of two count as well', async () => {
    const on = refunded('Erstattet', ['0,00', '5,00', '0,00', '']);
    const orders = await mapped(on, 'shop.csv', { ...ANSWERS, refunds: 'refuse' });
    expect(orders.map(({ identifier }) => identifier)).toEqual(['B1002']);
  });

  test('refuse keeps just these orders back', async () => {
    const on = refunded();
    const orders = await mapped(on, 'shop.csv', { ...ANSWERS, refunds: 'refuse' });
    expect(orders.map(({ identifier }) => identifier)).toEqual(['B1002']);
    const rows = mappingOf(on, 'shop.csv').rows;
    expect(rows.refuse).toMatchObject([{ when: { column: 'Erstattet', matches: '[1-9]' } }]);
    expect(rows.warn).toBeUndefined();
  });
});

describe('the mapping of a platform', () => {
  const SHOP = 'woocommerce-orders.csv';
  const text = fs.readFileSync(path.join(REPOSITORY, 'samples/exports', SHOP), 'utf8');
  const ANSWERED = { timezone: 'Europe/Berlin', email: 'refuse', shipping_address: 'refuse', sku: 'refuse' };

  itLong('an answer about the currency leaves the column with the currency alone', async () => {
    const on = makeCli();
    on.file('known.csv', text);
    const orders = await mapped(on, 'known.csv', { ...ANSWERED, currency: 'USD' });
    expect(new Set(orders.map(({ currency }) => currency))).toEqual(new Set(['EUR', 'GBP', 'CHF']));
  });

  test.each(
    ends([
      ['Completed', 'Shipped'],
      ['Processing', 'Created'],
      ['Cancelled', 'Cancelled'],
    ]),
  )('a word of the status that it does not know counts as %s when the answer is %s', async (known, meant) => {
    const on = makeCli();
    on.file('known.csv', text);
    on.file('packed.csv', text.replaceAll(`;${known};`, ';Packed;'));
    const expected = await mapped(on, 'known.csv', ANSWERED);
    const orders = await mapped(on, 'packed.csv', { ...ANSWERED, statuses: { Packed: meant } });
    expect(orders.filter(({ raw_status }) => raw_status === 'Packed').length).toBeGreaterThan(0);
    expect(orders).toEqual(
      expected.map((order) => (order.raw_status === known ? { ...order, raw_status: 'Packed' } : order)),
    );
  });
});

describe('an answer and a choice that stands for another one to the same question', () => {
  const text = csvOf(12, (i) => ({
    ...{
      ...shopperCells(i),
      Sku: undefined,
      Title: `Cup ${'abcde'[i % 5]}`,
      EAN: `40064${81000000 + (i % 5)}`,
    },
  }));
  const limitsOf = async (answers: Answers) => {
    const { result } = await proposalOf(text, { statuses: { Shipped: 'Shipped' }, ...answers });
    const of = (result.mapping['item'] as { sku: unknown }).sku;
    return [of, (result.mapping['limits'] as string[]).filter((one) => one.includes('as answered'))];
  };

  test('the answer counts, and the mapping says so', async () => {
    expect(await limitsOf({ sku: 'EAN', 'field:item.sku': 'Title' })).toEqual([
      'Title',
      ['field:item.sku is Title, as answered, although sku is EAN'],
    ]);
  });

  test('a choice of the audit, as well', async () => {
    const rooms = csvOf(12, (i) => ({ ...shopperCells(i), Room: `${i + 1}`, Street: 'Weg' }));
    const field = 'field:shipping_address.street1';
    const answers = { 'confirm:audit.address.house:shipping_address.street1': '{Street} {Room}' };
    const { result } = await proposalOf(rooms, { ...answers, [field]: '{Room} {Street}' });
    expect(result.mapping['limits']).toContain(
      `${field} is {Room} {Street}, as answered, although ${Object.keys(answers)[0]} is {Street} {Room}`,
    );
  });

  test.each<Answers>([{ sku: 'EAN' }, { sku: 'EAN', 'field:item.sku': 'EAN' }])(
    'nothing is said of %j',
    async (answers) => {
      expect(await limitsOf(answers)).toEqual(['EAN', []]);
    },
  );
});
