// The RMAs of the profile in use: those whose orders are in its ledger, and those whose orders are in no ledger of this machine.
// The calls record does not know profiles: what another profile sent belongs to that one.
import type { Crypto, Database, SqlRow, SqlValue } from '../platform/platform.ts';
import { columnText } from '../storage/names.ts';
import type { DueUnits, Source } from '../storage/rma-index.ts';

export interface StatusRma {
  readonly rma: string;
  readonly orders: readonly string[];
  readonly status: string | null;
  /** When its newest message arrived, ms since the epoch. */
  readonly arrived: number;
  readonly due: readonly DueUnits[];
  readonly dueSince: number | null;
  /** When its first message arrived, and since when a label waits for a scan, and a scan for a refund. */
  readonly firstAt: number;
  readonly labelSince: number | null;
  readonly scanSince: number | null;
}

/** What items are found in: ledger and received messages of one target, and the times that count (ms). */
export interface Look {
  readonly crypto: Crypto;
  readonly ledger: TargetLedger | undefined;
  /** Received messages; undefined where none was ever recorded. */
  readonly index: Database | undefined;
  /** RMAs with a message at `since` or later, and with those before that show what is usual. */
  readonly rmas: readonly StatusRma[];
  readonly earlier: readonly StatusRma[];
  /** Row numbers of the orders of this target that RMAs name, by identifier. */
  readonly orders: ReadonlyMap<string, number>;
  readonly source: Source;
  readonly since: number;
  /** As given, for the commands that are named. */
  readonly sinceText: string;
  readonly now: number;
  /** After which an RMA that does not go on is stuck. */
  readonly stuck: number;
}

/** The ledger and the row number of the target in it; 0 when it has none. */
export interface TargetLedger {
  readonly store: Database;
  readonly no: number;
}

/** RMAs whose newest message arrived at `since` (ms) or later, and was sent by one of the sources up to `source`. */
export function rmasOfTarget(
  index: Database,
  { crypto, ledger, since, source }: Pick<Look, 'crypto' | 'ledger' | 'since' | 'source'>,
) {
  const all = index
    .all(
      `SELECT identifier, orders, status, arrived, due, due_since, first_at, label_since, scan_since FROM rmas
       WHERE arrived >= ? AND source <= ?`,
      ...[since, source],
    )
    .map(([rma, orders, status, arrived, due, dueSince, firstAt, labelSince, scanSince]) => ({
      ...{ rma, status, arrived, dueSince, firstAt, labelSince, scanSince },
      orders: JSON.parse(orders as string) as string[],
      due: due === null ? [] : (JSON.parse(due as string) as DueUnits[]),
    })) as StatusRma[];
  if (!ledger) return { rmas: all, orders: new Map() };
  const named = new Set<string>();
  for (const { orders } of all) for (const order of orders) named.add(order);
  const byColumn = new Map([...named].map((order) => [columnText(crypto, order), order]));
  const orders = new Map<string, number>();
  const { store, no } = ledger;
  // CROSS JOIN forces the plan: each identifier is looked up in the index of the orders.
  const here =
    'SELECT x.identifier, x.no FROM json_each(?) j CROSS JOIN orders x ON x.target = ? AND x.identifier = j.value';
  if (no !== 0)
    for (const [identifier, row] of rowsFor(store, here, [...byColumn.keys()], no))
      orders.set(byColumn.get(identifier as string)!, row as number);
  const elsewhere = new Set<string>();
  const missing = [...byColumn].flatMap(([column, order]) => (orders.has(order) ? [] : [column]));
  for (const [other] of store.all('SELECT no FROM targets WHERE no <> ?', no))
    for (const [identifier] of rowsFor(store, here, missing, other!))
      elsewhere.add(byColumn.get(identifier as string)!);
  const rmas = all.filter(
    (rma) =>
      rma.orders.some((order) => orders.has(order)) || !rma.orders.some((order) => elsewhere.has(order)),
  );
  return { rmas, orders };
}

const CHUNK = 2000;

/** The rows of `sql`, whose first ? is a JSON list of identifiers (`json_each(?) j`), for all of them. */
export function* rowsFor(
  database: Database,
  sql: string,
  identifiers: readonly (string | number)[],
  ...values: readonly SqlValue[]
): Generator<SqlRow> {
  // In order, neighbours are on one page: in another order, each would read a page of its own.
  const sorted = [...identifiers].sort((a, b) => (a < b ? -1 : 1));
  for (let at = 0; at < sorted.length; at += CHUNK)
    yield* database.all(sql, JSON.stringify(sorted.slice(at, at + CHUNK)), ...values);
}
