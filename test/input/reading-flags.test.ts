// The flags for reading a file, given to every command that reads one: each is handed on, because the same file cannot be
// read with another value, or not without it.
import { describe, expect, test } from 'vitest';
import { targetEnvironment } from '../helpers/cli.ts';
import { temporaryFolder } from '../helpers/platform.ts';
import { returns } from '../helpers/returns.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { csv } from '../orders/map/shop.ts';
import { completeMapping } from './mapping/mapped-cli.ts';
import { csvOf, line } from './mapping/support.ts';

const ORDERS = {
  'map.json': completeMapping({
    dates: { formats: ['YYYY-MM-DD HH:mm'] },
    order: { total_amount_cents: 'Total' },
    item: { unit_price_amount_cents: 'Price' },
    tax: { total: 'Total', subtotal: 'Sub', tax: 'Tax' },
  }),
  'file.csv': csvOf([
    line('1', { Email: '1@example.com', Price: '10.00', Sub: '10.00', Tax: '2.00', Total: '12.00' }),
  ]),
  'other.csv': 'id,x\n77,a\n',
};
/** The mapping of the orders, with a second file that has the order in this column, and at least so many of the orders. */
const joinedBy = (on: string, least?: string) => ({
  ...ORDERS['map.json'],
  with: { oms: { on, ...(least !== undefined && { min_match: least }) } },
});
const ASNS = {
  'map.json': {
    message: 'asn',
    name: 'Transfers',
    dates: { formats: ['YYYY-MM-DD HH:mm'] },
    asn: {
      program_identifier: { constant: 'PRG' },
      asn_number: 'No',
      'from.identifier': { constant: 'S-1' },
      'from.type': { constant: 'store' },
      'to.identifier': { constant: 'W-1' },
      'to.type': { constant: 'warehouse' },
      ship_date: 'Shipped',
      status: { constant: 'shipped' },
      details_type: { constant: 'unit' },
    },
    carton: { identifier: 'Box' },
    detail: {
      line_identifier: { generate: 'line' },
      sku: 'Sku',
      unit_identifier: 'Unit',
      quantity: 'Qty',
      sell_date: 'Shipped',
    },
  },
  'file.csv': 'No,Box,Sku,Qty,Unit,Shipped\nA-1,B-1,MUG,1.0,U-1,2026-05-01 10:00\n',
};

/** Flags that contradict the file, and what is said about them. */
const WRONG: readonly (readonly [flags: readonly string[], said: RegExp])[] = [
  [['--format', 'json'], /JSON/],
  [['--encoding', 'utf-16le'], /./],
  [['--delimiter', '|'], /./],
  [['--map', 'none.json'], /none\.json/],
  [['--decimal', ','], /./],
  [['--date-format', 'D/M/YYYY'], /cell\.date|date/],
];
const ZONE = ['--timezone', 'Europe/Berlin'];

async function ran(words: readonly string[], files: Readonly<Record<string, unknown>>) {
  const env = { ...targetEnvironment(await sandboxFor()), RETURNS_RATE: 'off' };
  const { code, stdout, stderr } = await returns(words, { root: temporaryFolder(), env }, files);
  return { code, said: stdout + stderr };
}

type Reader = [name: string, command: string[], unreadable: number, files: Readonly<Record<string, unknown>>];
const OF_ORDERS: readonly Reader[] = [
  ['orders check', ['orders', 'check', 'file.csv'], 6, ORDERS],
  ['orders upload', ['orders', 'upload', 'file.csv', '--yes'], 6, ORDERS],
  ['orders refund', ['orders', 'refund', '1', '--from', 'file.csv', '--dry-run'], 6, ORDERS],
  ['certify', ['certify', '--area', 'orders', '--orders', 'file.csv'], 3, ORDERS],
  ['reconcile', ['reconcile', '--orders', 'file.csv'], 6, ORDERS],
];
const OF_ASNS: readonly Reader[] = [
  ['asns check', ['asns', 'check', 'file.csv'], 6, ASNS],
  ['asns create', ['asns', 'create', 'file.csv', '--yes'], 6, ASNS],
  ['asns update', ['asns', 'update', 'A-1', 'file.csv', '--dry-run', '--force'], 6, ASNS],
];

