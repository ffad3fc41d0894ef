// The receiver with real sockets: broken, slow, cut, huge or many requests, and TLS. The server keeps running.

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { realNet } from '../../../src/platform/node-platform.ts';
import type { Listening, ServeOptions } from '../../../src/platform/platform.ts';
import { until } from '../../helpers/cli.ts';
import { makeHeld } from '../../helpers/held.ts';
import { temporaryFolder } from '../../helpers/platform.ts';
import { type Ears, listenInMemory, rmaAt } from '../receiver-support.ts';

const open: Listening[] = [];
afterAll(async () => {
  for (const server of open) await server.close();
});

async function listening(options: Partial<ServeOptions> = {}): Promise<{ ears: Ears; server: Listening }> {
  const ears = await listenInMemory({ options: { maxBody: 100_000 } });
  const server = await realNet.serve(
    { host: '127.0.0.1', port: 0, maxBody: 100_000, passIncomplete: true, ...options },
    ears.handle,
  );
  open.push(server);
  return { ears, server };
}

const head = (length: number, more = '') =>
  `POST /rmas HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`;

/** Writes to a socket and returns everything received until it closes. */
function talk(port: number, work: (socket: net.Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = net.connect(port, '127.0.0.1', () => work(socket));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const statusOf = async (server: Listening, body: string) =>
  (await fetch(`${server.url}/rmas`, { method: 'POST', headers: JSON_TYPE, body })).status;
const isAlive = (server: Listening) => statusOf(server, JSON.stringify(rmaAt('ALIVE', 0)));
/** Writes the text again and again, until the other side ends it. */
const drip = (socket: net.Socket, text: string) => {
  const dripping = setInterval(() => (socket.writable ? socket.write(text) : clearInterval(dripping)), 20);
  socket.on('close', () => clearInterval(dripping));
};

describe('bad input over a socket', () => {
  it('a body of 10 MB is answered 413, and its beginning is recorded', async () => {
    const { ears, server } = await listening();
    expect(await statusOf(server, 'x'.repeat(10_000_000))).toBe(413);
    expect(await ears.last()).toMatchObject({ truncated: true, bytes: 10_000_000, verdict: 'error' });
    expect((await ears.last()).body).toHaveLength(100_000);
    expect(await isAlive(server)).toBe(200);
  });

  it('a body that arrives too slowly is ended by the timeout, and the received part is recorded', async () => {
    const { ears, server } = await listening({ bounds: { headersTimeout: 150, requestTimeout: 300 } });
    const received = await talk(server.port, (socket) => {
      socket.write(head(1000));
      drip(socket, '{');
    });
    expect(received).toMatch(/^HTTP\/1\.1 408/);
    await until(() => ears.events.length === 1, 'the record of the call');
    expect(await ears.last()).toMatchObject({
      body: expect.stringMatching(/^\{+$/),
      findings: [{ code: 'call.body.cut' }],
      response: { status: 0 },
    });
    expect(await isAlive(server)).toBe(200);
  });

  it('headers that arrive too slowly are ended by the timeout', async () => {
    const { server } = await listening({ bounds: { headersTimeout: 150, requestTimeout: 300 } });
    const received = await talk(server.port, (socket) => {
      socket.write('POST /rmas HTTP/1.1\r\n');
      drip(socket, 'X');
    });
    expect(received).toMatch(/^HTTP\/1\.1 408/);
    expect(await isAlive(server)).toBe(200);
  });

  it('a request that is cut in the middle of its body is recorded as far as it was received', async () => {
    const { ears, server } = await listening();
    await talk(server.port, (socket) => {
      socket.write(`${head(1000)}{"rma_identifier":`, () => socket.destroy());
    });
    await until(() => ears.events.length === 1, 'the record of the call');
    expect(await ears.last()).toMatchObject({ body: '{"rma_identifier":', verdict: 'error' });
    expect(await isAlive(server)).toBe(200);
  });

  it.each([
    ['a flood of headers', `GET / HTTP/1.1\r\n${'X-A: 1\r\n'.repeat(5000)}\r\n`, '431'],
    ['one huge header', `GET / HTTP/1.1\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`, '431'],
    ['no HTTP', 'hello there\r\n\r\n', '400'],
    ['two lengths', `${head(2, 'Content-Length: 3\r\n')}{}`, '400'],
    ['two hosts', `${head(2, 'Host: y\r\n')}{}`, '400'],
    ['a length and chunks', `${head(2, 'Transfer-Encoding: chunked\r\n')}0\r\n\r\n`, '400'],
  ])('%s', async (_what, text, status) => {
    const { server } = await listening();
    const received = await talk(server.port, (socket) => socket.write(text));
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
    expect(await isAlive(server)).toBe(200);
  });

  it('two hundred simultaneous calls are all answered and recorded', async () => {
    const { ears, server } = await listening();
    const bodies = Array.from({ length: 200 }, (_, i) => JSON.stringify(rmaAt(`RMA-${i % 20}`, 0)));
    const statuses = await Promise.all(bodies.map((body) => statusOf(server, body)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await ears.records()).toHaveLength(200);
  });

  it('answers in progress are sent when it closes, and no new call is accepted', async () => {
    const { ears, server } = await listening();
    const { held, release } = makeHeld();
    let hasArrived = false;
    const slow = await realNet.serve({ host: '127.0.0.1', port: 0, maxBody: 1000 }, async (request) => {
      hasArrived = true;
      await held;
      return await ears.handle(request);
    });
    const asked = isAlive(slow);
    await until(() => hasArrived, 'the request');
    const closed = slow.close(5000);
    release();
    expect(await asked).toBe(200);
    await closed;
    await expect(isAlive(slow)).rejects.toThrow();
    expect(await isAlive(server)).toBe(200);
  });
});

describe('TLS', () => {
  const folder = temporaryFolder();
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1';
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const pem = { cert: fs.readFileSync(cert, 'utf8'), key: fs.readFileSync(key, 'utf8') };

  const post = (server: Listening) => ({
    ...({ method: 'POST', url: `${server.url}/rmas`, headers: JSON_TYPE, timeoutMs: 5000 } as const),
    body: JSON.stringify(rmaAt('RMA-1', 0)),
  });

  it('accepts version 1.2 only', async () => {
    const { server } = await listening({ tls: pem });
    expect(server.url).toMatch(/^https:/);
    const client = await realNet.client({ ca: pem.cert });
    expect((await client.request(post(server))).status).toBe(200);
    await client.close();
    const refused = await new Promise<string>((resolve) => {
      const place = { port: server.port, host: '127.0.0.1', ca: pem.cert };
      const socket = tls.connect({ ...place, minVersion: 'TLSv1.3' });
      socket.on('secureConnect', () => resolve('connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    });
    expect(refused).toMatch(/ALERT|VERSION|RESET/);
  });

  it('answers while more connections than allowed are kept without a request, with and without a handshake', async () => {
    const { server } = await listening({ tls: pem, bounds: { maxConnections: 4 } });
    const { port } = server;
    const kept = [0, 1, 2, 3, 4, 5].map((i) =>
      i % 2 === 0
        ? net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
        : tls.connect({ port, host: '127.0.0.1', ca: pem.cert }),
    );
    for (const socket of kept) socket.on('error', () => {});
    const client = await realNet.client({ ca: pem.cert });
    expect((await client.request(post(server))).status).toBe(200);
    await client.close();
    for (const socket of kept) socket.destroy();
  });

  it('needs a certificate and its matching key', async () => {
    await expect(listening({ tls: { ...pem, key: 'nonsense' } })).rejects.toMatchObject({ exitCode: 2 });
  });
});
