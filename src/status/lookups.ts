// Looks many identifiers up in a database, some thousands in one statement.
import type { Database, SqlRow, SqlValue } from '../platform/platform.ts';

const CHUNK = 2000;

/** The rows of `sql`, whose first ? is a JSON list of identifiers (`json_each(?) j`), for all of them. */
export function* rowsFor(
  database: Database,
  sql: string,
  identifiers: readonly string[],
  ...values: readonly SqlValue[]
): Generator<SqlRow> {
  for (let at = 0; at < identifiers.length; at += CHUNK)
    yield* database.all(sql, JSON.stringify(identifiers.slice(at, at + CHUNK)), ...values);
}
