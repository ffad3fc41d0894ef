// `listen --auto-refund` while another process holds the ledger: nobody waits for it, the record says what was answered, and
// every refund that was due meanwhile is posted once afterwards, also by the next start.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { sampleOrder } from '../../../src/contract/sample.ts';
import { sampleExchange } from '../../../src/contract/sample-exchange.ts';
import { sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { ledgerPath } from '../../../src/storage/ledger.ts';
import { REPOSITORY, targetEnvironment, until } from '../../helpers/cli.ts';
import { atEndOfTest } from '../../helpers/ends.ts';
import { inForm, isShort } from '../../helpers/form.ts';
import { returns } from '../../helpers/returns.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import { type Listen, startListen } from '../run-listen.ts';

const { rmas, perSecond } = inForm({
  short: { rmas: 20, perSecond: 40 },
  share: { rmas: 60, perSecond: 30 },
  long: { rmas: 300, perSecond: 20 },
});
const LISTEN = ['--auto-refund', 'TRANSIT', '--orders', 'orders.json'];
const ids = Array.from({ length: rmas }, (_, i) => i + 1);

const orderOf = (n: number): Order => ({ ...(sampleOrder() as Order), identifier: `SO-${n}`, refunds: [] });
const line = (sampleOrder() as Order).items[0]!;
const scanned = (n: number) =>
  sampleRma({
    rma_identifier: `RMA-${n}`,
    items: [
      sampleUnit({
        order_identifier: `SO-${n}`,
        sku: line.sku,
        tracking_number: `1Z${n}`,
        package_tracking_status: 'TRANSIT',
      }),
    ],
  });

it('with a ledger that was removed, nothing is planned: it is put back, and the next start posts the refund', async () => {
  const sandbox = await sandboxFor();
  const first = await begin(sandbox);
  const move = (from: string, to: string) => {
    for (const end of ['', '-wal', '-shm'])
      fs.renameSync(
        `${ledgerPath(first.here.folders)}${from}${end}`,
        `${ledgerPath(first.here.folders)}${to}${end}`,
      );
  };
  const statusOf = async () =>
    (await returns(['status', '--json'], { root: first.here.root, env: targetEnvironment(sandbox) })).stdout;
  move('', '-away');
  expect((await first.post('/rmas', scanned(1))).status).toBe(200);
  expect(first.here.stderr().replace(/\s+/g, ' ')).toMatch(
    /what follows from a call was not done.*Put it back/,
  );
  move('-away', '');
  expect(await statusOf()).not.toContain('refunds_planned');
  first.interrupt();
  await first.done;
  const second = await begin(sandbox, first.here.root);
  await until(() => refundsOf(sandbox)[0] === 1, 'the refund');
  second.interrupt();
  expect(await second.done).toBe(0);
});

/** Another process that holds the ledger of a receiver until `release`. */
async function hold(here: Listen['here'], how: string): Promise<() => Promise<void>> {
  const script = `const { DatabaseSync } = require('@photostructure/sqlite');
    const db = new DatabaseSync(process.argv[1], { timeout: 20000 });
    db.exec('BEGIN ${how}');
    console.log('held');
    process.stdin.on('end', () => { db.exec('COMMIT'); db.close(); }).resume();`;
  const child = spawn(process.execPath, ['-e', script, ledgerPath(here.folders)], {
    cwd: REPOSITORY,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  atEndOfTest(() => void child.kill('SIGKILL'));
  await once(child.stdout!, 'data');
  return async () => {
    child.stdin!.end();
    await once(child, 'exit');
  };
}

async function begin(sandbox: Sandbox, root?: string): Promise<Listen> {
  return await startListen(LISTEN, {
    ...(root !== undefined && { root }),
    env: { ...targetEnvironment(sandbox), RETURNS_RATE: 'off' },
    prepare: (here) => void here.file('orders.json', JSON.stringify(ids.map(orderOf))),
  });
}

const refundsOf = (sandbox: Sandbox) =>
  ids.map((n) => (sandbox.order(`SO-${n}`)?.order as Order | undefined)?.refunds.length ?? 0);
const ONE_EACH = ids.map(() => 1);

describe.each(inForm({ short: ['IMMEDIATE'], long: ['IMMEDIATE', 'EXCLUSIVE'] }))(
  'another process holds the ledger (BEGIN %s)',
  (how) => {
    it('nobody waits, the record says what was answered, each refund is posted once afterwards', async () => {
      const sandbox = await sandboxFor();
      const listen = await begin(sandbox);
      const release = await hold(listen.here, how);
      const answered: { id: string; status: number; ms: number }[] = [];
      const ask = async (id: string, send: () => Promise<Response>) => {
        const began = performance.now();
        const { status } = await send();
        answered.push({ id, status, ms: performance.now() - began });
      };
      const asked: Promise<void>[] = [];
      for (const n of ids) {
        asked.push(ask(`RMA-${n}`, () => listen.post('/rmas', scanned(n))));
        asked.push(ask(`sku-${n}`, () => fetch(`${listen.url}/sku/sku-${n}/variants`)));
        asked.push(
          ask(`EX-${n}`, () =>
            listen.post('/exchange_orders', sampleExchange({ original_order_id: `SO-${n}` })),
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, 3000 / perSecond));
      }
      // All are answered while the ledger is still held. How long that took is no judgement here: it is printed.
      await Promise.all(asked);
      const longest = Math.max(...answered.map(({ ms }) => ms));
      if (!isShort)
        process.stderr.write(`${how}: ${answered.length} requests, the longest ${Math.round(longest)} ms\n`);
      expect(answered.filter(({ status }) => status !== 200)).toEqual([]);
      expect(sandbox.orders()).toEqual([]);
      const status = await returns(['status', '--json'], {
        root: listen.here.root,
        env: targetEnvironment(sandbox),
      });
      expect(status.stdout).toContain('RMA-1');
      await release();
      await until(() => refundsOf(sandbox).every((count) => count === 1), 'the refunds');
      listen.interrupt();
      expect(await listen.done).toBe(0);
      expect(refundsOf(sandbox)).toEqual(ONE_EACH);
      const calls = listen.lines().filter(({ type }) => type === 'call') as unknown as {
        rma: string | null;
        response: { status: number };
      }[];
      expect(calls).toHaveLength(3 * rmas);
      expect(calls.every(({ response }) => response.status === 200)).toBe(true);
    });

    it('a receiver that ends before the ledger is free leaves the refunds to the next start', async () => {
      const sandbox = await sandboxFor();
      const first = await begin(sandbox);
      const release = await hold(first.here, how);
      for (const n of ids.slice(0, 5)) expect((await first.post('/rmas', scanned(n))).status).toBe(200);
      first.interrupt();
      await first.done;
      await release();
      expect(sandbox.orders()).toEqual([]);
      const second = await begin(sandbox, first.here.root);
      await until(
        () =>
          refundsOf(sandbox)
            .slice(0, 5)
            .every((count) => count === 1),
        'the refunds',
      );
      // Sent again by the service: nothing is refunded twice.
      for (const n of ids.slice(0, 5)) await second.post('/rmas', scanned(n));
      second.interrupt();
      expect(await second.done).toBe(0);
      expect(refundsOf(sandbox).slice(0, 5)).toEqual([1, 1, 1, 1, 1]);
    });
  },
);