describe.each([...OF_ORDERS, ...OF_ASNS])('%s', (_name, command, unreadable, files) => {
  const words = [...command, '--map', 'map.json'];

  test('reads the file as it is', async () => {
    const { code, said } = await ran([...words, ...ZONE], files);
    expect(code, said).toBe(0);
  });

  test.each(WRONG)('%j', async (flags, text) => {
    const { code, said } = await ran(
      [...command, ...(flags[0] === '--map' ? [] : ['--map', 'map.json']), ...ZONE, ...flags],
      files,
    );
    // A reconciliation counts what it cannot use.
    expect([code !== 0 || said.includes('1 refused'), said]).toEqual([true, expect.stringMatching(text)]);
  });

  test('--timezone: without it nobody knows the zone', async () => {
    const { code, said } = await ran(words, files);
    expect([code, said]).toEqual([unreadable, expect.stringContaining('--timezone')]);
  });
});

test.each(OF_ASNS)('%s --memory: the rows of the file must have room', async (_name, command) => {
  const { code, said } = await ran([...command, '--map', 'map.json', ...ZONE, '--memory', '1B'], ASNS);
  expect([code, said.replace(/\s+/g, ' ')]).toEqual([6, expect.stringContaining('take more than 1 B')]);
});

test.each(OF_ORDERS)(
  '%s --with and --memory: the second file must have the column, and have room',
  async (_name, command, unreadable) => {
    const joined = [...command, '--map', 'joined.json', ...ZONE, '--with', 'oms=other.csv'];
    const column = await ran(joined, { ...ORDERS, 'joined.json': joinedBy('nowhere') });
    expect([column.code, column.said]).toEqual([unreadable, expect.stringContaining('nowhere')]);
    const files = { ...ORDERS, 'joined.json': joinedBy('id') };
    expect((await ran(joined, files)).code).toBe(0);
    const large = await ran([...joined, '--memory', '1B'], files);
    expect([large.code, large.said.replace(/\s+/g, ' ')]).toEqual([
      unreadable,
      expect.stringContaining('takes more than 1 B'),
    ]);
  },
);

test.each([[['orders', 'check', 'file.csv']], [['orders', 'upload', 'file.csv', '--yes']]])(
  '%j: how many orders the second file must have, as the mapping says',
  async (command) => {
    const words = [...command, '--map', 'joined.json', ...ZONE, '--with', 'oms=other.csv'];
    const files = (least: string) => ({ ...ORDERS, 'joined.json': joinedBy('id', least) });
    expect(await ran(words, files('0%'))).toMatchObject({ code: 0 });
    const few = await ran(words, files('99%'));
    expect([few.code, few.said]).toEqual([6, expect.stringContaining('oms has only 0 of 1')]);
  },
);

describe('orders map', () => {
  const FILES = { 'shop.csv': csv(), 'second.csv': 'id,shipped\nB1001,1\n' };
  const map = (...flags: string[]) => ran(['orders', 'map', 'shop.csv', ...flags], FILES);

  test('--delimiter and --encoding: another value finds other columns', async () => {
    const found = await map();
    expect(found.said).toContain('Bestellnummer');
    for (const flags of [
      ['--delimiter', '|'],
      ['--encoding', 'utf-16le'],
    ]) {
      const { code, said } = await map(...flags);
      expect([code, said]).toEqual([6, expect.not.stringContaining('rows with the same Bestellnummer')]);
    }
  });

  test('--on and --memory: the second file must have the column, and have room', async () => {
    const column = await map('--with', 'oms=second.csv', '--on', 'Bestellnummer=nowhere');
    expect([column.code, column.said]).toEqual([6, expect.stringContaining('nowhere')]);
    const large = await map('--with', 'oms=second.csv', '--on', 'Bestellnummer=id', '--memory', '1B');
    expect([large.code, large.said.replace(/\s+/g, ' ')]).toEqual([
      6,
      expect.stringContaining('at most 1 B'),
    ]);
  });
});
