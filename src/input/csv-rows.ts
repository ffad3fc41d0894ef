// The rows of a CSV file behind its header, for every reader of tables.
import { CsvRecords, type OnRecord } from './csv-records.ts';
import { type Header, strayHeader } from './header.ts';

/** @throws Failure exit 6 when the header stands among the rows again */
export function rowsBehind(header: Header, file: string, onRow: OnRecord): CsvRecords {
  let isHeader = true;
  const onRecord: OnRecord = (cells, line, start, end) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    const stray = strayHeader(file, header.names, cells, line);
    if (stray) throw stray;
    onRow(cells, line, start, end);
  };
  return new CsvRecords(file, header.delimiter, onRecord, undefined, header.isQuoted, header.footer);
}
