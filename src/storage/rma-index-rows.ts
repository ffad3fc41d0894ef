// Puts what one line of the calls record says into the index of RMAs. Every write gives the same result when it is repeated, and
// RMAs do not depend on the order of the files, because imports add old messages to old days.
import type { Crypto, Database } from '../platform/platform.ts';
import type { CallKind } from './calls.ts';
import { columnText } from './names.ts';
import type { DueUnits } from './rma-index.ts';

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
}

/** What the index needs of one call. */
export interface CallTrace {
  readonly id: string;
  /** When it arrived, ms since the epoch. */
  readonly at: number;
  readonly kind: CallKind;
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
      `INSERT INTO error_calls VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET day = excluded.day, generation = excluded.generation`,
      ...[call.id, call.at, day, generation],
    );
  if (call.isRefused)
    index.run(
      `INSERT INTO refused_calls VALUES (?, ?, ?, ?, ?, ?, ?, 0)
       ON CONFLICT (id) DO UPDATE SET day = excluded.day, generation = excluded.generation`,
      ...[call.id, call.at, day, generation, call.kind, call.rma, call.content()],
    );
  else if (call.isSuccess && hasOpen(index)) settleBy(index, call);
  if (call.message) putRma(crypto, index, call.at, call.message);
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

function putRma(crypto: Crypto, index: Database, at: number, message: RmaTrace): void {
  const identifier = columnText(crypto, message.identifier);
  const row = index.get(
    'SELECT no, newest, arrived, first_at, due, due_since FROM rmas WHERE identifier = ?',
    identifier,
  );
  const { updated, status } = message;
  const due = message.due.length === 0 ? null : JSON.stringify(message.due);
  const orders = JSON.stringify(message.orders);
  if (!row) {
    index.run(
      `INSERT INTO rmas (identifier, orders, status, newest, arrived, first_at, due, due_since)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[identifier, orders, status, updated, at, at, due, due === null ? null : at],
    );
    return;
  }
  const [no, newest, arrived, firstAt, dueBefore, dueSince] = row;
  if (at < Number(firstAt)) index.run('UPDATE rmas SET first_at = ? WHERE no = ?', at, no!);
  if (!isCurrent(message, newest as number | null, at >= Number(arrived))) return;
  const since = due === null ? null : dueBefore === null ? at : dueSince!;
  index.run(
    'UPDATE rmas SET orders = ?, status = ?, newest = ?, arrived = ?, due = ?, due_since = ? WHERE no = ?',
    ...[orders, status, updated ?? newest!, at, due, since, no!],
  );
}

/** The newest updated_at decides; of equal ones, and where there is none, the later arrival. */
function isCurrent({ updated, isDuplicate }: RmaTrace, newest: number | null, isLater: boolean): boolean {
  if (updated === null || newest === null) return isLater && !(updated === null && isDuplicate);
  return updated > newest || (updated === newest && isLater);
}
