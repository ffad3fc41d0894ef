// Puts what one line of the calls record says into the index of RMAs. Every write gives the same result when it is repeated, and
// RMAs do not depend on the order of the files, because imports add old messages to old days.
import type { Crypto, Database, SqlValue } from '../platform/platform.ts';
import type { CallKind } from './calls.ts';
import { columnText } from './names.ts';
import type { DueUnits, Source } from './rma-index.ts';

/** What a message says of its RMA. */
export interface RmaTrace {
  readonly identifier: string;
  readonly orders: readonly string[];
  readonly status: string | null;
  /** updated_at in microseconds since the epoch; null when it has none that can be read. */
  readonly updated: number | null;
  /** The same bytes arrived before. */
  readonly isDuplicate: boolean;
  readonly due: readonly DueUnits[];
  /** Some unit has a label that was not scanned. */
  readonly hasLabel: boolean;
  /** Some unit was scanned, is to be refunded, and the RMA is open. */
  readonly hasScan: boolean;
}

/** What the index needs of one call. */
export interface CallTrace {
  readonly id: string;
  /** When it arrived, ms since the epoch. */
  readonly at: number;
  readonly kind: CallKind;
  readonly source: Source;
  /** The RMA as recorded; it may be shortened. */
  readonly rma: string | null;
  readonly isError: boolean;
  /** Not answered 2xx, so that the sender is to send it again. */
  readonly isRefused: boolean;
  readonly isSuccess: boolean;
  readonly replayOf: string | undefined;
  /** Digest that is the same for the sender's next try; null when the body is too long to be compared. */
  content(): string | null;
  readonly message: RmaTrace | undefined;
}

/** The file that a line is in, and its generation. */
export interface DayPart {
  readonly day: string;
  readonly generation: number;
}

export function putCall(
  crypto: Crypto,
  index: Database,
  { day, generation }: DayPart,
  call: CallTrace,
): void {
  if (call.isError)
    index.run(
      `INSERT INTO error_calls VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET day = excluded.day, generation = excluded.generation, source = excluded.source`,
      ...[call.id, call.at, day, generation, call.source],
    );
  if (call.isRefused)
    index.run(
      `INSERT INTO refused_calls VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
       ON CONFLICT (id) DO UPDATE SET day = excluded.day, generation = excluded.generation, source = excluded.source`,
      ...[call.id, call.at, day, generation, call.kind, call.rma, call.content(), call.source],
    );
  else if (call.isSuccess && hasOpen(index)) settleBy(index, call);
  if (call.message) putRma(crypto, index, call, call.message);
}

const hasOpen = (index: Database): boolean =>
  index.get('SELECT 1 FROM refused_calls WHERE settled = 0 LIMIT 1') !== undefined;

/** A success settles the earlier calls with its content, and the call that it replays, unless it is about another RMA. */
function settleBy(index: Database, { at, kind, rma, replayOf, content }: CallTrace): void {
  const same = content();
  if (same !== null)
    index.run('UPDATE refused_calls SET settled = 1 WHERE settled = 0 AND content = ? AND at <= ?', same, at);
  if (replayOf !== undefined)
    index.run(
      'UPDATE refused_calls SET settled = 1 WHERE id = ? AND kind = ? AND rma IS ?',
      ...[replayOf, kind, rma],
    );
}

/** A call that was replayed directly to an endpoint, which accepted it. */
export function putSettlement(index: Database, id: string): void {
  index.run('UPDATE refused_calls SET settled = 1 WHERE id = ?', id);
}

function putRma(crypto: Crypto, index: Database, { at, source }: CallTrace, message: RmaTrace): void {
  const identifier = columnText(crypto, message.identifier);
  const row = index.get(
    'SELECT no, newest, arrived, first_at, due_since, label_since, scan_since FROM rmas WHERE identifier = ?',
    identifier,
  );
  const { updated, status } = message;
  const due = message.due.length === 0 ? null : JSON.stringify(message.due);
  const orders = JSON.stringify(message.orders);
  const said = [orders, status, due, source];
  /** Since when it holds: from this message on, unless it held before. */
  const sinceOf = (holds: boolean, before: SqlValue = null) => (holds ? (before ?? at) : null);
  const sinces = (before: readonly SqlValue[] = []) =>
    [due !== null, message.hasLabel, message.hasScan].map((holds, i) => sinceOf(holds, before[i]));
  if (!row) {
    index.run(
      `INSERT INTO rmas (orders, status, due, source, due_since, label_since, scan_since, identifier, newest, arrived, first_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[...said, ...sinces(), identifier, updated, at, at],
    );
    return;
  }
  const [no, newest, arrived, firstAt, ...before] = row;
  if (at < Number(firstAt)) index.run('UPDATE rmas SET first_at = ? WHERE no = ?', at, no!);
  if (!isCurrent(message, newest as number | null, at >= Number(arrived))) return;
  index.run(
    `UPDATE rmas SET orders = ?, status = ?, due = ?, source = ?, due_since = ?, label_since = ?, scan_since = ?, newest = ?, arrived = ?
     WHERE no = ?`,
    ...[...said, ...sinces(before), updated ?? newest!, at, no!],
  );
}

/** The newest updated_at decides; of equal ones, and where there is none, the later arrival. */
function isCurrent({ updated, isDuplicate }: RmaTrace, newest: number | null, isLater: boolean): boolean {
  if (updated === null || newest === null) return isLater && !(updated === null && isDuplicate);
  return updated > newest || (updated === newest && isLater);
}
