// A made calls record for `returns status`: RMAs with their messages, by a seeded generator. All data is invented. Everything that the
// index must tell apart occurs: exchanges, cancelled and kept returns, repeats, late messages, imports.
import fs from 'node:fs';
import path from 'node:path';
import { sampleRma, sampleUnit } from '../../src/contract/sample-rma.ts';
import type { Folders } from '../../src/storage/folders.ts';
import { seeded } from '../helpers/random.ts';

export interface HistorySize {
  readonly seed: number;
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

const DAY = 86_400_000;

export function makeHistory(folders: Folders, size: HistorySize): void {
  const random = seeded(size.seed);
  const calls = callWriter(path.join(folders.state, 'calls'));
  for (let i = 0; i < size.rmas; i++) makeReturn(i, size, random, calls);
  calls.close();
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
function makeReturn(i: number, size: HistorySize, random: () => number, calls: CallWriter): void {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const rma = `RMA-${i}`;
  const order = `SO-${Math.floor(random() * 50)}`;
  const method = pick(METHODS);
  const type = pick(TYPES);
  const created = size.now - DAY - Math.floor(random() * (size.days - 2) * DAY);
  const count = 1 + Math.floor(random() * 3);
  const lines = Array.from({ length: count }, () => pick(['L1', 'L2']));
  const unit = (line: string, status: string | null, receiving: string | null) =>
    sampleUnit({
      ...{ order_line_item_identifier: line, order_identifier: order, is_exchange: type !== 'REFUND' },
      tracking_number: status === null ? null : `1Z${i}`,
      ...{ package_tracking_status: status, receiving_status: receiving, refund_type: type },
    });
  let at = created;
  const message = (rmaStatus: string, status: string | null, receiving: string | null = null) => {
    at += 60_000 + Math.floor(random() * 3_600_000);
    return sampleRma({
      ...{ rma_identifier: rma, status: rmaStatus, created_at: new Date(created).toISOString() },
      updated_at: new Date(at).toISOString(),
      items: lines.map((line) => unit(line, status, receiving)),
      return_method: method,
    });
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
    if (random() < 0.8) say('REFUNDED', 'TRANSIT');
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
