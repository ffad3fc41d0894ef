// What the tests of signing in share: a token endpoint, and a disk to which one command line after the other comes.
import { afterEach, beforeEach } from 'vitest';
import { run } from '../../src/main.ts';
import { type AuthServer, authServer } from '../helpers/auth-server.ts';
import { type TestHostOptions, testPlatform } from '../helpers/platform.ts';

export const CANARY = 'canary-5ecret-of-the-shop';

export let server: AuthServer;

/** Every test of the file that calls this gets its own token endpoint, which takes these credentials. */
export function useAuthServer(clients: Record<string, string> = { shop: CANARY }): void {
  beforeEach(async () => {
    server = await authServer({ clients });
  });
  afterEach(() => server.close());
}

/** From now on the service is at another address, and takes another secret alone. */
export async function newSecret(secret: string): Promise<void> {
  await server.close();
  server = await authServer({ clients: { shop: secret } });
}

export const addresses = () => ({
  RETURNS_AUTH_URL: server.url,
  RETURNS_ORDERS_URL: `${server.url}/orders`,
});

export const environment = () => ({
  ...addresses(),
  RETURNS_CLIENT_ID: 'shop',
  RETURNS_CLIENT_SECRET: CANARY,
});

/** A disk; options of the platform that hold `always` may be changed from call to call. */
export function world(always: TestHostOptions = {}) {
  const first = testPlatform(always);
  const returns = async (line: string | readonly string[], options: TestHostOptions = {}) => {
    const here = testPlatform({ root: first.root, ...always, ...options });
    const code = await run(typeof line === 'string' ? line.split(' ') : line, here.platform);
    return { code, stdout: here.stdout(), stderr: here.stderr(), json: () => JSON.parse(here.stdout()) };
  };
  return {
    ...first,
    returns,
    login(more: readonly string[] = [], stdin: string | Uint8Array = CANARY, options: TestHostOptions = {}) {
      const urls = ['--auth-url', server.url, '--orders-url', `${server.url}/orders`];
      const line = ['login', ...urls, '--client-id', 'shop', '--client-secret-stdin', ...more];
      return returns(line, { stdin, ...options });
    },
    /** The files that hold the secret. */
    canaryFiles: () =>
      first.everyFile().flatMap((file) => (file.content.includes(CANARY) ? [file.path] : [])),
  };
}
