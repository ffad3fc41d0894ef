// A made history for `returns status`: orders and runs in the ledger, RMAs in the calls record, by a seeded generator. All data is
// invented. Everything that the status must tell apart occurs: exchanges, cancelled and kept returns, repeats, late messages, imports.
import fs from 'node:fs';
import path from 'node:path';
import { knownTarget } from '../../src/account/known-target.ts';
import type { Database, Platform } from '../../src/platform/platform.ts';
import type { Folders } from '../../src/storage/folders.ts';
import { openLedgerStore } from '../../src/storage/ledger.ts';
import { putRun, type RunRecord, runId } from '../../src/storage/runs.ts';
import { seeded } from '../helpers/random.ts';

export interface HistorySize {
  readonly seed: number;
  readonly orders: number;
  readonly rmas: number;
  readonly days: number;
  /** The end of the history, ms since the epoch. */
  readonly now: number;
}

/** The environment of a profile-less target. */
export const HISTORY_ENV = {
  RETURNS_AUTH_URL: 'https://auth.example',
  RETURNS_ORDERS_URL: 'https://orders.example',
  RETURNS_BASE_URL: 'https://base.example',
  RETURNS_CLIENT_ID: 'shop',
  RETURNS_CLIENT_SECRET: 'secret-of-the-tests',
};

export const DAY = 86_400_000;
const OTHER = 'other-target-key';

export const orderName = (i: number): string => `SO-${100_000 + i}`;

export function makeHistory(platform: Platform, folders: Folders, size: HistorySize): void {
  const random = seeded(size.seed);
  const key = knownTarget(platform, folders, {})!.key;
  const store = openLedgerStore(platform, folders);
  store.transaction(() => putRuns(store, key, size));
  const ledger = ledgerWriter(store, key);
  ledger.orders(size.orders, size);
  const calls = callWriter(path.join(folders.state, 'calls'));
  store.exec('BEGIN');
  for (let i = 0; i < size.rmas; i++) makeReturn(i, size, random, ledger, calls);
  for (let i = 0; i < Math.max(40, size.orders / 1000); i++) ledger.refusal(i, size, random);
  store.exec('COMMIT');
  calls.close();
  store.close();
}

function putRuns(store: Database, key: string, { now, days }: HistorySize): void {
  const run = (started: number, command: string, more: Partial<RunRecord> = {}): void => {
    const record: RunRecord = {
      ...{
        id: runId(started, '0a1b2c'),
        kind: 'orders upload',
        state: 'completed',
        user: 'u',
        hostname: 'h',
      },
      ...{ profile: '(environment)', environment: 'production', target: 'https://orders.example as shop' },
      ...{ targetKey: key, shard: null, files: [], command, started, ended: started + 30_000, exitCode: 0 },
      orders: { accepted: 10, refused: 0 },
      ...more,
    };
    putRun(store, record);
  };
  for (let day = days; day >= 1; day--) {
    const started = now - day * DAY;
    const date = new Date(started).toISOString().slice(0, 10);
    run(started, `returns orders upload exports/orders-${date}.csv --yes`);
    // A second line that fails now and then, and the last two times.
    const fails = day % 50 === 7 || day <= 2;
    run(started + 3_600_000, `returns asns create /data/asns-${date}.json`, {
      ...{
        kind: 'asns create',
        exitCode: fails ? 75 : 0,
        state: fails ? 'partial' : 'completed',
        orders: {},
      },
      asns: { queued: 1 },
    });
  }
  const at = now - 3 * DAY;
  run(at + 1000, 'returns orders upload backfill-a.csv', { state: 'killed', ended: null, exitCode: null });
  run(at + 2000, 'returns orders upload backfill-b.csv', { state: 'interrupted', exitCode: 130 });
  run(at + 3000, 'returns orders upload backfill-c.csv', { state: 'stopped', exitCode: 5 });
  run(at + 4000, 'returns orders upload backfill-d.csv', { state: 'killed', ended: null, exitCode: null });
  run(at + 5000, 'returns orders upload backfill-d.csv');
  run(at + 6000, 'returns orders upload backfill-e.csv', { state: 'partial', exitCode: 3 });
  run(at + 7000, 'returns orders upload backfill-f.csv', { state: 'partial', exitCode: 75 });
}

type LedgerWriter = ReturnType<typeof ledgerWriter>;

