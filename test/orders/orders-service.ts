// A faulty orders service in memory, which also checks the requests that arrive: nothing that the ledger has
// recorded is sent again, nothing older after something newer, no order is in two open requests, nothing
// refused is sent unchanged.
import { type Clock, type HttpAnswer, NetworkFault } from '../../src/platform/platform.ts';
import type { Ledger } from '../../src/storage/ledger.ts';
import type { TestOrder } from '../helpers/orders.ts';
import { BAD } from './model-orders.ts';
import type { Mortal } from './mortal.ts';

/**
 * How the service answers one request: a status, or a fault without an answer, before (`lost`) or after it
 * stored the orders.
 */
export type Mood =
  | 200
  | 401
  | 403
  | 413
  | 422
  | 429
  | 4290
  | 500
  | 503
  | 'lost'
  | 'stored'
  | 'late'
  | 'late stored'
  /** Without an answer, and stored 2 to 40 s after the sender has given up. */
  | 'stored after'
  /** A gateway answers in its place, and it is stored as late. */
  | 502;

/** How it refuses a bad order: with its index, without it, as too large, or with a 500 every time. */
export type Manner = 'named' | 'unnamed' | 'large' | 'crash';

export interface Arrived {
  readonly id: string;
  readonly updatedAt: string;
  readonly at: number;
  readonly text: string;
  readonly order: TestOrder;
}

export interface Asked {
  readonly by: Mortal;
  readonly orders: readonly Arrived[];
  /** It got no answer of the service, at most that of a gateway, and its process continued. */
  isDropped: boolean;
  isTaken: boolean;
  isOpen: boolean;
}

export interface Caller {
  readonly mortal: Mortal;
  /** The mood for the next request. */
  mood(): Mood;
  /** It sends without asking for the turn, as no command does: a test of what is decided when the ledger changed nevertheless. */
  readonly asksNobody?: boolean;
  /** What this process learned as accepted: text of an order by id. */
  readonly accepted: Map<string, string>;
  readonly refused: Map<string, string>;
  onPost?: (() => void) | undefined;
  /** Called when a request with these orders failed and will be retried. */
  onSetback?: ((ids: readonly string[]) => void) | undefined;
}

export class OrdersService {
  readonly asked: Asked[] = [];
  /** The last snapshot of every order that arrived. */
  readonly held = new Map<string, Arrived>();
  /** Every text that was ever stored, and below, the same orders as `id@updated_at`. */
  readonly taken = new Set<string>();
  readonly versions = new Map<string, TestOrder[]>();
  /** `id@updated_at` of what it refused, whether or not the answer arrived. */
  readonly saidNo = new Set<string>();
  /** The last refusal of every order whose answer arrived, and whether the run that received it has ended. */
  private readonly refusals = new Map<string, { text: string; isKnown: boolean }>();
  readonly violations: string[] = [];
  /** Whether nothing older may arrive, even when the ledger cannot know of the newer one. */
  isStrict = true;
  /** True at the end of a history: a bad order is refused and causes no 500. */
  isCalm = false;
  /** Number of orders that arrived after something newer that was not in the ledger. */
  older = 0;

  constructor(
    private readonly ledger: Ledger,
    private readonly random: () => number,
    private readonly manner: Manner,
    private readonly clock: Clock,
    readonly counts: Record<string, number>,
  ) {}

  /** The post function for uploads. */
  postOf(caller: Caller) {
    return async (body: string, token: string, signal: AbortSignal): Promise<HttpAnswer> => {
      const { mortal } = caller;
      mortal.check();
      const asked = this.open(caller, body);
      caller.onPost?.();
      mortal.tick();
      const mood = token === 'stale' ? 401 : caller.mood();
      const ms = mood === 'late' || mood === 'late stored' ? 30_000 : this.random() * 1500;
      await mortal.clock.sleep(ms / 2, signal);
      const isCalledOff = signal.aborted;
      // Aborted or killed during the request: the orders may have arrived anyway.
      const isLater = this.random() < 0.5;
      const answer = !isCalledOff
        ? this.arrive(asked, mood)
        : isLater
          ? this.takeLater(asked)
          : this.cut(asked);
      mortal.tick();
      await mortal.clock.sleep(ms / 2, signal);
      asked.isOpen = false;
      if (!answer || answer.status >= 429) caller.onSetback?.(asked.orders.map(({ id }) => id));
      if (!answer || signal.aborted) {
        asked.isDropped = true;
        throw new NetworkFault(signal.aborted ? 'aborted' : ms === 30_000 ? 'timeout' : 'dropped', 'lost');
      }
      asked.isDropped = answer.status === 502;
      mortal.tick();
      this.recordAnswer(caller, asked, answer);
      return answer;
    };
  }

  private open(caller: Caller, body: string): Asked {
    const { orders } = (JSON.parse(body) as { returns_portal_order: { orders: TestOrder[] } })
      .returns_portal_order;
    const arrived = orders.map((order) => ({
      id: order.identifier,
      updatedAt: order.updated_at,
      at: Date.parse(order.updated_at),
      text: JSON.stringify(order),
      order,
    }));
    const asked = { by: caller.mortal, orders: arrived, isDropped: false, isTaken: false, isOpen: true };
    for (const one of arrived) this.checks(caller, one);
    this.asked.push(asked);
    caller.mortal.onDeath(() => {
      if (!asked.isOpen) return;
      asked.isOpen = false;
      if (!asked.isTaken) this.cut(asked);
    });
    return asked;
  }

