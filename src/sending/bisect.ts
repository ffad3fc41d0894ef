// How a batch is divided that the service refused without naming a message, or that it found too large or failed on: which half is
// sent first, and which one is at fault.
import { type Batch, batchOf } from './batch.ts';

/** The queue, as far as parts of a batch go back to its front. */
interface Front<T> {
  putBack(...batches: readonly Batch<T>[]): void;
}

export function halves<T>(batch: Batch<T>): [Batch<T>, Batch<T>] {
  const middle = Math.ceil(batch.messages.length / 2);
  const part = (from: number, to?: number): Batch<T> => ({
    ...batchOf(batch.messages.slice(from, to)),
    outagesSurvived: batch.outagesSurvived,
  });
  return [part(0, middle), part(middle)];
}

/**
 * Divides a refused batch. The left half is sent first; the right half is held: when the left half is accepted, the
 * fault is in the right half, which then need not be sent whole.
 */
export function bisect<T>(queue: Front<T>, batch: Batch<T>): void {
  const [left, right] = halves(batch);
  left.rightHalf = right;
  queue.putBack(left);
}

/** Sends or divides the held right half after its left half has ended. */
export function releaseRightHalf<T>(queue: Front<T>, left: Batch<T>, leftWasClean: boolean): void {
  const right = left.rightHalf;
  left.rightHalf = undefined;
  if (!right) return;
  // A single message at fault is still sent alone once, because the answer then has the service's reason for it.
  if (leftWasClean && right.messages.length > 1) bisect(queue, right);
  else queue.putBack(right);
}

/** Divides a batch in two without the assumption that one message is at fault. */
export function cut<T>(queue: Front<T>, batch: Batch<T>): readonly [Batch<T>, Batch<T>] {
  const both = halves(batch);
  queue.putBack(...both);
  releaseRightHalf(queue, batch, false);
  return both;
}