function ledgerWriter(store: Database, key: string) {
  const numberOf = (table: 'names' | 'targets', column: string, text: string): number => {
    store.run(`INSERT OR IGNORE INTO ${table} (${column}) VALUES (?)`, text);
    return Number(store.get(`SELECT no FROM ${table} WHERE ${column} = ?`, text)![0]);
  };
  const target = numberOf('targets', 'key', key);
  const other = numberOf('targets', 'key', OTHER);
  const run = numberOf('names', 'text', '20260101-000000-0a1b2c');
  const file = numberOf('names', 'text', 'exports/all.csv');
  let refunds = 0;
  const putOrder = (no: number, of: number, name: string, at: number) => {
    const digest = Buffer.alloc(16, no & 0xff);
    store.run(
      'INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, NULL)',
      ...[
        no,
        of,
        name,
        digest,
        digest,
        new Date(at).toISOString(),
        'Shipped',
        'USD',
        8100,
        at,
        run,
        file,
        no,
      ],
    );
    for (let line = 0; line < 2; line++)
      store.run(
        'INSERT INTO order_lines VALUES (?, ?, ?, ?, 3, 3, 0, 2500, 7500, 600, 0, NULL)',
        ...[no, line, `L${line + 1}`, 'TEE-GRN-M'],
      );
  };
  return {
    /** Orders of this target have the row numbers 1 to `count`; one more belongs to another target. */
    orders(count: number, { now, days }: HistorySize): void {
      for (let from = 0; from < count; from += 20_000)
        store.transaction(() => {
          for (let i = from; i < Math.min(count, from + 20_000); i++)
            putOrder(
              i + 1,
              target,
              orderName(i),
              now - Math.floor(((count - i) / count) * days * DAY) - 60_000,
            );
        });
      putOrder(count + 1, other, 'ELSEWHERE-1', now - DAY);
    },
    refund(
      order: number,
      rma: string | null,
      units: readonly (readonly [string, number])[],
      at: number,
    ): void {
      const id = `RF-${++refunds}`;
      const position = Number(store.get('SELECT count(*) FROM refunds WHERE order_no = ?', order)![0]);
      store.run(
        'INSERT INTO refunds VALUES (?, ?, ?, 2700, ?, ?, NULL)',
        ...[order, position, id, rma, new Date(at).toISOString()],
      );
      for (const [i, [line, count]] of units.entries())
        store.run(
          'INSERT INTO refund_lines VALUES (?, ?, ?, ?, ?, ?)',
          ...[order, position, i, `${id}-${i}`, line, count],
        );
    },
    plan(rma: string, state: string, order: string, units: readonly (readonly [string, number])[]): void {
      store.run('INSERT INTO rmas (target, identifier, is_settled) VALUES (?, ?, 0)', target, rma);
      const no = store.get('SELECT no FROM rmas WHERE identifier = ?', rma)![0]!;
      const refund = {
        identifier: `PLAN-${rma}`,
        order,
        units: units.map(([line, count]) => ({ line, tracking: '1Z', units: count })),
      };
      store.run('INSERT INTO rma_refunds VALUES (?, 0, ?, ?)', no, state, JSON.stringify(refund));
    },
    refusal(i: number, { now, days }: HistorySize, random: () => number): void {
      const at = now - Math.floor(random() * days * DAY);
      store.run(
        'INSERT OR REPLACE INTO refusals VALUES (?, ?, ?, ?, ?, 422, ?, ?)',
        ...[target, `BAD-${i}`, 'digest', 'missing_field', 'items', at, run],
      );
    },
  };
}

type CallWriter = ReturnType<typeof callWriter>;

