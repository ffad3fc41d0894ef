// Bodies as received: which ones are broken and where, and that hostile ones neither throw nor hang nor pass unnoticed.

import { describe, expect, it } from 'vitest';
import { readMessage } from '../../src/contract/read-message.ts';
import { contentOf } from '../../src/contract/rma-duplicates.ts';
import { rmaOf } from '../../src/contract/rma-rules/history.ts';
import { validateRma } from '../../src/contract/validate-rma.ts';
import { describeFinding } from '../helpers/contract-rules.ts';
import { fc } from '../helpers/random.ts';
import { RMA } from './verdicts-rma.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readMessage(bytesOf(text));

describe('a broken body', () => {
  const NO_JSON = /^(?:not JSON: |the text ends)/;
  it.each([
    ['nothing', '', /empty/, 1, 1],
    ['a cut text', '{"rma_identifier":"RMA', NO_JSON, 1, 23],
    ['an unquoted key', '{\n  a: 1}', NO_JSON, 2, 3],
    ['a form instead of JSON', 'rma_identifier=RMA-1', NO_JSON, 1, 1],
    ['NUL in it', '{"a":"\u0000"}', NO_JSON, 1, 7],
    ['a place behind other characters', '{"é😀" 1}', NO_JSON, 1, 8],
    ['a byte order mark before it', '\ufeff{"a" 1}', NO_JSON, 1, 6],
    ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, /^nested/, 1, 65],
    ['100,000 levels', '{"a":'.repeat(100_000), /^nested/, 1, 321],
    ['megabytes of escapes without an end', `["${'a\\n'.repeat(1_000_000)}`, NO_JSON, 1, 3_000_003],
  ])('of %s', (_name, text, said, line, column) => {
    const result = read(text);
    expect(result).toMatchObject({ kind: 'broken', position: { line, column } });
    expect(result.kind === 'broken' && result.message).toMatch(said);
    expect(result.kind === 'broken' && result.message).toMatch(/^[a-z][^\n]{5,70}$/i);
  });

  it.each([
    ['{\u201ca\u201d:1}', '`“` U+201C'],
    ["{'a':1}", "`'`"],
    ['[1]\ufeff[2]', 'U+FEFF byte order mark'],
    ['{"a":"b\tc"}', 'U+0009 tab'],
    ['[1]\u2028', 'U+2028 line separator'],
    ['[1😀]', '`😀` U+1F600'],
  ])('names the character: %j', (text, named) => {
    expect(read(text)).toMatchObject({ message: `not JSON: ${named} stands where it may not` });
  });

  it.each([
    ['a wrong byte', [0x5b, 0x0a, 0x22, 0xff, 0x22, 0x5d], 2, 2],
    ['a cut character', [0x5b, 0x22, 0xe2, 0x82], 1, 3],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22], 1, 2],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22], 1, 2],
  ])('of bytes with %s', (_name, bytes, line, column) => {
    expect(readMessage(new Uint8Array(bytes))).toEqual({
      kind: 'broken',
      message: 'the body is not UTF-8',
      position: { line, column },
    });
  });
});

describe('a body that can be read', () => {
  it.each(['[]', '"text"', 'null', '5', '\ufeff{}', `${'['.repeat(64)}${']'.repeat(64)}`])(
    'is read: %s',
    (text) => {
      expect(read(text)).toMatchObject({ kind: 'ok', findings: [] });
    },
  );

  it('treats __proto__ as a normal key, in parsing and in checks', () => {
    const text = `{"__proto__":{"rma_identifier":"RMA-9","status":"CREATED"},"constructor":1,"items":[{"__proto__":[]}]}`;
    const result = read(text);
    if (result.kind === 'broken') throw new Error(result.message);
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(rmaOf(result.value)).toBeUndefined();
    expect(validateRma(result.value).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['rma_identifier', 'status', 'items[0].sku']),
    );
    expect(contentOf(result.value)).toContain('"__proto__":{"rma_identifier"');
    expect(({} as Record<string, unknown>)['rma_identifier']).toBeUndefined();
  });

  it('of very many unsafe values gives a bounded number of findings', () => {
    expect(read(`[${'9007199254740993,'.repeat(200_000)}1]`)).toMatchObject({ kind: 'ok' });
    const result = read(`{${'"a":1,'.repeat(300_000)}"a":2}`);
    expect(result.kind === 'ok' && result.findings).toHaveLength(100);
    expect(result).toMatchObject({ value: { a: 2 } });
  });
});

describe('any bytes', () => {
  const odd = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.json().map(bytesOf),
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => bytesOf(`{"a":${JSON.stringify(text)}}`)),
    // JSON characters in random order, and messages that are cut or have one byte replaced.
    fc.string({ unit: fc.constantFrom(...'{}[]:,"\\u0dDa1-.eE \n'), maxLength: 40 }).map(bytesOf),
    fc.tuple(fc.nat(3000), fc.nat(255), fc.boolean()).map(([at, byte, isCut]) => {
      const bytes = bytesOf(JSON.stringify(RMA));
      bytes[at % bytes.length] = byte;
      return isCut ? bytes.subarray(0, at % bytes.length) : bytes;
    }),
  );

  it('give the result of JSON.parse, or an error position inside the body', () => {
    const count = { broken: 0, read: 0 };
    fc.assert(
      fc.property(odd, (bytes) => {
        const result = readMessage(bytes);
        let expected: unknown = 'broken';
        try {
          expected = {
            value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown,
          };
        } catch {
          // it is
        }
        count[result.kind === 'broken' ? 'broken' : 'read']++;
        if (result.kind === 'broken') {
          expect(expected).toBe('broken');
          expect(result.position.column).toBeLessThanOrEqual(bytes.length + 1);
        } else {
          expect({ value: result.value }).toEqual(expected);
          for (const finding of result.findings) expect(describeFinding(finding)).toMatch(/\.$/);
        }
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(count.broken, count.read)).toBeGreaterThan(50);
  });
});
