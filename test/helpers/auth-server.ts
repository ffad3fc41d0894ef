// A token endpoint on a real port: counts what it is asked and answers from a script, else with a fresh token.
import { realNet } from '../../src/platform/node-platform.ts';
import type { ServerAnswer, ServerRequest } from '../../src/platform/platform.ts';

export interface AuthServer {
  readonly url: string;
  /** Parsed bodies of the token requests, in order. */
  readonly asked: { client_id?: string; client_secret?: string; grant_type?: string }[];
  /** Every request line, also those that are no token request. */
  readonly lines: string[];
  /** Answers for the next requests, used up in order. */
  readonly script: ((request: ServerRequest) => ServerAnswer | Promise<ServerAnswer>)[];
  close(): Promise<void>;
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): ServerAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export interface AuthOptions {
  /** Client id -> secret; everything is accepted when left out. */
  clients?: Record<string, string>;
  /** Epoch ms that `created_at` is taken from; the machine's clock when left out. */
  now?: () => number;
}

export async function authServer(options: AuthOptions = {}): Promise<AuthServer> {
  const asked: AuthServer['asked'] = [];
  const lines: string[] = [];
  const script: AuthServer['script'] = [];
  const listening = await realNet.serve({ host: '127.0.0.1', port: 0, maxBody: 65_536 }, async (request) => {
    lines.push(`${request.method} ${request.target}`);
    if (request.method !== 'POST' || request.target !== '/oauth/token') return { status: 404 };
    const body = JSON.parse(Buffer.from(request.body).toString()) as AuthServer['asked'][number];
    asked.push(body);
    const scripted = script.shift();
    if (scripted) return await scripted(request);
    const { clients } = options;
    if (clients && clients[body.client_id ?? ''] !== body.client_secret)
      return json(401, { error: 'invalid_client', error_description: 'Client authentication failed.' });
    return json(200, {
      access_token: `token-${asked.length}-${process.hrtime.bigint().toString(36)}`,
      token_type: 'Bearer',
      expires_in: 90_000,
      scope: 'all',
      created_at: Math.floor((options.now?.() ?? Date.now()) / 1000),
    });
  });
  return { url: listening.url, asked, lines, script, close: () => listening.close() };
}
