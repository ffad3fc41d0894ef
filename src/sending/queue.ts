// What is still to be sent: batches that wait until they are due, and the next batch, filled from the source. A key is
// in use from the moment its message joins a batch until the message is settled, so no key is ever in two batches.
import type { Clock } from '../platform/platform.ts';
import { type Batch, batchOf, bytesOfMessages, type Message } from './batch.ts';
import { halves } from './bisect.ts';
import { recoverBatch } from './health.ts';

/**
 * Why no new batch could be built. `reading`: the source has not yielded yet; `blocked`: messages with the same keys
 * must be settled first; `ended`: the source has no more.
 */
export type NoBatch = 'reading' | 'blocked' | 'ended';

export interface BatchLimits {
  readonly messages: number;
  /** Bytes of the messages with the commas between them. */
  readonly bytes: number;
}

/** A message that may not be sent before a time (monotonic ms). */
interface HeldMessage<T> {
  readonly message: Message<T>;
  readonly notBefore: number;
}

export class Queue<T> {
  private readonly waiting: Batch<T>[] = [];
  private readonly taken = new Set<string>();
  /** Messages whose key is in use by an earlier message, in the order they came. */
  private readonly deferred: Message<T>[] = [];
  /** Messages whose key stays in use until they may be sent. */
  private readonly held = new Map<string, HeldMessage<T>>();
  /** When the first of them may be sent; Infinity when there is none. */
  heldUntil = Number.POSITIVE_INFINITY;
  private filling: Message<T>[] = [];
  private fillingBytes = 0;
  /** Read from the source, but not yet in a batch. */
  private arrived: Message<T> | undefined;
  private reading: Promise<void> | undefined;
  private ended = false;
  private broken: { error: unknown } | undefined;

  constructor(
    private readonly source: AsyncIterator<Message<T>>,
    /** Called when a message arrived, or the source ended or failed. */
    private readonly onArrival: () => void,
  ) {}

  get waitingBatches(): number {
    return this.waiting.length;
  }

  get hasFailed(): boolean {
    return this.broken !== undefined;
  }

  /** Messages that wait for their time, when nothing else is left to be sent. */
  get onlyHeld(): readonly Message<T>[] {
    if (this.waiting.length > 0 || this.filling.length > 0) return [];
    return [...this.held.values()].map(({ message }) => message);
  }

  /** True when nothing is left to be sent except the open requests. */
  get isEmpty(): boolean {
    const unsent = this.waiting.length + this.filling.length + this.deferred.length + this.held.size;
    return this.ended && unsent === 0 && this.arrived === undefined;
  }

  /** When the next waiting batch is due; Infinity when none waits. */
  nextDue(): number {
    return Math.min(...this.waiting.map((batch) => batch.notBefore), Number.POSITIVE_INFINITY);
  }

  /** Keeps a message, and the later ones of its key, until its time. */
  hold(message: Message<T>, notBefore: number): void {
    this.held.set(message.key, { message, notBefore });
    this.heldUntil = Math.min(this.heldUntil, notBefore);
  }

  /** A held message whose time has come; it is held no longer. */
  private takeHeld(now: number) {
    if (now < this.heldUntil) return undefined;
    let found: Message<T> | undefined;
    this.heldUntil = Number.POSITIVE_INFINITY;
    for (const { message, notBefore } of this.held.values())
      if (!found && notBefore <= now) found = message;
      else this.heldUntil = Math.min(this.heldUntil, notBefore);
    if (found) this.held.delete(found.key);
    return found;
  }

  /** The first waiting batch that is due. */
  takeDue(now: number) {
    return this.takeAt(this.waiting.findIndex((batch) => batch.notBefore <= now));
  }

  /** The waiting batch with the fewest failures: a batch that may be at fault itself says little about the service. */
  takeProbe(): Batch<T> | undefined {
    const fewest = Math.min(...this.waiting.map((batch) => batch.failures));
    return this.takeAt(this.waiting.findIndex((batch) => batch.failures === fewest));
  }

