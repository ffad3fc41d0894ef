// A running sandbox: the service behind a socket, and methods that tests can call directly.
import path from 'node:path';
import { EXIT } from '../basics/exit-codes.ts';
import { Failure } from '../basics/failure.ts';
import { endpointAddress } from '../contract/customer-endpoints.ts';
import { LOCAL } from '../contract/endpoints.ts';
import { type Levels, mergeLevels, parseLevels } from '../contract/levels.ts';
import { jsonAnswer, makeRouter, queryOfTarget, unroutedAnswer } from '../contract/router.ts';
import type {
  Clock,
  Listening,
  Platform,
  ServerAnswer,
  ServerHandler,
  ServerRequest,
} from '../platform/platform.ts';
import { readRoots } from '../storage/root-certificates.ts';
import { type ClockKind, makeTimeline, type Timeline } from './clock/timeline.ts';
import { openState, type SavedState } from './database.ts';
import { Deliveries } from './deliveries/deliveries.ts';
import type { CustomerAuth, DeliveryOptions } from './deliveries/types.ts';
import type { FaultRule, SandboxStatus } from './documents.ts';
import type { Reception, StoredAsn } from './intake/receive-asns.ts';
import type { StoredOrder } from './intake/receive-orders.ts';
import type { RequestRecord } from './intake/records.ts';
import { CLOCK, DEFAULT_MAX_BODY, type OwnOptions, Service, type ServiceOptions } from './intake/service.ts';
import { makeKeptAssumptions } from './kept-assumptions.ts';
import { RefusedAct, refusalDocument, statusOfRefusal } from './life-cycle/parts.ts';
import type { Returns } from './returns/returns.ts';
import { methodsOf, type SandboxActs } from './routes/methods.ts';
import { badRequestDocument } from './routes/read-request.ts';
import { ROUTES } from './routes/table.ts';

/** The parts of the platform that a sandbox needs. */
export type SandboxPlatform = Pick<
  Platform,
  'clock' | 'random' | 'crypto' | 'files' | 'databases' | 'net' | 'cwd'
>;

export interface SandboxOptions extends ServiceOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** Folder that keeps everything but the record of requests for the next start (`sandbox.db`). Default: memory only. */
  readonly data?: string;
  /** Where the messages of the service go: the address of the retailer's endpoints. Default: they wait. */
  readonly customerUrl?: string;
  /** How the service signs in there; asked again after a 401. Default: not at all. */
  readonly customerAuth?: () => CustomerAuth;
  /** Additional root certificates (PEM), for a retailer with an authority of its own. */
  readonly ca?: string | undefined;
  /** What goes wrong with deliveries on purpose, how many at a time, and how long one may take. */
  readonly delivery?: Partial<DeliveryOptions>;
  /** `manual`: time stands still until `clock.advance`. Default `real`. A clock of one's own replaces that of this machine. */
  readonly clock?: ClockKind | Clock;
  /** Where a manual clock begins, ms since the epoch; default: now. */
  readonly clockStart?: number;
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
    /** Stores a snapshot that is known to be right, as if the retailer had posted it. */
    readonly give: (order: object) => void;
  };
  /** Calls back after something changed; the returned function unsubscribes. */
  subscribe(changed: () => void): () => void;
  reset(): void;
  close(): Promise<void>;
}

/** @throws Failure exit 2 when the port is taken or a level is wrong, 6 for wrong fault rules, 7 when `data` cannot be used */
export async function openSandbox(
  world: SandboxPlatform,
  options: SandboxOptions = {},
  own: OwnOptions = {},
): Promise<Sandbox> {
  const { data } = options;
  const file = data === undefined ? undefined : path.join(path.resolve(world.cwd, data), 'sandbox.db');
  const saved = openState(world.databases, file);
  try {
    return await openOn(saved, world, options, own);
  } catch (error) {
    saved.close();
    throw error;
  }
}

/** The rules of all messages are loaded only for levels. @throws Failure exit 2 */
async function levelsOf(texts: readonly string[] = []): Promise<Levels | undefined> {
  if (texts.length === 0) return undefined;
  const { RULES } = await import('../contract/contract-rules.ts');
  return mergeLevels(RULES, parseLevels(texts, RULES, 'levels'));
}

