// `listen --auto-refund`: one refund for each unit, in any order of messages and after any kill, until REFUNDED.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { targetKey } from '../../../src/account/settings.ts';
import { type DueRefund, decideRefunds } from '../../../src/calls/refunds/due-refunds.ts';
import type { Order } from '../../../src/contract/order.ts';
import { sampleRma, sampleUnit } from '../../../src/contract/sample-rma.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { DOUBT_MS } from '../../../src/storage/in-doubt.ts';
import { Ledger, ledgerPath, openLedgerStore } from '../../../src/storage/ledger.ts';
import { makeCli, targetEnvironment, until } from '../../helpers/cli.ts';
import { inForm } from '../../helpers/form.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { fc } from '../../helpers/random.ts';
import { sandboxFor } from '../../helpers/sandbox.ts';
import { orderOf } from '../refund-story.ts';
import { startListen } from '../run-listen.ts';

/** Two units of one line, 54.00 in all. */
const ORDER = orderOf('SO-9', [{ id: 'L1', units: 2, price: 2500, tax: 400 }], 0);

/** A message of an RMA with one unit for each given parcel and status. */
const message = (hour: number, units: readonly (readonly [string | null, string | null])[], changes = {}) =>
  sampleRma({
    rma_identifier: 'RMA-9',
    updated_at: `2026-03-10T${String(hour).padStart(2, '0')}:00:00Z`,
    items: units.map(([tracking_number, package_tracking_status]) =>
      sampleUnit({ order_identifier: 'SO-9', sku: 'SKU-L1', tracking_number, package_tracking_status }),
    ),
    ...changes,
  });

/** The two parcels in these states; a parcel without one has no number yet. */
const parcels = (hour: number, states: readonly (string | null)[], changes = {}) =>
  message(
    hour,
    states.map((state, n) => [state && `1Z${n + 1}`, state]),
    changes,
  );
const created = parcels(9, [null, null]);
const labelled = parcels(10, ['PRE_TRANSIT', 'PRE_TRANSIT']);
const firstScanned = parcels(11, ['TRANSIT', 'PRE_TRANSIT']);
const bothScanned = parcels(12, ['DELIVERED', 'TRANSIT']);
const refunded = parcels(13, ['DELIVERED', 'TRANSIT'], { status: 'REFUNDED' });

describe('decideRefunds', () => {
  const plan = (messages: readonly unknown[]): DueRefund[] => {
    const all: DueRefund[] = [];
    for (const one of messages) all.push(...decideRefunds(one, 'TRANSIT', all).due);
    return all;
  };
  const total = (refunds: readonly DueRefund[]) =>
    refunds.flatMap(({ units }) => units).reduce((sum, { units }) => sum + units, 0);

  it('gives each unit once, in any order of messages and with repeated messages', () => {
    const story = [created, labelled, firstScanned, bothScanned];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...story), { maxLength: 12 }), (messages) => {
        const expected = messages.includes(bothScanned) ? 2 : messages.includes(firstScanned) ? 1 : 0;
        expect(total(plan(messages))).toBe(expected);
      }),
    );
  });

  it('gives no unit of exchanges, closed RMAs, undelivered parcels, or a parcel with a new number', () => {
    const one = (changes: object) =>
      sampleRma({ items: [sampleUnit({ package_tracking_status: 'TRANSIT', ...changes })] });
    expect(plan([one({ refund_type: 'EVEN_EXCHANGE' }), one({ refund_type: null }), refunded])).toEqual([]);
    const lost = ['FAILURE', 'RETURNED'].map((status) => one({ package_tracking_status: status }));
    expect(plan(lost)).toEqual([]);
    expect(total(plan([one({ tracking_number: '1Z1' }), one({ tracking_number: '1Z8' })]))).toBe(1);
    // Also next to another unit, which is still to be scanned.
    const beside = (number: string) => {
      const label = sampleUnit({ tracking_number: '1Z2', package_tracking_status: 'PRE_TRANSIT' });
      const scanned = sampleUnit({ tracking_number: number, package_tracking_status: 'TRANSIT' });
      return sampleRma({ items: [scanned, label] });
    };
    expect(total(plan([beside('1Z1'), beside('1Z9')]))).toBe(1);
  });
});

/** The refunds of the order at the service. */
const refundsOf = (sandbox: Sandbox) => (sandbox.order('SO-9')?.order as Order | undefined)?.refunds ?? [];
const unitsOf = (sandbox: Sandbox) =>
  refundsOf(sandbox)
    .flatMap((refund) => refund.refund_line_items)
    .reduce((sum, { quantity }) => sum + quantity, 0);

