// The RMAs of the sandbox, their log, and the commands that are due later, in its database.
import { formatInstant } from '../../contract/time.ts';
import type { SqlRow } from '../../platform/platform.ts';
import type { SavedState } from '../database.ts';
import type { LogDocument } from '../documents.ts';
import type { Command, LogLine, Rma } from '../life-cycle/types.ts';

export interface DueCommand {
  readonly id: number;
  readonly at: number;
  readonly order: string;
  readonly command: Command;
}

export interface LogFilter {
  readonly rma?: string;
  readonly after: number;
  readonly limit: number;
}

export type RmaStore = ReturnType<typeof makeRmaStore>;

export function makeRmaStore(saved: SavedState) {
  const { database } = saved;
  const rmaOf = (row: SqlRow | undefined) => row && (JSON.parse(row[0] as string) as Rma);
  const rmasOf = (rows: readonly SqlRow[]) => rows.map((row) => rmaOf(row)!);
  const write = (order: string, rma: Rma): void => {
    const values = [rma.exchangeOrder, JSON.stringify(rma), rma.updatedAt, rma.identifier] as const;
    const update = 'UPDATE rmas SET exchange_order = ?, rma = ?, updated_at = ? WHERE identifier = ?';
    if (database.run(update, ...values) > 0) return;
    saved.count('rmas');
    const insert =
      'INSERT INTO rmas (exchange_order, rma, updated_at, identifier, order_identifier) VALUES (?, ?, ?, ?, ?)';
    database.run(insert, ...values, order);
  };
  return {
    /** Writes what one decision changed, all of it or nothing. */
    save(order: string, rmas: readonly Rma[], log: readonly LogLine[], at: number): void {
      database.transaction(() => {
        for (const rma of rmas) write(order, rma);
        for (const { text, rma, assumed } of log)
          database.run(
            'INSERT INTO log (at, order_identifier, rma, text, assumed) VALUES (?, ?, ?, ?, ?)',
            at,
            order,
            rma,
            text,
            JSON.stringify(assumed),
          );
      });
    },
    find: (identifier: string) =>
      rmaOf(database.get('SELECT rma FROM rmas WHERE identifier = ?', identifier)),
    /** Oldest first. */
    ofOrder: (order: string) =>
      rmasOf(database.all('SELECT rma FROM rmas WHERE order_identifier = ? ORDER BY no', order)),
    /** Several, when the retailer gave the same answer twice. Oldest first. */
    ofExchangeOrder: (identifier: string) =>
      rmasOf(database.all('SELECT rma FROM rmas WHERE exchange_order = ? ORDER BY no', identifier)),
    /** Newest first. */
    list: ({ order, limit }: { readonly order?: string; readonly limit: number }) =>
      rmasOf(
        database.all(
          'SELECT rma FROM rmas WHERE (?1 IS NULL OR order_identifier = ?1) ORDER BY no DESC LIMIT ?2',
          ...[order ?? null, limit],
        ),
      ),
    /** How many RMAs were created since the last reset. */
    get count(): number {
      return saved.counted('rmas');
    },
    /** Oldest first. */
    log: ({ rma, after, limit }: LogFilter): LogDocument['lines'] =>
      database
        .all(
          `SELECT sequence, at, order_identifier, rma, text, assumed FROM log
           WHERE sequence > ?1 AND (?2 IS NULL OR rma = ?2) ORDER BY sequence LIMIT ?3`,
          after,
          rma ?? null,
          limit,
        )
        .map(([sequence, at, order_identifier, rma_identifier, text, assumed]) => ({
          ...{ sequence, at: formatInstant(at as number), order_identifier, rma_identifier, text },
          assumed: JSON.parse(assumed as string) as string[],
        })) as LogDocument['lines'],
    addDue(at: number, order: string, command: Command): DueCommand {
      const id = database.insert(
        'INSERT INTO later (at, order_identifier, command) VALUES (?, ?, ?)',
        at,
        order,
        JSON.stringify(command),
      );
      return { id, at, order, command };
    },
    /** @returns whether it was there */
    removeDue: (id: number) => database.run('DELETE FROM later WHERE id = ?', id) > 0,
    due: (): DueCommand[] =>
      database
        .all('SELECT id, at, order_identifier, command FROM later ORDER BY at, id')
        .map(([id, at, order, command]) => ({
          id,
          at,
          order,
          command: JSON.parse(command as string),
        })) as DueCommand[],
  };
}
