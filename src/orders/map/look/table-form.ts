// How an unknown table is written, from its first and its last bytes: its delimiter, lines above the header, cells that were
// quoted twice, and lines below the rows that are none.
import { type Header, withoutQuotes } from '../../../input/csv-header.ts';
import { PlainRecords } from '../../../input/plain-records.ts';
import { countsOf, isCommonDate, isNumber, type Row } from './columns.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Records that are looked at. */
const MOST = 400;
/** A header stands among the first records. */
const MOST_TITLES = 15;

interface Found {
  readonly cells: readonly string[];
  /** Its last line. */
  readonly line: number;
}

/** The records of the bytes that have a text. A line whose quotes do not match is one cell. */
function recordsOf(bytes: Buffer, delimiter: string, isWhole: boolean, isEscaped = false): Found[] {
  const found: Found[] = [];
  let from = bytes[0] === 0xef ? 3 : 0;
  let line = 0;
  while (found.length < MOST && from < bytes.length) {
    const records = new PlainRecords(bytes, from, isWhole, { delimiter, isEscaped });
    for (let cells = records.next(); cells; cells = records.next()) {
      line += records.emptyLines + 1;
      if (records.isMultiLine) line += records.text.match(/\r\n|\n|\r/g)!.length;
      from = records.end;
      if (cells.some((cell) => cell.trim() !== '')) found.push({ cells, line });
      if (found.length >= MOST) return found;
    }
    if (!records.isStuck) break;
    const end = bytes.indexOf(0x0a, from) + 1;
    if (end === 0) break;
    line++;
    found.push({ cells: [bytes.toString('utf8', from, end)], line });
    from = end;
  }
  return found;
}

/** The delimiter with which most rows have the same number of cells; of equal ones the one with more cells. */
export function formOf(bytes: Uint8Array, isWhole: boolean, given: string | undefined) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const scored = (given === undefined ? DELIMITERS : [given]).map((delimiter) => {
    const records = recordsOf(buffer, delimiter, isWhole);
    const counts = countsOf(records.map(({ cells }) => cells.length));
    const scoreOf = (width: number, count: number) => Math.min(count, 50) * Math.log(width);
    const widths = [...counts].map(([width, count]) => ({ width, score: scoreOf(width, count) }));
    const best = widths.sort((a, b) => b.score - a.score)[0] ?? { width: 1, score: 0 };
    return { delimiter, records, ...best };
  });
  const { delimiter, records, width } = scored.sort((a, b) => b.score - a.score)[0]!;
  return { delimiter, titleLines: titleLinesIn(records, width) };
}

/** Lines above the header: the first record as wide as most rows whose cells are names. */
function titleLinesIn(records: readonly Found[], width: number): number {
  const at = records
    .slice(0, MOST_TITLES + 1)
    .findIndex(({ cells }) => cells.length === width && areNames(cells));
  const titles = records.slice(0, Math.max(0, at));
  const isTitle = ({ cells }: Found) => cells.length < width || filledIn(cells) * 2 <= width;
  return titles.length > 0 && titles.every(isTitle) ? titles.at(-1)!.line : 0;
}

const filledIn = (cells: Row): number => cells.filter((cell) => cell.trim() !== '').length;

function areNames(cells: Row): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.length < 2 || filled.length < cells.length * 0.6) return false;
  // `SKU 1` could be an amount in a currency.
  const isAmount = (cell: string) => isNumber(cell) && !/\p{L}/u.test(cell);
  return filled.every((cell) => !isAmount(cell) && !isCommonDate(cell) && !cell.includes('@'));
}

/** A column in which nearly all cells still have quotes around them. */
export const isTwice = (names: Row, rows: readonly Row[]): boolean =>
  names.some((_, index) => {
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => cell !== '');
    return (
      cells.length > 1 && cells.filter((cell) => withoutQuotes(cell) !== cell).length >= cells.length * 0.95
    );
  });

const TOTAL =
  /^(?:grand |sub)?(?:totals?|totales?|total g[ée]n[ée]ral|total general|sums?|summe|gesamt(?:summe|betrag)?|somme|suma|soma|合計|総計)\s*:?$/i;
const ENDS =
  /\b(?:total\w*|sum|summe|gesamt\w*|somme|suma|records?|rows?|orders?|entries|datens[aä]tze|zeilen|bestellungen|lignes|commandes|registros|filas|linhas|pedidos|count|anzahl|end of (?:file|report|export)|generated|exported)\b/i;
const TAIL = 16 * 1024;
/** Lines at the end that are looked at. */
const MOST_ENDS = 5;

/** `tail`: the last bytes of the file; `rows`: those at its head. */
export function endOf(tail: Buffer, { delimiter, isEscaped, names }: Header, rows: readonly Row[]) {
  const width = names.length;
  const lines = tail.toString('utf8', Math.max(0, tail.length - TAIL)).split(/\r\n|\n|\r/);
  const filled = rows.map(filledIn).sort((a, b) => a - b);
  const usual = filled[filled.length >> 1] ?? width;
  const footer = new Set<string>();
  const totals: { index: number; text: string }[] = [];
  const ends = lines.filter((text) => text.trim() !== '').slice(-MOST_ENDS);
  for (const line of ends.reverse()) {
    const cells = recordsOf(Buffer.from(line), delimiter, true, isEscaped)[0]?.cells ?? [];
    if (cells.length === 0) continue;
    const text = cells.find((cell) => (cells.length < width ? ENDS : TOTAL).test(cell.trim()));
    if (text === undefined) break;
    if (cells.length < width) {
      // What changes from one export to the next has digits.
      const parts = text.split(/[\d.,:;/-]+/).sort((a, b) => b.length - a.length);
      const stable = parts[0]!.trim();
      footer.add(ENDS.test(stable) ? stable : ENDS.exec(text)![0]);
    } else {
      const index = cells.indexOf(text);
      const isElsewhere = rows.filter((row) => row[index] === text).length > MOST_ENDS;
      if (filledIn(cells) > usual * 0.6 || isElsewhere) break;
      if (!totals.some((one) => one.index === index && one.text === text)) totals.push({ index, text });
    }
  }
  return {
    /** For `file.footer`: lines with fewer cells. */
    footer: [...footer],
    /** Rows with totals: the column with the word, and the word. */
    totals,
  };
}
