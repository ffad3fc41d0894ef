// Commands whose target is locked: which commands exclude each other, and that a signal ends the waiting.
import { expect, test } from 'vitest';
import { targetKey } from '../../src/account/settings.ts';
import { run } from '../../src/main.ts';
import { realClock } from '../../src/platform/node-platform.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { type ShardLock, takeLock, uploadLock } from '../../src/storage/locks.ts';
import { generateAsns } from '../helpers/asns.ts';
import { generateOrders } from '../helpers/orders.ts';
import { type TestPlatform, testPlatform } from '../helpers/platform.ts';

/** No server listens there, and nothing is sent. */
const ADDRESS = 'http://127.0.0.1:9';
const [order] = generateOrders({ seed: 4, orders: 1 }).snapshots;
const [asn] = generateAsns({ seed: 4, asns: 1 });
type Stop = (signal: 'SIGINT' | 'SIGTERM') => void;

/** A platform on which `signal` arrives at the first sleep: in these commands that is the wait for the lock. */
function stopped(signal: 'SIGINT' | 'SIGTERM'): TestPlatform {
  let stop: Stop = () => {};
  return shop({
    clock: {
      ...realClock,
      sleep(ms, until) {
        stop(signal);
        return realClock.sleep(ms, until);
      },
    },
    system: {
      onSignal(listener) {
        stop = listener;
        return () => {};
      },
    },
  });
}

/** A platform on which sleeping takes no time, but the clock moves on. */
function quick(): TestPlatform {
  let slept = 0;
  return shop({
    clock: {
      now: () => realClock.now() + slept,
      monotonic: () => realClock.monotonic() + slept,
      async sleep(ms) {
        slept += ms;
      },
    },
  });
}

function shop(parts: Parameters<typeof testPlatform>[0]): TestPlatform {
  const t = testPlatform({
    ...parts,
    env: {
      RETURNS_AUTH_URL: ADDRESS,
      RETURNS_ORDERS_URL: ADDRESS,
      RETURNS_BASE_URL: ADDRESS,
      RETURNS_CLIENT_ID: 'shop-1',
      RETURNS_CLIENT_SECRET: 'secret',
    },
  });
  t.file('orders.json', JSON.stringify(order));
  t.file('asns.json', JSON.stringify(asn));
  return t;
}

async function held<T>(t: TestPlatform, lockOf: (key: string) => string | ShardLock, work: () => Promise<T>) {
  const store = openLedgerStore(t.platform, t.folders);
  const lock = await takeLock(t.platform, store, lockOf(targetKey(t.platform, ADDRESS, 'shop-1')), {
    purpose: 'x',
    waitMs: 0,
  });
  try {
    return await work();
  } finally {
    lock.release();
    store.close();
  }
}

const all = (key: string) => uploadLock({ key }, null);
const shard = (text: string) => (key: string) => uploadLock({ key }, text);
const asns = (key: string) => `asns/${key}`;
const UPLOAD = ['orders', 'upload', 'orders.json', '--yes'];
const REFUND = ['orders', 'refund', String(order?.identifier), '--from', 'orders.json', '--yes'];
const CREATE = ['asns', 'create', 'asns.json', '--yes'];

test.each([
  ['an upload', UPLOAD, all, 'SIGINT', 130],
  ['an upload', UPLOAD, shard('1/4'), 'SIGTERM', 143],
  ['a refund', REFUND, shard('1/4'), 'SIGINT', 130],
  ['creating ASNs', CREATE, asns, 'SIGTERM', 143],
] as const)(
  '%s that waits for the lock ends with the exit code of a signal',
  async (_what, args, lock, signal, code) => {
    const t = stopped(signal);
    const exit = await held(t, lock, () => run([...args, '--lock-wait', '20m', '--json'], t.platform));
    expect(JSON.parse(t.stdout())).toMatchObject({ schema: 'error/1', code: 'interrupted', exit_code: code });
    expect(exit).toBe(code);
  },
);

test.each([
  ['an upload of all', UPLOAD, 'shard 1/4', shard('1/4')],
  ['an upload of a shard', [...UPLOAD, '--shard', '1/2'], 'all shards', all],
  ['a shard of another count', [...UPLOAD, '--shard', '1/2'], 'shard 2/4', shard('2/4')],
  ['a refund', REFUND, 'shard 2/4', shard('2/4')],
] as const)(
  '%s is turned away by %s that does not let it in between within 10 s',
  async (_what, args, beside, lock) => {
    const t = quick();
    const exit = await held(t, lock, () => run([...args, '--json'], t.platform));
    expect(JSON.parse(t.stdout())).toMatchObject({
      code: 'state.locked',
      message: expect.stringMatching(new RegExp(`, ${beside}$`)),
      hint: expect.stringContaining('--lock-wait'),
    });
    expect(exit).toBe(7);
  },
);
