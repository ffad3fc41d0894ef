// A running sandbox: the service behind a socket, and methods that tests can call directly.
import path from 'node:path';
import { RULES } from '../contract/contract-rules.ts';
import { LOCAL, RATE_LIMITS } from '../contract/endpoints.ts';
import { mergeLevels, parseLevels } from '../contract/levels.ts';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import type {
  Clock,
  Crypto,
  Databases,
  Files,
  Listening,
  Net,
  Random,
  ServerHandler,
} from '../platform/platform.ts';
import type { SandboxActs } from './acts/acts.ts';
import type { Reception, StoredAsn } from './asns.ts';
import { openState, type SavedState } from './database.ts';
import { checkCustomerUrl } from './deliveries/customer-url.ts';
import { makeDeliveries } from './deliveries/deliveries.ts';
import type { Customer, CustomerAuth, Deliveries, DeliveryOptions } from './deliveries/types.ts';
import type { SandboxStatus } from './documents.ts';
import { checkFaults, type FaultRule } from './fault-rules.ts';
import { makeKeptAssumptions } from './kept-assumptions.ts';
import type { Assumed } from './life-cycle/types.ts';
import type { LimiterName } from './limiter.ts';
import type { StoredOrder } from './orders.ts';
import type { RequestRecord } from './records.ts';
import type { Returns } from './returns.ts';
import { makeService, type ServiceOptions } from './service.ts';
import { type ClockKind, makeTimeline, type Timeline } from './timeline.ts';

/** The parts of the platform that a sandbox needs. */
export interface SandboxPlatform {
  readonly clock: Clock;
  readonly random: Random;
  readonly crypto: Crypto;
  readonly files: Files;
  readonly databases: Databases;
  readonly net: Net;
  readonly cwd: string;
}

export interface SandboxOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Requests per minute and IP address; default 2,500. */
  readonly rateLimit?: number | 'off';
  readonly limiter?: LimiterName;
  readonly faults?: readonly FaultRule[];
  /** Seed of all random choices, and of the identifiers of RMAs. Default: 1 for the choices, and identifiers that no other run has. */
  readonly seed?: number;
  /** Folder that keeps everything but the record of requests for the next start (`sandbox.db`). Default: memory only. */
  readonly data?: string;
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
  /** Where the messages of the service go: the address of the retailer's endpoints. Default: they wait. */
  readonly customerUrl?: string;
  /** How the service signs in there; asked again after a 401. Default: not at all. */
  readonly customerAuth?: () => CustomerAuth;
  /** The paths of the retailer's endpoints; default: those of `returns listen`. */
  readonly customerPaths?: Partial<Customer['paths']>;
  /** Additional root certificates (PEM), for a retailer with an authority of its own. */
  readonly ca?: string | undefined;
  /** What goes wrong with deliveries on purpose, how many at a time, and how long one may take. */
  readonly delivery?: Partial<DeliveryOptions>;
  /** `manual`: time stands still until `clock.advance`. Default `real`. */
  readonly clockKind?: ClockKind;
  /** Where a manual clock begins, ms since the epoch; default: now. */
  readonly clockStart?: number;
  /** Assumptions with another value than at first: see `returns sandbox assumptions`. */
  readonly assume?: Assumed;
  /** Replaces the clock of this machine, for tests. */
  readonly clock?: Clock;
  readonly onDefect?: (error: unknown) => void;
}

export interface Sandbox extends SandboxActs {
  readonly url: string;
  readonly port: number;
  readonly authUrl: string;
  readonly ordersUrl: string;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The service without a socket. A whole upload can run in memory. */
  readonly handle: ServerHandler;
  orders(): StoredOrder[];
  order(identifier: string): StoredOrder | undefined;
  /** Requests after a sequence number; default: all. */
  requests(after?: number): RequestRecord[];
  asns(): StoredAsn[];
  /** The warehouse receives goods of an ASN: after that it cannot be changed. */
  receiveAsn(number: string, program?: string): Reception;
  stats(): SandboxStatus;
  revokeTokens(): number;
  /** Replaces all fault rules and restarts their counts. @throws Failure when a rule is wrong */
  setFaults(rules: readonly FaultRule[]): void;
  /** What the acts work on: for programs in the same process, such as scenarios and pages. */
  readonly engine: {
    readonly returns: Returns;
    readonly deliveries: Deliveries;
    readonly timeline: Timeline;
  };
  /** Calls back after something changed; the returned function unsubscribes. */
  subscribe(changed: () => void): () => void;
  reset(): void;
  close(): Promise<void>;
}

/** As `returns listen` serves them. */
export const CUSTOMER_PATHS: Customer['paths'] = {
  rmas: '/rmas',
  variants: 'variants',
  exchangeOrders: '/exchange_orders',
};

export const DEFAULT_MAX_BODY = 5_000_000;

/**
 * @param own what only programs of this project ask for
 * @throws Failure exit 2 when the port is taken or a level is wrong, 6 for wrong fault rules, 7 when `data` cannot be used
 */
