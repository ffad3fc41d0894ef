// A rejects file read back for a person: which order, why, and where its rows stood.
import type { Host } from '../base/host.ts';
import { CsvRecords } from '../intake/csv-records.ts';

export interface RefusedOrder {
  readonly order: string;
  /** In the order of the findings; several when several rules refuse it. */
  readonly codes: readonly string[];
  readonly field: string;
  readonly message: string;
  readonly file: string;
  /** Of the order's first row. */
  readonly line: number;
}

/** The orders of a CSV rejects file, each once. @throws Failure exit 6 */
export function readRefusedOrders(host: Host, file: string, delimiter = ','): readonly RefusedOrder[] {
  const orders = new Map<string, RefusedOrder>();
  let header: readonly string[] | undefined;
  const records = new CsvRecords(file, delimiter, (cells) => {
    if (!header) {
      header = [...cells];
      return;
    }
    const names = header;
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    const key = JSON.stringify([cell('identifier'), cell('updated_at')]);
    if (orders.has(key)) return;
    orders.set(key, {
      order: cell('identifier'),
      codes: cell('_code').split('|'),
      field: cell('_field'),
      message: cell('_message'),
      file: cell('_file'),
      line: Number(cell('_line')),
    });
  });
  records.write(Buffer.from(host.files.readText(file)));
  records.end();
  return [...orders.values()];
}
