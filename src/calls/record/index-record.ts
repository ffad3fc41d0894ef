// Brings the index of RMAs up to the end of the calls record: of each file, only what was appended since is read. Of
// each line the index has whether the call is open, and what its message says of the RMA. Every write gives the same
// result when it is repeated, so it may be killed at any time, and two processes may do it at once. RMAs do not
// depend on the order of the files, because imports add old messages to old days.

import { isObject } from '../../basics/json.ts';
import { returnShippingFor } from '../../contract/refund-amount.ts';
import { instantOf } from '../../contract/rma-duplicates.ts';
import { rmaOf } from '../../contract/rma-rules/history.ts';
import { packageRank, shortenedText } from '../../contract/rma-units.ts';
import { CANCELED_STATUSES } from '../../contract/rma-words.ts';
import type { Crypto, Database, FileStat, Platform, SqlValue } from '../../platform/platform.ts';
import {
  BREAK,
  type CallRecord,
  dayFile,
  entryOf,
  isSettlement,
  linesOf,
  recordedDays,
  type Settlement,
} from '../../storage/calls.ts';
import type { Folders } from '../../storage/folders.ts';
import { columnText } from '../../storage/names.ts';
import { type DueUnits, SOURCES, type Source } from '../../storage/rma-index.ts';
import { CLOSED, CUSTOMER_KEEP, decideRefunds, FAILED_STATES, ON_RECEIPT } from '../refunds/due-refunds.ts';
import { isSuccess, retryKey, wasChecked, wasRefused, wasSenderRefused } from './call-state.ts';
import { bodyValue, itemsOf } from './recorded-call.ts';

/** Calls that are written in one transaction. */
const GROUP = 500;
/** Bytes by which a file begins: the id of its first call is in them, and no two files begin with the same id. */
const HEAD = 48;

interface DayRow {
  readonly file: string;
  readonly offset: number;
  readonly modified: number;
  readonly calls: number;
}

/** A day with something to read. */
interface PendingDay {
  readonly day: string;
  readonly file: string;
  readonly row: DayRow | undefined;
}

/**
 * `onProgress` gets the bytes of the record that were read by this call.
 * @throws Failure exit 7
 */
export async function indexRecord(
  platform: Platform,
  folders: Folders,
  index: Database,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  const days = recordedDays(platform, folders);
  const known = new Map(
    index
      .all('SELECT day, file, offset, modified, calls FROM days')
      .map(([day, file, offset, modified, calls]) => [day, { file, offset, modified, calls } as DayRow]),
  );
  if ([...known.keys()].some((day) => !days.includes(day as string))) forgetRemoved(index, days);
  let done = 0;
  for (const day of days) {
    const row = known.get(day);
    const file = dayFile(folders, day);
    // The file may have been purged after the folder was listed.
    const stat = platform.files.stat(file);
    if (stat && !isRead(row, stat))
      done += await readDay(platform, index, { day, file, row }, (bytes) => onProgress(done + bytes));
  }
}

const isRead = (row: DayRow | undefined, { inode, size, modified }: FileStat): boolean =>
  row?.offset === size && row.modified === modified && row.file.startsWith(`${inode} `);

/** Days whose files are gone: their calls cannot be replayed any more. What is known of their RMAs stays. */
function forgetRemoved(index: Database, days: readonly string[]): void {
  for (const table of ['days', 'noted_calls'])
    index.run(`DELETE FROM ${table} WHERE day NOT IN (SELECT value FROM json_each(?))`, JSON.stringify(days));
}

/** @returns the bytes that were read */
async function readDay(
  platform: Platform,
  index: Database,
  { day, file: place, row }: PendingDay,
  onRead: (bytes: number) => void,
): Promise<number> {
  const reader = platform.files.open(place);
  try {
    const { stat } = reader;
    const file = `${stat.inode} ${Buffer.from(reader.read(0, HEAD)).toString('latin1')}`;
    // A file that was replaced, or that somebody wrote into, is read from its beginning.
    const isGrown = row?.file === file && stat.size > row.offset;
    const begin = isGrown ? row : { offset: 0, calls: 0 };
    let { offset, calls } = begin;
    const noted: string[] = [];
    let group: (CallRecord | Settlement)[] = [];
    const write = (more = () => {}) => {
      index.transaction(
        () => {
          for (const entry of group) indexEntry(platform.crypto, index, day, entry);
          more();
        },
        // A power cut may undo it, together with the place that was reached.
        { durable: false },
      );
      group = [];
      onRead(offset - begin.offset);
    };
    for await (const lines of linesOf(reader.stream(offset, stat.size))) {
      for (const line of lines) {
        // A line that is still being written is left.
        if (line.at(-1) !== BREAK) break;
        offset += line.length;
        const entry = entryOf(line);
        if (!entry) continue;
        group.push(entry);
        if ('at' in entry) calls++;
        if (isNoted(entry)) noted.push(entry.id);
      }
      if (group.length >= GROUP) write();
    }
    write(() => {
      if (!isGrown)
        index.run(
          'DELETE FROM noted_calls WHERE day = ? AND id NOT IN (SELECT value FROM json_each(?))',
          ...[day, JSON.stringify(noted)],
        );
      index.run(
        'INSERT OR REPLACE INTO days VALUES (?, ?, ?, ?, ?)',
        ...[day, file, offset, stat.modified, calls],
      );
    });
    return offset - begin.offset;
  } finally {
    reader.close();
  }
}

