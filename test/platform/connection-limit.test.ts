// Clients that keep their connections: silent ones, half a request, read answers without an end. Nobody else is locked out.
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { realNet } from '../../src/platform/node-platform.ts';
import type { Listening, ServeOptions } from '../../src/platform/platform.ts';
import { until } from '../helpers/cli.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { inForm } from '../helpers/form.ts';
import { testPlatform } from '../helpers/platform.ts';

/** Starts a command that serves. The result has its servers, in the order in which they began. */
async function serving(args: readonly string[], servers: number, bounds: ServeOptions['bounds'] = {}) {
  const listening: Listening[] = [];
  const end: (() => void)[] = [];
  const { platform } = testPlatform({
    system: {
      onSignal(listener) {
        end.push(() => listener('SIGINT'));
        return () => {};
      },
    },
    platform: {
      net: {
        ...realNet,
        async serve(options, handler) {
          const server = await realNet.serve({ ...options, bounds }, handler);
          listening.push(server);
          return server;
        },
      },
    },
  });
  const done = run(args, platform);
  atEndOfTest(() => {
    for (const step of end) step();
    return done;
  });
  await until(() => listening.length === servers, 'the servers');
  return listening;
}

/** A client that never closes its side, and what it was sent. */
async function keeper({ port }: Listening, text = '') {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const client = { socket, got: '', hasEnd: false, isCut: false };
  socket.on('data', (chunk) => {
    client.got += chunk;
  });
  socket.on('end', () => {
    client.hasEnd = true;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    client.isCut = true;
  });
  atEndOfTest(() => void socket.destroy());
  await new Promise((connected) => socket.once('connect', connected));
  if (text !== '') socket.write(text);
  return client;
}

const sockets = () => process.getActiveResourcesInfo().filter((what) => what === 'TCPSocketWrap').length;

const statusOf = async ({ url }: Listening) =>
  (await fetch(`${url}/nothing-here`, { headers: { connection: 'close' } })).status;

const LISTEN = ['listen', '--port', '0', '--inspect-port', '0', '--json'];
const SANDBOX = ['sandbox', 'start', '--port', '0', '--pages-port', '0', '--json'];

/** In the short form the receiver alone. */
const SERVING = [
  ['the receiver and its inspector', LISTEN],
  ['the sandbox and its pages', SANDBOX],
] as const;
const [COMMANDS, SERVERS] = inForm({ short: [SERVING.slice(0, 1), 1], long: [SERVING, 2] });

describe.each(COMMANDS)('%s', (_what, args) => {
  test('answer while 520 silent connections are kept', async () => {
    for (const server of (await serving(args, 2)).slice(0, SERVERS)) {
      const silent = await Promise.all(Array.from({ length: 520 }, () => keeper(server)));
      expect(await statusOf(server)).toBeGreaterThanOrEqual(400);
      await until(
        () => silent.filter(({ isCut, hasEnd }) => isCut || hasEnd).length >= 8,
        'those that gave way',
      );
      expect(silent.slice(20).some(({ isCut, hasEnd }) => isCut || hasEnd)).toBe(false);
      for (const { socket } of silent) socket.destroy();
    }
  });

  test.each([
    ['nothing', ''],
    ['half a head', 'POST /rmas HTTP/1.1\r\nHost: x\r\n'],
    [
      'half a body',
      'POST /rmas HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    ],
    ['no HTTP', 'hello there\r\n\r\n'],
  ])('let go of a client that sends %s, reads the answer and does not close', async (_text, text) => {
    const limits = { headersTimeout: 100, requestTimeout: 200, closeTimeout: 50 };
    for (const server of (await serving(args, 2, limits)).slice(0, SERVERS)) {
      const before = sockets();
      const client = await keeper(server, text);
      await until(() => client.hasEnd || client.isCut, 'the answer');
      expect(client.got).toMatch(/^HTTP\/1\.1 4\d\d/);
      // Both ends are in this process. What the client writes would end the connection, so it writes nothing.
      await until(() => sockets() === before + 1, 'the end of the connection');
      expect(client.isCut).toBe(false);
      client.socket.destroy();
      await until(() => sockets() === before, 'the end of the client');
    }
  });
});

describe('at the maximum', () => {
  async function held() {
    const waiting: (() => void)[] = [];
    const server = await realNet.serve(
      { host: '127.0.0.1', port: 0, maxBody: 1000, bounds: { maxConnections: 2 } },
      ({ target }) =>
        target === '/held'
          ? new Promise((resolve) => waiting.push(() => resolve({ status: 200, body: 'held' })))
          : Promise.resolve({ status: 404 }),
    );
    atEndOfTest(() => server.close());
    return { server, waiting };
  }
  const HELD = 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n';

  test('the oldest connection without a complete request gives way, and one that waits for its answer does not', async () => {
    const { server, waiting } = await held();
    const asked = await keeper(server, HELD);
    await until(() => waiting.length === 1, 'the request');
    const silent = await keeper(server);
    expect(await statusOf(server)).toBe(404);
    await until(() => silent.hasEnd || silent.isCut, 'the end of the silent one');
    waiting[0]!();
    await until(() => asked.got.endsWith('held'), 'the answer');
    // Answered and kept, it is one that waits for its next request: it gives way, too.
    const [younger] = [await keeper(server), await keeper(server)];
    await until(() => asked.hasEnd || asked.isCut, 'the end of the answered one');
    expect(younger).toMatchObject({ hasEnd: false, isCut: false });
  });

  test('when all wait for their answers, the new connection is closed', async () => {
    const { server, waiting } = await held();
    const asked = [await keeper(server, HELD), await keeper(server, HELD)];
    await until(() => waiting.length === 2, 'the requests');
    await expect(statusOf(server)).rejects.toThrow();
    for (const answer of waiting) answer();
    await until(() => asked.every(({ got }) => got.endsWith('held')), 'the answers');
  });
});
