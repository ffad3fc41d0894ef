// Flags of the sandbox, given to the program: what the running sandbox does because of each.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../helpers/cli.ts';
import { temporaryFolder, testPlatform } from '../helpers/platform.ts';
import { returns } from '../helpers/returns.ts';
import { sandboxWithClient, whileRunning } from './client.ts';
import { makeRetailer, VARIANTS } from './retailer.ts';

/** A file of its own folder; the path of a key that an endpoint wants. */
function keyFile(): string {
  const root = temporaryFolder();
  return testPlatform({ root }).file('key.txt', 'X-Api-Key: the-key');
}

describe('sandbox start', () => {
  /** One return of a sandbox that was started with these flags. */
  async function oneReturn(...flags: string[]) {
    const retailer = await makeRetailer();
    const arrived = (count: number) => until(() => retailer.heard.length >= count, `${count} messages`);
    await whileRunning(['--no-pages', '--customer-url', retailer.url, ...flags], async (url) => {
      const seeded = await returns(['sandbox', 'seed', '--orders', '1', '--url', url, '--json']);
      const [order] = seeded.document()['examples'] as unknown as string[];
      const { code, stderr } = await returns(['sandbox', 'return', order!, '--url', url]);
      expect(code, stderr).toBe(0);
      await arrived(flags.includes('--delivery') ? 2 : 1);
    });
    return retailer.heard;
  }

  test('--delivery: every message comes twice', async () => {
    const [first, second] = await oneReturn('--delivery', 'duplicates=100%');
    expect(second).toMatchObject({ path: '/rmas', body: first!.body });
  });

  test('--customer-auth and --rmas-path: how and where the messages come', async () => {
    const flags = ['--customer-auth', `header:${keyFile()}`, '--rmas-path', '/in/returns'];
    expect((await oneReturn(...flags))[0]).toMatchObject({
      path: '/in/returns',
      headers: { 'x-api-key': 'the-key' },
    });
  });

  test('--variants-path and --exchange-orders-path: where it asks for variants and orders an exchange', async () => {
    const retailer = await makeRetailer(({ path: where }) =>
      where.startsWith('/sku/')
        ? VARIANTS
        : where === '/swap'
          ? { status: 200, body: '{"order_identifier":"EX-1"}' }
          : undefined,
    );
    const flags = ['--variants-path', 'options', '--exchange-orders-path', '/swap', '--clock', 'manual'];
    await whileRunning(['--no-pages', '--customer-url', retailer.url, ...flags], async (url) => {
      const seeded = await returns(['sandbox', 'seed', '--orders', '1', '--url', url, '--json']);
      const [order] = seeded.document()['examples'] as unknown as string[];
      await returns(['sandbox', 'return', order!, '--exchange', 'TEE-GRN-L', '--url', url]);
      for (const step of ['label', 'scan']) await returns(['sandbox', 'carrier', 'last', step, '--url', url]);
      await until(() => retailer.heard.some(({ path: where }) => where === '/swap'), 'the exchange order');
    });
    expect(retailer.heard.map(({ path: where }) => where)).toContainEqual(
      expect.stringMatching(/^\/sku\/.*\/options$/),
    );
  });

  test('--host and --pages-port: an address that cannot be had is named', async () => {
    // An address of documentation (RFC 5737): no machine has it.
    const elsewhere = await whileRunning(['--host', '192.0.2.1']);
    expect(elsewhere.code).not.toBe(0);
    expect(elsewhere.stdout + elsewhere.stderr).toContain('192.0.2.1');
    const holder = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void holder.close());
    await new Promise((resolve) => holder.once('listening', resolve));
    const taken = String((holder.address() as AddressInfo).port);
    const pages = await whileRunning(['--pages-port', taken]);
    expect(pages.code).not.toBe(0);
    expect(pages.stderr).toContain(taken);
  });
});

describe('commands that act on a sandbox', () => {
  /** A sandbox with ten orders; the answer of a command that is sent to it. */
  async function desk() {
    const { url, sandbox } = await sandboxWithClient({ clock: 'manual' });
    const act = async (...line: string[]) => {
      const { code, stderr, stdout } = await returns([...line, '--url', url, '--json']);
      expect(code, `${line.join(' ')}: ${stderr}${stdout}`).toBe(0);
      return JSON.parse(stdout) as Record<string, never> & { [key: string]: unknown };
    };
    return { sandbox, act };
  }

  test('sandbox rmas and deliveries: --order, --rma, --state and --limit choose', async () => {
    const { act } = await desk();
    const { examples } = await act('sandbox', 'seed', '--orders', '5');
    const orders = (examples as unknown as string[]).slice(0, 2);
    const names: string[] = [];
    for (const order of orders)
      names.push((await act('sandbox', 'return', order))['rma_identifier'] as unknown as string);
    const rmas = async (...flags: string[]) =>
      ((await act('sandbox', 'rmas', ...flags))['rmas'] as unknown as { rma_identifier: string }[]).map(
        (one) => one.rma_identifier,
      );
    expect((await rmas()).sort()).toEqual([...names].sort());
    expect(await rmas('--order', orders[0]!)).toEqual([names[0]]);
    expect(await rmas('--limit', '1')).toHaveLength(1);
    const deliveries = async (...flags: string[]) =>
      (await act('sandbox', 'deliveries', ...flags))['deliveries'] as unknown as {
        rma_identifier: string;
        state: string;
      }[];
    expect(await deliveries()).toHaveLength(2);
    expect(await deliveries('--rma', names[1]!)).toHaveLength(1);
    expect(await deliveries('--limit', '1')).toHaveLength(1);
    expect(await deliveries('--state', 'delivered')).toEqual([]);
    // --url says where.
    expect(await act('sandbox', 'clock', 'show')).toMatchObject({ kind: 'manual' });
    expect(await act('sandbox', 'cancel', 'last')).toMatchObject({ status: 'CANCELED' });
    for (const step of ['label', 'scan']) await act('sandbox', 'carrier', names[0]!, step);
    const received = await act('sandbox', 'warehouse', names[0]!, 'receive', '--lines', 'L1=1');
    expect(JSON.stringify(received)).toContain('RECEIVED');
  });
});

test('sandbox scenario run: the messages come where and as the flags of the customer say', async () => {
  const retailer = await makeRetailer(({ path: where }) =>
    where.startsWith('/sku/') ? VARIANTS : undefined,
  );
  const line = ['sandbox', 'scenario', 'run', 'exchange-even', '--port', '0', '--wait', '300ms'];
  const flags = [
    ...['--settle', '0s', '--customer-auth', `header:${keyFile()}`, '--rmas-path', '/in'],
    ...['--variants-path', 'options', '--exchange-orders-path', '/swap'],
  ];
  await returns([...line, '--customer-url', retailer.url, ...flags]);
  const paths = retailer.heard.map(({ path: where }) => where);
  expect(paths).toContain('/in');
  expect(paths).toContain('/swap');
  expect(paths.some((where) => /^\/sku\/.*\/options$/.test(where))).toBe(true);
  for (const { headers } of retailer.heard) expect(headers).toMatchObject({ 'x-api-key': 'the-key' });
});
