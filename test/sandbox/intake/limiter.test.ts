// The three ways of counting a rate limit: exact counts at exact times, alone and through the service.
import { describe, expect, test } from 'vitest';
import { LastMinute } from '../../../src/sandbox/intake/last-minute.ts';
import { type LimiterName, makeLimiter } from '../../../src/sandbox/intake/limiter.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { sandboxWithClient } from '../client.ts';

/** How many of `tries` requests at `now` pass. */
const burst = (
  limiter: { admit(address: string, now: number): boolean },
  now: number,
  tries: number,
  address = 'a',
) => Array.from({ length: tries }, () => limiter.admit(address, now)).filter(Boolean).length;

describe('sliding', () => {
  test('no 60 s contain more than the limit', () => {
    const limiter = makeLimiter('sliding', 10, 0);
    expect(burst(limiter, 1_000, 4)).toBe(4);
    expect(burst(limiter, 30_000, 100)).toBe(6);
    expect(burst(limiter, 60_999, 1)).toBe(0);
    // The four requests of second 1 are 60 s old now. Refused ones are not counted.
    expect(burst(limiter, 61_000, 100)).toBe(4);
    expect(burst(limiter, 90_000, 100)).toBe(6);
  });
});

describe('fixed', () => {
  test('each minute from the start allows the limit, so two bursts can be next to each other', () => {
    const limiter = makeLimiter('fixed', 10, 500);
    expect(burst(limiter, 60_499, 100)).toBe(10);
    expect(burst(limiter, 60_500, 100)).toBe(10);
    expect(burst(limiter, 120_499, 1)).toBe(0);
    expect(burst(limiter, 500_000, 100)).toBe(10);
  });
});

describe('token bucket', () => {
  test('is full at first and refilled evenly', () => {
    const limiter = makeLimiter('token-bucket', 60, 0);
    expect(burst(limiter, 0, 100)).toBe(60);
    expect(burst(limiter, 999, 1)).toBe(0);
    expect(burst(limiter, 1_000, 5)).toBe(1);
    expect(burst(limiter, 11_000, 100)).toBe(10);
    expect(burst(limiter, 1_000_000, 1_000)).toBe(60);
  });

  test('does not lose a token to rounding', () => {
    const limiter = makeLimiter('token-bucket', 6, 0);
    burst(limiter, 0, 6);
    // Ten tenths of a token are one token, although their binary sum is slightly less.
    const passed = Array.from({ length: 30 }, (_, i) => (i + 1) * 1_000).filter((now) =>
      limiter.admit('a', now),
    );
    expect(passed).toEqual([10_000, 20_000, 30_000]);
  });
});

test('each address has its own limit, and off has none', () => {
  const limiter = makeLimiter('sliding', 2, 0);
  expect(burst(limiter, 0, 5, 'a')).toBe(2);
  expect(burst(limiter, 0, 5, 'b')).toBe(2);
  expect(burst(makeLimiter('fixed', 'off', 0), 0, 9_999)).toBe(9_999);
});

test('the last minute counts correctly while its ring buffer grows and wraps around', () => {
  const window = new LastMinute();
  const times: number[] = [];
  for (let i = 0; i < 3_000; i++) {
    const now = i * 37 + (i % 7) * 5;
    window.add(now);
    times.push(now);
    expect(window.count(now)).toBe(times.filter((time) => time > now - 60_000).length);
  }
  // 60 s contain 60,000 / 37 steps.
  expect(window.most).toBeGreaterThan(1_600);
  expect(window.count(10_000_000)).toBe(0);
});

test.each<[LimiterName]>([['sliding'], ['fixed'], ['token-bucket']])(
  'a %s limit covers every request but the look inside, without Retry-After',
  async (limiter) => {
    const clock = fakeClock();
    const { sandbox, get, post } = await sandboxWithClient({ clock, limiter, rateLimit: 3 });
    expect((await get('/nowhere')).status).toBe(404);
    expect((await post('/oauth/token', {})).status).toBe(400);
    expect((await get('/_sandbox/status')).status).toBe(200);
    expect((await post('/asns', {})).status).toBe(401);
    const refused = await post('/oauth/token', {});
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({ message: 'Too Many Requests' });
    expect(refused.headers['retry-after']).toBeUndefined();
    expect((await get('/nowhere')).status).toBe(429);
    expect((await get('/_sandbox/status')).status).toBe(200);
    await clock.advance(60_000);
    expect((await get('/nowhere')).status).toBe(404);
    expect(sandbox.stats().requests).toMatchObject({
      total: 6,
      max_in_60s: 5,
      by_endpoint: { none: { 404: 2, 429: 1 }, token: { 400: 1, 429: 1 }, asnCreate: { 401: 1 } },
    });
    expect(sandbox.requests(3).map((request) => request.fault)).toEqual(['rate limit', 'rate limit', null]);
  },
);
