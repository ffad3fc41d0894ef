// When a failing batch is at fault itself, and when the service is: pure decisions.
import { describe, expect, test } from 'vitest';
import { type Batch, batchOf } from '../../src/sending/batch.ts';
import { widthFor } from '../../src/sending/concurrency.ts';
import {
  afterDecision,
  afterProbe,
  afterUnsuccessful,
  HEALTHY,
  recoverBatch,
  stepAfterFailure,
} from '../../src/sending/health.ts';

const failing = (more: Partial<Batch<number>>): Batch<number> => ({
  ...batchOf<number>([]),
  failures: 4,
  firstFailureAt: 1000,
  lastFailureAt: 3000,
  ...more,
});

describe('after a failure', () => {
  test('the first three are tried again', () => {
    for (const failures of [1, 2, 3])
      expect(stepAfterFailure(failing({ failures }), HEALTHY, true)).toBe('retry');
  });

  test('then it is an outage, unless others were accepted since the last try', () => {
    expect(stepAfterFailure(failing({}), { ...HEALTHY, lastSuccess: 2999 }, false)).toBe('outage');
    expect(stepAfterFailure(failing({}), { ...HEALTHY, lastSuccess: 3001 }, false)).toBe('poisoned');
  });

  test('a batch that fails again right after an outage has all its tries', () => {
    const batch = failing({ notBefore: 5000 });
    recoverBatch(batch);
    expect([batch.failures, batch.outagesSurvived, batch.notBefore]).toEqual([0, 1, 0]);
    batch.failures = 1;
    expect(stepAfterFailure(batch, { ...HEALTHY, lastSuccess: 9e9 }, false)).toBe('retry');
    expect(stepAfterFailure(failing({ outagesSurvived: 1 }), HEALTHY, false)).toBe('poisoned');
  });

  test('during an outage no batch is at fault, except the last of a run after others were accepted', () => {
    const outage = { ...HEALTHY, outage: true, lastSuccess: 2000 };
    expect(stepAfterFailure(failing({ failures: 1 }), outage, false)).toBe('outage');
    expect(stepAfterFailure(failing({ outagesSurvived: 3 }), outage, false)).toBe('outage');
    expect(stepAfterFailure(failing({ failures: 7 }), outage, true)).toBe('poisoned');
    expect(stepAfterFailure(failing({ failures: 7 }), outage, false)).toBe('outage');
    expect(stepAfterFailure(failing({ failures: 6 }), outage, true)).toBe('outage');
    expect(stepAfterFailure(failing({ failures: 7 }), { ...outage, lastSuccess: 999 }, true)).toBe('outage');
  });
});

describe('an outage', () => {
  test('only probes that were due move the next one on; what was open before changes nothing', () => {
    const first = afterProbe(afterUnsuccessful(HEALTHY, 1000, { reason: 'it answers 503' }), 1000, 0.5);
    expect(first).toMatchObject({ outage: true, probes: 0, failingSince: 1000, reason: 'it answers 503' });
    expect(first.probeAt).toBe(1000 + 5000 * 0.875);
    expect(afterProbe(first, 1100, 0.5)).toBe(first);
    const second = afterProbe(first, 6000, 0.5);
    expect([second.probes, second.probeAt]).toEqual([1, 6000 + 10_000 * 0.875]);
  });

  test('a decision of the service ends it; a refusal is no success', () => {
    const outage = afterProbe(afterUnsuccessful(HEALTHY, 1000, { reason: 'x' }), 1000, 0.5);
    expect(afterDecision(outage, 900)).toEqual({ ...HEALTHY, lastSuccess: 900 });
    expect(afterDecision(outage, undefined)).toEqual(HEALTHY);
    // Answers come in any order; the youngest request counts.
    expect(afterDecision({ ...outage, lastSuccess: 950 }, 900).lastSuccess).toBe(950);
  });

  test('it counts from the first setback', () => {
    const since = afterUnsuccessful(afterUnsuccessful(HEALTHY, 5, { reason: 'a' }), 9, { reason: 'b' });
    expect([since.failingSince, since.reason]).toEqual([5, 'b']);
  });
});

test('open requests follow latency between 4 and 64', () => {
  const needs = { single: false, fixed: undefined, limit: 5000, openMs: 20 };
  expect(widthFor(needs)).toBe(4);
  expect(widthFor({ ...needs, openMs: 200 })).toBe(25);
  expect(widthFor({ ...needs, openMs: 9000 })).toBe(64);
  expect(widthFor({ ...needs, limit: Number.POSITIVE_INFINITY })).toBe(32);
  expect(widthFor({ ...needs, fixed: 9 })).toBe(9);
  expect(widthFor({ ...needs, fixed: 9, single: true })).toBe(1);
});
