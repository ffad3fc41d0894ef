// A plain client for the tests of the sandbox: undici on a real socket, without retries or checks.

import { Pool } from 'undici';
import { run } from '../../src/main.ts';
import { realPlatform } from '../../src/platform/node-platform.ts';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';
import { openSandbox, type SandboxPlatform } from '../../src/sandbox/start.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { testPlatform } from '../helpers/platform.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: unknown;
}

export async function send(
  url: string,
  method: string,
  path: string,
  body?: string | Uint8Array,
  headers: Record<string, string | string[]> = {},
): Promise<Reply> {
  const pool = poolOf(url);
  const answer = await pool.request({ method: method as 'GET', path, headers, body: body ?? null });
  const text = await answer.body.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Not JSON.
  }
  return { status: answer.statusCode, headers: answer.headers, text, json };
}

const pools = new Map<string, Pool>();
function poolOf(url: string): Pool {
  let pool = pools.get(url);
  if (!pool) {
    pool = new Pool(url, { connections: 256 });
    pools.set(url, pool);
    atEndOfTest(async () => {
      pools.delete(url);
      await pool?.destroy();
    });
  }
  return pool;
}

export const CREDENTIALS = {
  grant_type: 'client_credentials',
  client_id: 'local-client',
  client_secret: 'local-secret',
};

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' };

/** A sandbox on a free port with a signed-in client. Both are closed after the test. */
export async function sandboxWithClient(options: SandboxOptions = {}, world?: Partial<SandboxPlatform>) {
  const all = { rateLimit: 'off' as const, ...options };
  const sandbox = await (world ? openSandbox({ ...realPlatform(), ...world }, all) : startSandbox(all));
  atEndOfTest(() => sandbox.close());
  const { url } = sandbox;
  const post = (path: string, value: unknown, headers: Record<string, string | string[]> = {}) =>
    send(url, 'POST', path, typeof value === 'string' ? value : JSON.stringify(value), {
      ...JSON_TYPE,
      ...headers,
    });
  const signIn = async (credentials: object = CREDENTIALS) => {
    const reply = await post('/oauth/token', credentials);
    return (reply.json as { access_token?: string }).access_token ?? '';
  };
  let token: string | undefined;
  const bearer = async () => {
    token ??= await signIn();
    return { authorization: `bearer ${token}` };
  };
  return {
    sandbox,
    url,
    post,
    signIn,
    bearer,
    get: (path: string, headers: Record<string, string> = {}) => send(url, 'GET', path, undefined, headers),
    orders: async (orders: unknown, headers: Record<string, string> = {}) =>
      post(
        '/returns_portal_orders',
        { returns_portal_order: { orders } },
        { ...(await bearer()), 'api-version': '3', ...headers },
      ),
    createAsn: async (asn: unknown, headers: Record<string, string> = {}) =>
      post('/asns', asn, { ...(await bearer()), ...headers }),
    updateAsn: async (number: string, asn: unknown, headers: Record<string, string> = {}) =>
      send(url, 'PUT', `/asns/${encodeURIComponent(number)}`, JSON.stringify(asn), {
        ...JSON_TYPE,
        ...(await bearer()),
        ...headers,
      }),
  };
}

/** Runs `sandbox start` until `work` is done, then sends the signal. */
export async function whileRunning(
  argv: readonly string[],
  work: (url: string) => Promise<void> = async () => {},
  world: Partial<SandboxPlatform> = {},
  /** A disk to come back to. */
  root?: string,
) {
  let signal: (name: 'SIGINT' | 'SIGTERM') => void = () => {};
  let unsubscribed = 0;
  const box = testPlatform({
    ...(root !== undefined && { root }),
    system: {
      onSignal(listener) {
        signal = listener;
        return () => void unsubscribed++;
      },
    },
  });
  box.file('faults.json', JSON.stringify([{ on: 'token', do: { status: 503 }, first: 1 }]));
  const code = run(['sandbox', 'start', '--port', '0', ...argv], { ...box.platform, ...world });
  const shown = () => box.stdout() + box.stderr();
  const ended = code.then(() => true);
  while (!/https?:\/\/[^\s"]+:\d+/.test(shown()) || !shown().endsWith('\n')) {
    if (await Promise.race([ended, new Promise<false>((resolve) => setImmediate(() => resolve(false)))]))
      break;
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(shown())?.[0];
  if (url) await work(url);
  signal('SIGINT');
  return { code: await code, stdout: box.stdout(), stderr: box.stderr(), url, unsubscribed };
}
