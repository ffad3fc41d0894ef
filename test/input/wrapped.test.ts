// Blank rows of delimiters, orders inside a key of their own, an order without identifier; and what cannot be read.

import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { sampleOrder } from '../../src/contract/sample.ts';
import { ndjson } from '../helpers/sample-orders.ts';
import { desk, row, table } from './support.ts';

type Json = Record<string, unknown>;

const OUT =
  'Take the orders out, one per line, for example with jq -c, and pipe them into: returns orders upload -';

test.each([
  ['two keys deep', (one: Json) => JSON.stringify({ data: { orders: [one] } }), '"data.orders"'],
  ['beside the number of the page', (one: Json) => JSON.stringify({ page: 1, orders: [one] }), '"orders"'],
  ['one order in a key a line', (one: Json) => ndjson({ order: one }, { order: one }), '"order"'],
])('orders inside a key of their own are exit 6, and the key is named: %s', async (_name, text, key) => {
  const at = desk();
  at.file('orders.json', text(sampleOrder()));
  const failure = await at.fail('orders.json');
  expect(failure).toMatchObject({ exitCode: 6, code: 'input.json.orders.wrapped', hint: OUT });
  expect(failure.message).toContain(key);
});

test.each([
  ['an array a line', (one: string) => `[${one}]\n[${one}]\n`],
  ['two documents', (one: string) => `[\n ${one}\n]\n[\n ${one}\n]`],
  ['orders, then an array', (one: string) => `${one}\n[${one}]\n`],
])('several arrays of orders are exit 6 with the way out: %s', async (_name, text) => {
  const at = desk();
  at.file('orders.json', text(JSON.stringify(sampleOrder())));
  const failure = await at.fail('orders.json');
  expect(failure).toMatchObject({ exitCode: 6, hint: OUT });
});

// Inputs that cannot be read for another reason than damage (damaged.test.ts): one failure with code, place and what to do.

describe('bad input', () => {
  it('names a missing file and a folder', async () => {
    const at = desk();
    fs.mkdirSync(path.join(at.folder, 'dir'));
    at.file('good.csv', table(row(1, 1)));
    expect(await at.fail(['good.csv', 'none.csv'])).toMatchObject({
      code: 'input.file.missing',
      exitCode: 6,
      place: { file: 'none.csv' },
    });
    expect(await at.fail('dir')).toMatchObject({ code: 'input.file.folder', exitCode: 6 });
  });

  it('refuses flags that make no sense', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1)));
    expect(await at.fail('a.csv', { delimiter: '::' })).toMatchObject({ exitCode: 2, code: 'usage.value' });
    expect(await at.fail('a.csv', { encoding: 'klingon' })).toMatchObject({ exitCode: 2 });
    expect(await at.fail(['-', '-'])).toMatchObject({ exitCode: 2, code: 'usage.stdin.twice' });
  });

  it('does not show what stands in a file without a header', async () => {
    const at = desk();
    at.file('a.csv', 'Ada Martin,ada@example.com,12 Canal Street\nB,b@example.com,c\n');
    const failure = await at.fail('a.csv');
    expect(failure.code).toBe('input.header.foreign');
    expect(JSON.stringify([failure.message, failure.found, failure.expected, failure.hint])).not.toMatch(
      /Ada|ada@/,
    );
  });
});
