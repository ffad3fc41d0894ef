// Sends the service's messages to the retailer: at least once, in order within an RMA, tried again for up to 32 hours (field
// notes, Delivery of messages). Every attempt is recorded.
import type { Database } from '../../platform/platform.ts';
import type { Timeline } from '../timeline.ts';
import { type AttemptParts, makeAttempts } from './attempts.ts';
import { drawOf, nextAttemptAt } from './back-off.ts';
import { DELIVERY_DEFAULTS } from './delivery-options.ts';
import { idOf, idText, makeDeliveryStore, type Progress, type Queued } from './delivery-store.ts';
import type { Exchange } from './exchange.ts';
import { makeLanes } from './lanes.ts';
import type {
  Customer,
  Deliveries,
  Delivery,
  DeliveryOptions,
  DeliveryOutcome,
  OutboundMessage,
} from './types.ts';
import * as reasons from './verdict.ts';

export interface DeliveriesParts {
  readonly timeline: Timeline;
  readonly world: AttemptParts['world'];
  /** With DELIVERY_TABLES in it. What waits in it goes on. */
  readonly database: Database;
  readonly seed: number;
  readonly options?: Partial<DeliveryOptions>;
  readonly customer?: Customer | undefined;
  readonly ca?: string | undefined;
  /** The header X-Account-Id; default `sandbox`. */
  readonly accountId?: string;
  /** Called with internal errors, for example a full disk; by default they are not caught. */
  readonly onDefect?: (error: unknown) => void;
}

/** A delivery that is in the queues: where it stands is kept here, and written to the store. */
interface Job {
  readonly id: number;
  readonly kind: OutboundMessage['kind'];
  readonly key: string;
  readonly lane: string;
  readonly createdAt: number;
  state: Progress['state'];
  nextAt: number;
  reason: string | null;
  tries: number;
  firstAt: number | null;
  copies: number;
  /** What the delivery options do to its next attempt. */
  note: string | null;
  /** The last answer was 401. */
  isUnauthorized: boolean;
  /** Sent again from the beginning while it was under way. */
  isWantedAgain: boolean;
}

/** With `reorder`, a message waits for the next one of its RMA to overtake it, at most this long, ms. */
const MOST_HELD_MS = 60_000;
/** Deliveries that are read in one go after a restart. */
const PAGE = 500;
const DUPLICATES = 1;
const BACK_OFF = 2;