function callWriter(folder: string) {
  fs.mkdirSync(folder, { recursive: true });
  const buffers = new Map<string, string[]>();
  let waiting = 0;
  let ids = 0;
  const flush = () => {
    for (const [day, lines] of buffers) fs.appendFileSync(path.join(folder, `${day}.ndjson`), lines.join(''));
    buffers.clear();
    waiting = 0;
  };
  const put = (at: number, value: unknown) => {
    const day = new Date(at).toISOString().slice(0, 10);
    const lines = buffers.get(day) ?? [];
    buffers.set(day, lines);
    lines.push(`${JSON.stringify(value)}\n`);
    if (++waiting === 20_000) flush();
  };
  const headers = [
    ['Host', 'returns.example'],
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json'],
    ['User-Agent', 'Service/3.2 (webhooks; +https://service.example/docs/webhooks)'],
    ['X-Request-Id', '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['X-Forwarded-For', '203.0.113.17, 198.51.100.23, 10.0.0.7'],
    ['X-Signature', `sha256=${'0123456789abcdef'.repeat(4)}`],
    ['Traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['X-Padding', 'p'.repeat(250)],
    ['Authorization', 'Basic dGVzdDp0ZXN0LXRlc3QtdGVzdC10ZXN0LXRlc3Q='],
  ];
  return {
    /** @returns the id of the call */
    call(at: number, rma: Record<string, unknown>, more: Record<string, unknown> = {}): string {
      const iso = new Date(at).toISOString();
      const id = `${iso.slice(0, 10).replace(/-/g, '')}-${iso.slice(11, 19).replace(/:/g, '')}-${(++ids).toString(16).padStart(6, '0')}`;
      const body = JSON.stringify(rma);
      put(at, {
        ...{ id, at, kind: 'rma', method: 'POST', target: '/rmas', headers, remote: '10.0.0.7', body },
        ...{ encoding: 'utf8', bytes: body.length, truncated: false, verdict: 'ok', findings: [] },
        ...{ rma: rma['rma_identifier'], orders: [], status: rma['status'], anomaly: null, changes: [] },
        ...{ response: { status: 200, by: 'forwarded' }, ms: 12, ...more },
      });
      return id;
    },
    settle(at: number, id: string): void {
      put(at, { id, settled: { at: at + 1000, to: 'https://shop.example/rmas', status: 200 } });
    },
    close: flush,
  };
}

const METHODS = ['mail-back', 'mail-back', 'mail-back', 'mail-back', 'express-returns', 'customer-keep'];
const TYPES = ['REFUND', 'REFUND', 'REFUND', 'REFUND', 'EVEN_EXCHANGE', 'UNEVEN_EXCHANGE'];

/** One RMA with its messages, and what the retailer did about it. */
function makeReturn(
  i: number,
  size: HistorySize,
  random: () => number,
  ledger: LedgerWriter,
  calls: CallWriter,
): void {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const rma = `RMA-${i}`;
  const no = 1 + Math.floor(random() * size.orders);
  const where = random();
  const order = where < 0.02 ? `NEVER-${i}` : where < 0.03 ? 'ELSEWHERE-1' : orderName(no - 1);
  const method = pick(METHODS);
  const type = pick(TYPES);
  const created = size.now - DAY - Math.floor(random() * (size.days - 2) * DAY);
  const count = 1 + Math.floor(random() * 3);
  const lines = Array.from({ length: count }, () => pick(['L1', 'L2']));
  const unit = (line: string, status: string | null, receiving: string | null) => ({
    order_line_item_identifier: line,
    order_identifier: order,
    ...{ exchange_order_identifier: null, original_order_identifier: null, return_reason: 'too small' },
    ...{
      is_exchange: type !== 'REFUND',
      sku: 'TEE-GRN-M',
      tracking_number: status === null ? null : `1Z${i}`,
    },
    ...{ package_tracking_status: status, receiving_status: receiving, refund_type: type },
    refund_financials: {
      ...{
        estimated_refund_amount_cents: 2700,
        provider_refund_amount_cents: 0,
        shopper_refund_amount_cents: 2700,
      },
    },
  });
  let at = created;
  const message = (rmaStatus: string, status: string | null, receiving: string | null = null) => {
    at += 60_000 + Math.floor(random() * 3_600_000);
    return {
      ...{ rma_identifier: rma, status: rmaStatus, created_at: new Date(created).toISOString() },
      updated_at: new Date(at).toISOString(),
      items: lines.map((line) => unit(line, status, receiving)),
      ...{ return_method: method, return_shipping_cost_cents: 0, gift_refund_only: false },
    };
  };
  const sent: { at: number; message: Record<string, unknown> }[] = [];
  const say = (...said: Parameters<typeof message>) => {
    const body = message(...said);
    sent.push({ at, message: body });
  };
  say('CREATED', null);
  say('CREATED', 'PRE_TRANSIT');
  const end = random();
  if (end < 0.05) say('CANCELED', 'PRE_TRANSIT');
  else {
    if (random() < 0.9) say('CREATED', 'TRANSIT');
    if (end < 0.2) say('CREATED', 'DELIVERED', pick([null, 'PENDING', 'RECEIVED', 'NOT_RECEIVED']));
    else if (end < 0.22) say('CREATED', 'FAILURE');
    const units: (readonly [string, number])[] = ['L1', 'L2'].flatMap((line) => {
      const number = lines.filter((one) => one === line).length;
      return number > 0 ? [[line, number] as const] : [];
    });
    const isHere = order.startsWith('SO-');
    const done = random();
    if (done < 0.9) {
      if (isHere && type === 'REFUND') ledger.refund(no, rma, units, at);
      if (done < 0.88) say('REFUNDED', 'TRANSIT');
    } else if (done < 0.92 && isHere) ledger.refund(no, null, units, at);
    else if (done < 0.94 && isHere) ledger.refund(no, rma, [[units[0]![0], 1]], at);
    else if (done < 0.95 && isHere) ledger.plan(rma, pick(['planned', 'zero', 'refused']), order, units);
  }
  for (const [n, one] of sent.entries()) deliver(n, one, sent, random, calls);
}

/** Sends one message as it arrives in the field: at once, refused first, twice, late, or out of a log. */
function deliver(
  n: number,
  { at, message }: { at: number; message: Record<string, unknown> },
  sent: readonly { at: number; message: Record<string, unknown> }[],
  random: () => number,
  calls: CallWriter,
): void {
  const chance = random();
  const refused = { response: { status: 502, by: 'forwarded' } };
  if (chance < 0.01) {
    calls.call(at, message, refused);
    calls.call(at + 30_000, message);
  } else if (chance < 0.013) calls.call(at, message, refused);
  else if (chance < 0.016) {
    const id = calls.call(at, message, refused);
    calls.call(at + 90_000, { ...message, return_shipping_cost_cents: 1 }, { replayOf: id });
  } else if (chance < 0.018) calls.settle(at, calls.call(at, message, refused));
  else if (chance < 0.03) calls.call(at, message, { verdict: 'error' });
  else if (chance < 0.04)
    calls.call(at, message, {
      imported: { file: 'log.ndjson', line: n },
      response: { status: 0, by: 'none' },
    });
  else calls.call(at, message);
  // An older message comes once more, after this one.
  if (n > 0 && random() < 0.03) calls.call(at + 10_000, sent[n - 1]!.message, { anomaly: 'duplicate' });
}
