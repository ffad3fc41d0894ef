// Node's own variables and switches about TLS weaken no connection of the program; extra roots count, also beside --ca.
import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { type Authority, certificateAuthority } from '../helpers/certificates.ts';
import { makeCli, REPOSITORY } from '../helpers/cli.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { inForm } from '../helpers/form.ts';
import { sandboxFor } from '../helpers/sandbox.ts';

const WEAK = 'ECDHE-ECDSA-AES128-SHA';
const SAMPLES = path.join(REPOSITORY, 'samples');

/** A service whose root nobody knows: what reached it, and over which connection. */
async function serviceOf(authority: Authority) {
  const seen: { protocol: string | null; cipher: string }[] = [];
  const tls = {
    ...authority.issue('20200101', '20400101'),
    ciphers: `DEFAULT:${WEAK}`,
  };
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

const targetAt = (url: string) => ({
  authUrl: url,
  ordersUrl: url,
  baseUrl: url,
  clientId: 'shop',
  clientSecret: 'x',
});

test.each<[what: string, env: (root: string) => Record<string, string>]>([
  ['no check at all', () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })],
  ['the store of OpenSSL', (root) => ({ NODE_OPTIONS: '--use-openssl-ca', SSL_CERT_FILE: root })],
])('a child with %s refuses an unknown root', async (_what, env) => {
  const authority = certificateAuthority();
  const { seen, url } = await serviceOf(authority);
  const cli = makeCli({ children: true, target: targetAt(url), env: env(authority.root) });
  expect(await cli.json(['token'])).toMatchObject({ exit: 75, code: 'service.tls' });
  expect(seen).toEqual([]);
});

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

test('with certificates unchecked by Node, no other client of the program sends anything', async () => {
  const { seen, url } = await serviceOf(certificateAuthority());
  const sandbox = await sandboxFor();
  const cli = makeCli({ target: { ...targetAt(url), ...sandbox, ordersUrl: url, baseUrl: url } });
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  atEndOfTest(() => delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']);
  const codes = async (...words: string[]) => (await cli.run(words)).code;
  expect(await codes('orders', 'upload', path.join(SAMPLES, 'orders.ndjson'), '--yes')).toBe(75);
  expect(await codes('asns', 'create', path.join(SAMPLES, 'asns.csv'), '--yes')).toBe(75);
  expect(await codes('trigger', 'rma.created', '--to', url)).toBe(75);
  await codes('calls', 'import', path.join(SAMPLES, 'calls.ndjson'));
  expect(await codes('calls', 'replay', '--all', '--to', url)).not.toBe(0);
  // What `listen --forward-to` and the deliveries of the sandbox send with.
  const client = await realPlatform().net.client({});
  atEndOfTest(() => client.close());
  const request = { method: 'POST', url, headers: {}, body: '{}', timeoutMs: 5000 };
  await expect(client.request(request)).rejects.toMatchObject({ kind: 'tls' });
  expect(seen).toEqual([]);
});

test('doctor names each: no check as a failure, the others as without effect, extra roots as in order', async () => {
  const named = async (env: Record<string, string>) => {
    const { checks } = await makeCli({ env }).json<{
      checks: { id: string; result: string; text: string }[];
    }>(['doctor', '--offline']);
    return checks.find(({ id }) => id === 'settings.node');
  };
  expect(await named({})).toMatchObject({ result: 'ok' });
  expect(await named({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toMatchObject({ result: 'ok' });
  expect(await named({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatchObject({
    result: 'failure',
    text: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED'),
  });
  for (const word of [
    '--tls-min-v1.0',
    '--tls-min-v1.1',
    '--tls-max-v1.3',
    '--tls-cipher-list=ALL',
    '--use-openssl-ca',
  ])
    expect(await named({ NODE_OPTIONS: `--no-warnings ${word}` }), word).toMatchObject({
      result: 'warning',
      text: expect.stringContaining(word.replace('=ALL', '')),
    });
  expect(await named({ NODE_EXTRA_CA_CERTS: 'roots.pem' })).toMatchObject({ result: 'ok' });
});