export function makeDeliveries(parts: DeliveriesParts): Deliveries {
  const { timeline, world, seed, accountId = 'sandbox', onDefect = rethrow } = parts;
  let options: DeliveryOptions = { ...DELIVERY_DEFAULTS, ...parts.options };
  const now = () => Math.round(timeline.clock.now());
  const listeners = new Set<(delivery: Delivery) => void>();
  const store = makeDeliveryStore(
    parts.database,
    world.clock,
    (ids) => {
      if (listeners.size === 0) return;
      for (const id of ids) {
        const delivery = store.find(id);
        if (delivery) for (const listener of listeners) listener(delivery);
      }
    },
    onDefect,
  );
  const attempts = makeAttempts({ now, world, store, options: () => options, ca: parts.ca, accountId });
  const lanes = makeLanes<Job>(
    timeline,
    () => options.concurrency,
    (job) => round(job).catch(defect),
  );
  const jobs = new Map<number, Job>();
  /** With `reorder`: the message of each RMA that waits for the next one to overtake it. */
  const held = new Map<string, Job>();
  const askers = new Map<number, (outcome: DeliveryOutcome) => void>();
  /** Deliveries up to this id are in the queues if they wait; the rest is only in the store. */
  let queuedUpTo = 0;
  /** Grows when the queues are given up; work of an earlier age ends without a trace. */
  let age = 0;

  const defect = (error: unknown): 'done' => {
    onDefect(error);
    return 'done';
  };
  const save = (job: Job) =>
    store.save(job.id, { ...job, nextAt: job.state === 'waiting' ? job.nextAt : null });
  const settle = (id: number, outcome: DeliveryOutcome) => {
    askers.get(id)?.(outcome);
    askers.delete(id);
  };
  const settleAll = (reason: string) => {
    for (const id of [...askers.keys()]) settle(id, { delivered: false, reason });
  };

  const enqueue = (queued: Queued): Job => {
    const { id, key, firstNote, tries } = queued;
    const job: Job = {
      ...queued,
      lane: options.reorder || key === '' ? `id ${id}` : `key ${key}`,
      nextAt: queued.nextAt ?? now(),
      note: tries === 0 ? firstNote : null,
      isUnauthorized: false,
      isWantedAgain: false,
    };
    jobs.set(id, job);
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

  /** Begins again: at once, with all of its time. */
  const begin = (job: Job) => {
    Object.assign(job, { state: 'waiting', nextAt: now(), reason: null, tries: 0, firstAt: null, copies: 1 });
    Object.assign(job, { note: null, isUnauthorized: false, isWantedAgain: false });
    save(job);
  };
  const end = (job: Job, state: 'delivered' | 'given_up', reason: string | null): 'done' => {
    Object.assign(job, { state, reason });
    jobs.delete(job.id);
    save(job);
    return 'done';
  };
  /** A message that is held back goes, once another one of its RMA went before it. */
  const overtake = (job: Job) => {
    const other = held.get(job.key);
    if (!other || other === job) return;
    held.delete(job.key);
    other.nextAt = Math.max(now(), other.createdAt + options.delayMs);
    save(other);
    lanes.bring(other);
  };

  async function round(job: Job): Promise<'done' | 'again'> {
    const message = store.message(job.id);
    // The transaction that stored it was rolled back.
    if (!message) return 'done';
    if (held.get(job.key) === job) held.delete(job.key);
    Object.assign(job, { state: 'sending', firstAt: job.firstAt ?? now() });
    save(job);
    const done = await attempts.make(job.id, message, job.note, job.isUnauthorized);
    if (!done) return 'done';
    overtake(job);
    if (job.isWantedAgain) {
      begin(job);
      return 'again';
    }
    const verdict = reasons.verdictOf(done.status);
    job.tries++;
    job.note = null;
    job.isUnauthorized = verdict === 'sign_in';
    if (verdict === 'delivered') return await delivered(job, message, done);
    if (verdict === 'given_up') return giveUp(job, reasons.refusalReason(done.status!, idText(job.id)));
    const next = nextAttemptAt(job.tries, job.firstAt!, now(), drawOf(seed, BACK_OFF, job.id, job.tries));
    if (next === undefined)
      return giveUp(job, reasons.exhaustedReason(job.tries, lastOf(done), idText(job.id)));
    Object.assign(job, { state: 'waiting', nextAt: next });
    save(job);
    return 'again';
  }
  const delivered = async (job: Job, message: OutboundMessage, { status, answer }: Exchange) => {
    settle(job.id, { delivered: true, status: status!, answer });
    for (job.copies--; job.copies > 0; job.copies--) {
      save(job);
      if (!(await attempts.make(job.id, message, 'duplicate', true))) return 'done';
    }
    if (!job.isWantedAgain) return end(job, 'delivered', null);
    begin(job);
    return 'again';
  };
  const giveUp = (job: Job, reason: string) => {
    settle(job.id, { delivered: false, reason });
    return end(job, 'given_up', reason);
  };

  const put = (message: OutboundMessage, asker?: (outcome: DeliveryOutcome) => void): Delivery => {
    const id = store.lastId + 1;
    const { duplicates, reorder, delayMs } = options;
    const createdAt = now();
    const isHeld = reorder && message.kind === 'rma' && queuedUpTo >= id && !held.has(message.key);
    const notes = [delayMs > 0 ? `delay ${delayMs}` : null, isHeld ? 'held back' : null].filter(Boolean);
    const isTwice = message.method === 'POST' && drawOf(seed, DUPLICATES, id) < duplicates;
    const sent = { id, createdAt, isSingle: false, firstNote: notes.length > 0 ? notes.join(', ') : null };
    const progress: Progress = {
      state: 'waiting',
      nextAt: createdAt + delayMs + (isHeld ? MOST_HELD_MS : 0),
      reason: null,
      tries: 0,
      firstAt: null,
      copies: isTwice ? 2 : 1,
    };
    const delivery = store.add(sent, message, progress);
    if (asker) askers.set(id, asker);
    if (queuedUpTo >= id) {
      const job = enqueue({ ...sent, ...progress, kind: message.kind, key: message.key });
      if (isHeld) held.set(job.key, job);
    }
    return delivery;
  };

  const single = async (id: number, message: OutboundMessage): Promise<DeliveryOutcome> => {
    const mine = age;
    const finish = (outcome: DeliveryOutcome): DeliveryOutcome => {
      const reason = outcome.delivered ? null : outcome.reason;
      store.save(id, { ...SINGLE, state: outcome.delivered ? 'delivered' : 'given_up', reason });
      return outcome;
    };
    if (!attempts.customer) return finish({ delivered: false, reason: reasons.NO_CUSTOMER });
    const done = await attempts.make(id, message, null, false);
    if (!done) {
      const reason = reasons.INTERRUPTED;
      return mine === age ? finish({ delivered: false, reason }) : { delivered: false, reason };
    }
    const { status, answer } = done;
    const verdict = reasons.verdictOf(status);
    if (verdict === 'delivered') return finish({ delivered: true, status: status!, answer });
    const isRefused = verdict === 'given_up';
    const reason = isRefused
      ? reasons.refusalReason(status!, idText(id))
      : reasons.unansweredReason(lastOf(done), idText(id));
    return finish({ delivered: false, reason });
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
      store.flush();
      store.resume(reasons.NO_CUSTOMER);
    },
    send: (message) => put(message),
    ask: (message) => new Promise((resolve) => void put(message, resolve)),
    askOnce(message) {
      const id = store.lastId + 1;
      store.add({ id, createdAt: now(), isSingle: true, firstNote: null }, message, {
        ...SINGLE,
        state: 'sending',
      });
      return timeline.busy(single(id, message));
    },
    redeliver(text) {
      const id = idOf(text);
      const queued = id === undefined ? undefined : store.queued(id);
      if (id === undefined || !queued) return undefined;
      const job = jobs.get(id);
      if (queued.isSingle && queued.state !== 'sending') {
        store.save(id, { ...SINGLE, state: 'sending' });
        timeline.busy(single(id, store.message(id)!)).catch(onDefect);
      } else if (job?.state === 'sending') job.isWantedAgain = true;
      else if (job) {
        begin(job);
        lanes.bring(job);
      } else if (!queued.isSingle) {
        const progress = { ...SINGLE, state: 'waiting', nextAt: now() } as const;
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
      store.clear();
      attempts.outage(Number.NEGATIVE_INFINITY);
      settleAll(reasons.CLEARED);
      if (attempts.customer) load();
    },
    async close() {
      forgetQueues();
      store.flush();
      settleAll(reasons.CLOSED);
      listeners.clear();
      await attempts.close();
    },
  };
  store.resume(reasons.INTERRUPTED);
  deliveries.customer = parts.customer;
  return deliveries;
}

const rethrow = (error: unknown) => {
  throw error;
};

/** What a delivery starts with. */
const SINGLE: Omit<Progress, 'state'> = { nextAt: null, reason: null, tries: 0, firstAt: null, copies: 1 };

const lastOf = ({ status, fault }: Exchange): string => String(status ?? fault);
