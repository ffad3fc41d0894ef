// Hints of connection faults name the true cause: plain HTTP, TLS, certificates, proxies.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { authServer } from '../helpers/auth-server.ts';
import { certificateAuthority } from '../helpers/certificates.ts';
import { makeCli, REPOSITORY } from '../helpers/cli.ts';
import { plainServer, proxyServer, tlsServer } from './connections.ts';

const ORDERS = path.join(REPOSITORY, 'samples/orders.ndjson');

describe('hints of connection faults name the true cause', () => {
  const authority = certificateAuthority();
  const today = authority.issue('20200101', '20400101');
  /** What `returns token` says with this address of the service. */
  async function token(url: string, env: Record<string, string> = {}) {
    const cli = makeCli({
      children: true,
      env: {
        RETURNS_AUTH_URL: url,
        RETURNS_ORDERS_URL: url,
        RETURNS_CLIENT_ID: 'shop',
        RETURNS_CLIENT_SECRET: 'canary-secret',
        ...env,
      },
    });
    const ended = await cli.json<{
      code: string;
      reason: string;
      message: string;
      hint: string;
      found: string;
    }>(['token', '--timeout', '10s']);
    expect(ended.exit).toBe(75);
    expect(JSON.stringify(ended)).not.toMatch(/canary|routines:|\.c:\d/);
    return ended;
  }
  const here = (port: number) => `https://127.0.0.1:${port}`;
  const trusted = { RETURNS_CA: authority.root };

  test('plain HTTP behind https', async () => {
    const { code, message, hint, found } = await token(here(await plainServer()));
    expect([code, message]).toEqual(['service.tls', expect.stringContaining('speaks no TLS')]);
    // What happened, in words: not OpenSSL's addresses and line numbers.
    expect(found).not.toMatch(/error:|\.c:/);
    expect(hint).toContain('scheme, host and port');
  });

  test('an unknown root, and with --ca it is known', async () => {
    const url = here(await tlsServer(today));
    const { code, message, hint } = await token(url);
    expect([code, message]).toEqual([
      'service.tls',
      expect.stringContaining('root of its certificate is not known'),
    ]);
    expect(hint).toMatch(/two public authorities.*both.*--ca FILE/);
    // It answers, with something that is no token.
    expect((await token(url, trusted)).code).toBe('service.answer');
  });

  // Addresses of this machine are never called through a proxy, so these are called by the name in the certificate.
  const away = async () => `https://service.example:${await tlsServer(today)}`;

  test('a proxy that lets nothing through, or is written with the wrong scheme', async () => {
    const url = await away();
    const refusing = await proxyServer({ status: 403 });
    const refused = await token(url, { HTTPS_PROXY: `http://127.0.0.1:${refusing}` });
    expect(refused.message).toContain(
      `the proxy http://127.0.0.1:${refusing} does not let this connection through (403)`,
    );
    expect(refused.hint).toContain('NO_PROXY');
    const open = await proxyServer();
    const wrong = await token(url, { HTTPS_PROXY: `https://127.0.0.1:${open}` });
    expect(wrong.hint).toContain('HTTPS_PROXY');
    // As other tools take it: without a scheme.
    for (const text of [`127.0.0.1:${open}`, `http://127.0.0.1:${open}/path?query`])
      expect((await token(url, { HTTPS_PROXY: text, ...trusted })).code, text).toBe('service.answer');
  });

  test('an upload with a cached token ends at once with the same words', async () => {
    const port = await plainServer();
    const auth = await authServer();
    const env = {
      RETURNS_AUTH_URL: auth.url,
      RETURNS_ORDERS_URL: here(port),
      RETURNS_CLIENT_ID: 'shop',
      RETURNS_CLIENT_SECRET: 'x',
    };
    const cli = makeCli({ children: true, env });
    const ended = await cli.run(['orders', 'upload', ORDERS, '--yes']);
    await auth.close();
    expect(ended.code).toBe(75);
    expect(ended.stderr + ended.stdout).toContain('speaks no TLS');
  });
});
