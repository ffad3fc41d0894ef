// Whether the service lives, as pure functions: when a failing batch is at fault itself, when it is an outage, when to probe.
import type { Reason } from '../basics/reason.ts';
import type { Batch } from './batch.ts';
import { MAX_RETRIES, probeMs } from './retry.ts';

/** What the answers so far say about the service. Times are monotonic ms. */
export interface Health {
  /** Since when nothing got through; undefined while something does. */
  readonly failingSince: number | undefined;
  /** Nothing but one probe at a time is sent. */
  readonly outage: boolean;
  /** Probes of this outage that failed. */
  readonly probes: number;
  /** When the next probe may go. */
  readonly probeAt: number;
  /** When the youngest request started that was accepted: what began before a failure says nothing of the time after it. */
  readonly lastSuccess: number;
  /** Why it does not work, for a person and in one word for scripts. */
  readonly reason: string;
  readonly kind: Reason;
}

export const HEALTHY: Health = {
  failingSince: undefined,
  outage: false,
  probes: 0,
  probeAt: 0,
  lastSuccess: Number.NEGATIVE_INFINITY,
  reason: '',
  kind: 'outage',
};

/** The service decided about a batch: it lives. A 401 or 429 decides nothing. */
export const afterDecision = (health: Health, acceptedSince: number | undefined): Health => ({
  ...HEALTHY,
  lastSuccess: Math.max(health.lastSuccess, acceptedSince ?? health.lastSuccess),
});

/** Something did not get through: a 5xx, no answer, a 429, no token. */
export const afterSetback = (
  health: Health,
  now: number,
  reason: string,
  kind: Reason = 'outage',
): Health => ({
  ...health,
  failingSince: health.failingSince ?? now,
  reason,
  kind,
});

/** The outage begins, or its probe failed. Requests that were open when it began change nothing. */
export function afterProbe(health: Health, now: number, unit: number): Health {
  if (health.outage && now < health.probeAt) return health;
  const probes = health.outage ? health.probes + 1 : 0;
  return { ...health, outage: true, probes, probeAt: now + probeMs(probes, unit) };
}

export type FailureStep = 'retry' | 'poisoned' | 'outage';

/** So many probes after its tries, the last message of a run that nothing else can be compared with is given up. */
const LONE_PROBES = 3;

/**
 * What a failed batch's next step is. `batch.failures` counts this failure, `batch.lastFailureAt` is the one before.
 * It is poisoned when its tries are used up and others got through since its last try; or when it used them up a second
 * time after the service had taken everything else; or when it is `alone`, the last of the run and answered with a 5xx,
 * and others got through since it first failed. Otherwise nothing speaks against an outage.
 */
export function stepAfterFailure(batch: Batch<unknown>, health: Health, alone: boolean): FailureStep {
  if (batch.failures <= MAX_RETRIES && !health.outage) return 'retry';
  if (!health.outage && (health.lastSuccess > batch.lastFailureAt || batch.outlived > 0)) return 'poisoned';
  const givenUp = alone && batch.failures > MAX_RETRIES + LONE_PROBES;
  return givenUp && health.lastSuccess > batch.firstFailureAt ? 'poisoned' : 'outage';
}

/** After an outage: what failed in it gets its tries again, for the outage was the reason. */
export function recoverBatch(batch: Batch<unknown>): void {
  if (batch.failures > MAX_RETRIES) batch.outlived++;
  batch.failures = 0;
  batch.notBefore = 0;
}
