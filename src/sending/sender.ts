// The sender: sends a stream of messages to one endpoint in batches, within the pace, in order per key, until each is
// accepted, refused, or left pending with a reason. It works for orders and ASNs alike.
import { reasonOf } from '../basics/failure.ts';
import { type HttpAnswer, NetworkFault } from '../platform/platform.ts';
import { VerdictApplier } from './apply-verdict.ts';
import { type Batch, composeBody, envelopeBytes, type Message } from './batch.ts';
import { batchVerdictOf } from './batch-verdict.ts';
import { releaseRightHalf } from './bisect.ts';
import { widthFor } from './concurrency.ts';
import { OutageMonitor } from './health.ts';
import type { Permit } from './pacer.ts';
import { type NoBatch, Queue, WakeUp } from './queue.ts';
import { mayStillArrive, RATE_LIMITED, retryAfterMs } from './retry-policy.ts';
import { RunEnd } from './run-end.ts';
import { isTokenOutage } from './token-source.ts';
import { LOOK_MS, type SendEnd, type SenderOptions, type SenderParts } from './types.ts';

/** When so many batches wait for another try, no new batch begins: an outage must not fill the memory. */
const MOST_WAITING = 64;

/** An outage is probed with at most so many different batches, one after the other. */
const MOST_PROBED = 4;

/** Sends everything that `source` yields. When it resolves, no request is open. */
export async function send<T>(
  source: AsyncIterator<Message<T>>,
  options: SenderOptions,
  parts: SenderParts<T>,
  signal: AbortSignal,
): Promise<SendEnd> {
  return await new Sender(source, options, parts, signal).run();
}

type Step<T> = Batch<T> | 'done' | { readonly waitMs: number | undefined };

/** Why a wait ends. */
const LAUNCHED = 'launched';

class Sender<T> {
  /** Open requests, each with the controller that aborts it: on one shared signal the listeners would accumulate. */
  private readonly open = new Map<Promise<void>, AbortController>();
  private readonly wakeUp: WakeUp;
  private readonly queue: Queue<T>;
  private readonly end: RunEnd;
  private readonly monitor: OutageMonitor;
  private readonly applier: VerdictApplier<T>;
  /** Aborts the wait for a token or a permit. */
  private launching: AbortController | undefined;
  /** Since when nothing but held messages is left (monotonic ms). */
  private onlyHeldSince: number | undefined;
  /** How long a request counts as open, ms: a moving average. */
  private openMs = 100;

  constructor(
    source: AsyncIterator<Message<T>>,
    private readonly options: SenderOptions,
    private readonly parts: SenderParts<T>,
    private readonly signal: AbortSignal,
  ) {
    const { maxOutageMs, batchSize, batchBytes, envelope } = options;
    this.wakeUp = new WakeUp(parts.clock);
    this.queue = new Queue(source, () => this.changed());
    this.end = new RunEnd(options.maxRefused);
    this.monitor = new OutageMonitor({
      clock: parts.clock,
      random: parts.random,
      maxOutageMs,
      notice: (notice) => parts.notice(notice),
      onExhausted: () => this.changed(),
    });
    const { queue, end, monitor } = this;
    this.applier = new VerdictApplier({
      ...{ parts, queue, end, monitor, batchSize },
      batchBytes: batchBytes - envelopeBytes(envelope),
    });
  }

  private get stopping(): boolean {
    return this.end.reached || this.signal.aborted;
  }

  async run(): Promise<SendEnd> {
    const onAbort = () => this.changed();
    this.signal.addEventListener('abort', onAbort);
    try {
      while (!this.stopping) {
        const isAsked = this.isAsked();
        if (isAsked && this.open.size === 0) {
          await this.letOthersSend();
          continue;
        }
        const step = isAsked ? { waitMs: undefined } : this.next();
        if (step === 'done') break;
        if ('messages' in step) await this.launch(step);
        else if (!this.stopping) await this.wakeUp.wait(this.lookingMs(step.waitMs));
      }
    } catch (error) {
      this.end.fail(error);
    }
    await this.drain();
    this.monitor.close();
    this.signal.removeEventListener('abort', onAbort);
    return this.end.result(this.signal.aborted);
  }

  private isAsked(): boolean {
    return this.leftMs() > 0 && !this.queue.hasFailed && this.parts.turn?.isAsked() === true;
  }

  /** A wait without an open request, in which nothing else would wake the loop, is cut into short ones for `isAsked`. */
  private lookingMs(waitMs: number | undefined): number | undefined {
    return this.parts.turn && this.open.size === 0 ? Math.min(LOOK_MS, waitMs ?? LOOK_MS) : waitMs;
  }

  /** Ms until the run has to end. */
  private leftMs(): number {
    return (this.options.endsAt ?? Number.POSITIVE_INFINITY) - this.parts.clock.monotonic();
  }

