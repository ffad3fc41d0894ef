// Node's own variables and switches about TLS weaken no connection of the program; extra roots count, also beside --ca.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sampleRma } from '../../src/contract/sample-rma.ts';
import { type Authority, certificateAuthority } from '../helpers/certificates.ts';
import { makeCli, REPOSITORY, targetAt, targetEnvironment } from '../helpers/cli.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { inForm } from '../helpers/form.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { proxyServer } from './connections.ts';

const WEAK = 'ECDHE-ECDSA-AES128-SHA';
const NO_CIPHER = 'ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0';
const SAMPLES = path.join(REPOSITORY, 'samples');

/** A service whose root nobody knows: what reached it, and over which connection. */
async function serviceOf(authority: Authority, options: https.ServerOptions = {}) {
  const seen: { protocol: string | null; cipher: string }[] = [];
  const tls = { ...authority.issue('20200101', '20400101'), ciphers: `DEFAULT:${WEAK}`, ...options };
  const server = https.createServer(tls, (request, response) => {
    const socket = request.socket as TLSSocket;
    seen.push({ protocol: socket.getProtocol(), cipher: socket.getCipher().name });
    response.setHeader('content-type', 'application/json');
    const times = { expires_in: 90_000, created_at: Math.floor(Date.now() / 1000) };
    response.end(JSON.stringify({ access_token: 't', token_type: 'Bearer', ...times }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEndOfTest(() => server.close());
  return { seen, url: `https://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const VERSIONS: [what: string, options: string][] = [
  ['other versions', '--tls-min-v1.0 --tls-max-v1.3'],
  ['only a newer version', '--tls-min-v1.3'],
  ['weak ciphers', `--tls-cipher-list=${WEAK}`],
];
test.each(VERSIONS.slice(0, inForm({ short: 1, long: 3 })))(
  'a child with %s speaks TLS 1.2 with the ciphers of Node',
  async (_what, NODE_OPTIONS) => {
    const authority = certificateAuthority();
    const { seen, url } = await serviceOf(authority);
    const cli = makeCli({ children: true, target: targetAt(url), env: { NODE_OPTIONS } });
    expect(await cli.json(['token', '--ca', authority.root])).toMatchObject({ exit: 0 });
    expect(seen).toEqual([{ protocol: 'TLSv1.2', cipher: expect.stringMatching(/GCM|CHACHA20/) }]);
  },
);

test('extra roots of NODE_EXTRA_CA_CERTS count, alone and beside --ca', async () => {
  const [authority, other] = [certificateAuthority(), certificateAuthority()];
  const { seen, url } = await serviceOf(authority);
  const env = { NODE_EXTRA_CA_CERTS: authority.root };
  for (const more of [[], ['--ca', other.root]])
    expect(
      await makeCli({ children: true, target: targetAt(url), env }).json(['token', ...more]),
    ).toMatchObject({ exit: 0 });
  expect(seen).toHaveLength(2);
});

interface Hole {
  /** What the switch lets through in a program of Node without settings of its own. */
  readonly env: (root: string) => Record<string, string>;
  readonly server?: https.ServerOptions;
  /** False: the certificate is what must be refused. */
  readonly hasRoot?: boolean;
}

const HOLES: Readonly<Record<string, Hole>> = {
  'an unknown root': { env: () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }) },
  'a root of the store of OpenSSL': {
    env: (root) => ({ NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: root }),
  },
  'TLS 1.3 only': {
    env: () => ({ NODE_OPTIONS: '--tls-min-v1.3 --tls-max-v1.3' }),
    server: { minVersion: 'TLSv1.3' },
    hasRoot: true,
  },
  'TLS 1.1': {
    env: () => ({ NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0' }),
    server: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    hasRoot: true,
  },
  'a connection that is not encrypted': {
    env: () => ({ NODE_OPTIONS: `--tls-cipher-list=${NO_CIPHER}` }),
    server: { maxVersion: 'TLSv1.2', ciphers: NO_CIPHER },
    hasRoot: true,
  },
};

const fetched = `require('node:https').get(process.argv[1], (answer) => process.exit(answer.statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(2))`;

test.each(Object.entries(HOLES).slice(0, inForm({ short: 1, long: 5 })))(
  '%s, which a switch of Node lets through, gets nothing from any client',
  async (_what, { env: envOf, server = {}, hasRoot = false }) => {
    const authority = certificateAuthority();
    const { seen, url } = await serviceOf(authority, server);
    const env = envOf(authority.root);
    // A program of Node without settings of its own is let through.
    const plain = { ...process.env, ...env, ...(hasRoot && { NODE_EXTRA_CA_CERTS: authority.root }) };
    await promisify(execFile)(process.execPath, ['-e', fetched, url], { env: plain });
    expect(seen.splice(0)).toHaveLength(1);

    const sandbox = await sandboxFor();
    const cli = makeCli({ children: true, target: targetAt(url), env });
    const signedIn = { ...targetEnvironment(sandbox), RETURNS_ORDERS_URL: url, RETURNS_BASE_URL: url };
    const ca = hasRoot ? ['--ca', authority.root] : [];
    const code = async (words: string[], more: Record<string, string> = {}) =>
      (await cli.run([...words, ...ca], { env: more })).code;
    const opened: string[] = [];
    const HTTPS_PROXY = `http://127.0.0.1:${await proxyServer({ opened })}`;
    // What is on this machine needs no proxy.
    const named = url.replace('127.0.0.1', 'service.example');
    const upload = ['orders', 'upload', path.join(SAMPLES, 'orders.ndjson'), '--yes'];
    await cli.run(['calls', 'import', path.join(SAMPLES, 'calls.ndjson')]);
    expect({
      token: await code(['token']),
      proxy: await code(['token'], { ...targetEnvironment(targetAt(named)), HTTPS_PROXY }),
      orders: await code(upload, signedIn),
      asns: await code(['asns', 'create', path.join(SAMPLES, 'asns.csv'), '--yes'], signedIn),
      trigger: await code(['trigger', 'rma.created', '--to', url]),
      replay: await code(['calls', 'replay', '--since', '10y', '--to', url]),
      deliveries: await code(['sandbox', 'scenario', 'run', 'mail-back-single', '--customer-url', url]),
    }).toEqual({ token: 75, proxy: 75, orders: 75, asns: 75, trigger: 75, replay: 75, deliveries: 75 });
    expect(opened).toHaveLength(1);
    const listen = cli.start(['listen', '--port', '0', '--no-inspect', '--json', '--forward-to', url, ...ca]);
    const [line] = await once(listen.child.stdout!, 'data');
    const answer = await fetch(`${JSON.parse(String(line)).url}/rmas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sampleRma()),
    });
    expect(answer.status).toBe(502);
    listen.child.kill('SIGINT');
    await listen.ended;
    expect(seen).toEqual([]);
  },
);
