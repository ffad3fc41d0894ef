// Hints of connection faults name the true cause: plain HTTP, TLS, certificates, proxies.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { authServer } from '../helpers/auth-server.ts';
import { certificateAuthority } from '../helpers/certificates.ts';
import { makeCli, REPOSITORY } from '../helpers/cli.ts';
import { itLong } from '../helpers/form.ts';
import { plainServer, proxyServer, tlsServer } from './connections.ts';

const ORDERS = path.join(REPOSITORY, 'samples/orders.ndjson');

describe('hints of connection faults name the true cause', () => {
  const authority = certificateAuthority();
  const today = authority.issue('20200101', '20400101');
  const expired = authority.issue('20200101', '20200201');
  const early = authority.issue('20400101', '20410101');
  const IN_2040 = 'Sun, 15 Jan 2040 12:00:00 GMT';

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
    const ended = await cli.json<{ code: string; reason: string; message: string; hint: string }>([
      'token',
      '--timeout',
      '10s',
    ]);
    expect(ended.exit).toBe(75);
    expect(JSON.stringify(ended)).not.toMatch(/canary|routines:|\.c:\d/);
    return ended;
  }
  const here = (port: number) => `https://127.0.0.1:${port}`;
  const trusted = { RETURNS_CA: authority.root };

  test('plain HTTP behind https', async () => {
    const { code, message, hint } = await token(here(await plainServer()));
    expect([code, message]).toEqual(['service.tls', expect.stringContaining('speaks plain HTTP')]);
    expect(hint).toContain('http:// instead of https://');
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

  test.each([
    [
      'not valid yet, and the server lives later',
      early,
      IN_2040,
      /not valid yet.*clock.*days behind/,
      /Set this machine's clock/,
    ],
    [
      'expired, and the server tells no time',
      expired,
      null,
      /certificate has expired$/,
      /Check this machine's clock/,
    ],
  ] as const)('the clock: %s', async (_, pem, date, says, mend) => {
    const { message, hint } = await token(here(await tlsServer(pem, date)), trusted);
    expect(message).toMatch(says);
    expect(hint).toMatch(mend);
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
    expect(wrong.message).toContain(`the proxy https://127.0.0.1:${open} speaks plain HTTP`);
    // As other tools take it: without a scheme.
    for (const text of [`127.0.0.1:${open}`, `http://127.0.0.1:${open}/path?query`])
      expect((await token(url, { HTTPS_PROXY: text, ...trusted })).code, text).toBe('service.answer');
  });

  // It is tried again, with waits between: longer than everything else here.
  itLong('a proxy that is away', async () => {
    const gone = await token(await away(), { HTTPS_PROXY: 'http://127.0.0.1:1' });
    expect([gone.reason, gone.message, gone.hint]).toEqual([
      'outage',
      expect.stringContaining('the proxy http://127.0.0.1:1 does not answer'),
      expect.stringContaining('HTTPS_PROXY'),
    ]);
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
    expect(ended.stderr + ended.stdout).toContain('speaks plain HTTP');
  });
});
