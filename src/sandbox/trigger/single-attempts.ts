// The deliveries of a story: each message once, one after the other. Whatever the answer is, the story goes on as if it had
// been delivered.
import { isObject } from '../../basics/json.ts';
import type {
  Customer,
  Deliveries,
  Delivery,
  DeliveryListener,
  OutboundMessage,
} from '../deliveries/types.ts';
import type { Timeline } from '../timeline.ts';
import type { Post, Posted } from './post.ts';

interface Parts {
  readonly timeline: Timeline;
  readonly customer: Customer;
  readonly post: Post;
  /** What the life cycle reads in place of the retailer's answer. */
  readonly standIn: (message: OutboundMessage) => string;
  readonly emit: (delivery: Delivery, posted: Posted) => Promise<void>;
}

export interface SingleAttempts extends Deliveries {
  /** Posts what waits, one after the other, until nothing waits or somebody did not answer. */
  drain(): Promise<void>;
  /** Nobody answered: nothing more is posted. */
  readonly isStopped: boolean;
}

/** From this share on, `duplicates` means every message. */
const EVERY = 0.5;

export function makeSingleAttempts(parts: Parts): SingleAttempts {
  const { timeline, post, standIn, emit } = parts;
  const deliveries: Delivery[] = [];
  const listeners = new Set<DeliveryListener>();
  const waiting: string[] = [];
  /** Answered 401: sent again with the next credentials, as the service does. */
  const unauthorized = new Set<string>();
  let { customer } = parts;
  let copies = 1;
  let isStopped = false;
  const indexOf = (id: string) => Number(id.slice(2)) - 1;
  const add = (message: OutboundMessage): Delivery => {
    const delivery: Delivery = {
      ...{ id: `D-${deliveries.length + 1}`, message, state: 'waiting', createdAt: timeline.clock.now() },
      ...{ nextAt: null, attempts: [], reason: null },
    };
    deliveries.push(delivery);
    return delivery;
  };
  const attempt = async (id: string): Promise<void> => {
    const before = deliveries[indexOf(id)]!;
    const posted = await post(before.message, customer.auth);
    isStopped ||= posted.status === null;
    if (posted.status === 401) unauthorized.add(id);
    const { note, ...one } = posted;
    const answer = readAnswer(before.message, posted) ?? standIn(before.message);
    const made = { ...one, at: timeline.clock.now(), answer, note };
    const after: Delivery = { ...before, state: 'delivered', attempts: [...before.attempts, made] };
    deliveries[indexOf(id)] = after;
    await emit(after, posted);
    if (!isStopped)
      for (const listener of listeners)
        listener(after, before.message.kind === 'exchange_order' ? answer : null);
  };
  return {
    get customer() {
      return customer;
    },
    set customer(next) {
      customer = next ?? customer;
      waiting.push(...unauthorized);
      unauthorized.clear();
    },
    get isStopped() {
      return isStopped;
    },
    send(message) {
      const delivery = add(message);
      waiting.push(...Array.from({ length: copies }, () => delivery.id));
      return delivery;
    },
    async askOnce(message) {
      if (!isStopped) await attempt(add(message).id);
      return { delivered: true, status: 200, answer: standIn(message) };
    },
    redeliver(id) {
      waiting.push(id);
      return deliveries[indexOf(id)];
    },
    async drain() {
      for (let id = waiting.shift(); id !== undefined && !isStopped; id = waiting.shift()) await attempt(id);
    },
    find: (id) => deliveries[indexOf(id)],
    list: ({ rma, limit }) =>
      deliveries
        .filter(({ message }) => rma === undefined || message.rma === rma)
        .reverse()
        .slice(0, limit),
    counts: () => ({ waiting: waiting.length, sending: 0, delivered: deliveries.length, given_up: 0 }),
    // Time is turned; nothing is lost on the way.
    outage() {},
    setOptions({ duplicates }) {
      if (duplicates !== undefined) copies = duplicates >= EVERY ? 2 : 1;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    clear() {},
    close: async () => {},
  };
}

/** The answer to an exchange order, when it says which order was made (field notes). */
function readAnswer({ kind }: OutboundMessage, { status, answer }: Posted): string | undefined {
  if (kind !== 'exchange_order' || status === null || status >= 300) return undefined;
  try {
    const value: unknown = JSON.parse(answer);
    return isObject(value) && typeof value['order_identifier'] === 'string' ? answer : undefined;
  } catch {
    return undefined;
  }
}
