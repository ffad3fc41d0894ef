// Sends the service's messages to the retailer: at least once, in order within an RMA, tried again for up to 32 hours (field
// notes, Delivery of messages). Every attempt is recorded.
import type { Database } from '../../platform/platform.ts';
import { ASSUMED_INITIALLY, durationMs } from '../life-cycle/assumptions.ts';
import type { Assumed } from '../life-cycle/types.ts';
import type { Timeline } from '../timeline.ts';
import { type AttemptParts, makeAttempts } from './attempts.ts';
import { drawOf } from './back-off.ts';
import { DELIVERY_DEFAULTS } from './delivery-options.ts';
import { idOf, type Progress, type Queued } from './delivery-rows.ts';
import { makeDeliveryStore } from './delivery-store.ts';
import { BEGINNING, beginAgain, type Job, jobOf, progressOf } from './job.ts';
import { makeLanes } from './lanes.ts';
import { makeRounds } from './rounds.ts';
import type {
  Customer,
  Deliveries,
  Delivery,
  DeliveryListener,
  DeliveryOptions,
  OutboundMessage,
} from './types.ts';
import { INTERRUPTED, NO_CUSTOMER } from './verdict.ts';

export interface DeliveriesParts {
  readonly timeline: Timeline;
  readonly world: AttemptParts['world'];
  /** With DELIVERY_TABLES in it. What waits in it goes on. */
  readonly database: Database;
  readonly seed: number;
  readonly options?: Partial<DeliveryOptions>;
  /** The assumptions in force: waits between attempts, and headers. */
  readonly assume?: () => Assumed;
  readonly customer?: Customer | undefined;
  readonly ca?: string | undefined;
  /** Called with internal errors, for example a full disk; by default they are not caught. */
  readonly onDefect?: (error: unknown) => void;
}

/** With `reorder`, a message waits for the next one of its RMA to overtake it, at most this long, ms. */
const MOST_HELD_MS = 60_000;
/** Deliveries that are read in one go after a restart. */
const PAGE = 500;
/** Which number is drawn for a delivery. */
const DUPLICATES = 1;

