// Money, units, text: small functions that everything else uses.

import { describe, expect, it } from 'vitest';
import { EXIT, EXIT_CODES, worstExit } from '../../src/basics/exit-codes.ts';
import {
  didYouMean,
  escapeControls,
  mask,
  quote,
  redact,
  redactUrl,
  shellWord,
} from '../../src/basics/text.ts';
import {
  formatCents,
  formatCount,
  formatDuration,
  parseCents,
  parseCount,
  parseDuration,
  parseSize,
} from '../../src/basics/units.ts';
import { fc } from '../helpers/random.ts';

describe('cents', () => {
  it.each([
    ['12', 1200],
    ['12.3', 1230],
    ['12.34', 1234],
    ['12.340', 1234],
    ['-0.01', -1],
    ['-0', 0],
    ['0.29', 29],
    ['1.005', undefined],
    ['1,00', undefined],
    ['1e2', undefined],
    ['', undefined],
    ['.5', undefined],
    ['999999999999999', undefined],
    ['90071992547409.91', 9007199254740991],
  ])('%s is %s', (text, cents) => expect(parseCents(text)).toBe(cents));

  it('reads what the notation says and nothing else (property)', () => {
    const signs = fc.constantFrom(...'00112345678999.,+- e');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 19 }), fc.constantFrom('.', ','), (list, point) => {
        const text = list.join('');
        const [, minus, whole, decimals = ''] =
          new RegExp(`^([+-])?(\\d{1,14})(?:[${point}](\\d*))?$`).exec(text) ?? [];
        const cents =
          BigInt((whole ?? '') + decimals.slice(0, 2).padEnd(2, '0')) * (minus === '-' ? -1n : 1n);
        const isExact = /^0*$/.test(decimals.slice(2)) && Number.isSafeInteger(Number(cents));
        const expected = whole !== undefined && isExact ? Number(cents) : undefined;
        expect(parseCents(text, point as '.')).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });

  it('never loses a cent (property)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(parseCents(text)).toBe(cents);
        expect(formatCents(cents).replace(/,/g, '')).toBe(text);
      }),
    );
  });
});

describe('units', () => {
  it('reads durations, sizes and counts', () => {
    expect(parseDuration('24h59m', '--x')).toBe(89_940_000);
    expect(parseDuration('1h 30m', '--x')).toBe(5_400_000);
    expect(() => parseDuration('1h30', '--x')).toThrow('does not understand');
    expect([parseDuration('30s', '--x'), parseDuration('15m', '--x'), parseDuration('1.5', '--x')]).toEqual([
      30_000, 900_000, 1500,
    ]);
    expect([parseSize('1MB', '--x'), parseSize('64KiB', '--x'), parseSize('12', '--x')]).toEqual([
      1e6, 65_536, 12,
    ]);
    expect(parseCount('7', '--x', 1, 9)).toBe(7);
  });
  it.each([
    () => parseDuration('fast', '--timeout'),
    () => parseSize('1XB', '--memory'),
    () => parseSize('0', '--memory'),
    () => parseSize('0.4B', '--memory'),
    () => parseCount('0', '--batch-size', 1),
    () => parseCount('1.5', '--batch-size', 1),
  ])('names the flag and what it expects (%#)', (work) => {
    expect(work).toThrow(
      expect.objectContaining({
        exitCode: EXIT.usage,
        expected: expect.any(String),
        hint: expect.stringMatching(/--\w+/),
      }),
    );
  });
  it('formats counts and durations', () => {
    expect([
      formatCount(1234567),
      formatDuration(850),
      formatDuration(65_000),
      formatDuration(7_800_000),
      formatDuration(32 * 3_600_000),
      formatDuration(30 * 86_400_000),
    ]).toEqual(['1,234,567', '850 ms', '1 min 05 s', '2 h 10 min', '32 h 00 min', '30 days']);
  });
});

describe('exit codes', () => {
  it('rank 1, 7, 4, 75, 5, 3 when several apply', () => {
    expect(worstExit([3, 5, 75, 4, 7, 1])).toBe(1);
    expect(worstExit([3, 5, 75, 4, 7])).toBe(7);
    expect(worstExit([3, 5, 75, 4])).toBe(4);
    expect(worstExit([3, 5, 75])).toBe(75);
    expect(worstExit([3, 5, 0])).toBe(5);
    expect(worstExit([0, 3])).toBe(3);
    expect(worstExit([])).toBe(0);
  });
  it('have no duplicates', () => {
    expect(new Set(EXIT_CODES.map(({ code }) => code)).size).toBe(EXIT_CODES.length);
  });
});

describe('text', () => {
  it('makes every control character visible', () => {
    for (const c of [
      '\u001b[31m',
      '\u009b1m',
      '\u202e',
      '\u0007',
      '\r',
      '\u2028',
      '\ud800',
      '\ufeff',
      '\u200d',
    ])
      expect(escapeControls(`a${c}b`)).toMatch(/^a\\u\{[0-9a-f]+\}.*b$/);
    expect(escapeControls('é漢字😀')).toBe('é漢字😀');
  });
  it('suggests a similar word, and nothing when no word is similar', () => {
    expect(didYouMean('canceled', ['Created', 'Shipped', 'Cancelled'])).toBe('Cancelled');
    expect(didYouMean('item.skus', ['item.sku', 'item.upc'])).toBe('item.sku');
    expect(didYouMean('zzz', ['item.sku'])).toBeUndefined();
    expect(didYouMean('IN_TRANSIT', ['PRE_TRANSIT', 'TRANSIT'])).toBe('TRANSIT');
  });
  it('quotes, masks and shell-quotes', () => {
    expect(quote('x'.repeat(100))).toHaveLength(62);
    expect(mask('SO-100042')).toBe('SO…42');
    expect([shellWord('a b'), shellWord("it's"), shellWord('x=1')]).toEqual(["'a b'", `'it'\\''s'`, 'x=1']);
  });
});

describe('redaction', () => {
  it('removes bearer tokens, secret members and given secrets', () => {
    expect(redact('authorization: bearer abc.def-1')).toBe('authorization: bearer ***');
    expect(redact('Basic dXNlcjpw, --basic USER:FILE')).toBe('Basic ***, --basic USER:FILE');
    expect(redact('{"client_secret":"a\\"b","x":1}')).toBe('{"client_secret":"***","x":1}');
    expect(redact('failed with hunter22', ['hunter22'])).toBe('failed with ***');
    expect(redactUrl('https://u:p@example.com/a?token=1')).toBe('https://example.com/a');
  });
});
