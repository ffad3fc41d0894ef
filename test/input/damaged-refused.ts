// Damaged files that must be refused, each with code and place.
import zlib from 'node:zlib';
import { type Bytes, bytes, FIRST, HEAD, nested, type Options, order, PLAIN, THIRD } from './damaged-same.ts';
import { row, table } from './support.ts';

interface Spot {
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
}
type More = Options & { words?: RegExp; as?: string };
type Case = readonly [name: string, content: Bytes, place: Spot, more?: More];
type Refused = readonly [name: string, content: Bytes, code: string, place: Spot, more: More];

const longRows = Array.from({ length: 30_000 }, (_, i) => row(i + 10, 1)).join('\n');
const at = (text: string) => Buffer.byteLength(text);

/** By the code of their refusal. */
const BY_CODE: Readonly<Record<string, readonly Case[]>> = {
  'input.encoding.utf8': [
    [
      'an invalid byte in the header',
      bytes('identifier,upd', 0xe9, 'ated_at\n1,2\n'),
      { line: 1, byte: 14 },
      { words: /windows-1252/ },
    ],
    [
      'an invalid byte behind the first MB',
      bytes(HEAD, longRows, '\nx', 0xff, '\n'),
      { line: 30_002, byte: at(`${HEAD}${longRows}\nx`) },
    ],
    ['a character cut off at the end', bytes(PLAIN, 'SO-', 0xe2, 0x82), { line: 5, byte: at(`${PLAIN}SO-`) }],
    ['an overlong slash', bytes(HEAD, 'a', 0xc0, 0xaf), { line: 2, byte: HEAD.length + 1 }],
    ['a bad byte in gzip', zlib.gzipSync(bytes(HEAD, 'a', 0xe9)), { line: 2, byte: HEAD.length + 1 }],
  ],
  'input.encoding.utf16': [
    [
      'UTF-16 with a mark',
      Buffer.from(`\ufeff${PLAIN}`, 'utf16le'),
      { byte: 0 },
      { words: /--encoding utf-16le/ },
    ],
    [
      'UTF-16BE without a mark',
      Buffer.from(PLAIN, 'utf16le').swap16(),
      { byte: 0 },
      { words: /--encoding utf-16be/ },
    ],
  ],
  'input.encoding.wrong': [
    [
      'UTF-16 with an odd byte at the end',
      bytes(Buffer.from(PLAIN, 'utf16le'), 0x41),
      { line: 5, byte: PLAIN.length * 2 },
      { encoding: 'utf-16le' },
    ],
    [
      'a byte that windows-1252 has not',
      bytes(HEAD, 'ok\r\n', 'ab', 0x81, 'c'),
      { line: 3, byte: HEAD.length + 6 },
      { encoding: 'windows-1252', words: /0x81/ },
    ],
    [
      'a euro of windows-1252, called iso-8859-15',
      bytes(HEAD, longRows, '\n', 0x80, '5'),
      { line: 30_002, byte: at(`${HEAD}${longRows}\n`) },
      { encoding: 'iso-8859-15', words: /windows-1252/ },
    ],
  ],
  'input.binary': [
    [
      'more than a few zero bytes',
      bytes(HEAD, 'a', Buffer.alloc(9), 'b'),
      { line: 2, byte: HEAD.length + 1 },
    ],
    ['a picture', bytes(0x89, 'PNG\r\n\u001a\n', 0, 0, 0, 0x0d, 'IHDR'), {}, { words: /picture/ }],
    [
      'a workbook',
      bytes('PK\u0003\u0004', 20, 0, 6, 0),
      {},
      { as: 'orders.csv', words: /Excel workbook \(\.xlsx\)[\s\S]*Save the sheet as "CSV UTF-8"/ },
    ],
    ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), {}, { words: /old Excel workbook/ }],
    ['gzip of gzip', zlib.gzipSync(zlib.gzipSync(PLAIN)), {}, { words: /gzip twice/ }],
  ],
  'input.markup': [
    [
      'a web page',
      '<!DOCTYPE html>\n<html><body>Please sign in</body></html>\n',
      { line: 1 },
      { as: 'orders.csv', words: /web page[\s\S]*sign-in/ },
    ],
  ],
  'input.file.empty': [
    ['nothing', '', {}],
    ['a byte order mark only', '\ufeff', {}],
  ],
  'input.header.only': [['a header only', `\n${HEAD}\n`, { line: 2 }]],
  'input.header.duplicate': [
    ['a column twice', 'identifier,updated_at,currency,currency\n1,2,3,4\n', { line: 1, column: 4 }],
    [
      'an amount in two columns',
      'identifier,updated_at,item.unit_price,item.unit_price_amount_cents\n1,2,3,4\n',
      { line: 1, column: 4 },
      { words: /unit_price/ },
    ],
  ],
  'input.header.blank': [
    ['a column without a name', 'identifier,,updated_at\n1,2,3\n', { line: 1, column: 2 }],
    ['a delimiter at the end of all rows', PLAIN.replaceAll('\n', ',\n'), { line: 1, column: 7 }],
  ],
  'input.csv.quote': [
    ['a header with an open quote', `"identifier,updated_at\n1,2\n`, { line: 1 }],
    [
      'a quote in the middle of a cell',
      table(FIRST, row(2, 1, { sku: '12" ruler' })),
      { line: 3, column: 5 },
      { words: /"item\.sku"/ },
    ],
    ['text behind a closing quote', table(FIRST, row(2, 1, { sku: '"a"b' })), { line: 3, column: 5 }],
    [
      'a quote that is never closed',
      `${HEAD}${FIRST}\n${row(2, 1, { sku: '"open' })}\n${longRows}\n`,
      { line: 3, column: 5 },
      { words: /never closed/ },
    ],
    [
      'a quote that a later one closes',
      table(FIRST, row(2, 1, { sku: '"open' }), THIRD, row(3, 1, { sku: '"b"' })),
      { line: 3, column: 5 },
    ],
  ],
  'input.header.unknown': [
    [
      'unknown columns',
      'identifier,updated_at,item.sku,item.skuu,zipp\n1,2,3,4,5\n',
      { line: 1, column: 4 },
      { words: /"item\.skuu" \(did you mean "item\.sku"\?\).*"zipp"/ },
    ],
  ],
  'input.header.foreign': [
    ['a comment above the header', `# exported yesterday\n${PLAIN}`, { line: 1 }],
    ['no header', `${FIRST}\n${THIRD}\n`, { line: 1 }],
    [
      'a header of another system',
      'Name,Email,Lineitem quantity,Lineitem name\n1,2,3,4\n',
      { line: 1 },
      { words: /--map/ },
    ],
  ],
  'input.header.repeated': [
    ['the header again: joined exports', `${PLAIN}\n${table(THIRD)}`, { line: 6 }, { words: /one by one/ }],
  ],
  'input.bom.inside': [['a byte order mark in front of a row', `${PLAIN}\ufeff${row(3, 1)}\n`, { line: 5 }]],
  'input.row.cells': [
    [
      'a row that is too short',
      `${HEAD}${FIRST}\nSO-2,x\n${THIRD}\n`,
      { line: 3 },
      { words: /2 cells instead of 6/ },
    ],
    [
      'a row that is too long',
      `${HEAD}"a\nb",2,3,4,5,6\n${THIRD},\n`,
      { line: 4 },
      { words: /7 cells instead of 6/ },
    ],
    ['a line of spaces between rows', `${HEAD}${FIRST}\n   \n${THIRD}\n`, { line: 3 }],
    ['the sign of DOS for the end', `${PLAIN}\u001a`, { line: 5 }],
    ['a file that ends inside a row', PLAIN.slice(0, -12), { line: 4 }],
    ['a last row that is cut off', `${table(FIRST)}1,2,3`, { line: 3 }, { words: /still be written/ }],
  ],
  'input.gzip.damaged': [
    ['gzip without its last bytes', zlib.gzipSync(PLAIN).subarray(0, -4), {}],
    ['gzip with text behind it', bytes(zlib.gzipSync(PLAIN), PLAIN), {}],
  ],
  'input.gzip.bomb': [
    ['gzip of far too much', zlib.gzipSync(Buffer.alloc(24_000_000, 'a'), { level: 9 }), {}],
  ],
  'input.json.syntax': [
    [
      'NDJSON cut inside a line',
      `${order('1')}\n${order('2').slice(0, -9)}`,
      { line: 2, column: order('2').length - 8 },
    ],
    ['two documents', `[${order('1')}]\n[${order('2')}]\n`, { line: 2, column: 1 }],
    ['two commas', '[{"identifier":"1"},,{}]', { line: 1, column: 21 }, { words: /JSON object/ }],
    ['a number as an order', '[{"identifier":"1"},\n 5]', { line: 2, column: 2 }, { words: /JSON object/ }],
    ['a first line that is broken', '{"identifier":"1",}\n{"identifier":"2"}\n', { line: 1, column: 19 }],
  ],
  'input.json.duplicate': [
    ['a key twice', `${order('1')}\n{"identifier":"1","identifier":"2"}\n`, { line: 2, column: 19 }],
    [
      'a key twice around the orders',
      '{"returns_portal_order":{"orders":[{}],"orders":[]}}',
      { line: 1, column: 40 },
    ],
  ],
  'input.json.integer': [
    ['an integer beyond 2^53', `[${order('1', ',\n"n":9007199254740993')}]`, { line: 2, column: 5 }],
  ],
  'input.json.number': [['a number beyond all', `[{"n":1e999}]`, { line: 1, column: 7 }]],
  'input.json.nesting': [['nesting of 65', nested(64), { line: 1, column: order('1').length + 69 }]],
  'input.json.surrogate': [
    ['half a character in an escape', `[${order('1')},\n{"note":"\\ud83d"}]`, { line: 2, column: 9 }],
  ],
  'input.json.orders': [
    ['a text', '"orders"', { line: 1 }, { as: 'a.json' }],
    [
      'a message without orders',
      '{"returns_portal_order":{"order":[]}}',
      { line: 1 },
      { words: /no orders/ },
    ],
  ],
  'input.json.order': [['null as an order', `${order('1')}\nnull\n`, { line: 2, column: 1 }]],
  'input.orders.none': [['no orders', '[]', {}]],
  'input.header.missing': [
    ['a header without updated_at', 'identifier,currency\n1,2\n', { line: 1 }, { words: /"updated_at"/ }],
  ],
};

export const REFUSED: readonly Refused[] = Object.entries(BY_CODE).flatMap(([code, cases]) =>
  cases.map(([name, content, place, more = {}]): Refused => [name, content, code, place, more]),
);
