// A signal while the input is still being read: the counts so far add up, and no plan of a part of the input
// is shown.
import { expect, test } from 'vitest';
import { checkContext, openInputs } from '../../src/orders/read/order-input.ts';
import { uploadOrders } from '../../src/orders/upload/order-run.ts';
import type { UploadRequest } from '../../src/orders/upload/plan.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { csvOf, generateOrders } from '../helpers/orders.ts';
import { testPlatform } from '../helpers/platform.ts';

const { snapshots } = generateOrders({ seed: 31, orders: 900, versions: 0.2 });
const ndjson = snapshots.map((order) => JSON.stringify(order)).join('\n');
const scattered = csvOf([...snapshots, { ...snapshots[0]!, raw_status: 'again' }]).text;

test.each([
  ['NDJSON', 'orders.ndjson', ndjson, false],
  ['a table', 'orders.csv', csvOf(snapshots).text, false],
  ['a table with rows that are not adjacent, read again', 'orders.csv', scattered, true],
])(
  'an upload of %s that is interrupted while it reads has balanced accounts',
  async (_what, name, text, isReread) => {
    const { platform, folders, file } = testPlatform();
    const stop = new AbortController();
    const inputs = await openInputs(
      platform,
      [file(name, text)],
      { format: 'auto', memory: 1e8 },
      '/nowhere',
    );
    const ledger = new Ledger(platform, openLedgerStore(platform, folders), 'target');
    const events: string[] = [];
    const summary = await uploadOrders(
      {
        platform,
        inputs,
        ledger,
        rejects: undefined,
        checks: await checkContext(platform, { strict: false }, inputs),
        compare: { force: false, keepRefunds: false, now: platform.clock.now() },
        plan: { profile: null, environment: null, target: null, batchSize: 50, limit: 5000 },
        run: 'run',
        resume: 'returns orders upload',
        emit(event) {
          events.push(event.type);
          const start = isReread ? events.indexOf('reread') : 0;
          const read = events.slice(start).filter((type) => type === 'reading');
          if (start >= 0 && read.length > 1) stop.abort();
        },
        signal: stop.signal,
      },
      { failOn: 'any' } as UploadRequest,
    );
    inputs.close();
    ledger.close();
    expect(events.includes('reread')).toBe(isReread);
    expect(events).not.toContain('plan');
    expect(summary).toMatchObject({
      state: 'interrupted',
      exit_code: 130,
      balanced: true,
      resume: expect.any(String),
    });
    const { input, orders, rows } = summary;
    expect(input.orders).toBeGreaterThan(0);
    expect(Object.values(orders).reduce((a, b) => a + b, 0)).toBe(input.orders);
    expect(rows.accounted).toBe(rows.read);
    expect(input.rows).toBe(rows.read);
    expect(input.files.reduce((sum, one) => sum + one.rows, 0)).toBe(input.rows);
    expect(summary.money.reduce((sum, one) => sum + one.orders, 0)).toBeLessThanOrEqual(orders.pending);
  },
);
