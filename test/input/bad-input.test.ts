// Every input that cannot be read: one failure with code, place and what to do.
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { desk, HEADER, row, table } from './support.ts';

const big = (n: number) => Array.from({ length: n }, (_, i) => row(i, 1)).join('\n');

type Case = readonly [
  name: string,
  content: string | Uint8Array,
  code: string,
  place: Record<string, number>,
  words: RegExp,
];

const CSV: readonly Case[] = [
  ['an empty file', '', 'input.file.empty', {}, /empty/],
  ['white space only', ' \r\n\n', 'input.file.empty', {}, /empty/],
  ['a byte order mark only', '\ufeff', 'input.file.empty', {}, /empty/],
  ['only a header', `${HEADER}\n\n`, 'input.header.only', { line: 1 }, /no rows/],
  ['UTF-16', Buffer.from(`\ufeff${HEADER}`, 'utf16le'), 'input.encoding.utf16', { byte: 0 }, /utf-16le/],
  ['UTF-16 without a mark', Buffer.from(HEADER, 'utf16le'), 'input.encoding.utf16', { byte: 0 }, /utf-16le/],
  ['a workbook', Buffer.from('PK\u0003\u0004xxxx'), 'input.binary', {}, /Excel/],
  [
    'zero bytes',
    Buffer.from(`${HEADER}\n${'\u0000'.repeat(20)}\u0001`),
    'input.binary',
    { byte: HEADER.length + 1 },
    /zero byte/,
  ],
  [
    'bad UTF-8',
    Buffer.concat([Buffer.from(table(row(1, 1))), Buffer.from([0x41, 0xe9, 0x2c])]),
    'input.encoding.utf8',
    { line: 3, byte: table(row(1, 1)).length + 1 },
    /windows-1252/,
  ],
  [
    'UTF-8 that is cut off',
    Buffer.concat([Buffer.from(table(row(1, 1))), Buffer.from([0x41, 0xc3])]),
    'input.encoding.utf8',
    { line: 3, byte: table(row(1, 1)).length + 1 },
    /UTF-8/,
  ],
  [
    'bad UTF-8 far inside',
    Buffer.concat([Buffer.from(`${table(big(20000))}é`), Buffer.from([0xff])]),
    'input.encoding.utf8',
    { line: 20002 },
    /0xff/,
  ],
  [
    'unknown columns',
    'identifier,updated_at,item.sku,item.skuu,zipp\n1,2,3,4,5\n',
    'input.header.unknown',
    { line: 1, column: 4 },
    /"item\.skuu" \(did you mean "item\.sku"\?\).*"zipp"/,
  ],
  [
    'a column in another case',
    'Identifier,updated_at\n1,2\n',
    'input.header.unknown',
    { line: 1, column: 1 },
    /did you mean "identifier"/,
  ],
  [
    'a header of another system',
    'Name,Email,Lineitem quantity,Lineitem name\n1,2,3,4\n',
    'input.header.foreign',
    { line: 1 },
    /--map/,
  ],
  [
    'a duplicate column',
    'identifier,updated_at,currency,currency\n1,2,3,4\n',
    'input.header.duplicate',
    { line: 1, column: 4 },
    /"currency"/,
  ],
  [
    'an amount in two columns',
    'identifier,updated_at,item.unit_price,item.unit_price_amount_cents\n1,2,3,4\n',
    'input.header.duplicate',
    { line: 1, column: 4 },
    /unit_price/,
  ],
  [
    'a column without a name',
    'identifier,updated_at,,currency\n1,2,3,4\n',
    'input.header.blank',
    { line: 1, column: 3 },
    /no name/,
  ],
  [
    'a header without updated_at',
    'identifier,currency\n1,2\n',
    'input.header.missing',
    { line: 1 },
    /"updated_at"/,
  ],
  [
    'a row with too many cells',
    `${table(row(1, 1))}${row(1, 2)},x\n`,
    'input.row.cells',
    { line: 3 },
    /7 instead of 6/,
  ],
  [
    'a last row that is cut off',
    `${table(row(1, 1))}1,2,3`,
    'input.row.cells',
    { line: 3 },
    /The last row has too few cells[\s\S]*still being written/,
  ],
  [
    'a row with too few cells, behind lines in cells',
    `${HEADER}\n"a\r\nb\nc",2,3,4,5,6\n\n1,2,3\n`,
    'input.row.cells',
    { line: 6 },
    /3 instead of 6/,
  ],
  [
    'an open quote',
    `${table(row(1, 1), row(1, 2, { sku: '"open' }))}${big(3)}`,
    'input.csv.quote',
    { line: 3, column: 5 },
    /never closed/,
  ],
  [
    'text behind a quote',
    table(row(1, 1, { sku: '"a"b' })),
    'input.csv.quote',
    { line: 2, column: 5 },
    /closing double quote/,
  ],
  [
    'a quote in the middle',
    table(row(1, 1, { sku: 'a"b' })),
    'input.csv.quote',
    { line: 2, column: 5 },
    /"item.sku"/,
  ],
  [
    'damaged gzip',
    zlib.gzipSync(table(big(50))).subarray(0, 60),
    'input.gzip.damaged',
    {},
    /damaged or cut off/,
  ],
  ['gzip of nothing', zlib.gzipSync(''), 'input.file.empty', {}, /empty/],
];

