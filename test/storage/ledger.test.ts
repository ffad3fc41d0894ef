// The ledger: durable, never replaces newer by older, separate per target, no personal data, reports a damaged file.
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SqlValue } from '../../src/platform/platform.ts';
import { markKilled } from '../../src/runs/find-run.ts';
import { AsnRecords } from '../../src/storage/asn-records.ts';
import { forgetRun } from '../../src/storage/forget-runs.ts';
import { Ledger, ledgerPath, openLedgerStore } from '../../src/storage/ledger.ts';
import { LEDGER_MIGRATIONS, migrate } from '../../src/storage/ledger-migrations.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { getRun, listRuns, putRun, type RunRecord, runId } from '../../src/storage/runs.ts';
import { atEndOfTest } from '../helpers/ends.ts';
import { testPlatform } from '../helpers/platform.ts';
import { open, order } from './support.ts';

const lateRefund = (identifier: string, line = `${identifier}-L`) => ({
  ...{ identifier, total_refund_amount_cents: 100, created_at: '2026-05-05T00:00:00Z' },
  refund_line_items: [{ identifier: line, quantity: 1, order_item_identifier: 'L-1' }],
});

describe('what is accepted', () => {
  it('is never replaced by an older snapshot, and has a bounded history', () => {
    const { ledger, record } = open();
    for (let day = 1; day <= 28; day++)
      ledger.write(
        [record(order({ updated_at: `2026-05-${String(day).padStart(2, '0')}T00:00:00Z` }), `run-${day}`)],
        [],
      );
    ledger.write([record(order({ updated_at: '2026-05-14T00:00:00Z' }), 'late')], []);
    const stored = ledger.order(order().identifier)!;
    expect(stored).toMatchObject({ updatedAt: '2026-05-28T00:00:00Z', run: 'run-28' });
    expect(stored.past).toHaveLength(20);
    expect(stored.past[0]).toMatchObject({ run: 'run-27' });
  });

  it('is replaced by an older snapshot that was forced, and restored when that run is forgotten', () => {
    const { ledger, record } = open();
    ledger.write([record(order({ updated_at: '2026-05-09T00:00:00Z' }), 'newer')], []);
    const older = order({ updated_at: '2026-05-02T00:00:00Z', refunds: [lateRefund('RF-2')] });
    const refusal = { digest: 'd', code: 'invalid', field: '', status: 422, at: 1, run: 'forced' };
    ledger.write([record(older, 'forced')], [['C', refusal]], { forced: true });
    const { identifier } = order();
    const owners = () => [
      ledger.ownerOfRefund('refund', 'RF-2', ''),
      ledger.ownerOfRefund('line', 'RF-2-L', ''),
    ];
    expect(owners()).toEqual([identifier, identifier]);
    expect(ledger.order(identifier)).toMatchObject({
      updatedAt: '2026-05-02T00:00:00Z',
      run: 'forced',
      past: [{ updatedAt: '2026-05-09T00:00:00Z', run: 'newer' }],
    });
    expect(forgetRun(ledger, 'forced')).toEqual({ restored: 1, removed: 0, refusals: 1, refunds: 1 });
    expect(ledger.order(identifier)).toMatchObject({ updatedAt: '2026-05-09T00:00:00Z', past: [] });
    expect([...owners(), ledger.refused('C')]).toEqual([undefined, undefined, undefined]);
  });

  it('of a ledger of the version before has no titles; what comes has them, and nothing that gives them back', () => {
    const { platform, folders } = testPlatform();
    platform.files.makeFolder(folders.state);
    const before = platform.databases.open(ledgerPath(folders), { durable: true });
    migrate(before, LEDGER_MIGRATIONS.slice(0, 5));
    before.close();
    const ledger = new Ledger(platform, openLedgerStore(platform, folders), 'target-1');
    atEndOfTest(() => ledger.close());
    const accept = (title: string, updated: string) => {
      const one = order({ updated_at: updated, items: [{ ...order().items[0]!, title }] });
      const about = { at: 1, run: 'r', source: { file: 'f', line: 2 } };
      ledger.write([new ReadyOrder(platform.crypto, one).record(about)], []);
      return ledger.order(one.identifier)!;
    };
    const [first] = accept('For Ann', '2026-05-02T00:00:00Z').lines;
    expect(first!.title).toBeTypeOf('number');
    expect(JSON.stringify(ledger.order(order().identifier))).not.toContain('Ann');
    ledger.store.exec('UPDATE order_lines SET title = NULL');
    expect(ledger.order(order().identifier)!.lines[0]!.title).toBeNull();
    const { lines, previous } = accept('For Bob', '2026-05-03T00:00:00Z');
    expect(lines[0]!.title).not.toBe(first!.title);
    expect(JSON.parse(previous!).lines[0].title).toBeNull();
  });

  it('stores nothing of a snapshot that is too old, nor its refunds', () => {
    const { ledger, record } = open();
    ledger.write([record(order({ updated_at: '2026-05-09T00:00:00Z' }))], []);
    const late = lateRefund('RF-1', 'RL-1');
    ledger.write([record(order({ updated_at: '2026-05-02T00:00:00Z', refunds: [late] }))], []);
    expect([ledger.ownerOfRefund('refund', 'RF-1', ''), ledger.ownerOfRefund('line', 'RL-1', '')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('cannot be refused in the same version, in either order of the answers; another version can', () => {
    const { ledger, record } = open();
    const { identifier } = order();
    const refusal = (digest: string) => ({ digest, code: 'x', field: '', status: 422, at: 1, run: 'run-2' });
    const { digest } = record(order());
    ledger.write([record(order())], []);
    ledger.write([], [[identifier, refusal(digest)]]);
    expect(ledger.refused(identifier)).toBeUndefined();
    ledger.write([], [[identifier, refusal('other')]]);
    expect(ledger.refused(identifier)?.digest).toBe('other');
    ledger.write([record(order())], []);
    expect(ledger.refused(identifier)).toBeUndefined();
  });

  it('is read back unchanged, also with missing fields and after a newer version', () => {
    const { ledger, record } = open();
    const lacking = order({ items: [{ ...order().items[0]!, sku: undefined as unknown as string }] });
    ledger.write([record(lacking, 'first')], []);
    const first = ledger.order(lacking.identifier)!;
    const { past: _, previous: __, ...same } = record(lacking, 'first');
    expect(first).toEqual({ ...same, past: [], previous: null });
    ledger.write([record(order({ updated_at: '2027-05-01T00:00:00Z' }), 'second')], []);
    expect(forgetRun(ledger, 'second')).toMatchObject({ restored: 1 });
    expect(ledger.order(lacking.identifier)).toEqual({ ...first, isRestored: true });
  });

  it('gives the same records looked up together and one by one', () => {
    const { ledger, record } = open();
    const ids = Array.from({ length: 2500 }, (_, n) => `SO-${n}`);
    const known = ids.filter((_, n) => n % 3 === 0);
    ledger.write(
      known.map((identifier) => record(order({ identifier }))),
      ids
        .filter((_, n) => n % 3 === 1)
        .map((id) => [id, { digest: 'd', code: 'c', field: 'f', status: 422, at: 5, run: 'run-1' }]),
    );
    const view = ledger.view(ids);
    for (const id of [...ids, 'SO-none']) {
      expect(view.refused(id)).toEqual(ledger.refused(id));
      const [one, other] = [view.known(id), ledger.known(id)];
      expect(one?.record()).toEqual(other?.record());
    }
  });

  it('holds no personal data', () => {
    const { ledger, record, folders } = open();
    const canary = {
      name: 'Canary Person',
      street1: 'Canary Street',
      city: 'Canary City',
      state: 'CS',
      zip_code: 'CZ999',
      country_code: 'CC',
    };
    ledger.write(
      [
        record(
          order({
            customer: { identifier: 'canary-id', email: 'canary@example.com', first_name: 'Canary' },
            shipping_address: canary,
            billing_address: canary,
          }),
        ),
      ],
      [],
    );
    ledger.close();
    const content = fs.readFileSync(ledgerPath(folders), 'latin1').toLowerCase();
    expect(content).not.toContain('canary');
    expect(content).not.toContain('cz999');
  });
});

it('stores every character, and texts of any length, of orders, refunds, lines and ASNs', () => {
  const { ledger, record, platform } = open();
  const odd = ['RF\u0000A', 'RF\u0000B', 'RF', '\ud800', '\udc00', '#"RF"', '#"', '\ud83c\udf81', "'; --"];
  odd.push('x'.repeat(3000), '漢'.repeat(500));
  for (const text of odd) {
    const refund = {
      ...{ identifier: text, total_refund_amount_cents: 1, created_at: '2026-05-05T00:00:00Z' },
      ...{ rma_identifier: text, refund_line_items: [{ identifier: text, quantity: 1 }] },
    };
    const lines = refund.refund_line_items.map((line) => ({ ...line, order_item_identifier: text }));
    const items = [{ ...order().items[0]!, identifier: text, sku: text }];
    const one = order({ identifier: text, items, refunds: [{ ...refund, refund_line_items: lines }] });
    ledger.write([record(one)], []);
    const { id, lines: stored, refunds } = ledger.order(text)!;
    expect({ id, stored, refunds }).toEqual({
      ...{ id: text, stored: record(one).lines, refunds: record(one).refunds },
    });
  }
  for (const text of odd) {
    expect(ledger.ownerOfRefund('refund', text, text)).toBeUndefined();
    expect(ledger.ownerOfRefund('line', text, 'another')).toBeDefined();
  }
  const asns = new AsnRecords(platform, ledger.store, 'target-1');
  const queued = {
    body: '{"cartons":[]}',
    digest: 'd',
    version: 1,
    status: 'pending',
    at: 1,
    run: 'r',
  } as const;
  for (const text of odd)
    asns.queued([
      [
        { program: text, number: text },
        { ...queued, how: 'create' },
      ],
    ]);
  expect([...asns.list()].map(({ number }) => number).sort()).toEqual([...odd].sort());
  for (const text of odd) expect(asns.byNumber(text)).toMatchObject([{ program: text, number: text }]);
});

it('is never scanned completely for one order, refund, or chunk of a run', () => {
  const { ledger, record, platform } = open();
  const { store } = ledger;
  const asked = new Set<string>();
  const noting = { ...store };
  for (const how of ['get', 'all', 'run', 'insert'] as const)
    noting[how] = ((sql: string, ...values: SqlValue[]) => {
      asked.add(sql);
      return store[how](sql, ...values);
    }) as never;
  const noted = new Ledger(platform, noting, 'target-1');
  const refunded = order({
    refunds: [lateRefund('RF-1', 'RL-1')],
  });
  noted.write([record(refunded, 'one')], []);
  noted.write([record({ ...refunded, updated_at: '2027-05-01T00:00:00Z' }, 'two')], []);
  const refusal = { digest: 'd', code: 'c', field: '', status: 422, at: 1, run: 'two' };
  noted.write([], [['SO-2', refusal]]);
  const view = noted.view([refunded.identifier, 'SO-2']);
  expect(view.known(refunded.identifier)?.refunds).toHaveLength(1);
  expect(view.refused('SO-2')).toBeDefined();
  for (const kind of ['refund', 'line'] as const) noted.ownerOfRefund(kind, 'RF-1', 'another');
  forgetRun(noted, 'two');
  const plans = [...asked].flatMap((sql) =>
    store
      .all(`EXPLAIN QUERY PLAN ${sql}`, ...Array.from(sql.matchAll(/\?/g), () => '1'))
      .map((row) => `${row[3]} for ${sql}`),
  );
  // Exceptions: requests without an answer are few; forgetting a run scans its refusals; the check whether a target has any row stops at the first one.
  const whole = plans.filter(
    (plan) =>
      /\(target=\?\)|SCAN (?!j |CONSTANT)|TEMP B-TREE/.test(plan) &&
      !/FROM doubts|DELETE FROM refusals .* run|EXISTS \(SELECT 1 FROM \w+ WHERE target = \?\)/.test(plan),
  );
  expect(plans.length).toBeGreaterThan(20);
  expect(whole).toEqual([]);
});

it('does not use row numbers from a transaction that was rolled back', () => {
  const { ledger, record, platform } = open('target-1');
  const full = new Error('no room');
  expect(() =>
    ledger.store.transaction(() => {
      ledger.write([record(order(), 'run-1')], []);
      throw full;
    }),
  ).toThrow(full);
  // Another target gets the row numbers of the rolled-back transaction.
  const other = new Ledger(platform, ledger.store, 'target-2');
  other.write([record(order({ identifier: 'theirs' }), 'run-2')], []);
  ledger.write([record(order(), 'run-1')], []);
  expect(ledger.order(order().identifier)).toMatchObject({ run: 'run-1' });
  expect(other.order(order().identifier)).toBeUndefined();
  expect(other.order('theirs')).toMatchObject({ run: 'run-2' });
});

const RUN: RunRecord = {
  id: 'run-1',
  kind: 'orders upload',
  state: 'completed',
  user: 'u',
  hostname: 'h',
  profile: 'shop-1',
  environment: 'production',
  target: 'https://orders.example as client-1',
  targetKey: 'target-1',
  shard: null,
  files: [{ path: 'a.csv', bytes: 1, rows: 2, sha256: 'x' }],
  command: 'returns orders upload a.csv',
  started: 1,
  ended: 2,
  exitCode: 0,
  orders: { accepted: 1 },
};

describe('runs', () => {
  it('that end during the check for killed runs are not marked as killed', () => {
    const { ledger, platform } = open();
    const { store } = ledger;
    const running: RunRecord = { ...RUN, state: 'running', ended: null, exitCode: null };
    putRun(store, running);
    store.run("INSERT INTO locks VALUES ('run/run-1', 'all', 1, 'h', 0, '')");
    const tryLock = (file: string) => {
      putRun(store, RUN);
      return platform.databases.tryLock(file);
    };
    const ending = { ...platform, databases: { ...platform.databases, tryLock } };
    expect(markKilled(ending, store, [running])).toMatchObject([{ state: 'completed' }]);
    expect(getRun(store, RUN.id)).toMatchObject({ state: 'completed' });
  });

  it('are read back unchanged, and change at their end', () => {
    const { ledger } = open();
    putRun(ledger.store, { ...RUN, state: 'running', ended: null, exitCode: null, files: [], orders: {} });
    putRun(ledger.store, { ...RUN, asns: { queued: 3 } });
    expect(getRun(ledger.store, RUN.id)).toEqual({ ...RUN, asns: { queued: 3 } });
  });

  it('of a ledger of the version before have no mapping; new ones are read back with theirs', () => {
    const { platform, folders } = testPlatform();
    platform.files.makeFolder(folders.state);
    const before = platform.databases.open(ledgerPath(folders), { durable: true });
    migrate(before, LEDGER_MIGRATIONS.slice(0, 1));
    before.exec(
      `INSERT INTO targets (no, key, name) VALUES (1, 'target-1', 'a service');
       INSERT INTO runs (id, kind, state, target, profile, environment, user, host, command, started_at, orders)
       VALUES ('20260101-000000-aaaaaa', 'orders upload', 'completed', 1, 'p', 'local', 'u', 'h', 'c', 5, '{}')`,
    );
    before.close();
    const store = openLedgerStore(platform, folders);
    expect(getRun(store, '20260101-000000-aaaaaa')).not.toHaveProperty('mapping');
    const mapping = { name: 'Shop', from: 'remembered', source: 'shop' } as const;
    putRun(store, { ...RUN, mapping });
    expect(getRun(store, RUN.id)).toEqual({ ...RUN, mapping });
    store.close();
  });

  it('are listed newest first, those of one second by their start, whatever their random part is', () => {
    const { ledger } = open();
    const second = Date.UTC(2026, 10, 20, 12);
    for (const [ms, random] of [
      [10, 'ffffff'],
      [20, '000000'],
      [30, '888888'],
    ] as const)
      putRun(ledger.store, { ...RUN, id: runId(second + ms, random), started: second + ms });
    expect(listRuns(ledger.store).map(({ started }) => started - second)).toEqual([30, 20, 10]);
    expect(listRuns(ledger.store, 1).map(({ started }) => started - second)).toEqual([30]);
    expect(getRun(ledger.store, 'nope')).toBeUndefined();
  });
});
