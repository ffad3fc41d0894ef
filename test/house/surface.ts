// The surface of the program: commands and flags from the command table, documents by really running every command.
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';
import { asnTemplateMessages } from '../../src/asns/template.ts';
import { EXIT_CODES } from '../../src/basics/exit-codes.ts';
import { type CommandSpec, type Flag, GLOBAL_FLAGS } from '../../src/cli/command.ts';
import { ENVIRONMENT } from '../../src/cli/commands/help.ts';
import { COMMANDS } from '../../src/commands.ts';
import { ALL_RULES } from '../../src/contract/all-rules.ts';
import { initialLevel } from '../../src/contract/levels.ts';
import { sampleAsn, sampleDetail } from '../../src/contract/sample.ts';
import { run } from '../../src/main.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import type { CallRecord } from '../../src/storage/calls.ts';
import { rememberMapping } from '../../src/storage/mappings.ts';
import { callOf, idAt } from '../calls/support.ts';
import { type TestHostOptions, temporaryFolder, testPlatform } from '../helpers/platform.ts';
import { actOnSandbox } from './sandbox-steps.ts';
import { mergeShapes, type Shape, shapeOf, shapeText } from './shape.ts';

/** On a terminal, an editor that leaves the file as it is. */
const EDITOR: TestHostOptions = {
  terminal: { stdin: true, stderr: true },
  system: { edit: async () => true },
};

export interface LoadedCommand {
  readonly path: string;
  readonly summary: string;
  readonly spec: CommandSpec;
}

export const loadCommands = (): Promise<LoadedCommand[]> =>
  Promise.all(COMMANDS.map(async ({ path, summary, load }) => ({ path, summary, spec: await load() })));

export const nameOf = ({ flag }: Flag): string => flag.split(' ')[0]!;

/** A flag in one line: how it is written, its default, whether it may be repeated. */
const flagLine = (flag: Flag) =>
  flag.flag +
  (flag.initial === undefined ? '' : ` (default: ${flag.initial})`) +
  (flag.repeat ? ' (repeatable)' : '');

export async function declaredSurface() {
  const commands = await loadCommands();
  return {
    commands: Object.fromEntries(
      commands.map(({ path, spec }) => [
        spec.args === undefined ? path : `${path} ${spec.args}`,
        { path, flags: (spec.flags ?? []).map(flagLine) },
      ]),
    ),
    global_flags: GLOBAL_FLAGS.map(flagLine),
    environment: ENVIRONMENT.map(([name]) => name),
    exit_codes: Object.fromEntries(EXIT_CODES.map(({ code, name }) => [code, name])),
    findings: Object.fromEntries([...ALL_RULES.values()].map((rule) => [rule.code, initialLevel(rule)])),
  };
}

/** Every document that the commands print with --json, merged by schema, and which command prints which. */
export interface Documents {
  readonly shapes: Readonly<Record<string, unknown>>;
  readonly commands: Readonly<Record<string, readonly string[]>>;
  readonly samples: ReadonlyMap<string, readonly Record<string, unknown>[]>;
}

interface Step {
  readonly line: readonly string[];
  readonly code: number;
  readonly options?: TestHostOptions;
}

