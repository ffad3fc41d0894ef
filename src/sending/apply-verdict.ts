// Carries out what a verdict means for a batch: settles its messages, or puts them back into the queue.
import type { FailureReason } from '../basics/exit-codes.ts';
import { type Batch, batchOf, bytesOfMessages, isRamping, rampSize } from './batch.ts';
import { type BatchVerdict, type Refused, refusedTwice, serverError } from './batch-verdict.ts';
import { bisect, cut, releaseRightHalf } from './bisect.ts';
import { type OutageMonitor, stepAfterFailure } from './health.ts';
import type { BatchLimits, Queue } from './queue.ts';
import { backoffMs, RATE_LIMITED } from './retry-policy.ts';
import type { RunEnd } from './run-end.ts';
import type { SenderParts } from './types.ts';

interface VerdictApplierParts<T> {
  /** What the caller of the sender gave. */
  readonly parts: Pick<
    SenderParts<T>,
    'clock' | 'random' | 'counts' | 'accepted' | 'refused' | 'alreadyThere'
  >;
  readonly queue: Queue<T>;
  readonly end: RunEnd;
  readonly monitor: OutageMonitor;
  readonly batchSize: number;
  /** Bytes of the messages of a batch. */
  readonly batchBytes: number;
}

/** One attempt to send a batch. */
interface BatchAttempt {
  readonly token: string;
  /** Monotonic, ms. */
  readonly startedAt: number;
  /** How long the answer asks to wait, ms; 0 when it does not. */
  readonly askedMs: number;
}

export class VerdictApplier<T> {
  /** The last token that the service refused. The next request asks for another one. */
  refusedToken: string | undefined;
  /**
   * The ramp grows with accepted batches only: while everything is refused, small batches show that with the fewest
   * orders.
   */
  private acceptedBatches = 0;
  private maxBytes: number;

  constructor(private readonly given: VerdictApplierParts<T>) {
    this.maxBytes = given.batchBytes;
  }

  get ramping(): boolean {
    return isRamping(this.acceptedBatches);
  }

  /** What the next new batch may hold. */
  limits(): BatchLimits {
    return { messages: rampSize(this.acceptedBatches, this.given.batchSize), bytes: this.maxBytes };
  }

  /** Resolves when the settled messages are recorded on disk. @throws Failure that ends the run */
  async apply(batch: Batch<T>, verdict: BatchVerdict<T>, attempt: BatchAttempt): Promise<void> {
    const { queue, end, monitor } = this.given;
    const { parts } = this.given;
    const { counts } = parts;
    const { token, startedAt, askedMs } = attempt;
    switch (verdict.kind) {
      case 'accepted':
        counts.ok++;
        this.decided(startedAt);
        end.accepted();
        await parts.accepted(batch.messages);
        queue.release(batch.messages);
        this.acceptedBatches++;
        releaseRightHalf(queue, batch, true);
        return;
      case 'limited':
        counts.s429++;
        monitor.setback(RATE_LIMITED, 'rate_limit');
        queue.putBack(batch);
        return;
      case 'failed':
        if (verdict.status === 0) counts.network++;
        else counts.s5xx++;
        return await this.failed(batch, verdict, askedMs);
      case 'unauthorized':
        counts.s401++;
        // Even when no other token came in between: some services give out the same token until it expires.
        if (batch.unauthorized) throw refusedTwice();
        batch.unauthorized = true;
        this.refusedToken = token;
        queue.putBack(batch);
        return;
      case 'too_large':
        counts.s413++;
        this.decided();
        this.maxBytes = Math.min(this.maxBytes, Math.max(1, Math.floor(bytesOfMessages(batch.messages) / 2)));
        cut(queue, batch);
        queue.cutLarger(this.maxBytes);
        return;
      case 'bisect':
        counts.s422++;
        this.decided();
        releaseRightHalf(queue, batch, false);
        bisect(queue, batch);
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
    const { monitor, queue } = this.given;
    if (monitor.decided(acceptedSince)) queue.recover();
  }

  /** Tries the batch again later. When its tries are used up, either the service is out or the batch is poisoned. */
  private async failed(
    batch: Batch<T>,
    { status, reason, cause }: { status: number; reason: string; cause: FailureReason },
    askedMs: number,
  ): Promise<void> {
    const { queue, monitor } = this.given;
    const { clock, random } = this.given.parts;
    const now = clock.monotonic();
    if (batch.failures++ === 0) batch.firstFailureAt = now;
    const step = stepAfterFailure(batch, monitor.health, queue.isEmpty && status !== 0);
    batch.lastFailureAt = now;
    monitor.setback(reason, cause, askedMs);
    if (step === 'poisoned') {
      if (batch.messages.length > 1) cut(queue, batch);
      else await this.refuse(batch, [[batch.messages[0]!, [serverError(status, batch.failures)]]]);
      return;
    }
    if (step === 'retry') batch.notBefore = now + backoffMs(batch.failures, random.unit());
    else monitor.probeFailed();
    if (step === 'outage' && batch.messages.length > 1 && queue.waitingBatches === 0) this.split(batch);
    else queue.putBack(batch);
  }

  /**
   * A single batch cannot show whether it or the service is at fault. When one half is accepted, the other half is at
   * fault.
   */
  private split(batch: Batch<T>): void {
    const { queue } = this.given;
    const { failures, firstFailureAt, lastFailureAt } = batch;
    for (const half of cut(queue, batch)) Object.assign(half, { failures, firstFailureAt, lastFailureAt });
  }

  private async refuse(batch: Batch<T>, refused: Refused<T>): Promise<void> {
    const { parts, queue, end } = this.given;
    // All of them are recorded with the same write to the disk.
    await Promise.all(
      refused.map(async ([message, refusals]) => {
        if (parts.alreadyThere?.(message, refusals)) {
          end.accepted();
          await parts.accepted([message]);
          this.acceptedBatches++;
        } else {
          await parts.refused(message, refusals);
          end.refused(message.key, refusals);
        }
        queue.release([message]);
      }),
    );
    releaseRightHalf(queue, batch, false);
  }
}