  private takeAt(index: number) {
    return index === -1 ? undefined : this.waiting.splice(index, 1)[0];
  }

  /** To the front: batches that were tried before go before new ones. */
  putBack(...batches: readonly Batch<T>[]): void {
    this.waiting.unshift(...batches);
  }

  /** Frees the keys of settled messages for deferred ones. */
  release(messages: readonly Message<T>[]): void {
    for (const message of messages) this.taken.delete(message.key);
  }

  /** Divides waiting batches that are larger than the new limit. */
  cutLarger(bytes: number): void {
    for (let at = 0; at < this.waiting.length; ) {
      const batch = this.waiting[at]!;
      if (batch.messages.length === 1 || batch.rightHalf || bytesOfMessages(batch.messages) <= bytes) at++;
      else this.waiting.splice(at, 1, ...halves(batch));
    }
  }

  recover(): void {
    for (const batch of this.waiting) recoverBatch(batch);
  }

  /** Goes on filling the next new batch and returns it when it is full or the source has no more. */
  build(limits: BatchLimits, now: number): Batch<T> | NoBatch {
    const isFullFor = ({ bytes }: Message<T>) =>
      this.filling.length > 0 && this.fillingBytes + bytes + 1 > limits.bytes;
    for (;;) {
      if (this.broken) throw this.broken.error;
      if (this.filling.length >= limits.messages) return this.filled();
      const due = this.takeHeld(now);
      if (due) {
        // Its key is in use already.
        if (isFullFor(due)) {
          this.hold(due, now);
          return this.filled();
        }
        this.fill(due);
        continue;
      }
      const free = this.deferred.findIndex((message) => !this.taken.has(message.key));
      // Deferred messages go before new ones, so that an older version of a key is always sent first.
      const next = free === -1 ? this.arrived : this.deferred[free];
      if (next) {
        if (isFullFor(next)) return this.filled();
        if (free === -1) this.arrived = undefined;
        else this.deferred.splice(free, 1);
        if (this.taken.has(next.key)) this.deferred.push(next);
        else this.fill(next);
      } else if (this.ended || this.deferred.length >= limits.messages) {
        // Nothing is read while many messages wait for their key. This bounds the memory.
        if (this.filling.length > 0) return this.filled();
        return this.deferred.length + this.held.size > 0 ? 'blocked' : 'ended';
      } else {
        this.reading ??= this.read();
        return 'reading';
      }
    }
  }

  private fill(message: Message<T>): void {
    this.taken.add(message.key);
    this.filling.push(message);
    this.fillingBytes += message.bytes + 1;
  }

  private filled(): Batch<T> {
    const batch = batchOf(this.filling);
    this.filling = [];
    this.fillingBytes = 0;
    return batch;
  }

  private async read(): Promise<void> {
    try {
      const next = await this.source.next();
      if (next.done) this.ended = true;
      else this.arrived = next.value;
    } catch (error) {
      this.broken = { error };
    }
    this.reading = undefined;
    this.onArrival();
  }

  /** Lets the source clean up when it was not read to its end. Errors from that are ignored. */
  async close(): Promise<void> {
    if (this.ended || this.broken) return;
    this.ended = true;
    try {
      await this.source.return?.();
    } catch {
      // The run has already ended for another reason.
    }
  }
}

/** Wakes the one loop that takes from the queue: by a call of `wake`, or after a time. */
export class WakeUp {
  private answer: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  /**
   * A call while nothing waits has no effect. So check the state first, then call `wait` without an await in between.
   */
  wake(): void {
    this.answer?.();
  }

  wait(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : new AbortController();
      const done = () => {
        if (this.answer !== done) return;
        this.answer = undefined;
        timer?.abort();
        resolve();
      };
      this.answer = done;
      if (timer) void this.clock.sleep(Math.max(1, ms ?? 0), timer.signal).then(done);
    });
  }
}
