// The rate limit: exact counts at exact times, alone and through the service.
import { expect, test } from 'vitest';
import { LastMinute, makeLimiter } from '../../../src/sandbox/intake/records.ts';
import { fakeClock } from '../../helpers/clock.ts';
import { sandboxWithClient } from '../client.ts';

/** How many of `tries` requests at `now` pass. */
const burst = (
  limiter: { admit(address: string, now: number): boolean },
  now: number,
  tries: number,
  address = 'a',
) => Array.from({ length: tries }, () => limiter.admit(address, now)).filter(Boolean).length;

test('no 60 s contain more than the limit', () => {
  const limiter = makeLimiter(10, 0);
  expect(burst(limiter, 1_000, 4)).toBe(4);
  expect(burst(limiter, 30_000, 100)).toBe(6);
  expect(burst(limiter, 60_999, 1)).toBe(0);
  // The four requests of second 1 are 60 s old now. Refused ones are not counted.
  expect(burst(limiter, 61_000, 100)).toBe(4);
  expect(burst(limiter, 90_000, 100)).toBe(6);
});

test('each address has its own limit, and off has none', () => {
  const limiter = makeLimiter(2, 0);
  expect(burst(limiter, 0, 5, 'a')).toBe(2);
  expect(burst(limiter, 0, 5, 'b')).toBe(2);
  expect(burst(makeLimiter('off', 0), 0, 9_999)).toBe(9_999);
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

test('the limit covers every request but the look inside, without Retry-After', async () => {
  const clock = fakeClock();
  const { sandbox, get, post } = await sandboxWithClient({ clock, rateLimit: 3 });
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
});
