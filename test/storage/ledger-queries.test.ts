// The ledger read with other programs: the documented queries, through the database and through the sqlite3 program.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '../../src/contract/order.ts';
import { sampleOrder } from '../../src/contract/sample.ts';
import type { Database, SqlRow } from '../../src/platform/platform.ts';
import { AsnRecords } from '../../src/storage/asn-records.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { LEDGER_QUERIES, LEDGER_VIEWS } from '../../src/storage/ledger-queries.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { putRun } from '../../src/storage/runs.ts';
import { testPlatform } from '../helpers/platform.ts';

const DAY = 86_400_000;
const SAMPLE = sampleOrder() as Order;
const TARGET = 'https://orders.example as client-1';

/** Two orders and a refused one of a current run, one of them with an earlier version; an older run; ASNs. */
function fill(): Database {
  const { platform, folders } = testPlatform();
  const now = Date.now();
  const store = openLedgerStore(platform, folders);
  const put = (id: string, started: number) =>
    putRun(store, {
      ...{ id, kind: 'orders upload', state: 'completed', user: 'u', hostname: 'h', profile: 'shop-1' },
      ...{ environment: 'production', target: TARGET, targetKey: 't', shard: null, files: [], command: 'x' },
      ...{ started, ended: started + 1500, exitCode: 0, orders: { accepted: 2, refused: 1 } },
    });
  put('run-old', now - 3 * DAY);
  put('run-new', now);
  const ledger = new Ledger(platform, store, 't');
  const write = (identifier: string, run: string, at: number, changes: Partial<Order> = {}) => {
    const order = { ...SAMPLE, identifier, ...changes };
    const source = { file: 'orders.csv', line: 2 };
    ledger.write([new ReadyOrder(platform.crypto, order).record({ at, run, source })], []);
  };
  const refund = (identifier: string, quantity: number) => ({
    ...{ identifier, total_refund_amount_cents: 100, created_at: '2026-05-05T00:00:00Z' },
    rma_identifier: 'RMA-7',
    refund_line_items: [
      { identifier: `${identifier}-1`, quantity, order_item_identifier: SAMPLE.items[0]!.identifier },
    ],
  });
  write('SO-1', 'run-old', now - 3 * DAY);
  write('SO-9', 'run-old', now - 3 * DAY);
  write('SO-1', 'run-new', now, {
    updated_at: '2027-01-01T00:00:00Z',
    refunds: [refund('RF-1', 1), refund('RF-2', 2)],
  });
  write('SO-2', 'run-new', now);
  const refusal = { digest: 'd', code: 'order.sku', field: 'items[0].sku', status: 422, at: now };
  ledger.write([], [['SO-3', { ...refusal, run: 'run-new' }]]);
  const asns = new AsnRecords(platform, store, 't');
  const queued = (number: string, status: string) =>
    asns.queued([
      [
        { program: 'P', number },
        {
          ...{ body: '{"cartons":[]}', digest: 'd', version: 1, status, at: now - 2 * DAY, run: 'run-old' },
          how: 'create',
        },
      ],
    ]);
  queued('A-1', 'pending');
  queued('A-2', 'shipped');
  return store;
}

const { currency, status, total_amount_cents: total } = SAMPLE;
const EXPECTED: readonly SqlRow[][] = [
  [
    ['SO-1', status, total, currency],
    ['SO-2', status, total, currency],
  ],
  [[TARGET, 'order.sku', 1]],
  [[TARGET, 2, 1]],
  [
    ['RF-1', 'SO-1', 100, currency, 1],
    ['RF-2', 'SO-1', 100, currency, 2],
  ],
  [['P', 'A-1', 2]],
];

const questions = LEDGER_QUERIES.map(
  ([purpose, sql], i) => [purpose, sql.replace("'RUN'", "'run-new'").replace("'RMA'", "'RMA-7'"), i] as const,
);

let store: Database;
beforeAll(() => {
  store = fill();
});

test.each(questions)('%s: is answered by the database', (_purpose, sql, i) => {
  expect(store.all(sql)).toEqual(EXPECTED[i]);
});

test('the listed views exist, and no others', () => {
  const views = store.all("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name");
  expect(views.flat()).toEqual(LEDGER_VIEWS.map(([name]) => name).sort());
  for (const [name] of LEDGER_VIEWS) expect(store.all(`SELECT * FROM ${name}`)).not.toEqual([]);
});

const hasProgram = spawnSync('sqlite3', ['-version']).status === 0;

describe.skipIf(!hasProgram)('the sqlite3 program', () => {
  const ask = (file: string, sql: string) => {
    const { stdout, stderr } = spawnSync('sqlite3', ['-readonly', file, sql], { encoding: 'utf8' });
    return stderr === '' ? stdout : stderr;
  };
  const expected = (i: number) =>
    EXPECTED[i]!.map(
      (row) => `${row.map((value) => (i === 4 && value === 2 ? '2.0' : value)).join('|')}\n`,
    ).join('');

  test.each(questions)(
    '%s: is answered while another process has the ledger open and writes',
    (_p, sql, i) => {
      const answer = store.transaction(() => {
        store.run("UPDATE orders SET status = 'not committed'");
        const output = ask(store.file, sql);
        store.run('UPDATE orders SET status = ?', status);
        return output;
      });
      expect(answer).toBe(expected(i));
    },
  );

  test.each(questions)('%s: is answered while no process has the ledger open', (_purpose, sql, i) => {
    store.run('UPDATE targets SET name = name');
    store.get('PRAGMA wal_checkpoint(TRUNCATE)');
    const copy = path.join(path.dirname(store.file), 'copy');
    fs.mkdirSync(copy, { recursive: true });
    const file = path.join(copy, 'ledger.db');
    fs.copyFileSync(store.file, file);
    expect(ask(file, sql)).toBe(expected(i));
  });
});
