// The rows of a small CSV text, each with its line: its delimiter is the first known one that the header holds.
import { CsvRecords } from './csv-records.ts';

export interface CsvRow {
  readonly cells: readonly string[];
  readonly line: number;
}

/** @throws Failure exit 6 */
export function csvRows(text: string, file: string): CsvRow[] {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [',', ';', '\t', '|'].find((sign) => header.includes(sign)) ?? ',';
  const rows: CsvRow[] = [];
  const records = new CsvRecords(file, delimiter, (cells, line) => rows.push({ cells, line }));
  records.write(Buffer.from(text));
  records.end();
  return rows;
}
