// Reads a rejects file for display: each refused order, the reasons, and the place of its rows.
import { CsvRecords } from '../input/csv-records.ts';
import type { Platform } from '../platform/platform.ts';

export interface RefusedOrder {
  readonly order: string;
  /** In the order of the findings; several when several rules refuse the order. */
  readonly codes: readonly string[];
  readonly field: string;
  readonly message: string;
  readonly file: string;
  /** Place of the order's first row. */
  readonly line: number;
}

/** Cells by column name. */
export type Row = Readonly<Record<string, string>>;

/** The orders of a CSV rejects file, without duplicates. @throws Failure exit 6 */
export function readRefusedOrders(platform: Platform, file: string): readonly RefusedOrder[] {
  const orders = new Map<string, RefusedOrder>();
  for (const row of csvRows(platform, file)) {
    const cell = (name: string) => row[name] ?? '';
    const key = JSON.stringify([cell('identifier'), cell('updated_at')]);
    if (orders.has(key)) continue;
    orders.set(key, {
      order: cell('identifier'),
      codes: cell('_code').split('|'),
      field: cell('_field'),
      message: cell('_message'),
      file: cell('_file'),
      line: Number(cell('_line')),
    });
  }
  return [...orders.values()];
}

/** All rows of a small CSV file. @throws Failure exit 6 */
export function csvRows(platform: Platform, file: string): readonly Row[] {
  const rows: Row[] = [];
  let header: readonly string[] | undefined;
  const records = new CsvRecords(file, ',', (cells) => {
    if (header) rows.push(Object.fromEntries(header.map((name, index) => [name, cells[index] ?? ''])));
    else header = [...cells];
  });
  records.write(Buffer.from(platform.files.readText(file)));
  records.end();
  return rows;
}
