// Keeps an eye on the service's health for one run: tells when an outage begins and ends, and when patience is over.
import type { Reason } from '../basics/reason.ts';
import type { Clock, Random } from '../platform/platform.ts';
import { afterDecision, afterProbe, afterSetback, HEALTHY, type Health } from './health.ts';
import type { SenderNotice } from './sender-parts.ts';

export interface OutageMonitorParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly maxOutageMs: number;
  notice(notice: SenderNotice): void;
  /** Patience is over: nothing got through for `maxOutageMs`. */
  onExhausted(): void;
}

export class OutageMonitor {
  health: Health = HEALTHY;
  /** Open requests may still turn it: a decision gives patience back. */
  exhausted = false;
  private timer: AbortController | undefined;
  /** Nothing failed but that a pause had to be sat out. */
  private onlyWaiting = false;

  constructor(private readonly parts: OutageMonitorParts) {}

  /** The service decided about a batch; `acceptedSince` as in afterDecision. True when that ended an outage. */
  decided(acceptedSince?: number): boolean {
    const { outage } = this.health;
    this.health = afterDecision(this.health, acceptedSince);
    this.exhausted = false;
    this.onlyWaiting = false;
    this.close();
    if (outage) this.parts.notice({ kind: 'recovered' });
    return outage;
  }

  /** A pause that has to be sat out counts against the patience like a setback, and only while it lasts. */
  waiting(reason: string, kind: Reason): void {
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

  setback(reason: string, kind: Reason): void {
    const { clock, maxOutageMs } = this.parts;
    this.onlyWaiting = false;
    this.health = afterSetback(this.health, clock.monotonic(), reason, kind);
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
