// The returns service as a function from request to answer: rate limit, route, faults, then the endpoint. Every
// request is recorded.
import { isObject, parsedJson } from '../../basics/json.ts';
import { readSecret } from '../../basics/secret.ts';
import { DEFAULT_PATHS } from '../../contract/customer-endpoints.ts';
import { ENDPOINTS, type Endpoint, LOCAL, RATE_LIMITS } from '../../contract/endpoints.ts';
import type { Levels } from '../../contract/levels.ts';
import {
  jsonAnswer,
  type Match,
  makeRouter,
  pathOfTarget,
  unroutedAnswer,
  utf8Body,
} from '../../contract/router.ts';
import type { StatusSpelling } from '../../contract/status-spelling.ts';
import type { Clock, Crypto, Random, ServerAnswer, ServerRequest } from '../../platform/platform.ts';
import type { Timeline } from '../clock/timeline.ts';
import type { SavedState } from '../database.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { Customer } from '../deliveries/types.ts';
import type { FaultRule, SandboxStatus } from '../documents.ts';
import type { KeptAssumptions } from '../kept-assumptions.ts';
import type { Assumptions } from '../life-cycle/types.ts';
import { Returns } from '../returns/returns.ts';
import { checkFaults, makeFaults } from './faults.ts';
import { AsnStore } from './receive-asns.ts';
import {
  faultAnswer,
  invalidAnswer,
  makeTokens,
  receiveMessage,
  refusalAnswer,
  type Tokens,
} from './receive-message.ts';
import { makeOrderStore, ordersOf } from './receive-orders.ts';
import { type MakeGate, makeLimiter, Records, type RequestRecord } from './records.ts';
import { seedOrders } from './seed.ts';

export interface ServiceOptions {
  /** Requests per minute and IP address; default 2,500. */
  readonly rateLimit?: number | 'off';
  readonly faults?: readonly FaultRule[];
  /** Seed of all random choices, and of the identifiers of RMAs. Default: 1 for the choices, and identifiers that no other run has. */
  readonly seed?: number;
  /** Client id -> secret, in addition to those of the profile `local`. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** False stores only digests, which suits millions of orders. */
  readonly keepBodies?: boolean;
  /** Maximum number of versions stored of one order; default 100. */
  readonly history?: number;
  /** Maximum size of a body in bytes; larger ones are answered 413. Default 5 MB. */
  readonly maxBody?: number;
  /** Time from the 202 of an ASN to its creation, ms of the sandbox's clock; default 2,000. */
  readonly asnDelayMs?: number;
  /** Spelling of the third order status; default `Cancelled`, as in the interface. */
  readonly statusSpelling?: StatusSpelling;
  /** Which findings are answered 422: `CODE=LEVEL` or `CODE:FIELD=LEVEL`, with the codes of `returns explain`. */
  readonly levels?: readonly string[];
  /** A secret that only this user's programs know. They use it to distinguish this sandbox from another program. */
  readonly proof?: string;
  /** The paths of the retailer's endpoints; default: those of `returns listen`. */
  readonly customerPaths?: Partial<Customer['paths']>;
  /** Assumptions with another value than at first: see `returns sandbox assumptions`. */
  readonly assume?: Assumptions;
  /** Called with internal errors, for example a full disk. */
  readonly onDefect?: (error: unknown) => void;
}

/** What only programs of this project ask for. */
export interface OwnOptions {
  /** Counts requests in another way. */
  readonly gate?: MakeGate;
  /** Tokens end in real time, also on a manual clock. */
  readonly realTokens?: boolean;
  /** Called with each answer of the service, after it was recorded. */
  readonly onAnswer?: (record: RequestRecord, answer: ServerAnswer) => void;
  /** Told what of the data is not used any more. */
  readonly onNote?: (text: string) => void;
}

interface ServiceParts {
  /** The real clock: a client waits in real time for an answer that a fault delays. */
  readonly clock: Clock;
  /** The sandbox's clock: everything else. */
  readonly timeline: Timeline;
  readonly deliveries: Deliveries;
  readonly random: Random;
  readonly crypto: Crypto;
  readonly saved: SavedState;
  readonly assumptions: KeptAssumptions;
  /** `options.levels`, read. */
  readonly levels: Levels | undefined;
  readonly options: ServiceOptions & OwnOptions;
}

export const DEFAULT_MAX_BODY = 5_000_000;

const ROUTER = makeRouter<Endpoint>(Object.values(ENDPOINTS));
// More identifiers than a usual batch has.
const RECORDED_ORDERS = 200;
/** Where a manual clock stands. */
export const CLOCK = 'clock';
/** How many resets there were, also those of earlier runs on the same data. */
const RESETS = 'resets';