/** Whatever fails here, nothing of it goes on. */
async function openOn(
  saved: SavedState,
  { net, ...world }: SandboxPlatform,
  options: SandboxOptions,
  own: OwnOptions,
): Promise<Sandbox> {
  const { customerUrl, customerAuth: auth = () => ({ kind: 'none' }), delivery, onDefect } = options;
  const { host = '127.0.0.1', port = 0, maxBody = DEFAULT_MAX_BODY } = options;
  const to = customerUrl === undefined ? undefined : endpointAddress(customerUrl);
  const clock = typeof options.clock === 'object' ? options.clock : world.clock;
  const levels = await levelsOf(options.levels);
  const timeline = timelineOf(clock, saved, options);
  const assumptions = makeKeptAssumptions(saved, options.assume ?? {}, own.onNote);
  const deliveries = new Deliveries({
    ...{ timeline, world: { clock, net }, database: saved.database, seed: options.seed ?? 1 },
    ...(delivery && { options: delivery }),
    ...(onDefect && { onDefect }),
    assume: () => assumptions.values,
    ca: options.ca && (await readRoots(net, options.ca, 'ca')).pem,
  });
  let service: Service | undefined;
  let listening: Listening | undefined;
  const end = async () => {
    service?.stop();
    timeline.stop();
    await listening?.close();
    await deliveries.close();
  };
  try {
    const { random, crypto } = world;
    const parts = { clock, timeline, deliveries, random, crypto, saved, assumptions, levels };
    service = new Service({ ...parts, options: { ...options, ...own } });
    const handle = sandboxHandler(service);
    listening = await net.serve({ host, port, maxBody }, handle);
    // A sandbox that cannot listen must not send what waits.
    deliveries.customer = to === undefined ? undefined : { url: to, paths: service.customerPaths, auth };
    const running = service;
    return sandboxOf(running, handle, listening, async () => {
      if (timeline.kind === 'manual') running.keepClock();
      await end();
      saved.close();
    });
  } catch (error) {
    await end();
    throw error;
  }
}

function sandboxOf(
  service: Service,
  handle: ServerHandler,
  { url, port }: Listening,
  end: () => Promise<void>,
): Sandbox {
  const { clientId, clientSecret } = LOCAL;
  const { deliveries, timeline } = service;
  /** Once the sandbox is closed. */
  let last: SandboxStatus | undefined;
  return {
    ...{ url, port, authUrl: url, ordersUrl: url, baseUrl: url, clientId, clientSecret, handle },
    ...methodsOf(service),
    orders: () => [...service.state.orders.list({ body: true })],
    order: (identifier) => service.state.orders.find(identifier),
    requests: (after = 0) => service.state.records.after(after),
    asns: () => service.state.asns.list(),
    receiveAsn: service.receiveAsn,
    stats: () => last ?? service.status(),
    revokeTokens: service.tokens.revoke,
    setFaults: service.setFaults,
    engine: {
      get returns() {
        return service.state.returns;
      },
      deliveries,
      timeline,
      give: (order) => service.state.orders.add([order], timeline.clock.now()),
    },
    subscribe: service.subscribe,
    reset: service.reset,
    async close() {
      if (last) return;
      last = service.status();
      await end();
    },
  };
}

/** A manual clock goes on where it stood when an earlier sandbox on the same data ended. */
function timelineOf(clock: Clock, saved: SavedState, options: SandboxOptions): Timeline {
  const { clockStart, onDefect } = options;
  const kind = options.clock === 'manual' ? 'manual' : 'real';
  const stood = saved.setting(CLOCK);
  const start = clockStart ?? (stood === undefined ? clock.now() : Number(stood));
  return makeTimeline(kind, clock, start, onDefect);
}

// `/_sandbox/*`: shows the contents of the sandbox, and acts on it, for programs on this machine only.

const ROUTER = makeRouter(ROUTES);

/** Answers what programs inside ask; everything else is for the service. */
const sandboxHandler =
  (service: Service): ServerHandler =>
  async (request) => {
    if (!request.target.startsWith('/_sandbox')) return service.handle(request);
    const answer = isLocal(request) ? await answerOf(service, request) : FOREIGN;
    if (request.method !== 'GET') service.changed();
    return {
      ...answer,
      headers: { ...answer.headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    };
  };

async function answerOf(service: Service, request: ServerRequest): Promise<ServerAnswer> {
  const match = ROUTER.match(request.method, request.target);
  if (!match.route) return unroutedAnswer(match);
  if (request.truncated) return jsonAnswer(413, { message: 'Payload Too Large' });
  try {
    return await match.route.answer(service, request, queryOfTarget(request.target), match.parameters);
  } catch (error) {
    if (error instanceof RefusedAct) return jsonAnswer(statusOfRefusal(error), refusalDocument(error));
    if (error instanceof Failure && ASKED_WRONGLY.includes(error.exitCode))
      return jsonAnswer(400, badRequestDocument(error));
    throw error;
  }
}

/** Other failures, such as a full disk, are not the asker's. */
const ASKED_WRONGLY: readonly number[] = [EXIT.usage, EXIT.input];

const FOREIGN = jsonAnswer(403, { message: 'Only programs on this machine may look inside the sandbox.' });

/** IPv4, IPv6, and IPv4 as a socket for both shows it. */
const LOOPBACK = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i;

/**
 * The address refuses other machines, which can write into Host what they like. The Host check refuses foreign DNS names that
 * point to this machine. The other headers, which browsers add, refuse pages in a browser on this machine.
 */
function isLocal(request: ServerRequest): boolean {
  if (!LOOPBACK.test(request.remoteAddress)) return false;
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host)) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}
