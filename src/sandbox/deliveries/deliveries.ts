// Sends the service's messages to the retailer: at least once, in order within an RMA, tried again for up to 32 hours
// (field notes, Delivery of messages). Every attempt is recorded.
import type { Database } from '../../platform/platform.ts';
import type { Timeline } from '../clock/timeline.ts';
import { msOf } from '../life-cycle/assumptions.ts';
import type { Assumed } from '../life-cycle/types.ts';
import { type AttemptParts, type Attempts, type Exchange, makeAttempts } from './attempts.ts';
import { DELIVERY_DEFAULTS } from './delivery-options.ts';
import { BEGINNING, DeliveryStore, idOf, type Progress, type Queued } from './delivery-store.ts';
import { type Job, jobOf, type Lanes, makeLanes } from './lanes.ts';
import {
  drawOf,
  exhaustedReason,
  INTERRUPTED,
  lastOf,
  NO_CUSTOMER,
  nextAttemptAt,
  outcomeOf,
  refusalReason,
  resendText,
  verdictOf,
} from './retry-policy.ts';
import type {
  Customer,
  Delivery,
  DeliveryFilter,
  DeliveryListener,
  DeliveryOptions,
  DeliveryOutcome,
  OutboundMessage,
} from './types.ts';

export interface DeliveriesParts {
  readonly timeline: Timeline;
  readonly world: AttemptParts['world'];
  /** With DELIVERY_TABLES in it. What waits in it goes on. */
  readonly database: Database;
  readonly seed: number;
  readonly options?: Partial<DeliveryOptions>;
  /** The assumptions in force: waits between attempts. */
  readonly assume: () => Assumed;
  readonly ca?: string | undefined;
  /** Called with internal errors, for example a full disk; by default they are not caught. */
  readonly onDefect?: (error: unknown) => void;
}

/** With `reorder`, every other message of an RMA waits so long for later ones to overtake it, ms. */
const HELD_MS = 60_000;
/** Which numbers are drawn for a delivery. */
const DUPLICATES = 1;
const BACK_OFF = 2;

/** How a round of a delivery ends: it leaves the queues, or has another round later. */
type End = 'done' | 'again';

export class Deliveries {
  private readonly store: DeliveryStore;
  private readonly attempts: Attempts;
  private readonly lanes: Lanes;
  private readonly jobs = new Map<number, Job>();
  private options: DeliveryOptions;
  private readonly onDefect: (error: unknown) => void;

  constructor(private readonly parts: DeliveriesParts) {
    const { timeline, world, database, ca, onDefect = rethrow } = parts;
    this.options = { ...DELIVERY_DEFAULTS, ...parts.options };
    this.onDefect = onDefect;
    this.store = new DeliveryStore(database, onDefect);
    this.attempts = makeAttempts({
      ...{ now: () => this.now(), world, store: this.store, ca },
      options: () => this.options,
    });
    this.lanes = makeLanes(
      timeline,
      () => this.options.concurrency,
      (job) => this.runSafely(job),
    );
    this.store.resume(INTERRUPTED);
  }

  private now = (): number => Math.round(this.parts.timeline.clock.now());

  /** Where messages go; undefined: they wait until an address is given. */
  get customer(): Customer | undefined {
    return this.attempts.customer;
  }

  set customer(next: Customer | undefined) {
    const isFirst = this.attempts.customer === undefined;
    this.attempts.customer = next;
    if (next && isFirst) this.load();
    if (next || isFirst) return;
    // What is under way is tried again when there is an address.
    this.forgetQueues();
    this.store.resume(NO_CUSTOMER);
  }

  /** Queues a message that tells. */
  send(message: OutboundMessage): Delivery {
    const { store } = this;
    const id = store.lastId + 1;
    const { duplicates, reorder, delayMs } = this.options;
    const createdAt = this.now();
    const isHeld = reorder && message.kind === 'rma' && id % 2 === 1;
    const isTwice = message.method === 'POST' && drawOf(this.parts.seed, DUPLICATES, id) < duplicates;
    const sent = { id, createdAt, isSingle: false };
    const progress: Progress = {
      ...BEGINNING,
      state: 'waiting',
      nextAt: createdAt + delayMs + (isHeld ? HELD_MS : 0),
      copies: isTwice ? 2 : 1,
    };
    const delivery = store.add(sent, message, progress);
    if (this.customer) this.enqueue({ ...sent, ...progress, kind: message.kind, key: message.key });
    return delivery;
  }

  /** One attempt, now, recorded as any other, never tried again: for what a person waits for (variants). */
  askOnce(message: OutboundMessage): Promise<DeliveryOutcome> {
    const id = this.store.lastId + 1;
    const sent = { id, createdAt: this.now(), isSingle: true };
    this.store.add(sent, message, { ...BEGINNING, state: 'sending' });
    return this.parts.timeline.busy(this.attemptOnce(id, message));
  }

  /** Sends it once more from the beginning, whatever became of it, if it is not under way. Undefined: there is none of this id. */
  redeliver(text: string): Delivery | undefined {
    const { store } = this;
    const id = idOf(text);
    const queued = id === undefined ? undefined : store.queued(id);
    if (!queued) return undefined;
    if (queued.state !== 'sending') this.beginAgain(queued);
    return store.find(queued.id);
  }

  private beginAgain(queued: Queued): void {
    const { id, isSingle } = queued;
    const job = this.jobs.get(id);
    const progress = {
      ...BEGINNING,
      state: isSingle ? 'sending' : 'waiting',
      nextAt: this.now(),
    } as const;
    this.store.save(id, progress);
    if (isSingle)
      this.parts.timeline.busy(this.attemptOnce(id, this.store.message(id)!)).catch(this.onDefect);
    else if (job) {
      Object.assign(job, progress, { isUnauthorized: false });
      this.lanes.bring(job);
    } else if (this.customer) this.enqueue({ ...queued, ...progress });
  }