/** Whether the index has a row of this call itself. Of a refused sender, what can be no message has none: strangers knock all day. */
const isNoted = (entry: CallRecord | Settlement): boolean => {
  if (isSettlement(entry)) return false;
  if (isFromRefused(entry)) return entry.kind !== 'unknown';
  return entry.verdict === 'error' || wasRefused(entry);
};

/** One's own replay is no sender. */
const isFromRefused = (call: CallRecord): boolean => wasSenderRefused(call) && call.replayOf === undefined;

function indexEntry(crypto: Crypto, index: Database, day: string, entry: CallRecord | Settlement): void {
  if (isSettlement(entry)) {
    // A call that was replayed directly to an endpoint, which accepted it.
    index.run('UPDATE noted_calls SET is_open = 0 WHERE id = ?', entry.id);
    return;
  }
  const source = sourceOf(entry);
  const { id, at, kind, rma, verdict } = entry;
  const sender = isFromRefused(entry) ? crypto.sha256(entry.remote).slice(0, 16) : null;
  const isOpen = sender !== null || wasRefused(entry);
  if (isNoted(entry))
    index.run(
      `INSERT INTO noted_calls (id, at, day, kind, rma, content, source, is_error, is_open, sender)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET day = excluded.day, source = excluded.source`,
      ...[id, at, day, kind, rma, isOpen ? contentOf(crypto, entry) : null, source],
      ...[verdict === 'error' ? 1 : 0, isOpen ? 1 : 0, sender],
    );
  const isSettling = entry.imported === undefined && isSuccess(entry.response.status);
  if (isSettling && index.get('SELECT 1 FROM noted_calls WHERE is_open = 1 LIMIT 1'))
    settleBy(crypto, index, entry);
  if (kind === 'rma' && (entry.imported !== undefined || wasChecked(entry)))
    indexRma(crypto, index, entry, source);
}

/** The same for the sender's next try; null when the body is too long to be compared. */
function contentOf(crypto: Crypto, record: CallRecord): string | null {
  const key = retryKey(record);
  return key === undefined ? null : crypto.sha256(key).slice(0, 32);
}

/** A success settles the earlier calls with its content, and the call that it replays, unless it is about another RMA. */
function settleBy(crypto: Crypto, index: Database, record: CallRecord): void {
  const { at, kind, rma, replayOf } = record;
  index.run(
    'UPDATE noted_calls SET is_open = 0 WHERE is_open = 1 AND content = ? AND at <= ?',
    ...[contentOf(crypto, record), at],
  );
  if (replayOf !== undefined)
    index.run(
      'UPDATE noted_calls SET is_open = 0 WHERE id = ? AND kind = ? AND rma IS ?',
      replayOf,
      kind,
      rma,
    );
}

function indexRma(crypto: Crypto, index: Database, record: CallRecord, source: Source): void {
  const { at, anomaly } = record;
  const message = bodyValue(record);
  const rma = rmaOf(message);
  if (rma === undefined || !isObject(message)) return;
  const identifier = columnText(crypto, rma);
  const [no, newest, arrived, firstAt, ...before] =
    index.get(
      'SELECT no, newest, arrived, first_at, due_since, label_since, scan_since FROM rmas WHERE identifier = ?',
      identifier,
    ) ?? [];
  if (no !== undefined && at < Number(firstAt))
    index.run('UPDATE rmas SET first_at = ? WHERE no = ?', at, no);
  const updated = instantOf(message);
  const isLater = at >= Number(arrived ?? 0);
  if (no !== undefined && !isCurrent(updated, newest as number | null, isLater, anomaly === 'duplicate'))
    return;
  const due = dueOf(crypto, message);
  const { hasLabel, hasScan } = stepsOf(message);
  /** Since when it holds: from this message on, unless it held before. */
  const sinces = [due.length > 0, hasLabel, hasScan].map(
    (holds, i): SqlValue => (holds ? (before[i] ?? at) : null),
  );
  index.run(
    `INSERT INTO rmas (identifier, orders, status, newest, arrived, first_at, due, source, due_since, label_since, scan_since)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (identifier) DO UPDATE SET orders = excluded.orders, status = excluded.status, newest = excluded.newest,
       arrived = excluded.arrived, due = excluded.due, source = excluded.source, due_since = excluded.due_since,
       label_since = excluded.label_since, scan_since = excluded.scan_since`,
    ...[identifier, JSON.stringify(ordersOf(crypto, message)), shortenedText(message['status'])],
    ...[updated ?? newest ?? null, at, at, due.length === 0 ? null : JSON.stringify(due), source, ...sinces],
  );
  const row = index.get('SELECT no FROM rmas WHERE identifier = ?', identifier)![0]!;
  index.run('DELETE FROM rma_lines WHERE rma = ?', row);
  for (const [key, units] of unitsIn(message)) {
    const [order, line] = JSON.parse(key) as [string, string];
    index.run(
      'INSERT OR IGNORE INTO rma_lines VALUES (?, ?, ?, ?, ?)',
      ...[columnText(crypto, order), columnText(crypto, line), row, units],
      returnShippingFor(message, order),
    );
  }
}

