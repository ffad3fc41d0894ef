// The pace as numbers: never more than 0.968 of the limit in any 60 s, pauses after 429s, and a ceiling that is learned.
import { describe, expect, test } from 'vitest';
import {
  afterClean,
  afterLimited,
  afterLost,
  currentLimit,
  FRESH_PACE,
  intervalFor,
  type PaceState,
  readPace,
  takePermit,
} from '../../src/sending/rate-limit.ts';
import { mostIn60s } from '../helpers/limited.ts';
import { seeded } from '../helpers/random.ts';

const LIMITS = [10, 60, 600, 2500, 5000];

/** Two processes that share one record; each wants to send at its own moments. Returns when requests started. */
function simulate(limit: number, seed: number, minutes: number, gap: (unit: number) => number) {
  const random = seeded(seed);
  let state: PaceState = FRESH_PACE;
  const starts: number[] = [];
  const wants = [0, 0];
  const end = minutes * 60_000;
  for (;;) {
    const who = wants[0]! <= wants[1]! ? 0 : 1;
    const now = wants[who]!;
    if (now >= end) return starts;
    // The record goes through its text every time, as between processes and across a restart.
    state = readPace(JSON.stringify(state), now)!;
    const result = takePermit(state, limit, now);
    state = result.state;
    if (result.permit.go) starts.push(now);
    wants[who] = now + (result.permit.go ? gap(random()) : result.permit.waitMs);
  }
}

describe.each(LIMITS)('a limit of %i a minute', (limit) => {
  test.each([
    ['always more to send', () => 0],
    ['bursts and silences', (u: number) => (u < 0.02 ? u * 4_000_000 : 0)],
    ['a little every now and then', (u: number) => u * 240_000 * (10 / limit)],
    ['silences of up to five minutes', (u: number) => (u < 0.005 ? u * 60_000_000 : 0)],
  ])('%s: no 60 s hold more than 0.968 of it', (_, gap) => {
    for (const seed of [1, 2, 3])
      expect(mostIn60s(simulate(limit, seed, 8, gap))).toBeLessThanOrEqual(0.968 * limit);
  });

  test('it is used: 0.94 and more in the long run, where it allows more than a few requests', () => {
    const starts = simulate(limit, 1, 10, () => 0);
    expect(starts.length / 10 / limit).toBeGreaterThanOrEqual(limit < 60 ? 0.86 : 0.94);
    expect(starts.length / 10 / limit).toBeLessThanOrEqual(0.968);
  });

  test('after a suspend of an hour nothing is caught up', () => {
    let state: PaceState = { ...FRESH_PACE, due: 1_000_000 };
    const now = 1_000_000 + 3_600_000;
    let atOnce = 0;
    for (;;) {
      const { state: next, permit } = takePermit(state, limit, now);
      if (!permit.go) break;
      state = next;
      atOnce++;
    }
    // Because of rounding the last one may have to wait for a moment.
    expect(atOnce).toBeGreaterThanOrEqual(Math.max(1, intervalFor(limit).burst - 1));
    expect(atOnce).toBeLessThanOrEqual(Math.max(1, 0.008 * limit + 1e-6));
  });
});

test('a wait is never too short for a clock to show', () => {
  const state = { ...FRESH_PACE, due: 1e8 + 1e-7 };
  const { permit } = takePermit(state, 10, 1e8);
  expect(permit).toEqual({ go: false, waitMs: 0.01 });
});

test('without a limit nothing waits', () => {
  expect(takePermit(FRESH_PACE, Number.POSITIVE_INFINITY, 5)).toEqual({
    state: FRESH_PACE,
    permit: { go: true, probe: false },
  });
});

const limited = (state: PaceState, now: number, more: Partial<Parameters<typeof afterLimited>[2]> = {}) =>
  afterLimited(state, now, {
    limit: 5000,
    acceptedPerMinute: 3000,
    retryAfterMs: 0,
    startedAt: now - 10,
    probe: state.strikes > 0,
    unit: 0.5,
    ...more,
  });