export class Service {
  readonly timeline: Timeline;
  readonly deliveries: Deliveries;
  readonly tokens: Tokens;
  /** Paths under the customer's address, for one that is given later. */
  readonly customerPaths: Customer['paths'];
  faultRules: readonly FaultRule[];
  /** The current stores; a reset replaces them. */
  state: ReturnType<Service['fresh']>;
  /** Tells the RMAs of this run from those of others, which the retailer may still know. */
  private readonly run: string;
  private readonly started: number;
  private readonly startedWall: number;
  private readonly stopping = new AbortController();
  private readonly listeners = new Set<() => void>();
  private isTelling = false;

  constructor(private readonly parts: ServiceParts) {
    const { clock, timeline, deliveries, random, crypto, saved, options } = parts;
    const { seed, credentials } = options;
    [this.timeline, this.deliveries] = [timeline, deliveries];
    const known = Object.entries(credentials ?? {}).map(([id, secret]) => {
      const source = { kind: 'client', what: 'client secret', from: `credentials (${id})` } as const;
      return [id, readSecret(secret, source)] as const;
    });
    this.tokens = makeTokens({ clock: options.realTokens ? clock : timeline.clock, random, crypto }, saved, {
      ...Object.fromEntries(known),
      [LOCAL.clientId]: LOCAL.clientSecret,
    });
    this.customerPaths = { ...DEFAULT_PATHS, ...options.customerPaths };
    this.run = seed === undefined ? random.hex(8) : String(seed);
    this.started = clock.monotonic();
    this.startedWall = timeline.clock.now();
    this.faultRules = checkFaults(options.faults ?? []);
    this.state = this.fresh();
    // Deliveries tell of changes within the transaction that stores them: a listener that acts must not be part of it.
    deliveries.subscribe(() => {
      if (this.isTelling) return;
      this.isTelling = true;
      queueMicrotask(() => {
        this.isTelling = false;
        if (!this.stopping.signal.aborted) this.changed();
      });
    });
  }

  /** The stores of a start, and of each reset. */
  private fresh() {
    const { timeline, deliveries, crypto, saved, assumptions, levels, options } = this.parts;
    const { keepBodies = true, history = 100, statusSpelling = 'Cancelled', asnDelayMs = 2000 } = options;
    const { rateLimit = RATE_LIMITS.local, gate, seed = 1 } = options;
    const refusesOverRefunded = () => assumptions.values.over_refunded === 'refused';
    const kept = { keepBodies, history, statusSpelling, levels, refusesOverRefunded };
    const orders = makeOrderStore(saved, crypto, kept);
    return {
      orders,
      asns: new AsnStore({ saved, timeline, crypto, levels, delayMs: asnDelayMs }),
      returns: new Returns({
        timeline,
        deliveries,
        saved,
        orderOf: (identifier) => orders.snapshot(identifier),
        paths: this.customerPaths,
        assumptions,
        // Another part after each reset: the retailer still knows the RMAs from before.
        runPart: crypto.sha256(`${this.run} ${saved.setting(RESETS) ?? 0}`).slice(0, 6),
      }),
      records: new Records(),
      limiter: makeLimiter(rateLimit, timeline.clock.monotonic(), gate),
      faults: makeFaults(this.faultRules, seed),
    };
  }

  async handle(request: ServerRequest): Promise<ServerAnswer> {
    const { crypto, options } = this.parts;
    const { clock } = this.timeline;
    const { records } = this.state;
    const match = ROUTER.match(request.method, request.target);
    const secret = match.route?.name === 'token';
    const record = records.add({
      at: clock.monotonic(),
      time: clock.now(),
      method: request.method,
      path: pathOfTarget(request.target).slice(0, 500),
      endpoint: match.route?.name ?? null,
      bytes: request.body.length,
      sha256: secret || request.body.length === 0 ? null : crypto.sha256(request.body),
    });
    let answer: ServerAnswer;
    try {
      answer = await this.exchange(request, match, record);
    } catch (error) {
      record.fault = 'defect';
      options.onDefect?.(error);
      answer = refusalAnswer(500);
    }
    records.close(record, answer.drop ? null : answer.status, clock.monotonic());
    options.onAnswer?.(record, answer);
    this.changed();
    return answer;
  }

