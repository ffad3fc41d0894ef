// Looks many identifiers up in a database, some thousands in one statement.
import type { Database, SqlRow, SqlValue } from '../platform/platform.ts';

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
