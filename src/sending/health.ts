// Health of the service: when a failing batch is at fault itself, when it is an outage, when to probe. The rules are pure
// functions; the monitor keeps the time.
import type { FailureReason } from '../basics/exit-codes.ts';
import type { Clock, Random } from '../platform/platform.ts';
import type { Batch } from './batch.ts';
import { MAX_RETRIES, probeMs } from './retry-policy.ts';
import type { SenderNotice } from './types.ts';

/** What the answers so far say about the service. Times are monotonic ms. */
export const HEALTHY = {
  /** Since when no request succeeded; undefined while requests succeed. */
  failingSince: undefined as number | undefined,
  /** During an outage one probe at a time is sent, and nothing else. */
  outage: false,
  /** Probes of this outage that failed. */
  probes: 0,
  /** When the next probe may go. */
  probeAt: 0,
  /** Nothing is sent before: the service asked for it with Retry-After while it failed (RFC 9110, 10.2.3). */
  quietUntil: 0,
  /**
   * When the latest-started of the accepted requests started. A request that started before a failure does not show
   * that the service works after it.
   */
  lastSuccess: Number.NEGATIVE_INFINITY,
  /** Why requests fail: a text for the user, and one word for scripts. */
  reason: '',
  kind: 'outage' as FailureReason,
};
type Health = Readonly<typeof HEALTHY>;

/**
 * The service decided about a batch, so it works. A 401 or 429 is not such a decision. The request started before the
 * service asked for quiet, or after it: so the quiet stays.
 */
export const afterDecision = (health: Health, acceptedSince: number | undefined): Health => ({
  ...HEALTHY,
  quietUntil: health.quietUntil,
  lastSuccess: Math.max(health.lastSuccess, acceptedSince ?? health.lastSuccess),
});

interface Setback {
  readonly reason: string;
  readonly kind?: FailureReason;
  /** How long the answer asks to wait. */
  readonly askedMs?: number;
}

/** A request did not succeed: a 5xx, no answer, a 429, no token. */
export const afterUnsuccessful = (
  health: Health,
  now: number,
  { reason, kind = 'outage', askedMs = 0 }: Setback,
): Health => ({
  ...health,
  failingSince: health.failingSince ?? now,
  quietUntil: askedMs > 0 ? Math.max(health.quietUntil, now + askedMs) : health.quietUntil,
  reason,
  kind,
});

/**
 * The outage begins, or its probe failed. Requests that were open when it began do not change the time of the next
 * probe.
 */
export function afterProbe(health: Health, now: number, unit: number): Health {
  if (health.outage && now < health.probeAt) return health;
  const probes = health.outage ? health.probes + 1 : 0;
  return { ...health, outage: true, probes, probeAt: now + probeMs(probes, unit) };
}

type FailureStep = 'retry' | 'poisoned' | 'outage';

/** After its normal tries, the last message of a run is probed this many times; then it is refused. */
const LONE_PROBES = 3;

/**
 * The next step for a failed batch. `batch.failures` includes this failure; `batch.lastFailureAt` is the time of the
 * one before. The batch is poisoned in three cases: its tries are used up and other requests succeeded since its last
 * try; or it used them up a second time, after an outage that ended; or it is `alone` (the last of the run, answered
 * with a 5xx) and other requests succeeded since it first failed. In all other cases it counts as an outage.
 */
export function stepAfterFailure(batch: Batch<unknown>, health: Health, alone: boolean): FailureStep {
  if (batch.failures <= MAX_RETRIES && !health.outage) return 'retry';
  if (!health.outage && (health.lastSuccess > batch.lastFailureAt || batch.outagesSurvived > 0))
    return 'poisoned';
  const givenUp = alone && batch.failures > MAX_RETRIES + LONE_PROBES;
  return givenUp && health.lastSuccess > batch.firstFailureAt ? 'poisoned' : 'outage';
}

/** After an outage: a batch that failed during it gets all its tries again, because the outage was the reason. */
export function recoverBatch(batch: Batch<unknown>): void {
  if (batch.failures > MAX_RETRIES) batch.outagesSurvived++;
  batch.failures = 0;
  batch.notBefore = 0;
}

interface OutageMonitorParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly maxOutageMs: number;
  notice(notice: SenderNotice): void;
  /** No request succeeded for `maxOutageMs`. */
  onExhausted(): void;
}

export class OutageMonitor {
  health: Health = HEALTHY;
  /** No request succeeded for `maxOutageMs`. A decision about a request that is still open sets it to false again. */
  exhausted = false;
  private timer: AbortController | undefined;
  /** The only setback so far is the wait for a pause. */
  private onlyWaiting = false;

  constructor(private readonly parts: OutageMonitorParts) {}

  /** The service decided about a batch; `acceptedSince` as in afterDecision. Returns true when that ended an outage. */
  decided(acceptedSince?: number): boolean {
    const { outage } = this.health;
    this.health = afterDecision(this.health, acceptedSince);
    this.exhausted = false;
    this.onlyWaiting = false;
    this.close();
    if (outage) this.parts.notice({ kind: 'recovered' });
    return outage;
  }

  /** Waiting for the end of a pause counts against `maxOutageMs` like a setback, but only while it lasts. */
  waiting(reason: string, kind: FailureReason): void {
    if (this.health.failingSince !== undefined) return;
    this.setback(reason, kind);
    this.onlyWaiting = true;
  }

  waited(): void {
    if (!this.onlyWaiting) return;
    this.onlyWaiting = false;
    this.health = { ...this.health, failingSince: undefined };
    this.exhausted = false;
    this.close();
  }

  setback(reason: string, kind: FailureReason, askedMs = 0): void {
    const { clock, maxOutageMs } = this.parts;
    this.onlyWaiting = false;
    const now = clock.monotonic();
    const ms = Math.min(askedMs, maxOutageMs);
    if (ms > 0 && now >= this.health.quietUntil) this.parts.notice({ kind: 'paused', ms, why: reason });
    this.health = afterUnsuccessful(this.health, now, { reason, kind, askedMs: ms });
    if (this.timer) return;
    const timer = new AbortController();
    this.timer = timer;
    void clock.sleep(maxOutageMs, timer.signal).then(() => {
      if (timer.signal.aborted) return;
      this.exhausted = true;
      this.parts.onExhausted();
    });
  }

  /** After a setback: the outage begins, or its probe failed. */
  probeFailed(): void {
    const { clock, random, maxOutageMs, notice } = this.parts;
    const { outage, failingSince, reason } = this.health;
    const now = clock.monotonic();
    this.health = afterProbe(this.health, now, random.unit());
    if (outage) return;
    notice({ kind: 'outage', reason, giveUpInMs: Math.max(0, (failingSince ?? now) + maxOutageMs - now) });
  }

  close(): void {
    this.timer?.abort();
    this.timer = undefined;
  }
}
