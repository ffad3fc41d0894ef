// Carries out what a verdict means for a batch: settles its messages, or puts them back the way they have to go on.
import type { Reason } from '../basics/reason.ts';
import type { Clock, Random } from '../platform/platform.ts';
import { type Batch, batchOf, bytesOf, isRamping, rampSize } from './batch.ts';
import { stepAfterFailure } from './health.ts';
import type { OutageMonitor } from './outage-monitor.ts';
import type { BatchLimits, Queue } from './queue.ts';
import { backoffMs, RATE_LIMITED } from './retry.ts';
import type { RunEnd } from './run-end.ts';
import type { RequestCounts, SenderNotice, SenderParts } from './sender-parts.ts';
import { type Refused, refusedTwice, serverError, type Verdict } from './verdict.ts';

export interface VerdictApplierParts<T>
  extends Pick<SenderParts<T>, 'accepted' | 'refused' | 'alreadyThere'> {
  readonly clock: Clock;
  readonly random: Random;
  readonly counts: RequestCounts;
  readonly queue: Queue<T>;
  readonly end: RunEnd;
  readonly watch: OutageMonitor;
  readonly batchSize: number;
  /** Bytes of the messages of a batch. */
  readonly batchBytes: number;
  notice(notice: SenderNotice): void;
}

/** One attempt to send a batch. */
export interface Attempt {
  readonly token: string;
  /** Monotonic, ms. */
  readonly startedAt: number;
}

export class VerdictApplier<T> {
  /** The last token that the service refused; whoever sends next asks for another one. */
  refusedToken: string | undefined;
  /** The ramp goes on with what is accepted: while everything is refused, small batches say so soonest. */
  private acceptedBatches = 0;
  private maxBytes: number;

  constructor(private readonly parts: VerdictApplierParts<T>) {
    this.maxBytes = parts.batchBytes;
  }

  get ramping(): boolean {
    return isRamping(this.acceptedBatches);
  }

  /** What the next new batch may hold. */
  limits(): BatchLimits {
    return { messages: rampSize(this.acceptedBatches, this.parts.batchSize), bytes: this.maxBytes };
  }

  /** Resolves when what was settled is remembered. @throws Failure that ends the run */
  async settle(batch: Batch<T>, verdict: Verdict<T>, { token, startedAt }: Attempt): Promise<void> {
    const { counts, queue, end, watch } = this.parts;
    switch (verdict.kind) {
      case 'accepted':
        counts.ok++;
        this.decided(startedAt);
        end.accepted();
        await this.parts.accepted(batch.messages);
        queue.release(batch.messages);
        this.acceptedBatches++;
        queue.releaseHeld(batch, true);
        return;
      case 'limited':
        counts.s429++;
        watch.setback(RATE_LIMITED, 'rate_limit');
        queue.putBack(batch);
        return;
      case 'failed':
        if (verdict.status === 0) counts.network++;
        else counts.s5xx++;
        return await this.failed(batch, verdict);
      case 'unauthorized':
        counts.s401++;
        // Whether or not another token came in between: some services give out the same one until it ends.
        if (batch.unauthorized) throw refusedTwice();
        batch.unauthorized = true;
        this.refusedToken = token;
        queue.putBack(batch);
        return;
      case 'too_large':
        counts.s413++;
        this.decided();
        this.maxBytes = Math.min(this.maxBytes, Math.max(1, Math.floor(bytesOf(batch.messages) / 2)));
        queue.cut(batch);
        queue.cutLarger(this.maxBytes);
        return;
      case 'bisect':
        counts.s422++;
        this.decided();
        queue.releaseHeld(batch, false);
        queue.bisect(batch);
        return;
      case 'refused':
        if (verdict.status === 413) counts.s413++;
        else counts.s422++;
        this.decided();
        if (verdict.rest.length > 0) queue.putBack(batchOf(verdict.rest));
        return await this.refuse(batch, verdict.refused);
      case 'fatal':
        if (verdict.status === 0) counts.network++;
        else counts.other++;
        throw verdict.failure;
    }
  }

  /** `acceptedSince`: when the request that was accepted had started. */
  private decided(acceptedSince?: number): void {
    if (this.parts.watch.decided(acceptedSince)) this.parts.queue.recover();
  }

  /** Later again; when the tries are used up it is the service that is out, or the batch that is poisoned. */
  private async failed(
    batch: Batch<T>,
    { status, reason, cause }: { status: number; reason: string; cause: Reason },
  ): Promise<void> {
    const { clock, random, queue, watch } = this.parts;
    const now = clock.monotonic();
    if (batch.failures++ === 0) batch.firstFailureAt = now;
    const step = stepAfterFailure(batch, watch.health, queue.isEmpty && status !== 0);
    batch.lastFailureAt = now;
    watch.setback(reason, cause);
    if (step === 'poisoned') {
      if (batch.messages.length > 1) queue.cut(batch);
      else await this.refuse(batch, [[batch.messages[0]!, [serverError(status, batch.failures)]]]);
      return;
    }
    if (step === 'retry') batch.notBefore = now + backoffMs(batch.failures, random.unit());
    else watch.probeFailed();
    if (step === 'outage' && batch.messages.length > 1 && queue.waitingBatches === 0) this.split(batch);
    else queue.putBack(batch);
  }

  /** The only witness of an outage is cut: when one half is accepted, the other half was the trouble. */
  private split(batch: Batch<T>): void {
    const { queue } = this.parts;
    const { failures, firstFailureAt, lastFailureAt } = batch;
    for (const half of queue.cut(batch)) Object.assign(half, { failures, firstFailureAt, lastFailureAt });
  }

  private async refuse(batch: Batch<T>, refused: Refused<T>): Promise<void> {
    const { queue, end } = this.parts;
    // All of them wait for the same write to the disk.
    await Promise.all(
      refused.map(async ([message, refusals]) => {
        if (this.parts.alreadyThere?.(message, refusals)) {
          end.accepted();
          await this.parts.accepted([message]);
          this.acceptedBatches++;
        } else {
          await this.parts.refused(message, refusals);
          end.refused(message.key, refusals);
        }
        queue.release([message]);
      }),
    );
    queue.releaseHeld(batch, false);
  }
}