  /** Meanwhile the service may get newer versions of what waits here: `admit` notices. */
  private async letOthersSend(): Promise<void> {
    try {
      await this.parts.turn?.pass(Math.max(0, this.leftMs()));
    } catch (error) {
      if (!this.signal.aborted && this.leftMs() > 0) throw error;
    }
  }

  /**
   * Called when a message arrived, or the source or a request ended or failed, or the run was interrupted: the loop in
   * run() checks again.
   */
  private changed(): void {
    if (this.stopping || this.monitor.exhausted) this.launching?.abort();
    this.wakeUp.wake();
  }

  /** The next step: a batch to send, `done`, or how long to wait unless something changes before. */
  private next(): Step<T> {
    const { queue, open, applier } = this;
    const { health, exhausted } = this.monitor;
    const now = this.parts.clock.monotonic();
    const { endsAt = Number.POSITIVE_INFINITY } = this.options;
    if (this.leftMs() <= 0) {
      this.end.timeOver();
      return { waitMs: 0 };
    }
    if (exhausted && open.size === 0) this.end.unavailable(health.reason, health.kind);
    if (exhausted || open.size >= this.width()) return { waitMs: undefined };
    if (health.outage && now < health.probeAt) return { waitMs: Math.min(health.probeAt, endsAt) - now };
    if (now < health.quietUntil) return { waitMs: Math.min(health.quietUntil, endsAt) - now };
    const due = health.outage ? undefined : queue.takeDue(now);
    if (due) return due;
    const mayBegin = queue.waitingBatches < (health.outage ? MOST_PROBED : MOST_WAITING);
    const built: NoBatch | Batch<T> = mayBegin ? queue.build(applier.limits(), now) : 'blocked';
    if (typeof built === 'object') return built;
    const probe = health.outage && built !== 'reading' ? queue.takeProbe() : undefined;
    if (probe) return probe;
    if (built === 'blocked' && open.size === 0 && queue.onlyHeld.length > 0) return this.waitForHeld(now);
    const nextDue = Math.min(health.outage ? Number.POSITIVE_INFINITY : queue.nextDue(), queue.heldUntil);
    if (nextDue < Number.POSITIVE_INFINITY) return { waitMs: Math.min(nextDue, endsAt) - now };
    if (open.size > 0 || built === 'reading') return { waitMs: undefined };
    if (built === 'ended') return 'done';
    throw new Error('messages wait for a key that no batch has in use');
  }

  /** Nothing is left but messages that have to wait: the run waits with them as long as its caller wants, or ends. */
  private waitForHeld(now: number): Step<T> {
    const { queue, parts } = this;
    const { endsAt = Number.POSITIVE_INFINITY } = this.options;
    const keys = queue.onlyHeld.map(({ key }) => key);
    const next = queue.heldUntil;
    if (next > (this.onlyHeldSince ?? now) + (parts.holds?.patienceMs ?? 0)) {
      this.end.fail(parts.holds?.left(keys, next - now));
      return { waitMs: 0 };
    }
    if (this.onlyHeldSince === undefined) parts.notice({ kind: 'held', keys, ms: next - now });
    this.onlyHeldSince ??= now;
    return { waitMs: Math.min(next, endsAt) - now };
  }

  private width(): number {
    return widthFor({
      single: this.monitor.health.outage || this.applier.ramping,
      fixed: this.options.concurrency,
      limit: this.parts.pacer.limit,
      openMs: this.openMs,
    });
  }

  /**
   * Waits for a token and a permit, checks the messages a last time, then starts the attempt without waiting for its
   * end.
   */
  private async launch(batch: Batch<T>): Promise<void> {
    const { pacer } = this.parts;
    const stop = new AbortController();
    this.launching = stop;
    const launched = new AbortController();
    this.watch(stop, launched.signal).catch((error) => {
      this.end.fail(error);
      stop.abort();
    });
    let token: string;
    let permit: Permit | undefined;
    try {
      token = await this.token(stop.signal);
      permit = await pacer.acquire(stop.signal, (ms, isNew) => {
        // The 429 may have come to another process. Without this, this process would wait without a message and longer
        // than --max-outage.
        this.monitor.waiting(RATE_LIMITED, 'rate_limit');
        if (isNew) this.parts.notice({ kind: 'paused', ms });
      });
      if (permit) this.monitor.waited();
    } catch (error) {
      this.queue.putBack(batch);
      if (stop.signal.aborted) return this.notLaunched();
      if (!isTokenOutage(error)) throw error;
      // The token endpoint was tried several times already. Its failure says nothing about the batch.
      this.monitor.setback(error.message, reasonOf(error));
      this.monitor.probeFailed();
      return;
    } finally {
      this.launching = undefined;
      // A reason of its own: making one takes longer than all the rest.
      launched.abort(LAUNCHED);
    }
    let current: Batch<T> | undefined;
    try {
      current = permit && !stop.signal.aborted ? this.admitted(batch) : undefined;
    } finally {
      // A permit that is not used (for example because `admit` threw) must be returned, or other processes would wait
      // for it.
      if (permit && !current) pacer.answered(permit, { limited: false, accepted: false, lost: true });
    }
    if (!permit || !current) {
      if (stop.signal.aborted) this.queue.putBack(batch);
      return this.notLaunched();
    }
    const callOff = new AbortController();
    const work: Promise<void> = this.attempt(current, token, permit, callOff.signal)
      .catch((error) => this.end.fail(error))
      .finally(() => {
        this.open.delete(work);
        this.changed();
      });
    this.open.set(work, callOff);
    this.onlyHeldSince = undefined;
  }

