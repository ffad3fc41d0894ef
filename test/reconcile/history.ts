// A history of orders, refusals and returns, as a disk of the program and as what a reconciliation must say of it. The
// expectation is computed from the history itself, without anything of src/reconcile.
import fs from 'node:fs';
import path from 'node:path';
import { knownTarget } from '../../src/account/known-target.ts';
import type { OrderRefund } from '../../src/contract/order.ts';
import { Ledger, openLedgerStore } from '../../src/storage/ledger.ts';
import { ReadyOrder } from '../../src/storage/order-record.ts';
import { callOf, idAt, recorded, returns } from '../calls/support.ts';
import type { TestOrder } from '../helpers/orders.ts';
import { type TestHostOptions, type TestPlatform, testPlatform } from '../helpers/platform.ts';

export const ENV = { RETURNS_ORDERS_URL: 'https://orders.example.com', RETURNS_CLIENT_ID: 'shop' };

/** One RMA message: each unit is an order, its line, and how it is settled. */
export interface Message {
  readonly rma: string;
  readonly status: string;
  readonly at: number;
  readonly units: readonly (readonly [order: string, line: string, type: string])[];
}

export interface History {
  /** Every version in the export, in the order of the file. */
  readonly exported: readonly TestOrder[];
  /** The version of each order that was accepted last. */
  readonly accepted: readonly TestOrder[];
  /** Orders that the service refused last. */
  readonly refused: readonly { readonly order: TestOrder; readonly code: string }[];
  readonly messages: readonly Message[];
}

/** Puts the history on a new disk: the ledger, the calls record, and the export as `export.ndjson`. */
export async function onDisk({ exported, accepted, refused, messages }: History): Promise<TestPlatform> {
  const here = testPlatform({ env: ENV });
  const { platform, folders } = here;
  const target = knownTarget(platform, folders, {})!;
  const ledger = new Ledger(platform, openLedgerStore(platform, folders), target.key);
  const about = { at: Date.UTC(2026, 0, 1), run: 'run-1', source: { file: 'old.csv', line: 2 } };
  const ready = (order: TestOrder) => new ReadyOrder(platform.crypto, order);
  ledger.write(
    accepted.map((order) => ready(order).record(about)),
    refused.map(({ order, code }) => [
      order.identifier,
      { digest: ready(order).digest, code, field: 'items', status: 422, at: about.at, run: 'run-1' },
    ]),
  );
  ledger.close();
  await recorded(here, messages.map(callOfMessage));
  exportOf(here, exported);
  return here;
}

export const exportOf = (here: TestPlatform, orders: readonly TestOrder[], name = 'export.ndjson'): string =>
  here.file(name, orders.map((order) => `${JSON.stringify(order)}\n`).join(''));

function callOfMessage({ rma, status, at, units }: Message, n: number) {
  const items = units.map(([order, line, type]) => ({
    ...{ order_identifier: order, order_line_item_identifier: line, refund_type: type, sku: 'S' },
  }));
  const body = JSON.stringify({ rma_identifier: rma, status, items, return_method: 'mail-back' });
  const orders = [...new Set(units.map(([order]) => order))];
  return callOf({ id: idAt(at, n), at, rma, status, orders, bytesOf: body });
}

export interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const reconciled = (
  here: TestPlatform,
  words: readonly string[] = [],
  options: TestHostOptions = {},
): Promise<Answer> =>
  returns(here, ['reconcile', '--orders', 'export.ndjson', ...words], { env: ENV, ...options });

/** The rows of the CSV as objects, and the document. */
export async function compared(here: TestPlatform, ...words: string[]) {
  const { code, stdout, stderr } = await reconciled(here, ['--json', '--out', 'rows.csv', ...words]);
  if (stdout === '') throw new Error(stderr);
  const document = JSON.parse(stdout) as Document;
  const rows = rowsOf(fs.readFileSync(path.join(here.work, 'rows.csv'), 'utf8'));
  const counted = Object.values(document.counts).reduce((sum, count) => sum + count, 0);
  if (rows.length !== document.differences || rows.length !== counted)
    throw new Error(`${rows.length} rows, ${document.differences} differences, ${counted} counted`);
  return { code, document, rows };
}

export interface Document {
  readonly export: {
    readonly orders: number;
    readonly skipped: number;
    readonly superseded: number;
    readonly range: { readonly from: string; readonly to: string } | null;
  };
  readonly accepted: Readonly<Record<string, number>>;
  readonly returned: { readonly rmas: number; readonly messages: number; readonly since: string | null };
  readonly same: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly differences: number;
  readonly examples: readonly Readonly<Record<string, string | number | null>>[];
}

export type Row = Readonly<Record<string, string>>;