  find(text: string): Delivery | undefined {
    const id = idOf(text);
    return id === undefined ? undefined : this.store.find(id);
  }

  /** Newest first. */
  list = (filter: DeliveryFilter): Delivery[] => this.store.list(filter);
  counts = () => this.store.counts();
  /** The retailer cannot be reached until this time (ms, the sandbox's clock): attempts fail without a connection. */
  outage = (until: number): void => this.attempts.outage(until);
  /**
   * Calls the listener after changes of a delivery, with all that happened since the last call: in the transaction that stores
   * them, and for a delivery that ended before a manual clock moves on. If it throws, nothing that it wrote is stored.
   */
  subscribe = (listener: DeliveryListener): (() => void) => this.store.subscribe(listener);

  setOptions(changes: Partial<DeliveryOptions>): void {
    this.options = { ...this.options, ...changes };
    this.lanes.start();
  }

  clear(): void {
    this.forgetQueues();
    this.store.clear();
    this.attempts.outage(Number.NEGATIVE_INFINITY);
    if (this.customer) this.load();
  }

  async close(): Promise<void> {
    this.forgetQueues();
    this.store.close();
    await this.attempts.close();
  }

  private enqueue(queued: Queued): void {
    const job = jobOf(queued, this.options.reorder || queued.key === '', this.now());
    this.jobs.set(job.id, job);
    this.lanes.add(job);
  }

  /** Puts what waits in the store into the queues: with an address, all that waits is in them. */
  private load(): void {
    for (const queued of this.store.waiting()) this.enqueue(queued);
  }

  private forgetQueues(): void {
    this.attempts.abort();
    this.lanes.clear();
    this.jobs.clear();
  }

  /** One round of a delivery: an attempt, and what its answer leads to. */
  private async run(job: Job): Promise<End> {
    const message = this.store.message(job.id);
    // Without one, the transaction that stored it was rolled back.
    if (!message) return this.leave(job, null);
    Object.assign(job, { state: 'sending', firstAt: job.firstAt ?? this.now() });
    this.store.save(job.id, job);
    const done = await this.attempts.make(job.id, message, null, job.isUnauthorized);
    if (!done) return 'done';
    const verdict = verdictOf(done.status);
    job.tries++;
    job.isUnauthorized = verdict === 'sign_in';
    if (verdict === 'delivered') return await this.deliver(job, message, done);
    if (verdict === 'given_up') return this.giveUp(job, refusalReason(done.status!));
    return this.backOff(job, lastOf(done));
  }

  /** After an error of the sandbox itself in a round, such as a full disk, it waits as it does after no answer. */
  private async runSafely(job: Job): Promise<End> {
    try {
      return await this.run(job);
    } catch (error) {
      // Apart from this: its lane goes on, also when the error is not caught.
      void Promise.resolve(error).then(this.onDefect);
      if (this.jobs.get(job.id) !== job) return 'done';
      job.firstAt ??= this.now();
      job.tries++;
      try {
        return this.backOff(job, 'an error of the sandbox');
      } catch {
        // The disk may have room again at the next round.
        return job.state === 'waiting' ? 'again' : 'done';
      }
    }
  }

  /** It was delivered; a second copy may follow. */
  private async deliver(job: Job, message: OutboundMessage, { answer }: Exchange): Promise<End> {
    for (job.copies--; job.copies > 0; job.copies--) {
      this.store.save(job.id, job);
      if (!(await this.attempts.make(job.id, message, 'duplicate', true))) return 'done';
    }
    Object.assign(job, { state: 'delivered', reason: null });
    return this.leave(job, job.kind === 'exchange_order' ? answer : null);
  }

  private backOff(job: Job, last: string): End {
    const { first_wait: first, give_up_after: giveUp } = this.parts.assume();
    const waits = { first: msOf(first) ?? 0, giveUp: msOf(giveUp) ?? 0 };
    const unit = drawOf(this.parts.seed, BACK_OFF, job.id, job.tries);
    const next = nextAttemptAt(job, this.now(), unit, waits);
    if (next === undefined) return this.giveUp(job, exhaustedReason(job.tries, last, waits.giveUp));
    Object.assign(job, { state: 'waiting', nextAt: next });
    this.store.save(job.id, job);
    return 'again';
  }

  private giveUp(job: Job, reason: string): End {
    Object.assign(job, { state: 'given_up', reason: `${reason}; ${resendText(job)}` });
    return this.leave(job, null);
  }

  /** The job leaves the queues. @param answer for listeners */
  private leave(job: Job, answer: string | null): End {
    this.store.save(job.id, job, answer);
    this.jobs.delete(job.id);
    return 'done';
  }

  /** A message that is attempted once. It is stored already, as under way. */
  private async attemptOnce(id: number, message: OutboundMessage): Promise<DeliveryOutcome> {
    const done = this.customer && (await this.attempts.make(id, message, null, false));
    // Whoever ended it says in the store what becomes of it.
    if (this.customer && !done) return { delivered: false, reason: INTERRUPTED };
    const outcome = done
      ? outcomeOf(done, resendText({ id, kind: message.kind }))
      : { delivered: false as const, reason: NO_CUSTOMER };
    const state = outcome.delivered ? 'delivered' : 'given_up';
    this.store.save(id, { ...BEGINNING, state, reason: outcome.delivered ? null : outcome.reason });
    return outcome;
  }
}

const rethrow = (error: unknown) => {
  throw error;
};