const JSONS: readonly Case[] = [
  ['two commas', '[{"identifier":"1"},,{}]', 'input.json.syntax', { line: 1, column: 21 }, /JSON object/],
  [
    'a comma at the end',
    '[{"identifier":"1"},]',
    'input.json.syntax',
    { line: 1, column: 21 },
    /JSON object/,
  ],
  ['no comma', '[{"identifier":"1"}\n {}]', 'input.json.syntax', { line: 2, column: 2 }, /comma/],
  [
    'a number as an order',
    '[{"identifier":"1"},\n 5]',
    'input.json.syntax',
    { line: 2, column: 2 },
    /JSON object/,
  ],
  [
    'a broken order',
    '[\n{"identifier":"1"},\n  {"identifier":"2",\n "total": 1,,}]',
    'input.json.syntax',
    { line: 4, column: 13 },
    /not JSON/,
  ],
  [
    'a document that is cut off',
    '{"returns_portal_order":{"orders":[{"identifier":"1"},{"iden',
    'input.json.syntax',
    { line: 1, column: 55 },
    /ends in the middle/,
  ],
  [
    'an array that is not closed',
    '[{"identifier":"1"}',
    'input.json.syntax',
    { line: 1 },
    /ends in the middle/,
  ],
  [
    'text behind the document',
    '[{"identifier":"1"}]\n x',
    'input.json.syntax',
    { line: 2, column: 2 },
    /not JSON/,
  ],
  [
    'a key twice',
    '[{"identifier":"1",\n"identifier":"2"}]',
    'input.json.duplicate',
    { line: 2, column: 1 },
    /stands twice/,
  ],
  [
    'a key twice around the orders',
    '{"returns_portal_order":{"orders":[{}],"orders":[]}}',
    'input.json.duplicate',
    { line: 1, column: 40 },
    /stands twice/,
  ],
  [
    'a big integer',
    '{"identifier":"1","total_amount_cents":9007199254740993}',
    'input.json.integer',
    { line: 1, column: 40 },
    /2\^53/,
  ],
  ['deep nesting', `[{"a":${'['.repeat(70)}${']'.repeat(70)}}]`, 'input.json.nesting', { line: 1 }, /64/],
  [
    'a message without orders',
    '{"returns_portal_order":{"order":[]}}',
    'input.json.orders',
    { line: 1 },
    /no orders/,
  ],
  ['no orders at all', '[]', 'input.orders.none', {}, /no orders/],
  [
    'a broken line',
    '{"identifier":"1"}\n\n{"identifier":"2",}\n',
    'input.json.syntax',
    { line: 3, column: 19 },
    /not JSON/,
  ],
  [
    'a first line that is broken',
    '{"identifier":"1",}\n{"identifier":"2"}\n',
    'input.json.syntax',
    { line: 1, column: 19 },
    /not JSON/,
  ],
  [
    'a line that is no object',
    '{"identifier":"1"}\n[1]\n',
    'input.json.order',
    { line: 2, column: 1 },
    /JSON object/,
  ],
  [
    'bad UTF-8 in JSON',
    Buffer.from([0x5b, 0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d, 0x5d]),
    'input.encoding.utf8',
    { line: 1, byte: 3 },
    /UTF-8/,
  ],
];

describe('bad input', () => {
  it.each([...CSV, ...JSONS])('%s', async (_name, content, code, place, words) => {
    const at = desk();
    at.file('in put', content);
    const failure = await at.fail('in put');
    expect([failure.code, failure.exitCode]).toEqual([code, 6]);
    expect(failure.place).toMatchObject({ file: 'in put', ...place });
    expect([failure.message, failure.found, failure.hint].join('\n')).toMatch(words);
    expect(failure.hint).toMatch(/^[A-Z].*(\.| upload -)$/);
    // Whatever was spooled is gone.
    expect(fs.existsSync(at.spool) ? fs.readdirSync(at.spool) : []).toEqual([]);
  });

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

  it('names a file that may not be read', async () => {
    const at = desk();
    at.file('a.csv', table(row(1, 1)));
    const platform = {
      ...at.platform,
      files: {
        ...at.platform.files,
        // Root reads everything, so the system's answer is given here.
        open: () => {
          throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
        },
      },
    };
    const { openInputs } = await import('../../src/orders/order-input.ts');
    await expect(
      openInputs(platform, ['a.csv'], { format: 'auto', memory: 1e6 }, at.spool),
    ).rejects.toMatchObject({
      code: 'input.file.permission',
      exitCode: 6,
      place: { file: 'a.csv' },
    });
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

  it('stops at an order that would not fit into memory', async () => {
    const at = desk();
    at.file('a.csv', table(...Array.from({ length: 2000 }, (_, i) => row(1, i))));
    expect(await at.fail('a.csv', { memory: 100_000 })).toMatchObject({ code: 'input.memory', exitCode: 6 });
    at.file('b.ndjson', `{"identifier":"1","note":"${'x'.repeat(17 * 1024 * 1024)}"}\n`);
    expect(await at.fail('b.ndjson')).toMatchObject({
      code: 'input.order.large',
      exitCode: 6,
      place: { line: 1 },
    });
  });
});
