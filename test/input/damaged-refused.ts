// Damaged files that must be refused, each with code and place.
import zlib from 'node:zlib';
import { type Bytes, bytes, FIRST, HEAD, nested, type Options, order, PLAIN, THIRD } from './damaged-same.ts';
import { HEADER, row, table } from './support.ts';

interface Spot {
  readonly line?: number;
  readonly column?: number;
  readonly byte?: number;
}
type Refused = readonly [
  name: string,
  content: Bytes,
  code: string,
  place: Spot,
  more?: Options & { words?: RegExp; as?: string },
];

const longRows = Array.from({ length: 30_000 }, (_, i) => row(i + 10, 1)).join('\n');
const at = (text: string) => Buffer.byteLength(text);

export const REFUSED: readonly Refused[] = [
  // Encoding.
  [
    'an invalid byte in the header',
    bytes('identifier,upd', 0xe9, 'ated_at\n1,2\n'),
    'input.encoding.utf8',
    { line: 1, byte: 14 },
    { words: /windows-1252/ },
  ],
  [
    'an invalid byte in row 3',
    bytes(HEAD, `${THIRD}\n`, 'SO-', 0xdf, '\n'),
    'input.encoding.utf8',
    { line: 3, byte: at(`${HEAD}${THIRD}\nSO-`) },
    { words: /0xdf/ },
  ],
  [
    'an invalid byte behind the first MB',
    bytes(HEAD, longRows, '\nx', 0xff, '\n'),
    'input.encoding.utf8',
    { line: 30_002, byte: at(`${HEAD}${longRows}\nx`) },
  ],
  [
    'a character cut off at the end',
    bytes(PLAIN, 'SO-', 0xe2, 0x82),
    'input.encoding.utf8',
    { line: 5, byte: at(`${PLAIN}SO-`) },
  ],
  [
    'a continuation byte alone',
    bytes(HEAD, 'a', 0x80, 'b'),
    'input.encoding.utf8',
    { line: 2, byte: HEAD.length + 1 },
  ],
  [
    'an overlong slash',
    bytes(HEAD, 'a', 0xc0, 0xaf),
    'input.encoding.utf8',
    { line: 2, byte: HEAD.length + 1 },
  ],
  [
    'half a surrogate in UTF-8',
    bytes(HEAD, 0xed, 0xa0, 0x80),
    'input.encoding.utf8',
    { line: 2, byte: HEAD.length },
  ],
  [
    'beyond U+10FFFF',
    bytes(HEAD, 0xf4, 0x90, 0x80, 0x80),
    'input.encoding.utf8',
    { line: 2, byte: HEAD.length },
  ],
  [
    'an invalid byte in NDJSON',
    bytes(`${order('1')}\n{"a":"`, 0xfc, '"}\n'),
    'input.encoding.utf8',
    { line: 2, byte: at(`${order('1')}\n{"a":"`) },
  ],
  [
    'UTF-16 with a mark',
    Buffer.from(`\ufeff${PLAIN}`, 'utf16le'),
    'input.encoding.utf16',
    { byte: 0 },
    { words: /--encoding utf-16le/ },
  ],
  [
    'UTF-16BE without a mark',
    Buffer.from(PLAIN, 'utf16le').swap16(),
    'input.encoding.utf16',
    { byte: 0 },
    { words: /--encoding utf-16be/ },
  ],
  [
    'UTF-16BE, called UTF-16LE',
    Buffer.from(`\ufeff${PLAIN}`, 'utf16le').swap16(),
    'input.encoding.utf16',
    { byte: 0 },
    { encoding: 'utf-16le', words: /--encoding utf-16be/ },
  ],
  [
    'UTF-16, called windows-1252',
    Buffer.from(`\ufeff${PLAIN}`, 'utf16le'),
    'input.encoding.utf16',
    { byte: 0 },
    { encoding: 'windows-1252' },
  ],
  [
    'UTF-16 with an odd byte at the end',
    bytes(Buffer.from(PLAIN, 'utf16le'), 0x41),
    'input.encoding.wrong',
    { line: 5, byte: PLAIN.length * 2 },
    { encoding: 'utf-16le' },
  ],
  [
    'UTF-16 with half a character',
    bytes(Buffer.from(`${HEAD}a\ud83cb`, 'utf16le')),
    'input.encoding.wrong',
    { line: 2, byte: HEAD.length * 2 + 4 },
    { encoding: 'utf-16le' },
  ],
  [
    'a byte that windows-1252 has not',
    bytes(HEAD, 'ok\r\n', 'ab', 0x81, 'c'),
    'input.encoding.wrong',
    { line: 3, byte: HEAD.length + 6 },
    { encoding: 'windows-1252', words: /0x81/ },
  ],
  [
    'a euro of windows-1252, called iso-8859-15',
    bytes(HEAD, longRows, '\n', 0x80, '5'),
    'input.encoding.wrong',
    { line: 30_002, byte: at(`${HEAD}${longRows}\n`) },
    { encoding: 'iso-8859-15', words: /windows-1252/ },
  ],
  [
    'an unfinished character in shift_jis',
    bytes(HEAD, 'a', 0x83),
    'input.encoding.wrong',
    { line: 2, byte: HEAD.length + 2 },
    { encoding: 'shift_jis', words: /end of the file/ },
  ],
  // Not text at all.
  [
    'more than a few zero bytes',
    bytes(HEAD, 'a', Buffer.alloc(9), 'b'),
    'input.binary',
    { line: 2, byte: HEAD.length + 1 },
  ],
  [
    'zero bytes behind the first MB',
    bytes(HEAD, longRows, '\nSO-9', Buffer.alloc(20_000), ','),
    'input.binary',
    { line: 30_002, byte: at(`${HEAD}${longRows}\nSO-9`) },
  ],
  [
    'a picture',
    bytes(0x89, 'PNG\r\n\u001a\n', 0, 0, 0, 0x0d, 'IHDR'),
    'input.binary',
    {},
    { words: /picture/ },
  ],
  [
    'a workbook',
    bytes('PK\u0003\u0004', 20, 0, 6, 0),
    'input.binary',
    {},
    { as: 'orders.csv', words: /Excel workbook \(\.xlsx\)[\s\S]*Save the sheet as "CSV UTF-8"/ },
  ],
  [
    'an old workbook',
    bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    'input.binary',
    {},
    { words: /old Excel workbook/ },
  ],
  [
    'a web page',
    '<!DOCTYPE html>\n<html><body>Please sign in</body></html>\n',
    'input.markup',
    { line: 1 },
    { as: 'orders.csv', words: /web page[\s\S]*sign-in/ },
  ],
  [
    'a table in HTML, called Excel',
    '\ufeff\n<table border="1"><tr><td>identifier</td></tr></table>',
    'input.markup',
    { line: 1 },
    { as: 'orders.xls' },
  ],
  ['XML', '<?xml version="1.0"?>\n<orders/>', 'input.markup', { line: 1 }],
  // Nothing there.
  ['nothing', '', 'input.file.empty', {}],
  ['a byte order mark only', '\ufeff', 'input.file.empty', {}],
  ['white space only', ' \t\r\n\n', 'input.file.empty', {}],
  ['a header only', `\n${HEAD}\n`, 'input.header.only', { line: 2 }],
  // Header.
  [
    'a column twice',
    'identifier,updated_at,currency,currency\n1,2,3,4\n',
    'input.header.duplicate',
    { line: 1, column: 4 },
  ],
  [
    'a column without a name',
    'identifier,,updated_at\n1,2,3\n',
    'input.header.blank',
    { line: 1, column: 2 },
  ],
  [
    'a delimiter at the end of the header',
    `${HEADER},\n${FIRST}\n`,
    'input.header.blank',
    { line: 1, column: 7 },
  ],
  [
    'a delimiter at the end of all rows',
    PLAIN.replaceAll('\n', ',\n'),
    'input.header.blank',
    { line: 1, column: 7 },
  ],
  ['a header with an open quote', `"identifier,updated_at\n1,2\n`, 'input.csv.quote', { line: 1 }],
  [
    'two byte order marks',
    `\ufeff\ufeff${PLAIN}`,
    'input.header.unknown',
    { line: 1, column: 1 },
    { words: /\\u\{feff\}/ },
  ],
  ['a comment above the header', `# exported yesterday\n${PLAIN}`, 'input.header.foreign', { line: 1 }],
  ['no header', `${FIRST}\n${THIRD}\n`, 'input.header.foreign', { line: 1 }],
  [
    'the header again: joined exports',
    `${PLAIN}\n${table(THIRD)}`,
    'input.header.repeated',
    { line: 6 },
    { words: /one by one/ },
  ],
  [
    'joined exports with byte order marks',
    `\ufeff${PLAIN}\ufeff${PLAIN}`,
    'input.header.repeated',
    { line: 5 },
  ],
  ['a byte order mark in front of a row', `${PLAIN}\ufeff${row(3, 1)}\n`, 'input.bom.inside', { line: 5 }],
  // Rows.
  [
    'a row that is too short',
    `${HEAD}${FIRST}\nSO-2,x\n${THIRD}\n`,
    'input.row.cells',
    { line: 3 },
    { words: /2 instead of 6/ },
  ],
  [
    'a row that is too long',
    `${HEAD}"a\nb",2,3,4,5,6\n${THIRD},\n`,
    'input.row.cells',
    { line: 4 },
    { words: /7 instead of 6/ },
  ],
  [
    'a delimiter at the end of the rows only',
    PLAIN.replaceAll('\n', ',\n').replace(',\n', '\n'),
    'input.row.cells',
    { line: 2 },
  ],
  [
    'rows with another delimiter than the header',
    `${HEAD}${THIRD.replaceAll(',', ';')}\n`,
    'input.row.cells',
    { line: 2 },
    { words: /1 instead of 6/ },
  ],
  ['a comment between rows', `${HEAD}${FIRST}\n# later, more\n${THIRD}\n`, 'input.row.cells', { line: 3 }],
  ['a line of spaces between rows', `${HEAD}${FIRST}\n   \n${THIRD}\n`, 'input.row.cells', { line: 3 }],
  ['the sign of DOS for the end', `${PLAIN}\u001a`, 'input.row.cells', { line: 5 }],
  ['a CR alone inside an unquoted cell', table(row(1, 1, { sku: 'a\rb' })), 'input.row.cells', { line: 2 }],
  ['a file that ends inside a row', PLAIN.slice(0, -12), 'input.row.cells', { line: 4 }],
  [
    'a quote in the middle of a cell',
    table(FIRST, row(2, 1, { sku: '12" ruler' })),
    'input.csv.quote',
    { line: 3, column: 5 },
    { words: /"item\.sku"/ },
  ],
  [
    'text behind a closing quote',
    table(FIRST, row(2, 1, { sku: '"a"b' })),
    'input.csv.quote',
    { line: 3, column: 5 },
  ],
  [
    'white space in front of a quote',
    table(FIRST, row(2, 1, { sku: ' "a"' })),
    'input.csv.quote',
    { line: 3, column: 5 },
  ],
  [
    'a quote that is never closed',
    `${HEAD}${FIRST}\n${row(2, 1, { sku: '"open' })}\n${longRows}\n`,
    'input.csv.quote',
    { line: 3, column: 5 },
    { words: /never closed/ },
  ],
  [
    'a quote that a later one closes',
    table(FIRST, row(2, 1, { sku: '"open' }), THIRD, row(3, 1, { sku: '"b"' })),
    'input.csv.quote',
    { line: 3, column: 5 },
  ],
  [
    'a quote that is never closed, CRLF inside',
    `${HEAD}"a\r\nb",2,3,4,5,6\r\n"x\r\n`,
    'input.csv.quote',
    { line: 4, column: 1 },
  ],
  // gzip.
  ['gzip that is cut', zlib.gzipSync(PLAIN).subarray(0, 60), 'input.gzip.damaged', {}],
  ['gzip without its last bytes', zlib.gzipSync(PLAIN).subarray(0, -4), 'input.gzip.damaged', {}],
  ['gzip with a wrong sum', broken(zlib.gzipSync(PLAIN), -6), 'input.gzip.damaged', {}],
  ['gzip of gzip', zlib.gzipSync(zlib.gzipSync(PLAIN)), 'input.binary', {}, { words: /gzip twice/ }],
  ['gzip with text behind it', bytes(zlib.gzipSync(PLAIN), PLAIN), 'input.gzip.damaged', {}],
  ['gzip of far too much', zlib.gzipSync(Buffer.alloc(24_000_000, 'a'), { level: 9 }), 'input.gzip.bomb', {}],
  [
    'a bad byte in gzip',
    zlib.gzipSync(bytes(HEAD, 'a', 0xe9)),
    'input.encoding.utf8',
    { line: 2, byte: HEAD.length + 1 },
  ],
  // JSON.
  [
    'NDJSON cut inside a line',
    `${order('1')}\n${order('2').slice(0, -9)}`,
    'input.json.syntax',
    { line: 2, column: order('2').length - 8 },
  ],
  [
    'NDJSON cut inside its only line',
    order('1').slice(0, -9),
    'input.json.syntax',
    { line: 1, column: order('1').length - 8 },
    { as: 'a.ndjson' },
  ],
  ['an array that is cut between orders', `[${order('1')},\n`, 'input.json.syntax', { line: 2 }],
  [
    'an array that is cut inside an order',
    `[${order('1')},\n ${order('2').slice(0, 20)}`,
    'input.json.syntax',
    { line: 2, column: 2 },
  ],
  [
    'a message that is cut behind the orders',
    `{"returns_portal_order":{"orders":[${order('1')}]}\n`,
    'input.json.syntax',
    { line: 2, column: 1 },
  ],
  ['a comma at the end of the array', `[${order('1')},\n]`, 'input.json.syntax', { line: 2, column: 1 }],
  ['a comma at the end of an order', `[{"identifier":"1",}]`, 'input.json.syntax', { line: 1, column: 20 }],
  ['two documents', `[${order('1')}]\n[${order('2')}]\n`, 'input.json.syntax', { line: 2, column: 1 }],
  [
    'two indented documents',
    `{\n "identifier": "1"\n}\n{\n "identifier": "2"\n}\n`,
    'input.json.syntax',
    { line: 4, column: 1 },
  ],
  [
    'two orders on one line',
    `${order('1')}${order('2')}`,
    'input.json.syntax',
    { line: 1, column: order('1').length + 1 },
  ],
  [
    'a key twice',
    `${order('1')}\n{"identifier":"1","identifier":"2"}\n`,
    'input.json.duplicate',
    { line: 2, column: 19 },
  ],
  [
    'an integer beyond 2^53',
    `[${order('1', ',\n"n":9007199254740993')}]`,
    'input.json.integer',
    { line: 2, column: 5 },
  ],
  ['a number beyond all', `[{"n":1e999}]`, 'input.json.number', { line: 1, column: 7 }],
  ['nesting of 65', nested(64), 'input.json.nesting', { line: 1, column: order('1').length + 69 }],
  [
    'half a character in an escape',
    `[${order('1')},\n{"note":"\\ud83d"}]`,
    'input.json.surrogate',
    { line: 2, column: 10 },
  ],
  [
    'the other half alone',
    `${order('1')}\n{"note":"\\udf81 \\ud83c"}\n`,
    'input.json.surrogate',
    { line: 2, column: 10 },
  ],
  ['a text', '"orders"', 'input.json.orders', { line: 1 }, { as: 'a.json' }],
  ['a number', '42\n', 'input.json.orders', { line: 1 }, { as: 'a.json' }],
  ['null', 'null', 'input.json.orders', { line: 1 }, { as: 'a.json' }],
  ['null as an order', `${order('1')}\nnull\n`, 'input.json.order', { line: 2, column: 1 }],
  ['no orders', '[]', 'input.orders.none', {}],
  ['Python, not JSON', `[{'identifier': '1'}]`, 'input.json.syntax', { line: 1, column: 3 }],
  ['NaN', '[{"a":NaN}]', 'input.json.syntax', { line: 1, column: 7 }],
];

function broken(content: Buffer, place: number): Buffer {
  const index = content.length + place;
  content.writeUInt8(content.readUInt8(index) ^ 1, index);
  return content;
}
