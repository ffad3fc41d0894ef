// `/_sandbox/*`: shows the contents of the sandbox to tests and users on this machine only.
import { jsonAnswer, makeRouter, queryOfTarget, type Route, unroutedAnswer } from '../contract/serve.ts';
import type { ServerAnswer, ServerHandler, ServerRequest } from '../platform/platform.ts';
import type { AsnStore, Reception } from './asns.ts';
import type { OrderStore, StoredOrder } from './orders.ts';
import type { Records, Statistics } from './records.ts';
import type { Tokens } from './tokens.ts';

export interface SandboxStatus {
  readonly schema: 'sandbox-status/1';
  readonly started_at: string;
  readonly uptime_ms: number;
  readonly rate_limit: number | 'off';
  readonly limiter: string;
  readonly requests: Statistics;
  readonly orders: {
    readonly stored: number;
    readonly snapshots: number;
    /** Number of snapshots that arrived after one with a later `updated_at`. */
    readonly older_after_newer: number;
  };
  readonly asns: { readonly stored: number };
  readonly tokens: { readonly issued: number };
  /** Counts of each fault rule, in order. */
  readonly faults: readonly { readonly matched: number; readonly fired: number }[];
}

/** The parts of the service that `/_sandbox/*` uses. */
export interface InspectedService {
  readonly state: { readonly orders: OrderStore; readonly asns: AsnStore; readonly records: Records };
  readonly tokens: Tokens;
  status(): SandboxStatus;
  receiveAsn(number: string, program?: string): Reception;
  reset(): void;
  /**
   * Computed from the challenge and a secret that only this user's programs have; null when the sandbox was started without
   * one.
   */
  prove(challenge: string): string | null;
}

/** Lets a program verify that a sandbox answers, and that it is the expected one. */
export interface SandboxIdentity {
  readonly schema: 'sandbox-identity/1';
  readonly proof: string | null;
}

/** Maximum number of characters of one NDJSON answer. The header `x-next-offset` says where to continue. */
const MOST_TEXT = 200_000_000;

interface InsideRoute extends Route {
  readonly answer: (
    service: InspectedService,
    query: URLSearchParams,
    parameters: Readonly<Record<string, string>>,
  ) => ServerAnswer;
}

const ROUTES: readonly InsideRoute[] = [
  { method: 'GET', path: '/_sandbox/status', answer: (service) => jsonAnswer(200, service.status()) },
  {
    method: 'GET',
    path: '/_sandbox/identity',
    answer(service, query) {
      const proof = service.prove((query.get('challenge') ?? '').slice(0, 100));
      return jsonAnswer(200, { schema: 'sandbox-identity/1', proof } satisfies SandboxIdentity);
    },
  },
  { method: 'GET', path: '/_sandbox/orders', answer: orders },
  {
    method: 'GET',
    path: '/_sandbox/requests',
    answer(service, query) {
      const requests = service.state.records.after(whole(query, 'after', 0), whole(query, 'limit', 100_000));
      return jsonAnswer(200, { schema: 'sandbox-requests/1', requests });
    },
  },
  {
    method: 'GET',
    path: '/_sandbox/asns',
    answer: (service) => jsonAnswer(200, { schema: 'sandbox-asns/1', asns: service.state.asns.list() }),
  },
  {
    // Simulates the warehouse: goods of the ASN were received.
    method: 'POST',
    path: '/_sandbox/asns/{asn-number}/receive',
    answer: (service, query, { 'asn-number': number = '' }) =>
      receptionAnswer(service, number, query.get('program') ?? undefined),
  },
  {
    method: 'POST',
    path: '/_sandbox/tokens/revoke',
    answer: (service) => jsonAnswer(200, { revoked: service.tokens.revoke() }),
  },
  {
    method: 'POST',
    path: '/_sandbox/reset',
    answer(service) {
      service.reset();
      return jsonAnswer(200, { reset: true });
    },
  },
];

const ROUTER = makeRouter(ROUTES);

export const isInside = (request: ServerRequest): boolean => request.target.startsWith('/_sandbox');

export function insideHandler(service: InspectedService): ServerHandler {
  return async (request) => {
    const answer = isLocal(request) ? answerOf(service, request) : FOREIGN;
    return {
      ...answer,
      headers: { ...answer.headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    };
  };
}

function answerOf(service: InspectedService, request: ServerRequest): ServerAnswer {
  const match = ROUTER.match(request.method, request.target);
  if (!match.route) return unroutedAnswer(match);
  return match.route.answer(service, queryOfTarget(request.target), match.parameters);
}

const FOREIGN = jsonAnswer(403, { message: 'Only programs on this machine may look inside the sandbox.' });

/**
 * The Host check refuses foreign DNS names that point to this machine. The other headers, which browsers add, refuse pages
 * in a browser on this machine.
 */
function isLocal(request: ServerRequest): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = request.headers;
  if (!/^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host)) return false;
  if (origin !== undefined && origin !== `http://${host}`) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}

function receptionAnswer(
  service: InspectedService,
  number: string,
  program: string | undefined,
): ServerAnswer {
  const reception = service.receiveAsn(number, program);
  if (reception === 'received') return jsonAnswer(200, { asn_number: number, received: true });
  const [status, message] = NOT_RECEIVED[reception];
  return jsonAnswer(status, { message });
}

const NOT_RECEIVED = {
  unknown: [404, 'No such ASN.'],
  ambiguous: [409, 'Several programs have an ASN of this number: name one with ?program=PROGRAM.'],
  blocked: [409, 'The ASN is cancelled, which blocks receiving.'],
} as const satisfies Record<Exclude<Reception, 'received'>, readonly [number, string]>;

function orders(service: InspectedService, query: URLSearchParams): ServerAnswer {
  const store = service.state.orders;
  const id = query.get('id');
  if (id !== null) {
    const found = store.find(id);
    return found ? jsonAnswer(200, found) : jsonAnswer(404, { message: 'No such order.' });
  }
  const offset = whole(query, 'offset', 0);
  const limit = whole(query, 'limit', Number.MAX_SAFE_INTEGER);
  if (query.get('format') === 'ndjson') return ndjson(store.list({ body: true }), offset, limit);
  const listed = [...slice(store.list({ body: false }), offset, limit)];
  return jsonAnswer(200, { schema: 'sandbox-orders/1', orders: listed });
}

/** One stored snapshot per line. An order whose body was not stored has no line. */
function ndjson(all: Iterable<StoredOrder>, offset: number, limit: number): ServerAnswer {
  const lines: string[] = [];
  let length = 0;
  let next = offset;
  let isCut = false;
  for (const { order } of slice(all, offset, Number.MAX_SAFE_INTEGER)) {
    if (next - offset >= limit || length > MOST_TEXT) {
      isCut = true;
      break;
    }
    next++;
    if (order === undefined) continue;
    const line = `${JSON.stringify(order)}\n`;
    length += line.length;
    lines.push(line);
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/x-ndjson', ...(isCut && { 'x-next-offset': String(next) }) },
    body: lines.join(''),
  };
}

function* slice<T>(all: Iterable<T>, offset: number, limit: number): Generator<T> {
  let index = 0;
  for (const one of all) {
    if (index >= offset + limit) return;
    if (index++ >= offset) yield one;
  }
}

function whole(query: URLSearchParams, name: string, initial: number): number {
  const text = query.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : initial;
}
