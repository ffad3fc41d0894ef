// Flags of certify, reconcile, doctor, login and calls import, given to the program: what each changes.
import { expect, test } from 'vitest';
import { sampleOrder } from '../../src/contract/sample.ts';
import { rma } from '../calls/support.ts';
import { certified, ndjson } from '../certify/support.ts';
import { targetEnvironment } from '../helpers/cli.ts';
import { unshipped, useOrderDesk } from '../helpers/order-desk.ts';
import { returns } from '../helpers/returns.ts';
import { sandboxFor } from '../helpers/sandbox.ts';
import { makeRetailer, VARIANTS } from '../sandbox/retailer.ts';

useOrderDesk();

const warned = sampleOrder({ identifier: 'SO-1', raw_status: undefined });
const open = { ...unshipped(sampleOrder({ identifier: 'SO-2' }) as never), status: 'Created' };
const ENV = { RETURNS_ORDERS_URL: 'https://orders.example.com', RETURNS_CLIENT_ID: 'shop' };

test('reconcile --strict, --level, --skip-unshipped and --shard: what counts of the export', async () => {
  const of = async (
    orders: readonly object[],
    flags: readonly string[],
    more: Record<string, string> = {},
  ) => {
    const line = ['reconcile', '--orders', 'o.json', '--json', ...flags];
    const { stdout, stderr, document } = await returns(
      line,
      { env: { ...ENV, ...more } },
      { 'o.json': orders },
    );
    expect(stdout, stderr).not.toBe('');
    return document() as unknown as {
      export: { orders: number; skipped: number };
      counts: Record<string, number>;
    };
  };
  const raised = 'order.field.recommended:raw_status=error';
  expect((await of([warned], [])).counts).toMatchObject({ refused: 0 });
  expect((await of([warned], ['--strict'])).counts).toMatchObject({ refused: 1 });
  expect((await of([warned], ['--level', raised])).counts).toMatchObject({ refused: 1 });
  expect((await of([warned, open], ['--skip-unshipped'])).export).toMatchObject({ skipped: 1 });
  const many = Array.from({ length: 20 }, (_, n) => sampleOrder({ identifier: `SO-${n}` }));
  const shard = await of(many, ['--shard', 'auto/2'], { JOB_COMPLETION_INDEX: '0' });
  expect(shard.export.skipped).toBeGreaterThan(2);
});

test('certify --skip-unshipped and --agreements: what is looked at, and what is listed', async () => {
  const line = ['certify', '--area', 'orders', '--orders', 'o.ndjson'];
  const files = { 'o.ndjson': ndjson([warned, open]) };
  const money = async (...flags: string[]) =>
    (await certified(files, [...line.slice(1), ...flags])).check('orders.money').evidence;
  expect(await money()).toMatch(/^2 orders/);
  expect(await money('--skip-unshipped')).toMatch(/^1 order,/);
  const plain = await returns(line, {}, files);
  const listed = await returns([...line, '--agreements'], {}, files);
  expect(listed.stdout.length).toBeGreaterThan(plain.stdout.length + 500);
});

test('certify --variants-path, --exchange-orders-path and --seed: where it calls, with which orders', async () => {
  const heardWith = async (...flags: string[]) => {
    const retailer = await makeRetailer(({ path }) => (path.startsWith('/sku/') ? VARIANTS : undefined));
    const line = ['certify', '--area', 'exchanges', '--customer-url', retailer.url, '--port', '0'];
    await returns([...line, '--wait', '2s', '--settle', '0s', ...flags]);
    return retailer.heard;
  };
  const heard = await heardWith(
    '--variants-path',
    'options',
    '--exchange-orders-path',
    '/swap',
    '--seed',
    '77',
  );
  const paths = heard.map(({ path }) => path);
  expect(paths).toContain('/swap');
  expect(paths.some((path) => /^\/sku\/.*\/options$/.test(path))).toBe(true);
  expect(JSON.stringify(heard.map(({ body }) => body))).toMatch(/-77"/);
});

test('doctor --integrity: the whole ledger is read', async () => {
  const env = targetEnvironment(await sandboxFor());
  const { root } = await returns(['orders', 'upload', 'o.json'], { env }, { 'o.json': [sampleOrder()] });
  const textOf = async (...flags: string[]) =>
    (await returns(['doctor', '--offline', ...flags], { env, root })).stdout;
  expect(await textOf('--integrity')).toContain('integrity_check');
  expect(await textOf()).not.toContain('integrity_check');
});

test('login --environment: the profile is of this environment', async () => {
  const service = await sandboxFor();
  const { RETURNS_CLIENT_SECRET: secret, ...env } = targetEnvironment(service);
  const line = ['login', '--client-secret-stdin', '--environment', 'sandbox', '--store', 'file', '--json'];
  const ended = await returns(line, { env, stdin: `${secret}\n` });
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  const shown = await returns(['whoami', '--json'], { root: ended.root });
  expect(shown.stdout).toContain('"sandbox"');
});

test('calls import --kind and --level: how each message is read, and how a finding counts', async () => {
  const files = { 'log.ndjson': `${JSON.stringify({ ...rma('RMA-1'), status: 'Nonsense' })}\n` };
  const imported = async (...flags: string[]) => {
    const { root } = await returns(['calls', 'import', 'log.ndjson', ...flags], {}, files);
    return (await returns(['calls', 'list', '--json'], { root })).document()['calls'] as unknown as {
      id: string;
      kind: string;
      verdict: string;
    }[];
  };
  expect(await imported()).toMatchObject([{ kind: 'rma' }]);
  expect(await imported('--kind', 'exchange_order')).toMatchObject([{ kind: 'exchange_order' }]);
  const [before] = await imported();
  const [after] = await imported('--level', 'rma.status.unknown=off');
  expect(before!.verdict).not.toBe('ok');
  expect(after!.verdict).toBe('ok');
});
