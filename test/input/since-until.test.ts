// --since and --until: ages, dates and times, and what lies at the border.
import { describe, expect, it } from 'vitest';
import { windowOf } from '../../src/input/since-until.ts';

const NOW = Date.UTC(2026, 7, 31, 12);
const from = (since: string) => new Date(windowOf({ since }, NOW)!.from / 1000).toISOString();

describe('the window', () => {
  it.each([
    ['6mo', '2026-02-28T12:00:00.000Z'],
    ['90d', '2026-06-02T12:00:00.000Z'],
    ['2w', '2026-08-17T12:00:00.000Z'],
    ['1y', '2025-08-31T12:00:00.000Z'],
    ['12h', '2026-08-31T00:00:00.000Z'],
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01T10:00:00+02:00', '2026-05-01T08:00:00.000Z'],
  ])('--since %s', (since, expected) => {
    expect(from(since)).toBe(expected);
  });

  it('has its beginning and, for a date, the whole last day', () => {
    const window = windowOf({ since: '2026-05-01', until: '2026-05-31' }, NOW)!;
    const keeps = (updated_at: string) => window.includes({ updated_at });
    expect(keeps('2026-05-01T00:00:00Z')).toBe(true);
    expect(keeps('2026-04-30T23:59:59.999999Z')).toBe(false);
    expect(keeps('2026-05-31T23:59:59.999999Z')).toBe(true);
    expect(keeps('2026-06-01T00:00:00Z')).toBe(false);
  });

  it('keeps orders without a readable time, so that they are checked', () => {
    const window = windowOf({ since: '2026-05-01' }, NOW)!;
    for (const raw of [{}, { updated_at: 5 }, { updated_at: 'x' }, null, 'x'])
      expect(window.includes(raw)).toBe(true);
  });

  it('is none without flags, and refuses nonsense', () => {
    expect(windowOf({}, NOW)).toBeUndefined();
    for (const options of [
      { since: 'yesterday' },
      { since: '2026-13-01' },
      { until: '6 months' },
      { since: '2026-05-02', until: '2026-05-01' },
    ])
      expect(() => windowOf(options, NOW)).toThrow(expect.objectContaining({ exitCode: 2 }));
  });
});
