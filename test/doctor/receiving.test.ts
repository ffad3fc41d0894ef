// Who has the ports, and whether the public address leads here: each fault is named by one check, and by no other.
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { run } from '../../src/main.ts';
import { certificateAuthority } from '../helpers/certificates.ts';
import { freePort } from '../helpers/cli.ts';
import { atEndOfFile } from '../helpers/ends.ts';
import { testPlatform } from '../helpers/platform.ts';
import { proxyServer, tlsServer } from '../sending/connections.ts';
import { diagnose } from './support.ts';

const authority = certificateAuthority();
const good = authority.issue('20200101', '20400101');
afterEach(() => {
  delete process.env['HTTPS_PROXY'];
});

async function listening(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler);
  atEndOfFile(() => server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Passes everything on to that port, as a tunnel does; `answered` replaces its answer. */
const tunnelTo = (port: number, answered?: number) =>
  listening((request, response) => {
    const passed = http.request({ host: '127.0.0.1', port, path: request.url }, (answer) => {
      response.writeHead(answered ?? answer.statusCode ?? 500);
      answer.pipe(response);
    });
    passed.on('error', () => response.writeHead(502).end());
    passed.end();
  });

describe('the port', () => {
  test('free, or a receiver of our own: ok', async () => {
    const port = await freePort();
    expect((await diagnose(testPlatform(), { port })).wrong).toEqual({});
    const here = testPlatform();
    const stop: (() => void)[] = [];
    const system = {
      ...here.platform.system,
      onSignal(listener: (signal: 'SIGINT' | 'SIGTERM') => void) {
        stop.push(() => listener('SIGINT'));
        return () => {};
      },
    };
    const words = ['listen', '--port', String(port), '--no-inspect', '--json', '--stop-after', '99'];
    const ended = run(words, { ...here.platform, system });
    await expect.poll(() => here.stdout(), { timeout: 20_000 }).toContain('"type":"ready"');
    const { wrong, report } = await diagnose(testPlatform(), { port });
    for (const end of stop) end();
    await ended;
    expect(wrong).toEqual({});
    expect(report.checks.find(({ id }) => id === 'receiving.calls-port')?.text).toMatch(
      /a receiver \(returns listen\) runs/,
    );
  });

  test('another program has it', async () => {
    const { port } = new URL(await listening((_request, response) => response.end('nonce <title>x</title>')));
    const { wrong, said } = await diagnose(testPlatform(), { port: Number(port) });
    expect(wrong).toEqual({ 'receiving.calls-port': 'warning' });
    expect(said).toMatch(/meant for a receiver.*returns listen --port 0/s);
  });

  test('a program that never answers has the port', async () => {
    const silent = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const { wrong } = await diagnose(testPlatform(), { port });
    silent.close();
    expect(wrong).toEqual({ 'receiving.calls-port': 'warning' });
  });
});

describe('the public address', () => {
  /** What is said about an address when the receiver's port is free. */
  async function about(address: (port: number) => Promise<string>, env: Record<string, string> = {}) {
    const port = await freePort();
    const here = testPlatform({ env });
    // Not signed in: the way to the service is a warning of its own.
    const { wrong, said, report } = await diagnose(here, {
      port,
      offline: false,
      probeUrl: await address(port),
    });
    const { 'connection.sign-in': _, ...others } = wrong;
    const text = report.checks.find(({ id }) => id === 'receiving.public')?.text ?? '';
    return { wrong: others, said, text };
  }

  test('leads here', async () => {
    const { wrong, text } = await about((port) => tunnelTo(port));
    expect(wrong).toEqual({});
    expect(text).toMatch(/leads to port \d+ of this machine$/);
  });

  test('leads to a receiver that runs', async () => {
    const url = await listening((request, response) => {
      const nonce = new URL(request.url ?? '', 'http://x').searchParams.get('nonce');
      response.end(JSON.stringify({ status: 'ok', nonce }));
    });
    const port = Number(new URL(url).port);
    const { wrong } = await diagnose(testPlatform(), { port, offline: false, probeUrl: url });
    expect(wrong).toEqual({ 'connection.sign-in': 'warning' });
  });

  test.each<[string, (port: number) => Promise<string>, RegExp]>([
    [
      'to another program',
      async () =>
        await listening((_request, response) => response.setHeader('server', 'shop\u009b').end('hello')),
      /leads somewhere else \(200, shop.*\\u\{9b\}\).*lead the tunnel/s,
    ],
    [
      'elsewhere, though the nonce is repeated',
      async () => await listening((request, response) => response.end(request.url)),
      /leads somewhere else \(200\)/,
    ],
    [
      'to a redirect',
      async () =>
        await listening((_request, response) =>
          response.writeHead(308, { location: 'https://x.example' }).end(),
        ),
      /leads somewhere else \(308\).*must not redirect/s,
    ],
    [
      'to a tunnel that finds nobody',
      async () => await tunnelTo(1),
      /leads somewhere else \(502\): nothing arrived at port \d+/,
    ],
    ['here, but the answer is changed', (port) => tunnelTo(port, 403), /but its answer comes back as 403/],
    [
      'to no host',
      async () => 'https://calls.invalid',
      /(?:no host calls\.invalid|no name server).*whether the tunnel/s,
    ],
    [
      'to a server with an unknown root',
      async () => `https://127.0.0.1:${await tlsServer(good)}`,
      /not known.*certificate of a public authority/s,
    ],
  ])('leads %s', async (_name, address, text) => {
    const { wrong, said } = await about(address);
    expect(wrong).toEqual({ 'receiving.public': 'failure' });
    expect(said).toMatch(text);
  });

  test('the proxy of this machine is in the way', async () => {
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${await proxyServer({ status: 403 })}`;
    const { wrong, said } = await about(async () => 'https://calls.example');
    expect(wrong).toEqual({ 'receiving.public': 'failure' });
    expect(said).toMatch(/403.*not about|403.*about the proxy of this machine/s);
  });

  test('another program has the port: it cannot be tried', async () => {
    const { port } = new URL(await listening((_request, response) => response.end('x')));
    const { wrong } = await diagnose(testPlatform(), {
      port: Number(port),
      offline: false,
      probeUrl: 'https://calls.example',
    });
    expect(wrong).toEqual({
      'connection.sign-in': 'warning',
      'receiving.calls-port': 'warning',
      'receiving.public': 'warning',
    });
  });
});
