// Monitors the service's health for one run: reports when an outage begins and ends, and when `maxOutageMs` is used up.
import type { FailureReason } from '../basics/reason.ts';
import type { Clock, Random } from '../platform/platform.ts';
import { afterDecision, afterProbe, afterUnsuccessful, HEALTHY, type Health } from './health.ts';
import type { SenderNotice } from './sender-parts.ts';

export interface OutageMonitorParts {
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

  setback(reason: string, kind: FailureReason): void {
    const { clock, maxOutageMs } = this.parts;
    this.onlyWaiting = false;
    this.health = afterUnsuccessful(this.health, clock.monotonic(), reason, kind);
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
