// Orders whose identifiers differ only in what nobody sees: both are kept and sent, and a finding names both rows.
import { expect, test } from 'vitest';
import { ORDERS } from '../../src/input/message-table.ts';
import { writeCsv } from '../../src/input/write-csv.ts';
import { type Cli, makeCli } from '../helpers/cli.ts';
import { ndjson, order } from '../helpers/sample-orders.ts';
import { type Summary, sandboxFor } from '../helpers/sandbox.ts';

const FORMS: readonly [name: string, text: (orders: Record<string, unknown>[]) => string, first: number][] = [
  ['a.csv', (orders) => writeCsv(ORDERS.table, orders), 2],
  ['a.ndjson', (orders) => ndjson(...orders), 1],
  ['a.json', (orders) => `[${orders.map((one) => JSON.stringify(one)).join(',\n')}]`, 1],
];
const check = (cli: Cli, ...args: string[]) => cli.json<Summary>(['orders', 'check', ...args]);
const alike = ({ warnings }: Pick<Summary, 'warnings'>) =>
  warnings
    .filter(({ code }) => code === 'order.identifier.alike')
    .map(({ count, first_line }) => [count, first_line]);

test.each(FORMS)('in %s', async (name, text, first) => {
  for (const [one, other] of [
    ['W1', 'W1 '],
    ['W1\u00a0', 'W1'],
    ['W\u200b1', ' W1'],
  ]) {
    const cli = makeCli();
    // The later order has the earlier updated_at: it is superseded by nothing.
    cli.file(name, text([order(one!), order('W2'), order(other!, { updated_at: '2026-03-01T11:00:00Z' })]));
    const summary = await check(cli, name);
    expect(summary.orders).toMatchObject({ superseded: 0, refused: 0, pending: 3 });
    expect(alike(summary), JSON.stringify([one, other])).toEqual([[1, first + 2]]);
    expect((await cli.run(['orders', 'check', name])).stdout.replace(/\s+/g, ' ')).toContain(
      `the identifiers on line ${first + 2} of ${name} and line ${first} of ${name} differ only in what nobody sees`,
    );
  }
});

test('in two files, with other versions of both, and with --strict: both passes agree', async () => {
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: sandbox });
  const later = { updated_at: '2026-03-02T12:00:00Z' };
  cli.file('a.ndjson', ndjson(order('W2'), order('W1'), order('W1 ', later)));
  cli.file('b.ndjson', ndjson(order('W1 '), order('W1', later)));
  const both = ['a.ndjson', 'b.ndjson'];
  expect(alike(await check(cli, ...both))).toEqual([[1, 2]]);
  const sent = await cli.json<Summary>(['orders', 'upload', ...both, '--yes']);
  expect(sent).toMatchObject({ exit: 0, balanced: true, orders: { accepted: 3, superseded: 2 } });
  expect(
    sandbox
      .orders()
      .map(({ identifier }) => identifier)
      .sort(),
  ).toEqual(['W1', 'W1 ', 'W2']);
  cli.file('c.ndjson', ndjson(order('V1'), order('V1\u00ad')));
  const strict = await cli.json<Summary>(['orders', 'upload', 'c.ndjson', '--yes', '--strict']);
  expect(strict).toMatchObject({ exit: 3, balanced: true, orders: { accepted: 1, refused: 1 } });
});