/** A reader of RFC 4180 of its own. The apostrophe in front of a text is taken off, as the documentation says. */
export function rowsOf(csv: string): Row[] {
  const records: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let i = 0; i < csv.length; i++) {
    const sign = csv[i]!;
    if (isQuoted && sign === '"' && csv[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === ',' || sign === '\n')) {
      records.at(-1)!.push(sign === '\n' ? cell.replace(/\r$/, '') : cell);
      cell = '';
      if (sign === '\n') records.push([]);
    } else cell += sign;
  }
  const [header = [], ...rest] = records.slice(0, -1);
  return rest.map((cells) =>
    Object.fromEntries(header.map((name, i) => [name, (cells[i] ?? '').replace(/^'/, '')])),
  );
}

/** What identifies a row: everything but the sentence and the next command. */
export const keyOf = (row: Row): string =>
  [
    ...['kind', 'order_identifier', 'updated_at_export', 'updated_at_accepted', 'rma_identifier'],
    ...['refund_identifier', 'amount_cents_export', 'amount_cents_accepted', 'code'],
  ]
    .map((name) => row[name] ?? '')
    .join(' | ');

const time = ({ updated_at }: TestOrder): number => Date.parse(updated_at);
/** JSON with sorted keys: the same text for the same content. */
const contentOf = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort())
      : one,
  );

/** The rows that a reconciliation must give, computed with maps and sets. */
export function expectedOf({ exported, accepted, refused, messages }: History): {
  keys: string[];
  same: number;
} {
  const keys: string[] = [];
  const newest = new Map<string, TestOrder>();
  for (const order of exported) {
    const known = newest.get(order.identifier);
    if (!known || time(order) >= time(known)) newest.set(order.identifier, order);
  }
  const ledger = new Map(accepted.map((order) => [order.identifier, order]));
  const refusals = new Map(refused.map(({ order, code }) => [order.identifier, code]));
  const add = (cells: Record<string, string | number | undefined>) =>
    keys.push(
      keyOf(Object.fromEntries(Object.entries(cells).map(([name, value]) => [name, String(value ?? '')]))),
    );
  let same = 0;
  for (const order of newest.values()) {
    const there = ledger.get(order.identifier);
    const head = {
      order_identifier: order.identifier,
      updated_at_export: order.updated_at,
      updated_at_accepted: there?.updated_at,
    };
    if (there && contentOf(there) === contentOf(order)) {
      same++;
      continue;
    }
    const code = refusals.get(order.identifier);
    const kind =
      there && time(there) > time(order)
        ? 'newer'
        : code !== undefined
          ? 'refused'
          : !there
            ? 'missing'
            : time(there) < time(order)
              ? 'older'
              : 'different';
    add({
      ...{ ...head, kind, code: kind === 'refused' ? code : '' },
      amount_cents_export: order.total_amount_cents,
      amount_cents_accepted: there?.total_amount_cents,
    });
    for (const refund of order.refunds) {
      const other = there?.refunds.find(({ identifier }) => identifier === refund.identifier);
      if (other && refundKey(other) === refundKey(refund)) continue;
      add({
        ...{ ...head, kind: other ? 'refund_different' : 'refund_not_sent' },
        ...{ refund_identifier: refund.identifier, rma_identifier: refund.rma_identifier },
        amount_cents_export: refund.total_refund_amount_cents,
        amount_cents_accepted: other?.total_refund_amount_cents,
      });
    }
    const ours = new Set(order.refunds.map(({ identifier }) => identifier));
    for (const refund of there?.refunds ?? [])
      if (!ours.has(refund.identifier))
        add({
          ...{ ...head, kind: 'refund_not_in_export', refund_identifier: refund.identifier },
          ...{
            rma_identifier: refund.rma_identifier,
            amount_cents_accepted: refund.total_refund_amount_cents,
          },
        });
  }
  const times = [...newest.values()].map(time);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  for (const order of accepted)
    if (!newest.has(order.identifier) && time(order) >= first && time(order) <= last)
      add({
        ...{
          kind: 'not_in_export',
          order_identifier: order.identifier,
          updated_at_accepted: order.updated_at,
        },
        amount_cents_accepted: order.total_amount_cents,
      });
  keys.push(...expectedOfReturns(newest, ledger, messages));
  return { keys: keys.sort(), same };
}

const refundKey = (refund: OrderRefund): string =>
  contentOf([
    refund.total_refund_amount_cents,
    refund.rma_identifier,
    refund.refund_line_items.map((line) => `${line.order_item_identifier} ${line.quantity}`).sort(),
  ]);

function expectedOfReturns(
  exported: ReadonlyMap<string, TestOrder>,
  ledger: ReadonlyMap<string, TestOrder>,
  messages: readonly Message[],
): string[] {
  if (messages.length === 0) return [];
  const keys: string[] = [];
  const begin = Math.min(...messages.map(({ at }) => at));
  const refundedRmas = new Set(messages.filter(({ status }) => status === 'REFUNDED').map(({ rma }) => rma));
  const knownRmas = new Set(messages.map(({ rma }) => rma));
  for (const order of ledger.values())
    for (const refund of order.refunds) {
      const rma = refund.rma_identifier ?? '';
      const isOpen = knownRmas.has(rma) ? !refundedRmas.has(rma) : Date.parse(refund.created_at) >= begin;
      if (isOpen)
        keys.push(
          keyOf({
            ...{ kind: 'refund_not_confirmed', order_identifier: order.identifier, rma_identifier: rma },
            ...{ updated_at_accepted: order.updated_at, refund_identifier: refund.identifier },
            amount_cents_accepted: String(refund.total_refund_amount_cents),
          }),
        );
    }
  const pairs = new Set(
    messages.flatMap(({ rma, units }) => units.map(([order]) => JSON.stringify([order, rma]))),
  );
  for (const pair of pairs) {
    const [order, rma] = JSON.parse(pair) as [string, string];
    const [ours, theirs] = [exported.get(order), ledger.get(order)];
    const head = {
      order_identifier: order,
      rma_identifier: rma,
      updated_at_accepted: theirs?.updated_at ?? '',
    };
    if (!ours && !theirs) {
      keys.push(keyOf({ ...head, kind: 'return_unknown_order' }));
      continue;
    }
    const last = messages
      .filter((message) => message.rma === rma && message.status === 'REFUNDED')
      .sort((a, b) => a.at - b.at)
      .at(-1);
    const isDue = last?.units.some(([of, , type]) => of === order && type === 'REFUND') ?? false;
    const refunds = [...(ours?.refunds ?? []), ...(theirs?.refunds ?? [])];
    if (isDue && !refunds.some((refund) => refund.rma_identifier === rma))
      keys.push(keyOf({ ...head, kind: 'refunded_there_not_here' }));
  }
  return keys;
}