/** Runs every command against a sandbox, on one disk, as a person would go through them. */
export async function documentsOf(orders: string): Promise<Documents> {
  const sandbox = await startSandbox({ rateLimit: 'off', clock: 'manual' });
  const root = temporaryFolder();
  const env = {
    RETURNS_AUTH_URL: sandbox.authUrl,
    RETURNS_ORDERS_URL: sandbox.ordersUrl,
    RETURNS_BASE_URL: sandbox.baseUrl,
    RETURNS_CLIENT_ID: sandbox.clientId,
    RETURNS_CLIENT_SECRET: sandbox.clientSecret,
  };
  const shapes = new Map<string, Shape>();
  const commands: Record<string, string[]> = {};
  const samples = new Map<string, Record<string, unknown>[]>();
  const perform = async ({ line, code, options = {} }: Step) => {
    const here = testPlatform({ root, env, ...options });
    expect({
      line,
      code: await run([...line, '--json'], here.platform),
      stderr: here.stderr(),
    }).toMatchObject({
      line,
      code,
    });
    const documents = here
      .stdout()
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, unknown>);
    for (const document of documents) {
      const schema = String(document['schema']);
      const shape = shapeOf(document);
      shapes.set(schema, shapes.has(schema) ? mergeShapes(shapes.get(schema)!, shape) : shape);
      samples.set(schema, [...(samples.get(schema) ?? []), document]);
      const entry = COMMANDS.find((one) => `${line.join(' ')} `.startsWith(`${one.path} `));
      const name = entry?.path ?? '';
      commands[name] = [...new Set([...(commands[name] ?? []), schema])].sort();
    }
    return documents[0]!;
  };
  try {
    for (const step of signingIn(env)) await perform(step);
    await perform({ line: ['orders', 'check', orders], code: 3 });
    await perform({ line: ['orders', 'check', orders, '--max-rejects', '0'], code: 5 });
    const page = path.join(root, 'report.html');
    await perform({ line: ['orders', 'check', orders, '--sample', '2', '--report', page], code: 3 });
    const uploaded = await perform({ line: ['orders', 'upload', orders, '--shard', '1/1'], code: 3 });
    await perform({ line: ['orders', 'upload', orders, '--dry-run'], code: 3 });
    const summary = path.join(root, 'summary.json');
    fs.writeFileSync(summary, JSON.stringify(uploaded));
    await perform({ line: ['runs', 'merge', summary], code: 3 });
    const id = String(sandbox.orders().find(({ order }) => hasRefund(order))?.identifier);
    const run = String(uploaded['run']);
    for (const step of aboutAsns(root, sandbox)) await perform(step);
    await keepMapping(root);
    // Refused orders of the sample are differences.
    await perform({ line: ['reconcile', '--orders', orders, '--out', 'rows.csv', '--fail'], code: 3 });
    for (const step of lookingBack(id, run, sandbox.url)) await perform(step);
    await perform({
      line: ['orders', 'refund', idWithoutRefund(sandbox.orders()), '--from', orders, '--yes'],
      code: 0,
    });
    await perform({ line: ['orders', 'forget', '--run', run, '--yes'], code: 0 });
    const mapped = path.join(path.dirname(orders), 'exports/shopify-orders.csv');
    await perform({ line: ['orders', 'upload', mapped, '--map', 'shopify-orders'], code: 3 });
    await perform({ line: ['runs', 'show', 'last'], code: 0 });
    await perform({ line: ['runs', 'export', 'copy.db'], code: 0 });
    await perform({ line: ['runs', 'merge', 'copy.db', '--into', 'merged'], code: 0 });
    await perform({ line: ['runs', 'purge', '--before', '1d'], code: 0 });
    await perform({ line: ['runs', 'purge', 'last', '--yes'], code: 0 });
    for (const step of callSteps(path.join(path.dirname(orders), 'calls.ndjson'), root)) await perform(step);
    const { access_token: token } = await perform({ line: ['token'], code: 0 });
    await actOnSandbox(sandbox, String(token), perform);
    await perform({ line: ['sandbox', 'reset', '--url', sandbox.url], code: 0 });
    for (const step of scenarioSteps(root)) await perform(step);
    await certify(root, orders, perform);
    for (const step of leaving()) await perform(step);
  } finally {
    await sandbox.close();
  }
  return {
    shapes: Object.fromEntries(
      [...shapes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([schema, shape]) => [schema, shapeText(shape)]),
    ),
    commands,
    samples,
  };
}

const hasRefund = (order: unknown) => (order as { refunds?: unknown[] } | undefined)?.refunds?.length;

function idWithoutRefund(stored: readonly { identifier: string; order?: unknown }[]): string {
  const shipped = stored.find(
    ({ order }) => !hasRefund(order) && (order as { status?: string }).status === 'Shipped',
  );
  return String(shipped?.identifier);
}

