// The inspector's server over real sockets: which requests are refused, what is answered, and that secrets are masked.
import http from 'node:http';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { returnStory, type Station, startStation, tokenFor } from './station.ts';

let station: Station;
let call = '';
beforeAll(async () => {
  station = await startStation();
  for (const message of returnStory()) call = (await station.receive(message)).id;
});
afterAll(() => station.close());

interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

function ask(path: string, options: http.RequestOptions & { token?: string | null } = {}): Promise<Answer> {
  const { token = station.token, headers, ...rest } = options;
  const { port } = new URL(station.origin);
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: false,
        setHost: false,
        ...rest,
        headers: {
          host: `127.0.0.1:${port}`,
          ...(token === null ? {} : { 'x-page-session': token }),
          ...headers,
        },
      },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8');
        answer.on('data', (text) => {
          body += text;
        });
        answer.on('close', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    request.on('error', reject);
    request.end();
  });
}

/** The ids of all calls of the record. */
const listed = async () => (await ask('/api/calls')).body.match(/(?<="id":")[^"]+/g);

/** All existing paths, and some that do not exist. */
const paths = () => [
  ...['/', '/page.js', '/page.css', '/icon.svg', '/api/calls'],
  ...[`/api/calls/${call}`, `/api/calls/${call}/curl`, `/api/calls/${call}/replay`],
  ...['/favicon.ico', '/api', '/api/calls/none', '/rmas', '/?q=x'],
];
const methodOf = (path: string) => (path.endsWith('/replay') ? 'POST' : 'GET');

/** What no path answers: requests of foreign pages, of foreign names, and without the session token. */
const origins = () => {
  const { port } = new URL(station.origin);
  const others = [`https://127.0.0.1:${port}`, `http://localhost:${port}`, 'http://127.0.0.1:1'];
  return ['https://evil.example', 'null', '', ...others].map((origin) => ({ headers: { origin } }));
};
const ROWS: readonly (readonly [
  what: string,
  asked: () => readonly object[],
  statuses: readonly number[],
])[] = [
  [
    'a foreign Host',
    () =>
      [
        'evil.example',
        '127.0.0.1.evil.example',
        'localhost.evil.example:80',
        '169.254.169.254',
        '0.0.0.0',
        '',
      ].map((host) => ({ headers: { host } })),
    [400, 401, 403],
  ],
  ['a foreign Origin, also of another local server', origins, [403]],
  [
    'a request from another site',
    () =>
      ['cross-site', 'same-site'].map((site) => ({
        headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
      })),
    [403],
  ],
  [
    'a foreign method',
    () => ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND'].map((method) => ({ method })),
    [404, 405],
  ],
];

describe('on every path', () => {
  const refused = async (all: readonly string[], asked: readonly object[], statuses: readonly number[]) => {
    const calls = await listed();
    for (const path of all)
      for (const options of asked) {
        const { status, headers, body } = await ask(path, { method: methodOf(path), ...options });
        expect([path, options, statuses.includes(status), status]).toEqual([path, options, true, status]);
        for (const what of ['origin', 'methods'])
          expect(headers[`access-control-allow-${what}`]).toBeUndefined();
        expect(body).not.toContain('RMA-20261');
      }
    // No request has caused a replay.
    expect(await listed()).toEqual(calls);
  };

  it.each(ROWS)('%s is refused', async (_what, asked, statuses) => {
    await refused(paths(), asked(), statuses);
  });

  it('without the session token, only the empty page is served', async () => {
    const tokens = [null, '', 'x', station.token.slice(1), `${station.token}0`];
    const api = paths().filter((known) => known.startsWith('/api/'));
    await refused(
      api,
      tokens.map((token) => ({ token })),
      [401, 404],
    );
    expect((await ask('/', { token: null })).status).toBe(200);
  });

  it('POST and GET are not taken for each other, and two Host headers are refused', async () => {
    for (const path of ['/', '/api/calls', `/api/calls/${call}/replay`])
      expect((await ask(path, { method: methodOf(path) === 'GET' ? 'POST' : 'GET' })).status).toBe(405);
    const { port, host } = new URL(station.origin);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.end(`GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const piece of socket) answer += piece;
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  it('a visit from another site gets the empty page, and no more', async () => {
    const visit = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect((await ask('/', { headers: visit, token: null })).status).toBe(200);
    expect((await ask('/api/calls', { headers: visit })).status).toBe(403);
    expect((await ask('/', { headers: { ...visit, 'sec-fetch-dest': 'iframe' } })).status).toBe(403);
  });

  it('the headers forbid framing, sniffing, caching and foreign scripts', async () => {
    for (const path of paths()) {
      const { headers } = await ask(path, { headers: { origin: 'https://evil.example' } });
      for (const answered of [headers, (await ask(path)).headers]) {
        expect(answered['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self';/);
        expect(answered['content-security-policy']).toMatch(/frame-ancestors 'none'.*trusted-types 'none'$/);
        expect(answered).toMatchObject({
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'cross-origin-resource-policy': 'same-origin',
        });
      }
    }
  });
});

it('paths with dot segments or encoded slashes are refused', async () => {
  for (const path of [
    '/../package.json',
    '//evil.example/',
    '/page.js/..',
    '/%2e%2e/x',
    '/api/calls/..%2f..',
    '/api/calls/a/b/c',
    '/index.html',
  ])
    expect([400, 404]).toContain((await ask(path)).status);
  expect((await ask('http://evil.example/')).status).toBe(400);
});

it('a forwarded port is accepted under the loopback name', async () => {
  const headers = { host: 'localhost:9000', origin: 'http://localhost:9000' };
  const token = await tokenFor(station.origin, station.url.split('#session=')[1]!, 'localhost:9000');
  expect((await ask('/api/calls', { headers, token })).status).toBe(200);
});

it('secrets are masked', async () => {
  const detail = await ask(`/api/calls/${call}`);
  expect(detail.body).toContain('"Authorization","***"');
  const curl = await ask(`/api/calls/${call}/curl`);
  expect(curl.body).toContain(station.receiverUrl);
  for (const { body } of [detail, curl, await ask('/api/calls')]) expect(body).not.toContain('c2Vydml');
});

it('a large body is cut for the page', async () => {
  const body = JSON.stringify({ rma_identifier: 'RMA-BIG', filler: 'x'.repeat(1_000_000) });
  const { id } = await station.receive(body);
  const detail = JSON.parse((await ask(`/api/calls/${id}`)).body);
  expect(detail).toMatchObject({ schema: 'inspector-call/1', cut: true });
  expect(detail.call.body.length).toBeLessThan(300_000);
});

it('what came after a call is read from the record; after one that was purged, all', async () => {
  const first = await station.receive(returnStory('RMA-GAP')[0]!);
  const later: string[] = [];
  for (const message of returnStory('RMA-GAP').slice(1, 3))
    later.unshift((await station.receive(message)).id);
  const idsAfter = async (id: string) => {
    const { calls } = JSON.parse((await ask(`/api/calls?after=${id}`)).body) as { calls: { id: string }[] };
    return calls.map((one) => one.id);
  };
  expect(await idsAfter(first.id)).toEqual(later);
  expect(await idsAfter('gone')).toEqual(expect.arrayContaining([first.id, call]));
});