export async function openSandbox(
  world: SandboxPlatform,
  options: SandboxOptions = {},
  own: Pick<ServiceOptions, 'realTokens' | 'onAnswer'> = {},
): Promise<Sandbox> {
  const serviceOptions: ServiceOptions = {
    rateLimit: options.rateLimit ?? RATE_LIMITS.local,
    limiter: options.limiter ?? 'sliding',
    faults: checkFaults(options.faults ?? []),
    seed: options.seed ?? 1,
    run: options.seed === undefined ? world.random.hex(8) : String(options.seed),
    credentials: { ...options.credentials, [LOCAL.clientId]: LOCAL.clientSecret },
    keepBodies: options.keepBodies ?? true,
    history: options.history ?? 100,
    maxBody: options.maxBody ?? DEFAULT_MAX_BODY,
    asnDelayMs: options.asnDelayMs,
    statusSpelling: options.statusSpelling ?? 'Cancelled',
    levels: mergeLevels(RULES, parseLevels(options.levels ?? [], RULES, 'levels')),
    paths: { ...CUSTOMER_PATHS, ...options.customerPaths },
    assume: options.assume ?? {},
    ...own,
    ...(options.proof !== undefined && { proof: options.proof }),
    ...(options.onDefect && { onDefect: options.onDefect }),
  };
  const file =
    options.data === undefined ? undefined : path.join(path.resolve(world.cwd, options.data), 'sandbox.db');
  const { customerUrl, customerAuth: auth = () => ({ kind: 'none' }) } = options;
  const customer: Customer | undefined =
    customerUrl === undefined
      ? undefined
      : { url: checkCustomerUrl(customerUrl), paths: serviceOptions.paths, auth };
  const saved = openState(world.databases, file);
  try {
    return await openOn(saved, world, options, { ...serviceOptions, customer });
  } catch (error) {
    saved.close();
    throw error;
  }
}

/** Whatever fails here, nothing of it goes on. */
async function openOn(
  saved: SavedState,
  world: SandboxPlatform,
  options: SandboxOptions,
  { customer, ...serviceOptions }: ServiceOptions & { readonly customer: Customer | undefined },
): Promise<Sandbox> {
  const clock = options.clock ?? world.clock;
  const timeline = timelineOf(clock, saved, options);
  const assumptions = makeKeptAssumptions(saved, serviceOptions.assume);
  const deliveries = makeDeliveries({
    ...{ timeline, world: { clock, net: world.net }, database: saved.database, seed: serviceOptions.seed },
    ...(options.delivery && { options: options.delivery }),
    ...(options.onDefect && { onDefect: options.onDefect }),
    assume: () => assumptions.values,
    ca: options.ca,
  });
  const begin = async () => {
    const service = makeService({
      ...{ clock, timeline, deliveries },
      random: world.random,
      crypto: world.crypto,
      saved,
      assumptions,
      options: serviceOptions,
    });
    const address = { host: options.host ?? '127.0.0.1', port: options.port ?? 0 };
    let listening: Listening | undefined;
    try {
      listening = await world.net.serve({ ...address, maxBody: serviceOptions.maxBody }, service.handle);
      // A sandbox that cannot listen must not send what waits.
      deliveries.customer = customer;
      return { service, listening };
    } catch (error) {
      service.stop();
      await listening?.close();
      throw error;
    }
  };
  const { service, listening } = await begin().catch(async (error: unknown) => {
    timeline.stop();
    await deliveries.close();
    throw error;
  });
  const { url } = listening;
  /** Once the sandbox is closed. */
  let last: SandboxStatus | undefined;
  return {
    url,
    port: listening.port,
    authUrl: url,
    ordersUrl: url,
    baseUrl: url,
    clientId: LOCAL.clientId,
    clientSecret: LOCAL.clientSecret,
    handle: service.handle,
    orders: () => [...service.state.orders.list({ body: true })],
    order: (identifier) => service.state.orders.find(identifier),
    requests: (after = 0) => service.state.records.after(after),
    asns: () => service.state.asns.list(),
    receiveAsn: service.receiveAsn,
    stats: () => last ?? service.status(),
    revokeTokens: () => service.tokens.revoke(),
    setFaults: (rules) => service.setFaults(checkFaults(rules)),
    ...service.acts,
    engine: {
      get returns() {
        return service.state.returns;
      },
      deliveries,
      timeline,
    },
    subscribe: service.subscribe,
    reset: () => service.reset(),
    async close() {
      if (last) return;
      last = service.status();
      service.stop();
      timeline.stop();
      await listening.close();
      await deliveries.close();
      last = service.status();
      saved.close();
    },
  };
}

/** A manual clock goes on where it stood when an earlier sandbox on the same data ended. */
function timelineOf(clock: Clock, saved: SavedState, options: SandboxOptions): Timeline {
  const { clockKind = 'real', clockStart, onDefect } = options;
  const stood = saved.setting('clock');
  const start = clockStart ?? (stood === undefined ? clock.now() : Number(stood));
  const timeline = makeTimeline(clockKind, clock, start, onDefect);
  if (clockKind === 'real') return timeline;
  const keeping = async (move: Promise<number>): Promise<number> => {
    const ran = await move;
    saved.set('clock', String(timeline.clock.now()));
    return ran;
  };
  return {
    ...timeline,
    get pending() {
      return timeline.pending;
    },
    advanceTo: (time) => keeping(timeline.advanceTo(time)),
    runUntilIdle: (most) => keeping(timeline.runUntilIdle(most)),
  };
}
