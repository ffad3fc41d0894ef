// Waits between tries and the meaning of statuses, as pure functions.
import { describe, expect, test } from 'vitest';
import { NetworkFault } from '../../src/platform/platform.ts';
import {
  backoffMs,
  isLasting,
  meaningOfStatus,
  probeMs,
  retryAfterMs,
} from '../../src/sending/retry-policy.ts';
import { seeded } from '../helpers/random.ts';

test('waits grow with every failure whatever the random number is, up to 30 s', () => {
  const random = seeded(3);
  for (let run = 0; run < 200; run++) {
    let before = 0;
    for (let failures = 1; failures <= 6; failures++) {
      const wait = backoffMs(failures, random());
      expect(wait).toBeGreaterThan(before);
      before = wait;
    }
  }
  expect(backoffMs(1, 0)).toBe(250);
  expect(backoffMs(50, 0.999)).toBeLessThanOrEqual(30_000);
});

test('an outage is probed every 5 to 60 s, less and less often', () => {
  expect(probeMs(0, 0.999)).toBeLessThanOrEqual(5000);
  expect(probeMs(0, 0)).toBeGreaterThanOrEqual(3750);
  expect(probeMs(1, 0)).toBeGreaterThan(probeMs(0, 0.999));
  expect(probeMs(50, 0.999)).toBeLessThanOrEqual(60_000);
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  const of = (value?: string) =>
    retryAfterMs(
      { status: 429, headers: value === undefined ? {} : { 'retry-after': value }, body: new Uint8Array() },
      now,
    );
  test.each([
    [undefined, 0],
    ['7', 7000],
    ['0', 0],
    ['Fri, 20 Nov 2026 12:00:09 GMT', 9000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['99999999', 3_600_000],
    ['soon', 0],
    ['-5', 0],
  ])('%s is %i ms', (value, ms) => expect(of(value)).toBe(ms));
});

test.each([
  [[200, 201, 202, 204], 'accepted'],
  [[400, 409, 422], 'invalid'],
  [[401], 'unauthorized'],
  [[403], 'forbidden'],
  [[413], 'too_large'],
  [[429], 'limited'],
  [[408, 425, 500, 501, 502, 503, 504, 520, 599, 100, 0, 999], 'failed'],
  // Statuses about the connection must not refuse orders.
  [[301, 302, 307, 404, 405, 406, 407, 410, 415, 426, 431, 451], 'not_found'],
])('%j means %s', (statuses, meaning) => {
  for (const status of statuses as number[]) expect(meaningOfStatus(status)).toBe(meaning);
});

test('only a TLS failure is lasting', () => {
  for (const kind of ['timeout', 'refused', 'dropped', 'dns', 'aborted', 'other'] as const)
    expect(isLasting(new NetworkFault(kind, ''))).toBe(false);
  expect(isLasting(new NetworkFault('tls', ''))).toBe(true);
});