  private async exchange(request: ServerRequest, match: Match<Endpoint>, record: RequestRecord) {
    const { clock, saved, options } = this.parts;
    if (!this.state.limiter.admit(request.remoteAddress, record.at)) {
      record.fault = 'rate limit';
      return refusalAnswer(429);
    }
    if (!match.route) return unroutedAnswer(match);
    const { route: endpoint, parameters } = match;
    const fault = this.state.faults.next(endpoint.name, request.body);
    if (fault) {
      record.fault = fault.name;
      // Records the order ids before the fault, so that a test can find the orders of a failed request.
      if (endpoint.name === 'orders') this.nameOrders(record, parsedJson(utf8Body(request) ?? ''));
      if (fault.delay > 0) await clock.sleep(fault.delay, this.stopping.signal);
      if (fault.action?.drop === 'before') return DROPPED;
      if (fault.action?.status !== undefined) return faultAnswer(fault.action, endpoint);
    }
    if (request.truncated || request.body.length > (options.maxBody ?? DEFAULT_MAX_BODY))
      return refusalAnswer(413, endpoint);
    // One transaction a request: everything that it changes, or nothing.
    const answer = saved.database.transaction(() =>
      this.work(request, endpoint, record, {
        number: parameters['asn-number'],
        reject: fault?.action?.reject,
      }),
    );
    return fault?.action?.drop === 'after' ? DROPPED : answer;
  }

  private work(
    request: ServerRequest,
    endpoint: Endpoint,
    record: RequestRecord,
    asn: { readonly number: string | undefined; readonly reject: string | undefined },
  ): ServerAnswer {
    const { state, tokens, timeline } = this;
    if (endpoint.name === 'token') return tokens.answer(request);
    const message = receiveMessage(request, endpoint, tokens);
    if (message.refusal) return message.refusal;
    const { version, value } = message;
    const now = timeline.clock.now();
    if (endpoint.name === 'orders') {
      this.nameOrders(record, value);
      const { errors, count } = state.orders.receive(value, now, record.sequence);
      if (errors.length > 0) return invalidAnswer(errors);
      for (const order of ordersOf(value))
        state.returns.onSnapshot((order as { readonly identifier: string }).identifier);
      return jsonAnswer(endpoint.success, { accepted: count });
    }
    const verdict = state.asns.receive(value, { ...asn, version, now, request: record.sequence });
    if (verdict === 'unknown') return refusalAnswer(404, endpoint, 'No such ASN.');
    return verdict.errors.length > 0 ? invalidAnswer(verdict.errors) : jsonAnswer(endpoint.success, {});
  }

  private nameOrders(record: RequestRecord, message: unknown): void {
    const orders = ordersOf(message);
    const identifiers = orders
      .slice(0, RECORDED_ORDERS)
      .map((order) => (isObject(order) ? String(order['identifier']).slice(0, 200) : ''));
    this.state.records.name(record, identifiers, orders.length);
  }

  /** Adds orders that can be returned. @returns their identifiers */
  seed = (count: number, seed: number): readonly string[] =>
    seedOrders(this.state.orders, { count, seed, now: this.timeline.clock.now() });

  status = (): SandboxStatus => ({
    schema: 'sandbox-status/1',
    started_at: new Date(this.startedWall).toISOString(),
    uptime_ms: Math.round(this.parts.clock.monotonic() - this.started),
    rate_limit: this.state.limiter.limit,
    limiter: 'sliding',
    requests: this.state.records.statistics(),
    orders: this.state.orders.counts(),
    asns: { stored: this.state.asns.count },
    tokens: { issued: this.tokens.issued },
    faults: this.state.faults.counts(),
  });

  receiveAsn = (number: string, program?: string) =>
    this.state.asns.addReception(number, program, this.timeline.clock.now());

  /** @throws Failure exit 6 when a rule is wrong */
  setFaults = (rules: unknown, file?: string): void => {
    this.faultRules = checkFaults(rules, file);
    this.state.faults = makeFaults(this.faultRules, this.parts.options.seed ?? 1);
  };

  reset = (): void => {
    const { saved } = this.parts;
    this.state.returns.end();
    this.state.asns.end();
    this.deliveries.clear();
    saved.clear();
    saved.set(RESETS, String(Number(saved.setting(RESETS) ?? 0) + 1));
    this.state = this.fresh();
  };

  /** For the next sandbox on the same data. */
  keepClock(): void {
    this.parts.saved.set(CLOCK, String(this.timeline.clock.now()));
  }

  /**
   * Computed from the challenge and a secret that only this user's programs have; null when the sandbox was started without
   * one.
   */
  prove(challenge: string): string | null {
    const { crypto, options } = this.parts;
    return options.proof === undefined ? null : crypto.sha256(`${options.proof}\n${challenge}`);
  }

  /** Calls back after something changed; the returned function unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Tells who subscribed. */
  changed(): void {
    for (const listener of [...this.listeners])
      try {
        listener();
      } catch (error) {
        this.parts.options.onDefect?.(error);
      }
  }

  /** Ends every wait. */
  stop(): void {
    this.stopping.abort();
  }
}

const DROPPED: ServerAnswer = { status: 0, drop: true };