export function makeDeliveries(parts: DeliveriesParts): Deliveries {
  const { timeline, world, seed, onDefect = rethrow } = parts;
  const assume = parts.assume ?? (() => ASSUMED_INITIALLY);
  const ms = (id: Parameters<typeof durationMs>[1]) => durationMs(assume(), id);
  let options: DeliveryOptions = { ...DELIVERY_DEFAULTS, ...parts.options };
  const now = () => Math.round(timeline.clock.now());
  const listeners = new Set<DeliveryListener>();
  const tell = (listener: DeliveryListener, delivery: Delivery, answer: string | null) => {
    try {
      // What a listener wrote before it failed is half a decision: none of it may be stored with the delivery.
      parts.database.transaction(() => listener(delivery, answer));
    } catch (error) {
      onDefect(error);
    }
  };
  const store = makeDeliveryStore(
    parts.database,
    world.clock,
    (changes) => {
      if (listeners.size === 0) return;
      for (const [id, answer] of changes) {
        const delivery = store.findForListeners(id);
        if (delivery) for (const listener of listeners) tell(listener, delivery, answer);
      }
    },
    onDefect,
  );
  const attempts = makeAttempts({ now, world, store, options: () => options, assume, ca: parts.ca });
  const lanes = makeLanes<Job>(
    timeline,
    () => options.concurrency,
    (job) => {
      if (held.get(job.key) === job) held.delete(job.key);
      return rounds.run(job).catch((error) => failed(job, error));
    },
    () => {
      // Who acts on a delivery does so at the time of the delivery.
      if (!hasEnded) return;
      hasEnded = false;
      saveEnds();
      store.flushSafely();
    },
  );
  const jobs = new Map<number, Job>();
  /** With `reorder`: the message of each RMA that waits for the next one to overtake it. */
  const held = new Map<string, Job>();
  /** Exchange orders that ended, with their answers, while others of the time are under way on a manual clock. */
  let ended: (readonly [job: Job, answer: string | null])[] = [];
  /** Deliveries up to this id are in the queues if they wait; the rest is only in the store. */
  let queuedUpTo = 0;
  /** Grows when the queues are given up; work of an earlier age ends without a trace. */
  let age = 0;
  let hasEnded = false;

  const failed = (job: Job, error: unknown): 'done' | 'again' => {
    // Apart from this: its lane goes on, also when the error is not caught.
    void Promise.resolve(error).then(onDefect);
    return jobs.get(job.id) === job ? rounds.postpone(job) : 'done';
  };

  const enqueue = (queued: Queued): Job => {
    const job = jobOf(queued, options.reorder || queued.key === '', now());
    jobs.set(job.id, job);
    lanes.add(job);
    return job;
  };
  /** Puts what waits in the store into the queues, page by page. */
  const load = () => {
    const mine = age;
    const page = (): boolean => {
      const waiting = store.waiting(queuedUpTo, PAGE);
      for (const queued of waiting) enqueue(queued);
      queuedUpTo = waiting.length < PAGE ? Number.POSITIVE_INFINITY : waiting.at(-1)!.id;
      return waiting.length === PAGE;
    };
    const rest = async () => {
      do await world.clock.sleep(1);
      while (mine === age && page());
    };
    if (page()) timeline.busy(rest()).catch(onDefect);
  };
  const forgetQueues = () => {
    age++;
    attempts.abort();
    lanes.clear();
    jobs.clear();
    held.clear();
    queuedUpTo = 0;
  };

  /** A message that is held back goes, once another one of its RMA went before it. */
  const letGo = (sent: Job) => {
    const job = held.get(sent.key);
    if (!job || job === sent) return;
    held.delete(sent.key);
    job.nextAt = Math.max(now(), job.createdAt + options.delayMs);
    store.save(job.id, progressOf(job));
    lanes.bring(job);
  };
  const leave = (job: Job, answer: string | null) => {
    jobs.delete(job.id);
    hasEnded = true;
    // What follows from the answers of one time does not depend on which of them comes first.
    if (timeline.kind === 'manual' && job.kind === 'exchange_order') ended.push([job, answer]);
    else store.save(job.id, progressOf(job), answer);
  };
  const saveEnds = () => {
    for (const [job, answer] of ended) store.save(job.id, progressOf(job), answer);
    ended = [];
  };
  const waits = () => ({
    first: ms('first_wait'),
    longest: ms('longest_wait'),
    giveUp: ms('give_up_after'),
  });
  const rounds = makeRounds({ store, attempts, now, seed, waits, onEnd: leave, onSent: letGo });

  const put = (message: OutboundMessage): Delivery => {
    const id = store.lastId + 1;
    const { duplicates, reorder, delayMs } = options;
    const createdAt = now();
    const isHeld = reorder && message.kind === 'rma' && queuedUpTo >= id && !held.has(message.key);
    const notes = [delayMs > 0 ? `delay ${delayMs}` : null, isHeld ? 'held back' : null].filter(Boolean);
    const isTwice = message.method === 'POST' && drawOf(seed, DUPLICATES, id) < duplicates;
    const sent = { id, createdAt, isSingle: false, firstNote: notes.length > 0 ? notes.join(', ') : null };
    const progress: Progress = {
      ...BEGINNING,
      state: 'waiting',
      nextAt: createdAt + delayMs + (isHeld ? MOST_HELD_MS : 0),
      copies: isTwice ? 2 : 1,
    };
    const delivery = store.add(sent, message, progress);
    if (queuedUpTo >= id) {
      const job = enqueue({ ...sent, ...progress, kind: message.kind, key: message.key });
      if (isHeld) held.set(job.key, job);
    }
    return delivery;
  };

  const deliveries: Deliveries = {
    get customer() {
      return attempts.customer;
    },
    set customer(next) {
      const isFirst = attempts.customer === undefined;
      attempts.customer = next;
      if (next && isFirst) load();
      if (next || isFirst) return;
      // What is under way is tried again when there is an address.
      forgetQueues();
      saveEnds();
      store.flush();
      store.resume(NO_CUSTOMER);
    },
    send: put,
    askOnce(message) {
      const id = store.lastId + 1;
      store.add({ id, createdAt: now(), isSingle: true, firstNote: null }, message, {
        ...BEGINNING,
        state: 'sending',
      });
      return timeline.busy(rounds.once(id, message));
    },
    redeliver(text) {
      saveEnds();
      const id = idOf(text);
      const queued = id === undefined ? undefined : store.queued(id);
      if (id === undefined || !queued) return undefined;
      const job = jobs.get(id);
      if (queued.isSingle && queued.state !== 'sending') {
        store.save(id, { ...BEGINNING, state: 'sending' });
        timeline.busy(rounds.once(id, store.message(id)!)).catch(onDefect);
      } else if (job?.state === 'sending') job.isWantedAgain = true;
      else if (job) {
        beginAgain(job, now());
        store.save(id, progressOf(job));
        lanes.bring(job);
      } else if (!queued.isSingle) {
        const progress = { ...BEGINNING, state: 'waiting', nextAt: now() } as const;
        store.save(id, progress);
        if (id <= queuedUpTo && attempts.customer) enqueue({ ...queued, ...progress, firstNote: null });
      }
      return store.find(id);
    },
    find(text) {
      const id = idOf(text);
      return id === undefined ? undefined : store.find(id);
    },
    list: store.list,
    counts: store.counts,
    outage: attempts.outage,
    setOptions(changes) {
      options = { ...options, ...changes };
      lanes.start();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear() {
      forgetQueues();
      ended = [];
      store.clear();
      attempts.outage(Number.NEGATIVE_INFINITY);
      if (attempts.customer) load();
    },
    async close() {
      forgetQueues();
      saveEnds();
      store.flushSafely();
      listeners.clear();
      await attempts.close();
    },
  };
  store.resume(INTERRUPTED);
  deliveries.customer = parts.customer;
  return deliveries;
}

const rethrow = (error: unknown) => {
  throw error;
};