  /** The wait of a batch ended for another reason than an outage: while another run has its turn, it is no setback. */
  private notLaunched(): void {
    if (!this.monitor.exhausted) this.monitor.waited();
  }

  /** Ends the wait for a token or a permit when another run asks for the turn, or when the run has to end. */
  private async watch(stop: AbortController, launched: AbortSignal): Promise<void> {
    const { clock } = this.parts;
    while (!launched.aborted && !stop.signal.aborted) {
      await clock.sleep(Math.min(LOOK_MS, this.leftMs()), launched);
      if (!launched.aborted && (this.leftMs() <= 0 || this.isAsked())) stop.abort();
    }
  }

  private async token(signal: AbortSignal): Promise<string> {
    const { tokens } = this.parts;
    const refused = this.applier.refusedToken;
    if (refused === undefined) return await tokens.get(signal);
    const token = await tokens.refused(refused, signal);
    if (this.applier.refusedToken === refused) this.applier.refusedToken = undefined;
    return token;
  }

  /** The batch with the messages as they have to be sent now; undefined when none of them needs to be sent any more. */
  private admitted(batch: Batch<T>) {
    const { clock, holds } = this.parts;
    const admitted = this.parts.admit(batch.messages);
    const inDoubt = admitted.length > 0 ? holds?.of(admitted) : undefined;
    const wanted = inDoubt?.size ? admitted.filter(({ key }) => !inDoubt.has(key)) : admitted;
    if (wanted.length === batch.messages.length && wanted.every((one, i) => one === batch.messages[i]))
      return batch;
    const keys = new Set(admitted.map(({ key }) => key));
    this.queue.release(batch.messages.filter(({ key }) => !keys.has(key)));
    for (const message of admitted) {
      const ms = inDoubt?.get(message.key);
      if (ms !== undefined) this.queue.hold(message, clock.monotonic() + ms);
    }
    if (wanted.length > 0) return { ...batch, messages: wanted };
    releaseRightHalf(this.queue, batch, false);
    return undefined;
  }

  private async attempt(batch: Batch<T>, token: string, permit: Permit, signal: AbortSignal): Promise<void> {
    const { counts, pacer, clock } = this.parts;
    // Without a record of it nothing is sent, and nothing counted.
    const ended = this.parts.holds?.begin(batch.messages);
    counts.total++;
    if (batch.sends++ > 0) counts.retried++;
    let outcome: HttpAnswer | NetworkFault;
    try {
      const body = composeBody(this.options.envelope, batch.messages);
      outcome = await this.parts.post(body, token, signal, batch.messages);
    } catch (error) {
      pacer.answered(permit, { limited: false, accepted: false, lost: true });
      if (!(error instanceof NetworkFault)) throw error;
      if (signal.aborted) {
        counts.network++;
        ended?.('unknown');
        return this.queue.putBack(batch);
      }
      outcome = error;
    }
    const verdict = batchVerdictOf(outcome, batch, this.options.envelope);
    ended?.(mayStillArrive(outcome) ? 'unknown' : verdict.kind === 'accepted' ? 'accepted' : 'answered');
    const askedMs = outcome instanceof NetworkFault ? 0 : retryAfterMs(outcome, clock.now());
    try {
      if (!(outcome instanceof NetworkFault))
        pacer.answered(permit, {
          limited: verdict.kind === 'limited',
          accepted: verdict.kind === 'accepted',
          retryAfterMs: askedMs,
        });
    } catch (error) {
      // The run has to end, but the accepted messages must still be recorded.
      this.end.fail(error);
    }
    await this.applier.apply(batch, verdict, { token, startedAt: permit.startedAt, askedMs });
    if (verdict.kind === 'accepted')
      this.openMs += (clock.monotonic() - permit.startedAt - this.openMs) * 0.2;
  }

  /** Waits for open requests, at most `drainMs`; then lets the source clean up. */
  private async drain(): Promise<void> {
    const timer = new AbortController();
    const late = this.parts.clock.sleep(this.options.drainMs, timer.signal).then(() => {
      for (const callOff of this.open.values()) callOff.abort();
    });
    while (this.open.size > 0) await Promise.allSettled(this.open.keys());
    await Promise.race([this.queue.close(), late]);
    timer.abort();
  }
}
