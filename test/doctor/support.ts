// A service on a real port, over HTTP or TLS, whose faults tests choose; and the checks that its target gets.

import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { resolveTarget } from '../../src/account/settings.ts';
import { ENVIRONMENT } from '../../src/cli/commands/help.ts';
import { checkConnection } from '../../src/doctor/connection-checks.ts';
import { type DoctorReport, type DoctorRequest, examine } from '../../src/doctor/doctor.ts';
import type { DoctorCheck } from '../../src/doctor/findings.ts';
import type { Clock } from '../../src/platform/platform.ts';
import { freePort } from '../helpers/cli.ts';
import { atEndOfFile } from '../helpers/ends.ts';
import { type TestHostOptions, type TestPlatform, testPlatform } from '../helpers/platform.ts';

export const SECRET = 'canary-secret-9f2';
export const TOKEN = 'canary-token-77c1';

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

export interface ServiceOptions {
  /** PEM texts: then it speaks TLS. */
  readonly tls?: https.ServerOptions;
  readonly token?: (secret: string) => Answer;
  /** To what needs a token; 401 when left out. */
  readonly orders?: Answer;
  readonly asns?: Answer;
  /** The Date header. */
  readonly date?: () => number;
  readonly drop?: boolean;
}

export interface Service {
  readonly port: number;
  /** Request lines with the sizes of their bodies: `POST /asns 0`. */
  readonly lines: string[];
  close(): void;
}

const issued = (): Answer => ({
  status: 200,
  body: JSON.stringify({
    access_token: TOKEN,
    token_type: 'Bearer',
    expires_in: 90_000,
    created_at: Math.floor(Date.now() / 1000),
  }),
});

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const lines: string[] = [];
  const serve: http.RequestListener = async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    lines.push(`${request.method} ${request.url} ${body.length}`);
    if (options.drop) return void request.socket.destroy();
    const answer = answerTo(`${request.method} ${request.url}`, body, options);
    response.sendDate = options.date === undefined;
    if (options.date) response.setHeader('date', new Date(options.date()).toUTCString());
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.body ?? '');
  };
  const server = options.tls ? https.createServer(options.tls, serve) : http.createServer(serve);
  server.on('tlsClientError', () => {});
  atEndOfFile(() => server.close().closeAllConnections());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    close: () => void server.close().closeAllConnections(),
  };
}

function answerTo(line: string, body: string, { token, orders, asns }: ServiceOptions): Answer {
  if (line === 'POST /oauth/token') {
    const { client_secret: secret } = JSON.parse(body) as { client_secret: string };
    return token ? token(secret) : issued();
  }
  if (line === 'POST /returns_portal_orders') return orders ?? { status: 401 };
  if (line === 'POST /asns') return asns ?? { status: 401 };
  return { status: 404 };
}

export const settingsFor = (url: string): Record<string, string> => ({
  RETURNS_AUTH_URL: url,
  RETURNS_ORDERS_URL: url,
  RETURNS_BASE_URL: url,
  RETURNS_CLIENT_ID: 'shop',
  RETURNS_CLIENT_SECRET: SECRET,
});

/** The checks of the connection with this environment; `clock` is this machine's. */
export async function connectionOf(
  env: Record<string, string>,
  clock?: Clock,
  more: TestHostOptions = {},
): Promise<readonly DoctorCheck[]> {
  const { platform, folders } = testPlatform({ env, ...(clock ? { clock } : {}), ...more });
  const target = await resolveTarget(platform, folders, {});
  return await checkConnection(platform, folders, target);
}

/** `{ 'connection.dns': 'failure' }`: what is not ok. */
export const notOk = (checks: readonly DoctorCheck[]): Record<string, string> =>
  Object.fromEntries(checks.filter(({ result }) => result !== 'ok').map(({ id, result }) => [id, result]));

/** Everything that the doctor finds on this installation; without the network unless told. */
export async function diagnose(
  { platform, folders }: Pick<TestPlatform, 'platform' | 'folders'>,
  more: Partial<DoctorRequest> = {},
): Promise<{ wrong: Record<string, string>; said: string; report: DoctorReport }> {
  const report = await examine(platform, folders, {
    ...{ flags: {}, variables: ENVIRONMENT.map(([name]) => name), integrity: false, offline: true },
    ...{ probeUrl: undefined, port: more.port ?? (await freePort()) },
    ...more,
  });
  const said = report.checks
    .filter(({ result }) => result !== 'ok')
    .map(({ text, hint }) => `${text} -> ${hint}`)
    .join('\n');
  expect(JSON.stringify(report)).not.toMatch(/canary/);
  expect(report.counts.ok + report.counts.warning + report.counts.failure).toBe(report.checks.length);
  for (const { result, hint } of report.checks) expect(hint === null).toBe(result === 'ok');
  return { wrong: notOk(report.checks), said, report };
}