function signingIn(env: Record<string, string>): Step[] {
  const urls = ['--auth-url', env['RETURNS_AUTH_URL']!, '--orders-url', env['RETURNS_ORDERS_URL']!];
  const stdin = `${env['RETURNS_CLIENT_SECRET']}\n`;
  const login = ['login', ...urls, '--client-id', env['RETURNS_CLIENT_ID']!, '--client-secret-stdin'];
  return [
    { line: ['whoami'], code: 0, options: { env: {} } },
    { line: ['token'], code: 2, options: { env: {} } },
    { line: ['profile', 'set', 'shop', 'rate', '1000'], code: 0 },
    { line: ['profile', 'use', 'shop'], code: 0 },
    { line: login, code: 0, options: { env: {}, stdin } },
    { line: ['whoami'], code: 0 },
    // With a hint on every machine: on a busy one, there are others.
    { line: ['doctor'], code: 0, options: { env: { ...env, RETURNS_TYPO: '1' } } },
    { line: ['token'], code: 0 },
    { line: ['profile', 'list'], code: 0 },
    { line: ['profile', 'show', 'shop'], code: 0 },
  ];
}

/** ASNs of which our own check refuses one and the service another. */
function aboutAsns(root: string, sandbox: Sandbox): Step[] {
  const asns = [
    ...(structuredClone(asnTemplateMessages()) as unknown as Record<string, unknown>[]),
    sampleAsn({ asn_number: 'A-1', status: 'canceled' }),
    sampleAsn({
      asn_number: 'A-2',
      cartons: [{ reference: { type: 'RMA' }, details: [sampleDetail({ unit_identifier: 'U-2' })] }],
    }),
  ];
  const file = path.join(root, 'asns.json');
  fs.writeFileSync(file, JSON.stringify([...asns, asns[0]]));
  const refusal = { message: 'Validation Failed', errors: [{ field: 'carrier', code: 'missing_field' }] };
  const ended = { message: 'no', errors: [{ field: 'status', code: 'not_active' }] };
  sandbox.setFaults([
    { on: 'asnCreate', match: 'TO-2001', do: { status: 422, body: refusal } },
    { on: 'asnUpdate', match: 'A-3', do: { status: 422, body: ended } },
  ]);
  return [
    { line: ['asns', 'check', file], code: 3 },
    { line: ['asns', 'create', file, '--dry-run'], code: 3 },
    { line: ['asns', 'create', file], code: 3 },
    { line: ['asns', 'create', file, '--max-rejects', '0'], code: 5 },
    ...changingAsns(root),
  ];
}

/** Created, changed, refused, looked at. */
function changingAsns(root: string): Step[] {
  const [file, select] = [path.join(root, 'more.ndjson'), path.join(root, 'select.txt')];
  const asnOf = (number: string, more = {}) =>
    sampleAsn({
      asn_number: number,
      cartons: [{ details: [sampleDetail({ unit_identifier: `U-${number}` })] }],
      ...more,
    });
  const asns = [asnOf('A-3'), asnOf('A-4'), asnOf('A-5', { status: 'canceled' })];
  fs.writeFileSync(file, asns.map((asn) => JSON.stringify(asn)).join('\n'));
  fs.writeFileSync(select, 'A-2\nA-3\nNEVER\n');
  return [
    { line: ['asns', 'list'], code: 0 },
    { line: ['asns', 'create', file], code: 3 },
    { line: ['asns', 'update', 'A-2', '--carrier', 'UPS', '--dry-run'], code: 0 },
    { line: ['asns', 'update', 'A-2', '--status', 'cancelled', '--unset', 'carrier', '--yes'], code: 0 },
    { line: ['asns', 'update', 'A-2', '--status', 'cancelled', '--yes'], code: 0 },
    { line: ['asns', 'update', '--select', select, '--carrier', 'UPS', '--yes'], code: 3 },
    { line: ['asns', 'show', 'A-2', '--history'], code: 0 },
    { line: ['asns', 'show', 'A-3'], code: 0 },
    { line: ['asns', 'list'], code: 0 },
  ];
}

