// The returns service as a function from request to answer: rate limit, route, faults, then the endpoint. Every request is
// recorded.
import { isObject } from '../basics/json.ts';
import { ENDPOINTS, type Endpoint } from '../contract/endpoints.ts';
import type { Levels } from '../contract/levels.ts';
import { jsonAnswer, makeRouter, pathOfTarget, unroutedAnswer } from '../contract/serve.ts';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import type {
  Clock,
  Crypto,
  Random,
  ServerAnswer,
  ServerHandler,
  ServerRequest,
} from '../platform/platform.ts';
import { makeActs, type SandboxActs } from './acts/acts.ts';
import type { InspectedService } from './acts/inspected-service.ts';
import { invalidAnswer, refusalAnswer } from './answers.ts';
import { makeAsnWork } from './asn-work.ts';
import { type AsnStore, makeAsnStore } from './asns.ts';
import type { SavedState } from './database.ts';
import type { Customer, Deliveries } from './deliveries/types.ts';
import type { FaultAction, FaultRule } from './fault-rules.ts';
import { type Faults, makeFaults } from './faults.ts';
import type { KeptAssumptions } from './kept-assumptions.ts';
import { durationMs } from './life-cycle/assumptions.ts';
import type { Assumed } from './life-cycle/types.ts';
import { type Limiter, type LimiterName, makeLimiter } from './limiter.ts';
import { receiveMessage } from './message.ts';
import { makeOrderStore, type OrderStore, ordersOf } from './orders.ts';
import { Records, type RequestRecord } from './records.ts';
import { makeReturns, type Returns } from './returns.ts';
import { insideHandler, isInside } from './routes/handler.ts';
import { seedOrders } from './seed.ts';
import type { Timeline } from './timeline.ts';
import { makeTokens } from './tokens.ts';

export interface ServiceOptions {
  /** Requests per minute and IP address. */
  readonly rateLimit: number | 'off';
  readonly limiter: LimiterName;
  readonly faults: readonly FaultRule[];
  readonly seed: number;
  /** Tells the RMAs of this run from those of others, which the retailer may still know. */
  readonly run: string;
  /** Client id -> secret. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly keepBodies: boolean;
  /** Maximum number of versions stored of one order. */
  readonly history: number;
  readonly maxBody: number;
  /** Time from the 202 of an ASN to its creation, ms. */
  readonly asnDelayMs?: number | undefined;
  readonly statusSpelling: StatusSpelling;
  /** Severity of findings, where the user changed it. */
  readonly levels?: Levels | undefined;
  /** A secret that only this user's programs know. They use it to distinguish this sandbox from another program. */
  readonly proof?: string;
  /** The paths of the retailer's endpoints. */
  readonly paths: Customer['paths'];
  /** Assumptions with another value than at first. */
  readonly assume: Assumed;
  /** Called with internal errors of the service (a 500), for example a full disk. */
  readonly onDefect?: (error: unknown) => void;
  /** Tokens end in real time, also on a manual clock. */
  readonly realTokens?: boolean;
  /** Called with each answer of the service, after it was recorded. */
  readonly onAnswer?: (record: RequestRecord, answer: ServerAnswer) => void;
}

export interface ServiceParts {
  /** The real clock: a client waits in real time for an answer that a fault delays. */
  readonly clock: Clock;
  /** The sandbox's clock: everything else. */
  readonly timeline: Timeline;
  readonly deliveries: Deliveries;
  readonly random: Random;
  readonly crypto: Crypto;
  readonly saved: SavedState;
  readonly assumptions: KeptAssumptions;
  readonly options: ServiceOptions;
}

/** The state that a reset replaces. */
interface State {
  readonly orders: OrderStore;
  readonly asns: AsnStore;
  readonly records: Records;
  readonly returns: Returns;
  readonly limiter: Limiter;
  faults: Faults;
}

