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
          // A stream has no end, so only its beginning is read.
          if (body.includes('event: hello')) answer.destroy();
        });
        answer.on('error', () => {});
        answer.on('close', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      },
    );
    request.on('error', reject);
    request.end();
  });
}

/** All existing paths, and some that do not exist. */
const paths = () => [
  ...['/', '/page.js', '/page.css', '/icon.svg', '/api/calls', '/api/events'],
  ...[`/api/calls/${call}`, `/api/calls/${call}/curl`, `/api/calls/${call}/raw`, `/api/calls/${call}/replay`],
  ...['/favicon.ico', '/api', '/api/calls/none', '/rmas', '/?q=x'],
];
const methodOf = (path: string) => (path.endsWith('/replay') ? 'POST' : 'GET');

const replayingNothing = async (act: () => Promise<void>) => {
  const calls = (await ask('/api/calls')).body.trim().split('\n').length;
  await act();
  // No request has caused a replay.
  expect((await ask('/api/calls')).body.trim().split('\n')).toHaveLength(calls);
};

describe('on every path', () => {
  const HOSTS = [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example:80',
    '169.254.169.254',
    '0.0.0.0',
    '',
  ];

  it('a foreign Host is refused', () =>
    replayingNothing(async () => {
      for (const path of paths())
        for (const host of HOSTS) {
          const { status, body } = await ask(path, { method: methodOf(path), headers: { host } });
          expect([path, host, status < 404 && status >= 400]).toEqual([path, host, true]);
          expect(body).not.toContain('RMA-20261');
        }
    }));

  it('two Host headers are refused', async () => {
    const { port, host } = new URL(station.origin);
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.end(`GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const piece of socket) answer += piece;
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  it('a foreign Origin is refused, also that of another local server', () =>
    replayingNothing(async () => {
      const { port } = new URL(station.origin);
      const origins = [
        'https://evil.example',
        'null',
        'http://127.0.0.1:1',
        `https://127.0.0.1:${port}`,
        `http://localhost:${port}`,
        '',
      ];
      for (const path of paths())
        for (const origin of origins) {
          const { status, headers } = await ask(path, { method: methodOf(path), headers: { origin } });
          expect([path, origin, status]).toEqual([path, origin, 403]);
          expect(headers['access-control-allow-origin']).toBeUndefined();
        }
    }));

  it('requests from another site are refused, except for a visit to the empty page', () =>
    replayingNothing(async () => {
      for (const path of paths())
        for (const site of ['cross-site', 'same-site']) {
          const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
          expect((await ask(path, { method: methodOf(path), headers })).status).toBe(403);
        }
      const visit = {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      };
      expect((await ask('/', { headers: visit, token: null })).status).toBe(200);
      expect((await ask('/api/calls', { headers: visit })).status).toBe(403);
      expect((await ask('/', { headers: { ...visit, 'sec-fetch-dest': 'iframe' } })).status).toBe(403);
    }));

  it('a foreign method is refused', () =>
    replayingNothing(async () => {
      for (const path of paths())
        for (const method of [
          'PUT',
          'DELETE',
          'PATCH',
          'OPTIONS',
          'HEAD',
          'TRACE',
          'PROPFIND',
          'POST',
          'GET',
        ]) {
          const known =
            (await ask(path, { method: methodOf(path) === 'POST' ? 'GET' : 'PUT' })).status !== 404;
          if (method === methodOf(path) || (!known && (method === 'GET' || method === 'POST'))) continue;
          const { status, headers } = await ask(path, { method });
          expect([path, method, [404, 405].includes(status)]).toEqual([path, method, true]);
          expect(headers['access-control-allow-methods']).toBeUndefined();
        }
    }));

  it('without the session token, only the empty page is served', () =>
    replayingNothing(async () => {
      for (const path of paths().filter((known) => known.startsWith('/api/')))
        for (const token of [null, '', 'x', station.token.slice(1), `${station.token}0`]) {
          const { status, body } = await ask(path, { method: methodOf(path), token });
          expect([path, token, [401, 404].includes(status)]).toEqual([path, token, true]);
          expect(body).not.toContain('RMA-20261');
        }
      expect((await ask('/', { token: null })).status).toBe(200);
    }));

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

it('secrets are masked, and raw bytes are served only as an attachment', async () => {
  const detail = await ask(`/api/calls/${call}`);
  expect(detail.body).toContain('"Authorization","***"');
  const raw = await ask(`/api/calls/${call}/raw`);
  expect(raw.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${call}.bin"`,
  });
  expect(JSON.parse(raw.body)).toEqual(returnStory()[4]);
  const curl = await ask(`/api/calls/${call}/curl`);
  expect(curl.body).toContain(station.receiverUrl);
  for (const { body } of [detail, raw, curl, await ask('/api/calls')]) expect(body).not.toContain('c2Vydml');
});

it('a large body is cut for the page and complete as raw bytes', async () => {
  const body = JSON.stringify({ rma_identifier: 'RMA-BIG', filler: 'x'.repeat(1_000_000) });
  const { id } = await station.receive(body);
  const detail = JSON.parse((await ask(`/api/calls/${id}`)).body);
  expect(detail).toMatchObject({ schema: 'inspector-call/1', cut: true });
  expect(detail.call.body.length).toBeLessThan(300_000);
  expect((await ask(`/api/calls/${id}/raw`)).body).toBe(body);
});

describe('events', () => {
  it('continue after the last one: missing calls come from the record', async () => {
    const first = await station.receive(returnStory('RMA-GAP')[0]!);
    const later = [];
    for (const message of returnStory('RMA-GAP').slice(1, 3)) later.push((await station.receive(message)).id);
    const events = await readUntil({ 'last-event-id': first.id }, later.at(-1)!);
    for (const id of later) expect(events).toContain(`id: ${id}\n`);
    expect(await readUntil({ 'last-event-id': 'gone' }, 'event: reset')).toContain('event: hello');
  });

  it('are unsubscribed when the page closes', async () => {
    await expect.poll(() => station.listeners()).toBe(0);
    const stop = new AbortController();
    const headers = { 'x-page-session': station.token };
    const answer = await fetch(`${station.origin}/api/events`, { headers, signal: stop.signal });
    await answer.body!.getReader().read();
    await expect.poll(() => station.listeners()).toBe(1);
    stop.abort();
    await expect.poll(() => station.listeners()).toBe(0);
  });
});

async function readUntil(headers: Record<string, string>, text: string): Promise<string> {
  const stop = new AbortController();
  const all = { ...headers, 'x-page-session': station.token };
  const answer = await fetch(`${station.origin}/api/events`, { headers: all, signal: stop.signal });
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  while (!read.includes(text)) {
    const { done, value } = await reader.read();
    if (done) break;
    read += value;
  }
  stop.abort();
  return read;
}