/** An export that leaves questions open. */
const SHOPIFY = path.resolve(import.meta.dirname, '../../samples/exports/shopify-orders.csv');

function lookingBack(id: string, run: string, url: string): Step[] {
  // The sandbox command receives the signal before it is ready: it prints both lines and ends.
  const onSignal = (listener: (signal: 'SIGINT') => void) => {
    listener('SIGINT');
    return () => {};
  };
  return [
    { line: ['orders', 'show', id, '--history'], code: 0 },
    { line: ['runs', 'list'], code: 0 },
    { line: ['runs', 'show', run], code: 0 },
    { line: ['sandbox', 'start', '--port', '0'], code: 0, options: { system: { onSignal } } },
    { line: ['listen', '--port', '0'], code: 0, options: { system: { onSignal } } },
    { line: ['sandbox', 'status', '--url', url], code: 0 },
    { line: ['sandbox', 'customer', '--url', url], code: 0 },
    { line: ['orders', 'map', SHOPIFY], code: 6 },
    { line: ['mappings', 'list'], code: 7 },
    { line: ['mappings', 'show', 'kept'], code: 0 },
    { line: ['mappings', 'path', 'kept'], code: 0 },
    { line: ['mappings', 'edit', 'kept'], code: 0, options: EDITOR },
    { line: ['mappings', 'remove', 'kept', '--yes'], code: 0 },
    { line: ['agreements', 'set', 'cancel_exchange=allowed', '--by', 'Mia'], code: 0 },
    { line: ['agreements', 'list', 'cancel_exchange'], code: 0 },
    { line: ['agreements', 'edit'], code: 0, options: EDITOR },
    { line: ['samples'], code: 0 },
    { line: ['samples', 'asns.csv', '--out', 'copied.csv'], code: 0 },
    { line: ['schema'], code: 0 },
    { line: ['orders', 'template'], code: 0 },
    { line: ['asns', 'template'], code: 0 },
    { line: ['explain'], code: 0 },
    { line: ['explain', 'order.total.unexplained'], code: 0 },
    { line: ['demo'], code: 0 },
  ];
}

/** A mapping that was remembered, and the file of one that is damaged. */
async function keepMapping(root: string): Promise<void> {
  const { platform, folders } = testPlatform({ root });
  const order = { identifier: 'Order', created_at: 'Placed', updated_at: 'Changed' };
  const item = { identifier: 'Line' };
  const mapping = { name: 'Export', platform: { name: 'Shop' }, order, item };
  await rememberMapping(platform, folders, {
    ...{ name: 'kept', columns: ['Order'], text: JSON.stringify(mapping) },
  });
  fs.writeFileSync(path.join(folders.config, 'mappings', 'broken.columns.json'), '{');
}

/** A call that an endpoint refused, the same of another RMA, and the replay that settled the first. */
function heardCalls(root: string): void {
  const at = Date.UTC(2026, 2, 1, 10);
  const answer = {
    headers: [['content-type', 'text/plain']],
    body: 'no',
    encoding: 'utf8',
    bytes: 2,
  } as const;
  const recorded = (n: number, status: number, changes: Partial<CallRecord> = {}) => ({
    ...callOf({ id: idAt(at + n * 1000, n), at: at + n * 1000, response: { status, by: 'forwarded' } }),
    forwarded: { url: 'http://127.0.0.1:9/rmas', status, ms: 2, answer: { ...answer, truncated: false } },
    ...changes,
  });
  const refused = recorded(0, 500);
  const calls = [
    refused,
    recorded(1, 502, { bytes: 1, body: '1' }),
    recorded(2, 200, { replayOf: refused.id }),
  ];
  const folder = path.join(root, 'state', 'calls');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, '2026-03-01.ndjson'),
    calls.map((c) => `${JSON.stringify(c)}\n`).join(''),
  );
}

