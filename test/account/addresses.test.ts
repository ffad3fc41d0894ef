// Addresses may be written in several ways; a text that is no address is refused with a clear message.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthServer, authServer } from '../helpers/auth-server.ts';
import { makeCli } from '../helpers/cli.ts';

describe('addresses are understood as people write them', () => {
  let server: AuthServer;
  beforeAll(async () => {
    server = await authServer({ clients: { shop: 'right' } });
  });
  afterAll(() => server.close());

  test('login takes host:port, a bare host and the whole address of an endpoint', async () => {
    const cli = makeCli();
    const bare = server.url.replace('http://', '');
    const ended = await cli.run(
      [
        ...['login', '--client-id', 'shop', '--client-secret-stdin'],
        ...['--auth-url', `${bare.replace('127.0.0.1', 'localhost')}/oauth/token`],
        ...['--orders-url', `${server.url}/returns_portal_orders/`, '--base-url', 'asns.example/v1/asns'],
      ],
      { stdin: 'right' },
    );
    expect(ended.code).toBe(0);
    const { settings } = await cli.json<{ settings: Record<string, string> }>(['profile', 'show']);
    expect(settings).toMatchObject({
      'auth-url': server.url.replace('127.0.0.1', 'localhost'),
      'orders-url': server.url,
      'base-url': 'https://asns.example/v1',
    });
  });

  test('profile set, the environment and --url as well', async () => {
    const cli = makeCli();
    await cli.run(['profile', 'set', 'p', 'auth-url=service.example/oauth/token', 'base-url=localhost:3000']);
    const env = { RETURNS_ORDERS_URL: 'service.example/returns_portal_orders' };
    const me = await cli.json<{ addresses: object }>(['whoami', '--profile', 'p'], { env });
    expect(me.addresses).toEqual({
      auth: 'https://service.example',
      orders: 'https://service.example',
      base: 'http://localhost:3000',
    });
    // No program listens there, and the message says so.
    expect((await cli.json(['sandbox', 'status', '--url', 'localhost:1'])).exit).toBe(75);
  });

  test('what is no address is said in plain words', async () => {
    const cli = makeCli();
    const of = (text: string) => cli.run(['profile', 'set', 'p', `auth-url=${text}`]);
    expect((await of('htps://service.example')).stderr).toContain('the scheme htps:// is not supported');
    expect((await of('http://service.example')).stderr).toContain('Did you mean https://service.example?');
    const word = await of('canary');
    expect(word.code).toBe(2);
    expect(word.stderr).not.toContain('canary');
  });
});
