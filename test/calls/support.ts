// Messages and call records for tests, and commands run in this process on one disk.
import { recordedBody } from '../../src/calls/record/recorded-call.ts';
import { makePresenter } from '../../src/cli/presenter.ts';
import { inTransit, preTransit, sampleRma, sampleUnit } from '../../src/contract/sample-rma.ts';
import { run } from '../../src/main.ts';
import { realNet } from '../../src/platform/node-platform.ts';
import type { ServerAnswer, ServerRequest } from '../../src/platform/platform.ts';
import { openCallLog } from '../../src/storage/call-log.ts';
import type { CallRecord } from '../../src/storage/calls.ts';
import type { OrderRecord } from '../../src/storage/order-record.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { type TestHostOptions, type TestPlatform, testPlatform } from '../helpers/platform.ts';

export const NOON = Date.UTC(2026, 10, 20, 12);

/** A record of one call; the body is any text or bytes. */
export function callOf(changes: Partial<CallRecord> & { bytesOf?: string | Uint8Array } = {}): CallRecord {
  const { bytesOf = JSON.stringify(sampleRma()), ...rest } = changes;
  const bytes = Buffer.from(bytesOf as string);
  return {
    id: '20261120-120000-000001',
    at: NOON,
    kind: 'rma',
    method: 'POST',
    target: '/rmas',
    headers: [['Content-Type', 'application/json']],
    remote: '127.0.0.1',
    ...recordedBody(bytes),
    bytes: bytes.length,
    truncated: false,
    verdict: 'ok',
    findings: [],
    rma: 'RMA-1',
    orders: ['SO-1001'],
    status: 'CREATED',
    anomaly: null,
    changes: [],
    response: { status: 200, by: 'receiver' },
    ms: 1,
    ...rest,
  };
}

/** What the ledger keeps of the order SO-1001: two units of L1, 54.00. */
export const orderRecord = (changes: Partial<OrderRecord> = {}): OrderRecord => ({
  ...{ id: 'SO-1001', createdAt: '', digest: 'd', content: 'c', status: 'Shipped' },
  ...{ updatedAt: '2026-03-01T09:00:00Z', currency: 'USD', totalCents: 5400, at: NOON, run: 'r' },
  source: { file: 'f', line: 1 },
  lines: [
    {
      ...{ identifier: 'L1', sku: 'TEE-GRN-M', ordered: 2, shipped: 2, canceled: 0 },
      ...{ unitPriceCents: 2500, productCents: 5000, taxCents: 400, discountCents: 0 },
    },
  ],
  ...{ refunds: [], past: [], previous: null, ...changes },
});

