// The RMAs of the sandbox, their log, and the commands that are due later, in its database.
import type { Database, SqlRow } from '../platform/platform.ts';
import type { Command, LogLine, Rma } from './life-cycle/types.ts';
import type { StoredLogLine } from './returns.ts';

/** `later`: commands that are due at a time of the sandbox's clock, for example the carrier's label. */
export const RMA_TABLES = `
  CREATE TABLE IF NOT EXISTS rmas (
    identifier TEXT PRIMARY KEY, number INTEGER NOT NULL, order_id TEXT NOT NULL, exchange_order TEXT, body TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX IF NOT EXISTS rmas_by_order ON rmas (order_id, number);
  CREATE INDEX IF NOT EXISTS rmas_by_exchange_order ON rmas (exchange_order) WHERE exchange_order IS NOT NULL;
  CREATE UNIQUE INDEX IF NOT EXISTS rmas_by_number ON rmas (number);
  CREATE TABLE IF NOT EXISTS log (
    sequence INTEGER PRIMARY KEY, at INTEGER NOT NULL, order_id TEXT NOT NULL, rma TEXT, text TEXT NOT NULL, assumed TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS log_by_rma ON log (rma, sequence);
  CREATE TABLE IF NOT EXISTS later (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, order_id TEXT NOT NULL, command TEXT NOT NULL
  ) STRICT;
`;

export interface DueCommand {
  readonly id: number;
  readonly at: number;
  readonly order: string;
  readonly command: Command;
}

export interface RmaStore {
  /** Writes what one decision changed, all of it or nothing. */
  save(order: string, rmas: readonly Rma[], log: readonly LogLine[], at: number): void;
  find(identifier: string): Rma | undefined;
  /** Oldest first. */
  ofOrder(order: string): Rma[];
  ofExchangeOrder(identifier: string): Rma | undefined;
  /** Newest first. */
  list(filter: { readonly order?: string; readonly limit: number }): Rma[];
  /** RMAs ever created, since the last reset. */
  readonly count: number;
  log(filter: { readonly rma?: string; readonly after: number; readonly limit: number }): StoredLogLine[];
  addDue(at: number, order: string, command: Command): DueCommand;
  removeDue(id: number): void;
  due(): DueCommand[];
  clear(): void;
}

export function makeRmaStore(database: Database): RmaStore {
  const rmaOf = (row: SqlRow | undefined) => row && (JSON.parse(row[0] as string) as Rma);
  const rmasOf = (rows: readonly SqlRow[]) => rows.map((row) => rmaOf(row)!);
  let count = (database.get('SELECT max(number) FROM rmas')![0] as number | null) ?? 0;
  return {
    save(order, rmas, log, at) {
      let added = 0;
      database.transaction(() => {
        for (const rma of rmas) {
          const body = JSON.stringify(rma);
          const changed = database.run(
            'UPDATE rmas SET exchange_order = ?, body = ? WHERE identifier = ?',
            rma.exchangeOrder,
            body,
            rma.identifier,
          );
          if (changed > 0) continue;
          added++;
          database.run(
            'INSERT INTO rmas (identifier, number, order_id, exchange_order, body) VALUES (?, ?, ?, ?, ?)',
            rma.identifier,
            count + added,
            order,
            rma.exchangeOrder,
            body,
          );
        }
        for (const { text, rma, assumed } of log)
          database.run(
            'INSERT INTO log (at, order_id, rma, text, assumed) VALUES (?, ?, ?, ?, ?)',
            at,
            order,
            rma,
            text,
            JSON.stringify(assumed),
          );
      });
      count += added;
    },
    find: (identifier) => rmaOf(database.get('SELECT body FROM rmas WHERE identifier = ?', identifier)),
    ofOrder: (order) =>
      rmasOf(database.all('SELECT body FROM rmas WHERE order_id = ? ORDER BY number', order)),
    ofExchangeOrder: (identifier) =>
      rmaOf(database.get('SELECT body FROM rmas WHERE exchange_order = ?', identifier)),
    list: ({ order, limit }) =>
      rmasOf(
        order === undefined
          ? database.all('SELECT body FROM rmas ORDER BY number DESC LIMIT ?', limit)
          : database.all(
              'SELECT body FROM rmas WHERE order_id = ? ORDER BY number DESC LIMIT ?',
              order,
              limit,
            ),
      ),
    get count() {
      return count;
    },
    log: ({ rma, after, limit }) =>
      database
        .all(
          `SELECT sequence, at, order_id, rma, text, assumed FROM log
           WHERE sequence > ?1 AND (?2 IS NULL OR rma = ?2) ORDER BY sequence LIMIT ?3`,
          after,
          rma ?? null,
          limit,
        )
        .map(([sequence, at, order, name, text, assumed]) => ({
          sequence: sequence as number,
          at: at as number,
          order: order as string,
          rma: name as string | null,
          text: text as string,
          assumed: JSON.parse(assumed as string) as string[],
        })),
    addDue(at, order, command) {
      const row = database.get(
        'INSERT INTO later (at, order_id, command) VALUES (?, ?, ?) RETURNING id',
        at,
        order,
        JSON.stringify(command),
      )!;
      return { id: row[0] as number, at, order, command };
    },
    removeDue: (id) => void database.run('DELETE FROM later WHERE id = ?', id),
    due: () =>
      database.all('SELECT id, at, order_id, command FROM later ORDER BY at, id').map((row) => ({
        id: row[0] as number,
        at: row[1] as number,
        order: row[2] as string,
        command: JSON.parse(row[3] as string) as Command,
      })),
    clear() {
      database.exec('DELETE FROM rmas; DELETE FROM log; DELETE FROM later');
      count = 0;
    },
  };
}
