// Walks over everything that a target accepted, a few thousand rows at a time: orders, and their refunds.
import type { Database, SqlRow } from '../platform/platform.ts';
import { decodeStoredText, targetNumber } from './names.ts';

/** Rows that are read together: no read stays open while the caller works. */
const ROWS = 5000;

interface AcceptedHead {
  /** Row number in the ledger. */
  readonly no: number;
  /** As stored: a digest for an identifier that a text column cannot hold. */
  readonly id: string;
  readonly updatedAt: string;
  readonly currency: string;
  readonly totalCents: number | null;
}

export interface AcceptedRefund {
  readonly order: Pick<AcceptedHead, 'no' | 'id' | 'updatedAt' | 'currency'>;
  readonly identifier: string;
  readonly amountCents: number;
  readonly rma: string | null;
  readonly createdAt: string;
}

/** The largest row number: orders that are accepted from now on have larger ones. 0 without any. */
export const lastAccepted = (store: Database): number =>
  Number(store.get('SELECT max(no) FROM orders')?.[0] ?? 0);

/** Accepted orders up to a row number, in the order in which they were first accepted. */
export function* acceptedHeads(store: Database, targetKey: string, last: number): Generator<AcceptedHead> {
  const target = targetNumber(store, targetKey).read();
  for (let after = 0; ; ) {
    const rows = store.all(
      // The unary plus keeps SQLite from the index of targets: rows are read in the order of the file.
      `SELECT no, identifier, updated_at, currency, total_cents FROM orders
       WHERE no > ? AND no <= ? AND +target = ? ORDER BY no LIMIT ${ROWS}`,
      ...[after, last, target],
    );
    for (const [no, id, updatedAt, currency, totalCents] of rows)
      yield { no, id, updatedAt, currency, totalCents } as AcceptedHead;
    if (rows.length < ROWS) return;
    after = rows.at(-1)![0] as number;
  }
}

/** Refunds of accepted orders up to a row number, order by order. */
export function* acceptedRefunds(
  store: Database,
  targetKey: string,
  last: number,
): Generator<AcceptedRefund> {
  const target = targetNumber(store, targetKey).read();
  for (let after: SqlRow = [0, 0]; ; ) {
    const rows = store.all(
      `SELECT x.order_no, x.position, o.identifier, o.updated_at, o.currency, x.identifier, x.amount_cents, x.rma, x.created_at
       FROM refunds x CROSS JOIN orders o ON o.no = x.order_no
       WHERE (x.order_no, x.position) > (?, ?) AND x.order_no <= ? AND o.target = ?
       ORDER BY x.order_no, x.position LIMIT ${ROWS}`,
      ...[after[0]!, after[1]!, last, target],
    );
    for (const [no, , id, updatedAt, currency, identifier, amountCents, rma, createdAt] of rows)
      yield {
        order: { no, id, updatedAt, currency },
        identifier: decodeStoredText(identifier as string),
        rma: rma === null ? null : decodeStoredText(rma as string),
        ...{ amountCents, createdAt },
      } as AcceptedRefund;
    if (rows.length < ROWS) return;
    after = rows.at(-1)!;
  }
}