/** The id of the n-th call of a second. */
export const idAt = (at: number, n: number): string => {
  const iso = new Date(at).toISOString();
  const digits = `${iso.slice(0, 10)}${iso.slice(11, 19)}`.replace(/[-:]/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-${n.toString(16).padStart(6, '0')}`;
};

export async function recorded(here: TestPlatform, calls: readonly CallRecord[]): Promise<void> {
  const log = openCallLog(here.platform, here.folders);
  await Promise.all(calls.map((call) => log.append(call)));
  log.close();
}

export interface Told {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command line on the disk of `here`. */
export async function returns(
  here: TestPlatform,
  line: readonly string[],
  options: TestHostOptions = {},
): Promise<Told> {
  const platform = testPlatform({ root: here.root, ...options });
  const code = await run(line, platform.platform);
  return { code, stdout: platform.stdout(), stderr: platform.stderr() };
}

/** Runs a command with --json; returns the document and the exit code. */
export async function document<T extends object = Record<string, unknown>>(
  here: TestPlatform,
  line: readonly string[],
  options: TestHostOptions = {},
): Promise<T & { exit: number }> {
  const { code, stdout, stderr } = await returns(here, [...line, '--json'], options);
  if (stdout === '') throw new Error(stderr);
  return { ...(JSON.parse(stdout) as T), exit: code };
}

/** Runs `returns calls list`. */
export const listed = (here: TestPlatform, ...words: string[]) =>
  document<Listed>(here, ['calls', 'list', ...words]);

interface Listed {
  readonly calls: {
    readonly id: string;
    readonly open: boolean;
    readonly replay_of: string | null;
    readonly response: unknown;
    readonly settled_by: { readonly id: string | null; readonly to: string | null } | null;
  }[];
}

/** A retailer's own endpoint, and the requests that it received. Closed after the test. */
export async function endpoint(answer: (request: ServerRequest) => ServerAnswer | Promise<ServerAnswer>) {
  const received: ServerRequest[] = [];
  const server = await realNet.serve({ host: '127.0.0.1', port: 0, maxBody: 1e7 }, async (request) => {
    received.push(request);
    return answer(request);
  });
  atEndOfTest(() => server.close());
  return { ...server, received };
}

/** Answers with the statuses of a list, then 200. */
export async function startEcho(statuses: number[] = []) {
  const echo = await endpoint(() => {
    const status = statuses.shift() ?? 200;
    return { status, ...(status === 302 && { headers: { location: '/elsewhere' } }) };
  });
  return { ...echo, bodies: () => echo.received.map(({ body }) => Buffer.from(body)) };
}

export const textOf = ({ body }: ServerRequest) => Buffer.from(body).toString();

/** Output for a user, without colour. */
export const presenterOf = ({ platform }: Pick<TestPlatform, 'platform'>, { json = false } = {}) =>
  makePresenter(platform, { json, quiet: false, verbose: false, color: false });

export const rma = (name: string) => sampleRma({ rma_identifier: name });

/** A message of an RMA, `hour` hours after its creation. */
export const rmaAt = (rma: string, hour: number, unit = {}, changes = {}): Record<string, unknown> =>
  sampleRma({
    rma_identifier: rma,
    updated_at: `2026-03-10T${String(9 + hour).padStart(2, '0')}:00:00Z`,
    items: [sampleUnit(unit)],
    ...changes,
  });

const STEPS = [{}, preTransit, inTransit] as const;

/** The messages of one RMA in order, one for each hour. */
export function story(rma: string, units = 1): Record<string, unknown>[] {
  const itemsAt = (hour: number) => Array.from({ length: units }, () => sampleUnit(STEPS[hour]));
  const messages = STEPS.map((_, hour) => rmaAt(rma, hour, {}, { items: itemsAt(hour) }));
  return [...messages, rmaAt(rma, 3, {}, { items: itemsAt(2), status: 'REFUNDED' })];
}

/** Bodies with control characters, line breaks or shell syntax, or that are not text at all. */
export const HOSTILE: readonly (readonly [name: string, body: string | Uint8Array])[] = [
  ['an OSC title', JSON.stringify({ rma_identifier: 'x', note: '\u001b]0;owned\u0007' })],
  ['raw escapes', '{"rma_identifier":"\u001b[2J\u001b[31mRMA","status":"\u001b[5m"}'],
  ['C1 controls', JSON.stringify({ rma_identifier: 'a\u009b31mb', status: '\u0085x' })],
  ['bidi overrides', JSON.stringify({ rma_identifier: '\u202egnp.exe', note: '\u2066x\u2069\u200f' })],
  ['a carriage return', 'first\rsecond\r\nthird\n'],
  ['backspaces', '{"rma_identifier":"abc\\b\\b","status":"\b\b\b"}'],
  ['NUL', '{"rma_identifier":"a\\u0000b"}\u0000'],
  ['no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x1b, 0x5b, 0x32, 0x4a, 0x9b, 0x80])],
  ['quotes of a shell', `{"note":"'; touch owned; '$(touch owned)\`touch owned\` \\\\ !! %s %n"}`],
  ['a file name of curl', '@/etc/hostname'],
  ['an option', '--version -o owned'],
  ['line breaks', '{\n\t"rma_identifier":\n"RMA-2"\n}\n\n'],
  ['lone surrogates', '{"rma_identifier":"\\ud800","note":"\\udc00x"}'],
  ['__proto__', '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"rma_identifier":"p"}'],
  ['keys that steer', JSON.stringify({ '\u001b[31mkey\u202e': 1, items: [{ '\u0007': '\u009d' }] })],
  ['nesting', '['.repeat(5000)],
  ['nothing', ''],
  ['a byte order mark', '\ufeff{"rma_identifier":"b"}'],
];
