// What a timestamp means, and that the fast parser gives the same results as the base parser.

import { describe, expect, it } from 'vitest';
import { hasOffset, microsOf, parseInstant } from '../../src/contract/time.ts';
import { fc } from '../helpers/random.ts';

const digits = (most: number, width: number) =>
  fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(width, '0'));
const timestamp = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1968, max: 2030 }), fc.integer({ min: 1968, max: 9999 })),
    digits(13, 2),
    digits(32, 2),
    digits(25, 2),
    digits(61, 2),
    digits(61, 2),
    fc.constantFrom(
      'Z',
      'z',
      '',
      '+01:00',
      '-05:30',
      '+24:00',
      '+0100',
      '.5Z',
      '.123456789+02:00',
      ' Z',
      '/01:00',
      '+01.00',
    ),
    fc.constantFrom('T', 'T', 'T', ' ', 't', 'X'),
  )
  .map(
    ([year, month, day, hour, minute, second, zone, t]) =>
      `${year}-${month}-${day}${t}${hour}:${minute}:${second}${zone}`,
  );

describe('microsOf', () => {
  it('agrees with the base parser on valid and invalid timestamps', () => {
    fc.assert(
      fc.property(fc.oneof(timestamp, fc.string({ minLength: 20, maxLength: 20 })), (text) => {
        const instant = parseInstant(text);
        expect(microsOf(text)).toBe(instant?.micros ?? Number.NaN);
        if (instant) expect(hasOffset(text)).toBe(instant.hasOffset);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('parseInstant', () => {
  it.each([
    ['2026-05-01T10:00:00Z', Date.UTC(2026, 4, 1, 10) * 1000, true],
    ['2026-05-01T12:00:00+02:00', Date.UTC(2026, 4, 1, 10) * 1000, true],
    ['2026-03-02T10:00:00-02:30', Date.UTC(2026, 2, 2, 12, 30) * 1000, true],
    ['2026-05-01T12:00:00.123456+0200', Date.UTC(2026, 4, 1, 10) * 1000 + 123456, true],
    ['2026-05-01 10:00', Date.UTC(2026, 4, 1, 10) * 1000, false],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29) * 1000, true],
  ])('%s', (text, micros, hasOffset) => expect(parseInstant(text)).toEqual({ micros, hasOffset }));

  it.each(['2026-02-29T00:00:00Z', '2026-05-01', '2026-05-01T24:00:00Z', '01/05/2026', 'now'])(
    '%s is none',
    (text) => expect(parseInstant(text)).toBeUndefined(),
  );
});