export interface Service extends InspectedService {
  readonly handle: ServerHandler;
  readonly acts: SandboxActs;
  /** The current stores; a reset replaces them. */
  readonly state: Readonly<State>;
  /** Calls back after something changed; the returned function unsubscribes. */
  subscribe(changed: () => void): () => void;
  /** Ends every wait. */
  stop(): void;
}

const ROUTER = makeRouter<Endpoint>(Object.values(ENDPOINTS));
// More identifiers than a usual batch has.
const RECORDED_ORDERS = 200;
/** How many resets there were, also those of earlier runs on the same data. */
const RESETS = 'resets';

export function makeService(parts: ServiceParts): Service {
  const { timeline, deliveries, crypto, saved, assumptions, options } = parts;
  const { clock } = timeline;
  const tokenWorld = { clock: options.realTokens ? parts.clock : clock, random: parts.random, crypto };
  const tokens = makeTokens(tokenWorld, saved, options.credentials);
  const started = parts.clock.monotonic();
  const startedWall = clock.now();
  const stopping = new AbortController();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners])
      try {
        listener();
      } catch (error) {
        options.onDefect?.(error);
      }
  };
  let isTelling = false;
  // Deliveries tell of changes within the transaction that stores them: a listener that acts must not be part of it.
  deliveries.subscribe(() => {
    if (isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      if (!stopping.signal.aborted) changed();
    });
  });
  let rules = options.faults;
  const asnDelayMs = () => options.asnDelayMs ?? durationMs(assumptions.values, 'asn_delay');
  const fresh = (): State => {
    const orders = makeOrderStore(saved, crypto, options);
    const orderOf = (identifier: string) => orders.snapshot(identifier);
    const { paths } = options;
    const assume = assumptions.values;
    // Another part after each reset: the retailer still knows the RMAs from before.
    const runPart = crypto.sha256(`${options.run} ${saved.setting(RESETS) ?? 0}`).slice(0, 6);
    return {
      orders,
      asns: makeAsnStore(saved, crypto, makeAsnWork(saved, timeline, asnDelayMs), options.levels),
      returns: makeReturns({ timeline, deliveries, saved, orderOf, paths, assume, runPart }),
      records: new Records(),
      limiter: makeLimiter(options.limiter, options.rateLimit, clock.monotonic()),
      faults: makeFaults(rules, options.seed),
    };
  };
  let state = fresh();

  const nameOrders = (record: RequestRecord, message: unknown) => {
    const orders = ordersOf(message);
    state.records.name(record, identifiersOf(orders), orders.length);
  };
  const work = (
    request: ServerRequest,
    endpoint: Endpoint,
    number: string | undefined,
    record: RequestRecord,
    reject: string | undefined,
  ) => {
    if (endpoint.name === 'token') return tokens.answer(request);
    const message = receiveMessage(request, endpoint, tokens);
    if (message.refusal) return message.refusal;
    if (endpoint.name === 'orders') {
      nameOrders(record, message.value);
      const { errors, count } = saved.database.transaction(() => {
        const received = state.orders.receive(message.value, clock.now(), record.sequence);
        if (received.errors.length === 0)
          for (const order of ordersOf(message.value))
            state.returns.onSnapshot((order as { readonly identifier: string }).identifier);
        return received;
      });
      return errors.length > 0 ? invalidAnswer(errors) : jsonAnswer(endpoint.success, { accepted: count });
    }
    const { version, value } = message;
    const arrival = { version, number, now: clock.now(), request: record.sequence, reject };
    const verdict = state.asns.receive(value, arrival);
    if (verdict === 'unknown') return refusalAnswer(404, endpoint, 'No such ASN.');
    return verdict.errors.length > 0 ? invalidAnswer(verdict.errors) : jsonAnswer(endpoint.success, {});
  };

  const exchange = async (
    request: ServerRequest,
    match: ReturnType<typeof ROUTER.match>,
    record: RequestRecord,
  ) => {
    if (!state.limiter.admit(request.remoteAddress, record.at)) {
      record.fault = 'rate limit';
      return refusalAnswer(429);
    }
    if (!match.route) return unroutedAnswer(match);
    const { route: endpoint, parameters } = match;
    const fault = state.faults.next(endpoint.name, request.body);
    if (fault) {
      record.fault = fault.name;
      // Records the order ids before the fault, so that a test can find the orders of a failed request.
      if (endpoint.name === 'orders') nameOrders(record, looselyParsed(request.body));
      if (fault.delay > 0) await parts.clock.sleep(fault.delay, stopping.signal);
      if (fault.action?.drop === 'before') return DROPPED;
      if (fault.action?.status !== undefined) return faultAnswer(fault.action, endpoint);
    }
    if (request.truncated || request.body.length > options.maxBody) return refusalAnswer(413, endpoint);
    // One transaction a request: everything that it changes, or nothing.
    const answer = saved.database.transaction(() =>
      work(request, endpoint, parameters['asn-number'], record, fault?.action?.reject),
    );
    return fault?.action?.drop === 'after' ? DROPPED : answer;
  };

  const service: Service = {
    async handle(request) {
      if (isInside(request)) {
        const shown = await inside(request);
        if (request.method !== 'GET') changed();
        return shown;
      }
      const { records } = state;
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
        answer = await exchange(request, match, record);
      } catch (error) {
        record.fault = 'defect';
        options.onDefect?.(error);
        answer = refusalAnswer(500);
      }
      records.close(record, answer.drop ? null : answer.status, clock.monotonic());
      options.onAnswer?.(record, answer);
      changed();
      return answer;
    },
    get state() {
      return state;
    },
    get acts() {
      return acts;
    },
    get returns() {
      return state.returns;
    },
    get faultRules() {
      return rules;
    },
    ...{ tokens, timeline, deliveries },
    customerPaths: options.paths,
    seed: (count, seed) => seedOrders(state.orders, { count, seed, now: clock.now() }),
    status: () => ({
      schema: 'sandbox-status/1',
      started_at: new Date(startedWall).toISOString(),
      uptime_ms: Math.round(parts.clock.monotonic() - started),
      rate_limit: options.rateLimit,
      limiter: options.limiter,
      requests: state.records.statistics(),
      orders: state.orders.counts(),
      asns: { stored: state.asns.count },
      tokens: { issued: tokens.issued },
      faults: state.faults.counts(),
    }),
    receiveAsn: (number, program) => state.asns.addReception(number, program, clock.now()),
    assume(changes) {
      state.returns.assume(changes);
      assumptions.keep(changes);
    },
    setFaults(next) {
      rules = next;
      state.faults = makeFaults(next, options.seed);
    },
    reset() {
      state.returns.end();
      state.asns.end();
      deliveries.clear();
      saved.clear();
      saved.set(RESETS, String(Number(saved.setting(RESETS) ?? 0) + 1));
      state = fresh();
    },
    prove: (challenge) =>
      options.proof === undefined ? null : crypto.sha256(`${options.proof}\n${challenge}`),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stop: () => stopping.abort(),
  };
  const acts = makeActs(service);
  const inside = insideHandler({ service, acts });
  return service;
}

const DROPPED: ServerAnswer = { status: 0, drop: true };

const identifiersOf = (orders: readonly unknown[]): string[] =>
  orders
    .slice(0, RECORDED_ORDERS)
    .map((order) => (isObject(order) ? String(order['identifier']).slice(0, 200) : ''));

function looselyParsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

function faultAnswer(action: FaultAction, endpoint: Endpoint): ServerAnswer {
  const status = action.status ?? 500;
  const usual = refusalAnswer(status, endpoint);
  const { body } = action;
  const answer =
    body === undefined
      ? usual
      : typeof body === 'string'
        ? { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
        : jsonAnswer(status, body);
  const own = Object.entries(action.headers ?? {}).map(([key, value]) => [key.toLowerCase(), value]);
  return { ...answer, headers: { ...answer.headers, ...Object.fromEntries(own) } };
}
