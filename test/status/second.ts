// The second computation of the figures of `returns status`: from the raw files and tables, with nothing of the program but the names.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { DatabaseSync } from '@photostructure/sqlite';

type Loose = Record<string, unknown>;
interface Item {
  readonly order_identifier: string;
  readonly order_line_item_identifier: string;
  readonly refund_type: string;
  readonly package_tracking_status: string | null;
  readonly receiving_status: string | null;
}
/** After which an RMA is stuck: the default of --stuck. */
const STUCK = 10 * 86_400_000;
type Message = Seen['message'];
const isOpen = ({ status, return_method: method }: Message) =>
  !['REFUNDED', 'CANCELED', 'PARTIAL_REFUND'].includes(status) && method !== 'customer-keep';
const hasLabel = (message: Message) =>
  isOpen(message) &&
  message.items.some(
    (item) => item.package_tracking_status === 'PRE_TRANSIT' && item.receiving_status !== 'RECEIVED',
  );
const hasScan = (message: Message) =>
  isOpen(message) &&
  message.items.some(
    (item) =>
      item.refund_type === 'REFUND' &&
      (['TRANSIT', 'DELIVERED'].includes(item.package_tracking_status ?? '') ||
        (item.receiving_status === 'RECEIVED' && item.package_tracking_status !== 'FAILURE')),
  );

interface Seen {
  updated: number;
  at: number;
  message: { status: string; return_method: string; items: readonly Item[] };
}

