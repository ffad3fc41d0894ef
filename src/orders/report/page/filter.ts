// The filter of the refused orders: words anywhere in an order, and one reason.
import type { RefusedOrder, ReportData } from '../types.ts';

/** The text of an order that words are looked for in: its name, reasons, files, columns and cells. */
export function searchTextOf(
  { order, findings, rows }: RefusedOrder,
  { columns }: Pick<ReportData, 'columns'>,
): string {
  const parts = [order];
  for (const { code, field, message, file, line, cell } of findings) {
    parts.push(code, field, message, file, `line ${line}`);
    if (cell) parts.push(columns[cell[0]] ?? '');
  }
  for (const { line, cells } of rows) {
    parts.push(`line ${line}`);
    for (const [, text] of cells) if (typeof text === 'string') parts.push(text);
  }
  return parts.join('\n').toLowerCase();
}

/** Every word must be found; a word with a minus in front must not. Words in quotes stay together. */
export function matcher(text: string): (searchText: string) => boolean {
  const words = [...text.toLowerCase().matchAll(/(-?)(?:"([^"]+)"?|(\S+))/g)].map(
    ([, minus, quoted, plain]) => ({
      isWanted: minus === '',
      word: quoted ?? plain ?? '',
    }),
  );
  return (searchText) => words.every(({ isWanted, word }) => searchText.includes(word) === isWanted);
}
