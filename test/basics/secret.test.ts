// The reader of secrets: what it takes off at both ends, and how it names what is left.
import { expect, test } from 'vitest';
import type { Failure } from '../../src/basics/failure.ts';
import { readSecret, type SecretSource } from '../../src/basics/secret.ts';

const read = (given: string | Uint8Array, kind: SecretSource['kind'] = 'client') =>
  readSecret(given, { kind, what: 'client secret', from: 'key.txt', place: { file: 'key.txt' } });

function failureFor(given: string | Uint8Array, kind?: SecretSource['kind']): Failure {
  try {
    read(given, kind);
  } catch (error) {
    return error as Failure;
  }
  return expect.fail('it was taken');
}

test.each([
  ...['\n', '\r', '\r\n', '\n\n', '\r\n\r\n', '\n\r', ' ', '  \n', '\t', ' \t\r\n \n'].map(
    (end) => `s3cret${end}`,
  ),
  ...['\ufeff', '\ufeff\n', '\n', ' ', '\t', '\ufeff \r\n'].map((start) => `${start}s3cret`),
  '\ufeff s3cret \r\n\r\n',
])('%j is read as s3cret', (text) => {
  for (const kind of ['client', 'header', 'password'] as const) {
    expect(read(text, kind)).toBe('s3cret');
    expect(read(Buffer.from(text), kind)).toBe('s3cret');
  }
});

test('every printable ASCII character is kept, blanks inside too', () => {
  const all = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i)).join('');
  expect(read(`x${all}`)).toBe(`x${all}`);
});

test.each([
  ['s3cret\u00a0', 7, 'U+00A0'],
  ['\u00a0s3cret', 1, 'U+00A0'],
  ['\ufeff\u200bs3cret', 1, 'U+200B'],
  ['\n s3\u200bcret', 5, 'U+200B'],
  ['s3cret\ufeff', 7, 'U+FEFF'],
  ['s3cret\nother', 7, 'U+000A'],
  ['s3cret\rother', 7, 'U+000D'],
  ['s3\tcret', 3, 'U+0009'],
  ['s\u00003\u0000', 2, 'U+0000'],
  ['s3cret\u001b[31m', 7, 'U+001B'],
  ['s3cret\u007f', 7, 'U+007F'],
  ['\u201cs3cret\u201d', 1, 'U+201C'],
  ['\u{1f511}s3cret', 1, 'U+1F511'],
  ['a\u2028', 2, 'U+2028'],
])('%j: character %i is %s', (text, character, code) => {
  const failure = failureFor(text);
  expect(failure).toMatchObject({ exitCode: 2, code: 'usage.secret.character', place: { file: 'key.txt' } });
  expect(failure.message).toContain(`character ${character} of key.txt is ${code}`);
  expect(failure.expected).toBe('printable ASCII (U+0020 to U+007E) on one line');
  for (const told of [failure.message, failure.hint, failure.found ?? '']) {
    expect(told).not.toContain('s3');
    expect(told).not.toContain('other');
  }
});

test('bytes that are not UTF-8 are named, too', () => {
  expect(failureFor(Buffer.from('s3cr\xe9t', 'latin1')).message).toContain(
    'character 5 of key.txt is U+FFFD',
  );
  // What PowerShell 5 writes with `>`.
  expect(failureFor(Buffer.from('\ufeffs3cret', 'utf16le')).message).toContain(
    'character 1 of key.txt is U+FFFD',
  );
});

test('a header value may hold tabs, a password letters of every script; neither what nobody sees', () => {
  expect(read('a\tb', 'header')).toBe('a\tb');
  expect(read('pässwort 密', 'password')).toBe('pässwort 密');
  for (const text of ['k\u00a0', 'k\u00e9y', 'k\u0000y', 'k\ny']) failureFor(text, 'header');
  for (const text of ['p\u00a0', 'p\u200bw', 'p\u00adw', 'p\tw', 'p\nw', '\ufffd', 'p\u2003'])
    failureFor(text, 'password');
});

test.each(['', '\n', '\ufeff', ' \t\r\n'])('%j is empty', (text) => {
  expect(failureFor(text)).toMatchObject({ exitCode: 2, code: 'usage.secret.empty' });
});

test('what is too long is no secret', () => {
  expect(failureFor('x'.repeat(70_000))).toMatchObject({ exitCode: 2, code: 'usage.secret.size' });
});