  /** What must hold for every order when it is sent. */
  private checks(caller: Caller, { id, text, at, updatedAt, order }: Arrived): void {
    const wrong = (what: string) => this.violations.push(`${caller.mortal.name}: ${id} ${updatedAt} ${what}`);
    if (caller.accepted.has(id) || caller.refused.has(id)) wrong('is sent after it was accepted or refused');
    const isOpen = this.asked.some((asked) => asked.isOpen && asked.orders.some((one) => one.id === id));
    if (isOpen) wrong('is in two open requests');
    const refusal = this.refusals.get(id);
    if (refusal?.isKnown && refusal.text === text) wrong('is sent again unchanged after it was refused');
    const known = this.ledger.order(id);
    if (!known) return;
    if (Date.parse(known.updatedAt) > at) wrong(`is sent though the ledger knows ${known.updatedAt}`);
    const refunds = new Set(order.refunds.map(({ identifier }) => identifier));
    if (known.refunds.some(({ identifier }) => !refunds.has(identifier)))
      wrong('is sent without a refund that the ledger knows');
    if (known.updatedAt === updatedAt && this.taken.has(text) && known.refunds.length === refunds.size)
      wrong('is sent again though the ledger has it');
  }

  /** The effect of the request at the service, and its answer; undefined when there is none. */
  private arrive(asked: Asked, mood: Mood): HttpAnswer | undefined {
    this.count(mood);
    const { orders } = asked;
    const bad = orders.flatMap(({ order }, index) => (order.raw_status === BAD ? [index] : []));
    if (mood === 'stored after' || mood === 502) {
      this.takeLater(asked);
      return mood === 502 ? answer(502) : undefined;
    }
    const silent = mood === 'lost' || mood === 'late';
    if (silent) return undefined;
    const takes = mood === 200 || mood === 'stored' || mood === 'late stored';
    if (takes && bad.length === 0) {
      this.take(asked);
      return mood === 200 ? answer(200) : undefined;
    }
    if (takes && mood !== 200) return undefined;
    if (mood === 200) return this.refuse(orders, bad);
    if (orders.length === 1 && (mood === 413 || mood === 422)) this.sayNo(orders[0]!);
    return mood === 4290 ? answer(429, undefined, { 'retry-after': '90' }) : answer(mood as number);
  }

  private refuse(orders: readonly Arrived[], bad: readonly number[]): HttpAnswer {
    if (this.manner === 'crash' && !this.isCalm) return answer(500);
    const isAlone = orders.length === 1;
    if (isAlone || this.manner === 'named') for (const index of bad) this.sayNo(orders[index]!);
    if (this.manner === 'large') return answer(413);
    if (this.manner === 'unnamed') return answer(422, { message: 'Validation failed' });
    const errors = bad.map((index) => ({ field: `orders[${index}].items[0].sku`, code: 'missing_field' }));
    return answer(422, { message: 'Validation failed', errors });
  }

  private sayNo(one: Arrived): void {
    this.saidNo.add(nameOf(one));
  }

  /** The answer will not be received: it is random whether the request arrived. */
  private cut(asked: Asked): undefined {
    if (this.isFine(asked) && this.random() < 0.5) this.take(asked);
    return undefined;
  }

  /** It is stored when its sender has long ended it. */
  private takeLater(asked: Asked): undefined {
    void this.clock.sleep(2000 + this.random() * 38_000).then(() => {
      if (!this.isFine(asked)) return;
      this.counts['stored after its end'] = (this.counts['stored after its end'] ?? 0) + 1;
      this.take(asked);
    });
  }

  /** What the service refuses it does not store either, from a request that it got before. */
  private isFine({ orders }: Asked): boolean {
    return orders.every((one) => one.order.raw_status !== BAD && !this.saidNo.has(nameOf(one)));
  }

  private take(asked: Asked): void {
    asked.isTaken = true;
    for (const one of asked.orders) {
      const before = this.held.get(one.id);
      if (before && before.at > one.at) {
        this.older++;
        if (this.isStrict)
          this.violations.push(
            `${asked.by.name}: ${one.id} ${one.updatedAt} arrives after ${before.updatedAt}`,
          );
      }
      this.held.set(one.id, one);
      if (this.taken.has(one.text)) continue;
      this.taken.add(one.text);
      const name = nameOf(one);
      this.versions.set(name, [...(this.versions.get(name) ?? []), one.order]);
    }
  }

  private recordAnswer(caller: Caller, { orders }: Asked, { status, body }: HttpAnswer): void {
    if (status === 200) for (const { id, text } of orders) caller.accepted.set(id, text);
    else if (status === 422 || status === 413) {
      const text = new TextDecoder().decode(body);
      for (const [index, one] of orders.entries())
        if (orders.length === 1 || text.includes(`orders[${index}]`)) {
          caller.refused.set(one.id, one.text);
          this.refusals.set(one.id, { text: one.text, isKnown: false });
        }
    }
    // An accepted order is no longer refused.
    if (status === 200) for (const { id } of orders) this.refusals.delete(id);
  }

  /** A run has ended and written everything: from now on its refusals must be known. */
  endRun({ refused }: Caller): void {
    for (const [id, text] of refused) {
      const refusal = this.refusals.get(id);
      if (refusal?.text === text) refusal.isKnown = true;
    }
  }

  private count(mood: Mood): void {
    const name = `service ${mood}`;
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

export const nameOf = ({ id, updatedAt }: { id: string; updatedAt: string }) => `${id}@${updatedAt}`;

function answer(status: number, body?: unknown, headers: Record<string, string> = {}): HttpAnswer {
  return { status, headers, body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)) };
}
