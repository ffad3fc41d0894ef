// Routes that show what the sandbox has received, and empty it.
import type * as z from 'zod';
import { jsonAnswer } from '../../contract/router.ts';
import type { ServerAnswer } from '../../platform/platform.ts';
import type { SandboxIdentity } from '../documents.ts';
import type { Reception } from '../intake/receive-asns.ts';
import type { OrderStore } from '../intake/receive-orders.ts';
import type { Service } from '../intake/service.ts';
import { act } from './act.ts';
import { count, text } from './read-request.ts';

/** Maximum number of characters of one NDJSON answer. The header `x-next-offset` says where to continue. */
const MOST_TEXT = 200_000_000;

const ORDERS = {
  id: text('identifier of one order').exactOptional(),
  format: text('`ndjson` for the snapshots, one a line').exactOptional(),
  offset: count('so many are left out').exactOptional(),
  limit: count('at most so many').exactOptional(),
};
type OrdersQuery = z.infer<z.ZodObject<typeof ORDERS>>;

export const LOOKING = {
  status: act('GET /_sandbox/status', {
    purpose: 'Counts of what was received.',
    answers: 'sandbox-status',
    does: (service) => service.status(),
  }),
  identity: act('GET /_sandbox/identity', {
    purpose: 'Proves to programs of the same user which sandbox this is.',
    query: { challenge: text('any text').exactOptional() },
    answers: 'sandbox-identity',
    does: (service, { challenge = '' }) =>
      ({
        schema: 'sandbox-identity/1',
        proof: service.prove(challenge.slice(0, 100)),
      }) satisfies SandboxIdentity,
  }),
  orders: act('GET /_sandbox/orders', {
    purpose: 'The stored orders; one of them with its last snapshot; or all last snapshots as NDJSON.',
    query: ORDERS,
    answers: 'sandbox-orders',
    does: orders,
  }),
  requests: act('GET /_sandbox/requests', {
    purpose: 'The requests that the service answered, oldest first.',
    query: {
      after: count('only requests after this sequence number').exactOptional(),
      limit: count('at most so many (100,000)').exactOptional(),
    },
    answers: 'sandbox-requests',
    does: (service, { after = 0, limit = 100_000 }) => ({
      schema: 'sandbox-requests/1',
      requests: service.state.records.after(after, limit),
    }),
  }),
  asns: act('GET /_sandbox/asns', {
    purpose: 'The stored ASNs.',
    answers: 'sandbox-asns',
    does: (service) => ({ schema: 'sandbox-asns/1', asns: service.state.asns.list() }),
  }),
  receiveAsn: act('POST /_sandbox/asns/{asn-number}/receive', {
    purpose: 'The warehouse receives goods of an ASN; after that it cannot be changed.',
    query: { program: text('the program, where several have this number').exactOptional() },
    answers: '`{"asn_number": "ASN-1001", "received": true}`',
    does(service, { 'asn-number': number, program }) {
      const reception = service.receiveAsn(number, program);
      if (reception === 'received') return jsonAnswer(200, { asn_number: number, received: true });
      const [status, message] = NOT_RECEIVED[reception];
      return jsonAnswer(status, { message });
    },
  }),
  revokeTokens: act('POST /_sandbox/tokens/revoke', {
    purpose: 'Makes every token invalid.',
    answers: '`{"revoked": 1}`',
    does: (service) => ({ revoked: service.tokens.revoke() }),
  }),
  reset: act('POST /_sandbox/reset', {
    purpose:
      'Removes orders, ASNs, returns, deliveries and requests; tokens, fault rules and assumptions stay.',
    answers: '`{"reset": true}`',
    does(service) {
      service.reset();
      return { reset: true };
    },
  }),
};

const NOT_RECEIVED = {
  unknown: [404, 'No such ASN.'],
  ambiguous: [409, 'Several programs have an ASN of this number: name one with ?program=PROGRAM.'],
  queued: [409, 'The ASN is queued: wait until it is created.'],
  blocked: [409, 'The ASN is cancelled, which blocks receiving.'],
} as const satisfies Record<Exclude<Reception, 'received'>, readonly [number, string]>;

function orders({ state: { orders: store } }: Service, { id, format, ...part }: OrdersQuery): ServerAnswer {
  if (format === 'ndjson' && id === undefined) return ndjson(store, part);
  if (id === undefined)
    return jsonAnswer(200, { schema: 'sandbox-orders/1', orders: [...store.list({ body: false, ...part })] });
  const found = store.find(id);
  return found ? jsonAnswer(200, found) : jsonAnswer(404, { message: 'No such order.' });
}

/** One stored snapshot per line. An order whose body was not stored has no line. */
function ndjson(
  store: OrderStore,
  { offset = 0, limit = Number.MAX_SAFE_INTEGER }: OrdersQuery,
): ServerAnswer {
  let body = '';
  let next = offset;
  let isCut = false;
  for (const { order } of store.list({ body: true, offset })) {
    isCut = next - offset >= limit || body.length > MOST_TEXT;
    if (isCut) break;
    next++;
    if (order !== undefined) body += `${JSON.stringify(order)}\n`;
  }
  const cut = isCut && { 'x-next-offset': String(next) };
  return { status: 200, headers: { 'content-type': 'application/x-ndjson', ...cut }, body };
}