/** The newest updated_at decides; of equal ones, and where there is none, the later arrival. */
function isCurrent(
  updated: number | null,
  newest: number | null,
  isLater: boolean,
  isDuplicate: boolean,
): boolean {
  if (updated === null || newest === null) return isLater && !(updated === null && isDuplicate);
  return updated > newest || (updated === newest && isLater);
}

/** The carrier's scan: the only status at which the interface shows a refund. Units that were received are due with any method. */
const DUE_AT = 'TRANSIT';
/** More orders and lines than a real RMA has: a hostile message must not fill the index. Their identifiers are bounded as well. */
const MOST = 200;

/** By the User-Agent that our own programs send; a replay has that of its call. */
function sourceOf({ headers }: CallRecord): Source {
  const agent = headers.find(([name]) => name.toLowerCase() === 'user-agent')?.[1];
  if (agent === 'returns-sandbox') return SOURCES.sandbox;
  return agent === 'returns-scenario' || agent === 'returns-trigger' ? SOURCES.play : SOURCES.service;
}

function ordersOf(crypto: Crypto, message: unknown): string[] {
  const orders = new Set<string>();
  for (const item of itemsOf(message) ?? []) {
    const order: unknown = isObject(item) ? item['order_identifier'] : undefined;
    if (typeof order === 'string' && order !== '') orders.add(columnText(crypto, order));
    if (orders.size === MOST) break;
  }
  return [...orders];
}

/** The units to be refunded of each line that an RMA names; nothing of a cancelled one. */
function unitsIn(message: Readonly<Record<string, unknown>>): Map<string, number> {
  const lines = new Map<string, number>();
  const isCanceled = (CANCELED_STATUSES as readonly unknown[]).includes(message['status']);
  for (const item of isCanceled ? [] : (itemsOf(message) ?? [])) {
    if (!isObject(item) || lines.size === MOST) continue;
    const [order, line] = [item['order_identifier'], item['order_line_item_identifier']];
    if (typeof order !== 'string' || typeof line !== 'string') continue;
    const key = JSON.stringify([order, line]);
    lines.set(key, (lines.get(key) ?? 0) + (item['refund_type'] === 'REFUND' ? 1 : 0));
  }
  return lines;
}

/** How far the parcels of an open RMA are. */
function stepsOf(message: Readonly<Record<string, unknown>>) {
  const isOpen = !CLOSED.has(message['status']) && message['return_method'] !== CUSTOMER_KEEP;
  const units = isOpen ? (itemsOf(message) ?? []).filter(isObject) : [];
  const ranks = units.map((unit) => {
    const status = shortenedText(unit['package_tracking_status']);
    const rank = unit['receiving_status'] === ON_RECEIPT ? SCANNED : (packageRank(status) ?? 0);
    return { rank, isFailed: FAILED_STATES.has(status ?? ''), isRefund: unit['refund_type'] === 'REFUND' };
  });
  return {
    hasLabel: ranks.some(({ rank }) => rank === LABELLED),
    hasScan: ranks.some(({ rank, isFailed, isRefund }) => rank >= SCANNED && isRefund && !isFailed),
  };
}

/** Ranks of a package's progress (`packageRank`): it has a label, and the carrier has it. */
const [LABELLED, SCANNED] = [1, 2];

/** As `listen --auto-refund TRANSIT` decides, when nothing was refunded before. */
function dueOf(crypto: Crypto, message: unknown): DueUnits[] {
  const units = new Map<string, DueUnits>();
  for (const refund of decideRefunds(message, DUE_AT, []).due)
    for (const unit of refund.units) {
      const [order, line] = [columnText(crypto, refund.order), columnText(crypto, unit.line)];
      const key = JSON.stringify([order, line]);
      units.set(key, { order, line, units: unit.units + (units.get(key)?.units ?? 0) });
    }
  return [...units.values()].slice(0, MOST);
}
