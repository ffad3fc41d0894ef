// Small files that a person gives are text in UTF-8, or in UTF-16 with its mark; what is not is named by line and column.
import { expect, test } from 'vitest';
import { readVariants } from '../../src/calls/receive/variants-file.ts';
import { textOfFile } from '../../src/input/file-text.ts';

const TEXT = '[{"variant_identifier":"V","sku":"S",\n"title":"ü€🎁 ਊ"}]';
const utf16 = Buffer.from(`\ufeff${TEXT}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
  ['UTF-16LE', utf16],
  ['UTF-16BE', Buffer.from(utf16).swap16()],
])('%s', async (_name, bytes) => {
  expect(textOfFile(bytes, 'f')).toBe(TEXT);
  expect((await readVariants(bytes, 'f')).of('V')).toMatchObject([{ sku: 'S', title: 'ü€🎁 ਊ' }]);
  const table = Buffer.from('variant_identifier,sku\nV,Sü\n');
  expect((await readVariants(table, 'f')).of('V')).toMatchObject([{ sku: 'Sü' }]);
});

test.each([
  ['Latin-1', Buffer.from('{\n"ü":"é"}', 'latin1'), { line: 2, column: 2 }],
  ['zeros', Buffer.from('{"a":1,\n"\0'), { line: 2, column: 2 }],
  ['half a character', utf16.subarray(0, -1), { line: 2 }],
])('%s', (_name, bytes, place) => {
  expect(() => textOfFile(bytes, 'f')).toThrow(
    expect.objectContaining({ exitCode: 6, place: expect.objectContaining(place) }),
  );
});
