// The server of the sandbox's pages over real sockets: which requests are refused, and which documents are answered.
import { createHash } from 'node:crypto';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCustomer, sampleOrder } from '../../../src/contract/sample.ts';
import { type Shop, startShop } from './shop.ts';

let shop: Shop;
let token = '';
let rma = '';
beforeAll(async () => {
  shop = await startShop();
  const customer = sampleCustomer({ identifier: 'C-2', email: 'other@shop.example' });
  await shop.post(sampleOrder(), sampleOrder({ identifier: 'SO-9/9 x', customer }));
  const acted = await shop.sandbox.engine.returns.start({
    order: 'SO-1001',
    lines: [{ line: 'L1', units: 1 }],
  });
  if (acted.refused) throw new Error(acted.refused.message);
  rma = acted.rma.identifier;
  const { body } = await ask('/api/session', { token: null });
  token = tokenOf((JSON.parse(body) as { nonce: string }).nonce);
});
afterAll(() => shop.close());

function tokenOf(nonce: string): string {
  const key = shop.url.split('#session=')[1];
  return createHash('sha256')
    .update(`${key}\n${nonce}\n${new URL(shop.origin).host}`)
    .digest('hex');
}

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly token?: string | null;
  readonly body?: unknown;
}

function ask(path: string, { method = 'GET', headers = {}, token: given = token, body }: Asked = {}) {
  const { port } = new URL(shop.origin);
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>(
    (resolve, reject) => {
      const proof = given === null ? {} : { 'x-page-session': given };
      const type = body === undefined || method === 'GET' ? {} : { 'content-type': 'application/json' };
      const request = http.request(
        {
          ...{ host: '127.0.0.1', port, path, method, agent: false, setHost: false },
          headers: { host: `127.0.0.1:${port}`, ...proof, ...type, ...headers },
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (piece) => {
            text += piece;
          });
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
          );
        },
      );
      request.on('error', reject);
      request.end(body === undefined || method === 'GET' ? undefined : JSON.stringify(body));
    },
  );
}

/** Every kind of path: files, documents, acts, and what is not there. */
const PATHS = [
  ...['/', '/page.js', '/page.css', '/icon.svg', '/portal', '/portal/page.js', '/portal/page.css'],
  ...['/api/session', '/_sandbox/status', '/_sandbox/rmas', '/_sandbox/clock', '/_sandbox/reset'],
  ...['/favicon.ico', '/_sandbox', '/portal/', '/returns_portal_orders', '/oauth/token', '/rmas'],
];
const POSTED = /reset$/;
const methodOf = (path: string) => (POSTED.test(path) ? 'POST' : 'GET');
const PAIR = { order: 'SO-1001', email: 'shopper@shop.example' };

/** No refused request has changed or told anything. */
const changingNothing = async (act: () => Promise<void>) => {
  const before = (await ask(`/_sandbox/rmas/${rma}`)).body;
  await act();
  expect((await ask(`/_sandbox/rmas/${rma}`)).body).toBe(before);
};

// The guard itself is that of the inspector's page: test/calls/inspector/server.test.ts.
describe('on every path', () => {
  it('without the session token only the empty pages are served, and they hold no data', () =>
    changingNothing(async () => {
      for (const path of PATHS)
        for (const wrong of [null, '', 'x', token.slice(1), `${token}0`]) {
          const { status, body } = await ask(path, { method: methodOf(path), token: wrong, body: PAIR });
          const isOpen = PATHS.indexOf(path) < 8;
          expect([path, wrong, status === 200]).toEqual([path, wrong, isOpen]);
          expect(body).not.toContain(rma);
        }
    }));
});

it("the service's own endpoints are not served here", async () => {
  for (const path of ['/returns_portal_orders', '/oauth/token', '/asns', '/_sandbox'])
    expect([path, (await ask(path, { method: 'POST', body: {} })).status]).toEqual([path, 404]);
});