const callSteps = (log: string, root: string): Step[] => {
  heardCalls(root);
  const calls = (...words: string[]): Step => ({ line: ['calls', ...words], code: 0 });
  return [
    calls('list'),
    { ...calls('check', log), code: 3 },
    { ...calls('import', log), code: 3 },
    { ...calls('import', log), code: 3 },
    calls('list', '--limit', '5'),
    { line: ['status', '--since', '10y', '--fail'], code: 3 },
    calls('show', 'last'),
    calls('show', '20260311-162044', '--money'),
    calls('list', '--until', '2026-03-02'),
    ...['20260301-100000', '20260301-100001', '20260301-100002'].map((id) => calls('show', id)),
    { ...calls('check', log, '--as', 'variants'), code: 3 },
    calls('replay', '--rma', 'RMA-7001', '--dry-run'),
    // No program listens at this address.
    { ...calls('replay', 'last', '--to', 'http://127.0.0.1:9'), code: 75 },
    calls('export', '--out', path.join(root, 'calls.ndjson')),
    calls('purge', '--rma', 'RMA-7001', '--yes'),
    calls('purge', '--rma', 'RMA-7001', '--yes'),
    { line: ['trigger'], code: 0 },
    { line: ['trigger', 'rma.transit', '--print'], code: 0 },
    { line: ['trigger', 'rma.transit', '--to', 'http://127.0.0.1:9'], code: 75 },
  ];
};

/** Scenarios that send nothing, so that no retailer is needed. */
function scenarioSteps(root: string): Step[] {
  const scenario = (...words: string[]): Step => ({ line: ['sandbox', 'scenario', ...words], code: 0 });
  const file = path.join(root, 'partly.json');
  const text = fs.readFileSync(
    path.resolve(import.meta.dirname, '../../samples/scenarios/cancel-full.json'),
    'utf8',
  );
  fs.writeFileSync(
    file,
    text.replace('"expect": "no-refund",', '"expect": "no-refund", "needs": "variants",'),
  );
  const played = (name: string) => [
    ...['run', name, '--customer-url', 'http://127.0.0.1:9', '--port', '0', '--settle', '10ms'],
    ...['--retailer-can', 'nothing'],
  ];
  return [
    scenario('list'),
    scenario('show', 'all'),
    scenario('show', 'exchange-even', '--orders'),
    ...['cancel-full', 'exchange-even', file].map((name) => scenario(...played(name))),
  ];
}

/** The connection, own files, nobody signed in; an endpoint that is not there, and one that only answers. */
async function certify(
  root: string,
  orders: string,
  perform: (step: Step) => Promise<unknown>,
): Promise<void> {
  const asns = path.join(root, 'asns.json');
  const endpoint = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.end('[]'));
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const { port } = endpoint.address() as AddressInfo;
  const played = (where: number) => [
    ...['certify', '--customer-url', `http://127.0.0.1:${where}`, '--port', '0'],
    ...['--wait', '100ms', '--settle', '10ms'],
  ];
  try {
    await perform({ line: ['certify', '--orders', orders, '--asns', asns], code: 3 });
    await perform({
      line: ['certify', '--orders', orders],
      code: 3,
      options: { env: { RETURNS_CONFIG_DIR: path.join(root, 'nobody') } },
    });
    await perform({ line: played(9), code: 8 });
    await perform({ line: played(port), code: 3 });
  } finally {
    endpoint.close();
    endpoint.closeAllConnections();
  }
}

const leaving = (): Step[] => [
  { line: ['completion', 'bash'], code: 0 },
  { line: ['help', 'exit-codes'], code: 0 },
  { line: ['help', 'environment'], code: 0 },
  { line: ['help', 'files'], code: 0 },
  { line: ['logout', '--profile', 'shop'], code: 0 },
  { line: ['profile', 'remove', 'shop', '--yes'], code: 0 },
  { line: ['orders', 'check', 'no-such-file.csv'], code: 6 },
];