describe('returns listen --auto-refund', () => {
  it('posts one refund for each unit, and follows the RMA to REFUNDED, whatever a stranger posts', async () => {
    const sandbox = await sandboxFor();
    const flags = ['--auto-refund', 'TRANSIT', '--orders', 'orders.json', '--require-header', 'X-Key: k'];
    const listen = await startListen(flags, {
      env: targetEnvironment(sandbox),
      prepare: (here) => void here.file('orders.json', JSON.stringify([ORDER])),
    });
    const key = { 'x-key': 'k' };
    const refuse = async (one: unknown) => {
      expect((await listen.post('/rmas', one)).status).toBe(401);
      expect((await listen.post('/rmas', one, { ...key, 'content-type': 'text/plain' })).status).toBe(415);
      expect((await listen.post('/rma', one, key)).status).toBe(404);
    };
    for (const one of [message(14, [['1Z7', 'TRANSIT']]), refunded]) await refuse(one);
    for (const one of [created, labelled, firstScanned, firstScanned, bothScanned, firstScanned])
      expect((await listen.post('/rmas', one, key)).status).toBe(200);
    await until(() => refundsOf(sandbox).length === 2, 'both refunds');
    await listen.post('/rmas', refunded, key);
    listen.interrupt();
    expect(await listen.done).toBe(0);
    expect(refundsOf(sandbox)).toMatchObject([
      { total_refund_amount_cents: 2700, rma_identifier: 'RMA-9', refund_line_items: [{ quantity: 1 }] },
      { total_refund_amount_cents: 2700, rma_identifier: 'RMA-9', refund_line_items: [{ quantity: 1 }] },
    ]);
    expect(sandbox.order('SO-9')?.received).toBe(2);
    expect(listen.here.stderr()).not.toMatch(/waits:/);
    expect(listen.here.stderr()).toMatch(/27\.00 USD posted; it waits for REFUNDED/);
    expect(listen.here.stderr()).toMatch(/RMA "RMA-9" is REFUNDED: 2 refunds/);
  });

  it('an order in doubt is refunded when it no longer is', async () => {
    const sandbox = await sandboxFor();
    let freeAt = 0;
    const listen = await startListen(['--auto-refund', 'TRANSIT', '--orders', 'orders.json'], {
      env: targetEnvironment(sandbox),
      prepare(here) {
        here.file('orders.json', JSON.stringify([ORDER]));
        // Another process gave up a request with another version of the order a while ago.
        freeAt = Date.now() + 1500;
        const ago = (ms: number) => ({ ...here.platform.clock, now: () => Date.now() - ms });
        const platform = { ...here.platform, clock: ago(DOUBT_MS - 1500) };
        const key = targetKey(platform, sandbox.ordersUrl, sandbox.clientId);
        const ledger = new Ledger(platform, openLedgerStore(platform, here.folders), key);
        ledger.doubts.begin([{ id: 'SO-9', digest: 'another' }])('unknown');
        ledger.close();
      },
    });
    expect((await listen.post('/rmas', firstScanned)).status).toBe(200);
    await until(() => refundsOf(sandbox).length === 1, 'the refund');
    expect(Date.now()).toBeGreaterThanOrEqual(freeAt);
    listen.interrupt();
    expect(await listen.done).toBe(0);
  });

  it('a ledger that is removed meanwhile is told at once, and the next start refunds', async () => {
    const sandbox = await sandboxFor();
    const options = { env: targetEnvironment(sandbox) };
    const flags = ['--auto-refund', 'TRANSIT', '--orders', 'orders.json'];
    const prepare = (here: TestPlatform) => void here.file('orders.json', JSON.stringify([ORDER]));
    const listen = await startListen(flags, { ...options, prepare });
    const ledger = ledgerPath(listen.here.folders);
    for (const end of ['', '-wal', '-shm']) fs.rmSync(ledger + end);
    expect((await listen.post('/rmas', firstScanned)).status).toBe(200);
    expect(listen.here.stderr()).toContain(`was not done: ${ledger} was removed`);
    listen.interrupt();
    expect(await listen.done).toBe(0);
    expect(refundsOf(sandbox)).toEqual([]);
    const next = await startListen(flags, { ...options, root: listen.here.root });
    await until(() => refundsOf(sandbox).length === 1, 'the refund');
    next.interrupt();
    expect(await next.done).toBe(0);
  });

  const KILLED = [
    ['after it did, before it said so', 'after'],
    ['before the service stored it', 'before'],
    ['when the message was answered', 'answered'],
  ];
  it.each(KILLED.slice(0, inForm({ short: 1, long: 3 })))(
    'killed %s, the next start leaves one refund',
    async (_what, when) => {
      let kill = () => {};
      const sandbox = await sandboxFor({}, async (count, answer) => {
        if (count === 1 && when === 'before') kill();
        const done = await answer();
        if (count === 1 && when === 'after') kill();
        return done;
      });
      const cli = makeCli({ target: sandbox });
      cli.file('orders.json', JSON.stringify([ORDER]));
      const ready = path.join(cli.root, 'ready.json');
      const start = async () => {
        fs.rmSync(ready, { force: true });
        const started = cli.start([
          ...['listen', '--port', '0', '--ready-file', ready],
          ...['--auto-refund', 'TRANSIT', '--orders', 'orders.json'],
        ]);
        kill = () => started.child.kill('SIGKILL');
        await until(() => fs.existsSync(ready), 'the ready file');
        const { url } = JSON.parse(fs.readFileSync(ready, 'utf8')) as { url: string };
        const post = () =>
          fetch(`${url}/rmas`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(firstScanned),
          });
        return { started, post };
      };
      const first = await start();
      await first.post().catch(() => {});
      if (when === 'answered') kill();
      await first.started.ended;
      const second = await start();
      await until(() => refundsOf(sandbox).length === 1, 'the refund');
      await second.post();
      second.started.child.kill('SIGINT');
      expect(await second.started.ended).toMatchObject({ code: 0 });
      expect([refundsOf(sandbox).length, unitsOf(sandbox)]).toEqual([1, 1]);
      // Each repeated post has exactly the same bytes.
      expect(new Set(sandbox.order('SO-9')!.versions.map(({ sha256 }) => sha256)).size).toBe(1);
    },
  );
});