/** Counts by kind, for everything that changed at `since` (ms) or later, for the target with this key. */
export async function secondCount(
  state: string,
  key: string,
  since: number,
  now: number,
): Promise<Record<string, number>> {
  const newest = new Map<string, Seen>();
  const all = new Map<string, Seen[]>();
  const refused: { id: string; at: number; kind: string; rma: string; content: string }[] = [];
  const good: { at: number; content: string; replayOf?: string; rma: string }[] = [];
  const settled = new Set<string>();
  let wrong = 0;
  let first = Number.POSITIVE_INFINITY;
  let calls = 0;
  const folder = path.join(state, 'calls');
  for (const name of fs.readdirSync(folder)) {
    const lines = readline.createInterface({ input: fs.createReadStream(path.join(folder, name)) });
    for await (const line of lines) {
      const call = JSON.parse(line) as Loose & { id: string; at: number; body: string; rma: string };
      if (call['settled']) {
        settled.add(call.id);
        continue;
      }
      calls++;
      first = Math.min(first, call.at);
      if (call['verdict'] === 'error' && call.at >= since) wrong++;
      const status = (call['response'] as { status: number }).status;
      const content = call.body;
      const replayOf = call['replayOf'] as string | undefined;
      if (call['imported'] === undefined && status !== 200 && replayOf === undefined)
        refused.push({ id: call.id, at: call.at, kind: 'rma', rma: call.rma, content });
      if (status === 200)
        good.push({ at: call.at, content, rma: call.rma, ...(replayOf !== undefined && { replayOf }) });
      const message = JSON.parse(call.body) as Seen['message'] & { updated_at: string };
      const updated = Date.parse(message.updated_at);
      all.set(call.rma, [...(all.get(call.rma) ?? []), { updated, at: call.at, message }]);
      const before = newest.get(call.rma);
      if (!before || updated > before.updated || (updated === before.updated && call.at >= before.at))
        newest.set(call.rma, { updated, at: call.at, message });
    }
  }
  const contents = new Set(refused.map(({ content }) => content));
  const goodAt = new Map<string, number>();
  for (const { content, at } of good)
    if (contents.has(content)) goodAt.set(content, Math.max(at, goodAt.get(content) ?? 0));
  const replays = new Map(
    good.flatMap(({ replayOf, rma }) => (replayOf === undefined ? [] : [[replayOf, rma]])),
  );
  const open = refused.filter(
    ({ id, at, content, rma }) =>
      at >= since && !settled.has(id) && replays.get(id) !== rma && !((goodAt.get(content) ?? -1) >= at),
  );

  const db = new DatabaseSync(path.join(state, 'ledger.db'), { readOnly: true });
  const rowsOf = (sql: string, ...values: (string | number)[]) => db.prepare(sql).all(...values) as Loose[];
  const target = rowsOf('SELECT no FROM targets WHERE key = ?', key)[0]!['no'] as number;
  const ours = new Map<string, number>();
  const theirs = new Set<string>();
  for (const { no, target: of, identifier } of rowsOf('SELECT no, target, identifier FROM orders'))
    if (of === target) ours.set(identifier as string, no as number);
    else theirs.add(identifier as string);
  const refundLines = rowsOf(
    'SELECT x.order_no, x.rma, l.order_line, l.units FROM refunds x JOIN refund_lines l ON l.order_no = x.order_no AND l.refund = x.position',
  );
  const byOrder = new Map<number, Loose[]>();
  for (const row of refundLines) {
    const no = row['order_no'] as number;
    byOrder.set(no, [...(byOrder.get(no) ?? []), row]);
  }
  const plans = rowsOf(
    'SELECT r.identifier, x.state, x.refund FROM rmas r JOIN rma_refunds x ON x.rma_no = r.no',
  );
  const planOf = new Map(plans.map((plan) => [plan['identifier'] as string, plan]));

  /** Since when the newest message, and all before it without a break, say the same. */
  const sinceWhen = (rma: string, says: (message: Message) => boolean): number => {
    const messages = [...all.get(rma)!].sort((a, b) => b.updated - a.updated || b.at - a.at);
    const other = messages.findIndex(({ message }) => !says(message));
    return Math.min(...messages.slice(0, other < 0 ? messages.length : other).map((one) => one.at));
  };
  const isStuck = (rma: string, orders: ReadonlySet<string>): boolean => {
    const refunds = [...orders].flatMap((order) => byOrder.get(ours.get(order) ?? -1) ?? []);
    const isRefunded = refunds.some((row) => row['rma'] === rma || row['rma'] === null);
    const waits = [sinceWhen(rma, hasLabel), isRefunded ? Infinity : sinceWhen(rma, hasScan)];
    const oldest = Math.min(...waits);
    return now - oldest > STUCK && oldest + STUCK >= since;
  };

  let due = 0;
  let unknown = 0;
  let stuck = 0;
  let rmas = 0;
  let [planned, planRefused] = [0, 0];
  for (const [rma, { at, message }] of newest) {
    const orders = new Set(message.items.map((item) => item.order_identifier));
    const isOurs =
      [...orders].some((order) => ours.has(order)) || ![...orders].some((order) => theirs.has(order));
    if (!isOurs) continue;
    if (isStuck(rma, orders)) stuck++;
    if (at < since) continue;
    rmas++;
    if ([...orders].some((order) => !ours.has(order))) unknown++;
    const plan = planOf.get(rma);
    if (plan?.['state'] === 'planned') planned++;
    if (plan?.['state'] === 'refused') planRefused++;
    if (['REFUNDED', 'CANCELED', 'PARTIAL_REFUND'].includes(message.status)) continue;
    const waiting = new Map<string, number>();
    for (const item of message.items) {
      const isScanned =
        message.return_method === 'mail-back' &&
        ['TRANSIT', 'DELIVERED'].includes(item.package_tracking_status ?? '');
      if (item.refund_type !== 'REFUND' || !(isScanned || item.receiving_status === 'RECEIVED')) continue;
      const line = item.order_line_item_identifier;
      waiting.set(line, (waiting.get(line) ?? 0) + 1);
    }
    const [order] = orders;
    for (const row of byOrder.get(ours.get(order!) ?? -1) ?? [])
      if (row['rma'] === rma || row['rma'] === null)
        waiting.set(
          row['order_line'] as string,
          (waiting.get(row['order_line'] as string) ?? 0) - (row['units'] as number),
        );
    if (plan)
      for (const { line, units } of (
        JSON.parse(plan['refund'] as string) as { units: { line: string; units: number }[] }
      ).units)
        waiting.set(line, (waiting.get(line) ?? 0) - units);
    if ([...waiting.values()].some((units) => units > 0)) due++;
  }
  let unsettled = 0;
  for (const { rma, created_at: created } of rowsOf(
    'SELECT rma, created_at FROM refunds WHERE rma IS NOT NULL AND order_no IN (SELECT no FROM orders WHERE target = ?)',
    target,
  )) {
    const at = Date.parse(created as string);
    const status = newest.get(rma as string)?.message.status;
    const isOld = at >= Math.max(since, first) && at <= now - 15 * 60_000;
    if (isOld && status !== 'REFUNDED' && status !== 'PARTIAL_REFUND') unsettled++;
  }
  const refusals = rowsOf(
    'SELECT refused_at FROM refusals WHERE target = ? AND refused_at >= ?',
    target,
    since,
  );
  db.close();
  return {
    refunds_due: due,
    refunds_planned: planned,
    refunds_refused: planRefused,
    refunds_unsettled: unsettled,
    rmas_unknown_order: unknown,
    rmas_stuck: stuck,
    orders_refused: refusals.length,
    calls_open: open.length,
    calls_with_errors: wrong,
    rmas,
    calls,
    orders: ours.size,
  };
}
