// Unusual files that are read as if they were plain, each with the records it must give.
import zlib from 'node:zlib';
import { expect } from 'vitest';
import { HEADER, row, table } from './support.ts';

export type Bytes = string | Uint8Array;

/** Texts, and bytes as numbers. */
export const bytes = (...parts: readonly (string | number | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'number' ? [part] : part)));

export const FIRST = row(1, 1, { sku: 'Größe' });
export const SECOND = row(1, 2, { sku: '"say ""hi"", then; go"' });
export const THIRD = row(2, 1, { quantity: 12 });
export const PLAIN = table(FIRST, SECOND, THIRD);
export const HEAD = `${HEADER}\n`;
export const base = { updated_at: '2026-05-01T10:00:00Z', currency: 'USD' };
const RECORDS = [
  {
    identifier: 'SO-1',
    ...base,
    items: [
      { identifier: '1', sku: 'Größe', quantity: 1 },
      { identifier: '2', sku: 'say "hi", then; go', quantity: 1 },
    ],
  },
  { identifier: 'SO-2', ...base, items: [{ identifier: '1', sku: 'SKU-1', quantity: 12 }] },
];
export const one = (sku: string) => [
  { identifier: 'SO-1', ...base, items: [{ identifier: '1', sku, quantity: 1 }] },
];

/** With another delimiter; cells that hold a comma are quoted in all of them. */
const withSemicolons = [HEADER, FIRST, THIRD].join('\n').replaceAll(',', ';');

export const order = (id: string, more = '') =>
  `{"identifier":"${id}","updated_at":"2026-05-01T10:00:00Z"${more}}`;
export const orders = (...ids: string[]) =>
  ids.map((identifier) => ({ identifier, updated_at: base.updated_at }));

export interface Options {
  readonly encoding?: string;
  readonly delimiter?: string;
}
type Same = readonly [name: string, content: Bytes, records: readonly unknown[], options?: Options];

export const SAME: readonly Same[] = [
  ['as it is', PLAIN, RECORDS],
  ['a byte order mark', `\ufeff${PLAIN}`, RECORDS],
  ['line ends of all kinds', `${HEADER}\r\n${FIRST}\n${SECOND}\r${THIRD}\r\n`, RECORDS],
  [
    'blank lines before, between and behind',
    `\n\r\n${HEAD}\n${FIRST}\n\n\n${SECOND}\n${THIRD}\n\n\n`,
    RECORDS,
  ],
  ['gzip in two members', bytes(zlib.gzipSync(PLAIN.slice(0, 99)), zlib.gzipSync(PLAIN.slice(99))), RECORDS],
  ['UTF-16 without a mark', Buffer.from(PLAIN, 'utf16le'), RECORDS, { encoding: 'utf-16' }],
  ['UTF-8 with a mark, called windows-1252', `\ufeff${PLAIN}`, RECORDS, { encoding: 'windows-1252' }],
  [
    'semicolons, commas inside cells',
    `${HEADER.replaceAll(',', ';')}\nSO-1;${base.updated_at};USD;1;a,b,c;1\n`,
    one('a,b,c'),
  ],
  ['carets by flag', table(FIRST, THIRD).replaceAll(',', '^'), recordsOf(FIRST), { delimiter: '^' }],
  ['line ends inside a cell', table(row(1, 1, { sku: '"a\r\nb\nc\rd"' })), one('a\r\nb\nc\rd')],
  ['a replacement character that the export holds', table(row(1, 1, { sku: 'a\ufffdb' })), one('a\ufffdb')],
  ['a byte order mark inside a cell', table(row(1, 1, { sku: 'a\ufeffb' })), one('a\ufeffb')],
  ['white space around a cell', table(row(1, 1, { sku: ' a\t' })), one(' a\t')],
  ['sep=; above the header', `sep=;\r\n${withSemicolons}`, recordsOf(FIRST)],
  ['sep=, above the header, quoted', `\ufeff"sep=,"\n${PLAIN}`, RECORDS],
  ['the words of a header in a cell', table(row(1, 1, { sku: 'item.sku' })), one('item.sku')],
  ['a cell of 1 MB', table(row(1, 1, { sku: 'ä'.repeat(524_288) })), one('ä'.repeat(524_288))],
  ['10,000 columns', wide(10_000), one('A')],
  ['NDJSON with a byte order mark', `\ufeff${order('1')}\n${order('2')}\n`, orders('1', '2')],
  [
    'NDJSON with a byte order mark in front of each line',
    `\ufeff${order('1')}\r\n\ufeff${order('2')}\n\ufeff\n\ufeff${order('3')}`,
    orders('1', '2', '3'),
  ],
  [
    'a surrogate pair in escapes',
    `[${order('1', ',"note":"\\ud83c\\udf81 \\\\ud83c"')}]`,
    [{ ...orders('1')[0], note: '🎁 \\ud83c' }],
  ],
  [
    'an integer of 2^53 - 1',
    `[${order('1', ',"n":9007199254740991')}]`,
    [{ ...orders('1')[0], n: 2 ** 53 - 1 }],
  ],
  ['nesting of 64', nested(62), [{ ...orders('1')[0], a: JSON.parse(`${'['.repeat(62)}${']'.repeat(62)}`) }]],
];

function recordsOf(first: string): readonly unknown[] {
  expect(first).toBe(FIRST);
  return [{ ...RECORDS[0]!, items: RECORDS[0]!.items.slice(0, 1) }, RECORDS[1]];
}

function wide(count: number): string {
  const more = Array.from({ length: count - 6 }, (_, i) => `_${i}`);
  return `${[HEADER, ...more].join(',')}\n${[row(1, 1, { sku: 'A' }), ...more].join(',')}\n`;
}

/** An order of which a field is nested, in an array: two levels, and `levels` more. */
export function nested(levels: number): string {
  return `[${order('1', `,"a":${'['.repeat(levels)}${']'.repeat(levels)}`)}]`;
}