describe('after a 429', () => {
  test('pauses of 1, 2, 4 ... 60 s, jittered, always longer than the one before until the longest', () => {
    for (const units of [() => 0, () => 0.999, seeded(7), seeded(8)]) {
      let state: PaceState = FRESH_PACE;
      let now = 1000;
      const pauses: number[] = [];
      for (let strike = 0; strike < 10; strike++) {
        state = limited(state, now, { unit: units() });
        pauses.push(state.pausedUntil - now);
        now = state.pausedUntil;
        const probe = takePermit(state, 5000, now);
        expect(probe.permit).toEqual({ go: true, probe: true });
        state = probe.state;
        now += 50;
      }
      for (const [index, pause] of pauses.entries()) {
        const whole = Math.min(60_000, 1000 * 2 ** index);
        expect(pause).toBeGreaterThanOrEqual(whole * 0.75 - 1e-6);
        expect(pause).toBeLessThanOrEqual(whole + 1e-6);
        if (index > 0 && index < 6) expect(pause).toBeGreaterThan(pauses[index - 1]!);
      }
    }
  });

  test('Retry-After is honoured as a minimum', () => {
    expect(limited(FRESH_PACE, 1000, { retryAfterMs: 30_000 }).pausedUntil).toBe(31_000);
    expect(limited(FRESH_PACE, 1000, { retryAfterMs: 10 }).pausedUntil).toBe(1875);
  });

  test('no request starts during the pause, then one probe, and the others when it was answered', () => {
    const state = limited(FRESH_PACE, 1000);
    expect(takePermit(state, 5000, 1500).permit).toEqual({ go: false, waitMs: 375 });
    const probe = takePermit(state, 5000, 1900);
    expect(probe.permit).toEqual({ go: true, probe: true });
    expect(takePermit(probe.state, 5000, 2000).permit.go).toBe(false);
    const after = afterClean(probe.state, 5000, 2100, true);
    expect(takePermit(after, 5000, 2200).permit).toEqual({ go: true, probe: false });
  });

  test('a probe that brought no answer does not end the pause: another probe starts, the strikes stay', () => {
    const probe = takePermit(limited(FRESH_PACE, 1000), 5000, 1900);
    const lost = afterLost(probe.state, 1900);
    expect(lost.strikes).toBe(1);
    expect(takePermit(lost, 5000, 2000).permit).toEqual({ go: true, probe: true });
    expect(afterLost(probe.state, 1234)).toBe(probe.state);
  });

  test('a probe whose process died blocks the others for 30 s', () => {
    const { state } = takePermit(limited(FRESH_PACE, 1000), 5000, 1900);
    expect(takePermit(state, 5000, 31_800).permit.go).toBe(false);
    expect(takePermit(state, 5000, 31_901).permit).toEqual({ go: true, probe: true });
  });

  test('the 429s of requests that started before the pause count once, also after the probe was answered', () => {
    const first = limited(FRESH_PACE, 1000);
    expect(limited(first, 1020, { startedAt: 990, probe: false })).toEqual(first);
    const probing = takePermit(first, 5000, 1900).state;
    expect(limited(probing, 1950, { startedAt: 999, probe: false })).toEqual(probing);
    const clean = afterClean(probing, 5000, 2000, true);
    expect(limited(clean, 2100, { startedAt: 999, probe: false })).toEqual(clean);
    expect(limited(clean, 2300, { startedAt: 2200, probe: false }).strikes).toBe(1);
  });

  test('the ceiling falls to what was accepted, not below 2 %, and never rises by a 429', () => {
    expect(currentLimit(limited(FRESH_PACE, 1000), 5000, 1000)).toBe(3000);
    expect(currentLimit(limited(FRESH_PACE, 1000, { acceptedPerMinute: 0 }), 5000, 1000)).toBe(100);
    const low = limited(FRESH_PACE, 1000, { acceptedPerMinute: 500 });
    const again = limited(low, 2000, { acceptedPerMinute: 4000 });
    expect(currentLimit(again, 5000, 2000)).toBeLessThan(510);
  });

  test('it grows back 2 % of the limit a clean minute, up to the limit', () => {
    const state = afterClean({ ...limited(FRESH_PACE, 100), probeAt: 1000 }, 5000, 1000, true);
    for (const minutes of [0, 1, 2, 10, 19])
      expect(currentLimit(state, 5000, 1000 + minutes * 60_000)).toBeCloseTo(3000 + 100 * minutes, 6);
    expect(currentLimit(state, 5000, 1000 + 21 * 60_000)).toBe(5000);
    expect(afterClean(state, 5000, 1000 + 21 * 60_000, false).ceiling).toBeNull();
  });

  test('with a ceiling no 60 s hold more than 0.968 of it', () => {
    let state = afterClean({ ...limited(FRESH_PACE, 100), probeAt: 1000 }, 5000, 1000, true);
    const starts: number[] = [];
    for (let now = 1000; now < 61_000; ) {
      const { state: next, permit } = takePermit(state, 5000, now);
      state = next;
      if (permit.go) starts.push(now);
      else now += permit.waitMs;
    }
    expect(mostIn60s(starts)).toBeLessThanOrEqual(0.968 * 3100);
    expect(starts.length).toBeGreaterThan(0.94 * 3000);
  });

  test('with no limit it halves and doubles back every 5 clean seconds', () => {
    const off = Number.POSITIVE_INFINITY;
    let state = limited(FRESH_PACE, 100, { limit: off, acceptedPerMinute: 80_000 });
    expect(state.ceiling).toBe(40_000);
    state = afterClean(takePermit(state, off, 1000).state, off, 1100, true);
    expect(afterClean(state, off, 6000, false).ceiling).toBe(40_000);
    state = afterClean(state, off, 6100, false);
    expect(state.ceiling).toBe(80_000);
    for (let now = 11_200; state.ceiling !== null; now += 5100) {
      expect(now).toBeLessThan(60_000);
      state = afterClean(state, off, now, false);
    }
  });
});

describe('the shared record', () => {
  const state: PaceState = {
    due: 900_000,
    ceiling: 300,
    ceilingAt: 5,
    pausedUntil: 7,
    strikes: 2,
    probeAt: 6,
  };
  test('comes back as it was written', () => {
    expect(readPace(JSON.stringify(state), 800_000)).toEqual(state);
    expect(readPace(undefined, 5)).toBeUndefined();
  });

  test.each(['', '{', 'null', '[]', '{"due":1}', JSON.stringify({ ...state, due: '9' })])(
    'damaged (%s) it is as good as absent',
    (text) => expect(readPace(text, 1000)).toBeUndefined(),
  );

  test('from a clock that has gone back it is absent; the long intervals of a small limit are valid', () => {
    expect(readPace(JSON.stringify({ ...state, due: 800_000 + 3_600_001 }), 800_000)).toBeUndefined();
    expect(readPace(JSON.stringify({ ...state, probeAt: 800_001 }), 800_000)).toBeUndefined();
    const small = takePermit({ ...FRESH_PACE, ceiling: 0.2, ceilingAt: 800_000 }, 10, 800_000).state;
    expect(small.due).toBeGreaterThan(800_000 + 240_000);
    expect(readPace(JSON.stringify(small), 800_000)).toEqual(small);
  });
});
