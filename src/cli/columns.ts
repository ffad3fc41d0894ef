// One table and one text block for everything that a terminal shows: columns below each other, long text in lines.

import type { Paint } from './paint.ts';
import { padEnd, padStart, widthOf } from './width.ts';

/** Where values begin, and how wide a number is. */
export const LABEL = 19;
export const NUMBER = 9;

export const labelled = (name: string, text: string, paint: Paint): string =>
  `  ${paint.dim(name.padEnd(LABEL - 3))} ${text}`;

/** Lines of a table. The last cell of a row may be as long as it likes; `right` names the columns of numbers. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.slice(0, -1).entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
  const padded = (cell: string, i: number) => (right.includes(i) ? padStart : padEnd)(cell, widths[i] ?? 0);
  return rows.map((row) => [...row.slice(0, -1).map(padded), ...row.slice(-1)].join('  ').trimEnd());
}

/** A text behind a label in lines of at most `width`: where it goes on, it does so below itself. */
export function textBlock(
  label: string,
  text: string,
  width: number,
  show: (line: string) => string = String,
): string[] {
  const indent = ' '.repeat(widthOf(label));
  return wrap(text, width - indent.length).map((line, i) => `${i === 0 ? label : indent}${show(line)}`);
}

/** Words of a text in lines of at most `width`; no text is one empty line. */
export const wrap = (text: string, width: number): string[] => fill(text.match(/ *[^ ]+/g) ?? [], width);

/**
 * Words, with the spaces in front of them, in lines of at most `width`. Words stay whole; each line but the first begins
 * with `indent`, each but the last ends with `end`.
 */
export function fill(words: readonly string[], width: number, indent = '', end = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line.trim() !== '' && widthOf(line + word + end) > width) {
      lines.push(line + end);
      line = indent + word.trimStart();
    } else line += word;
  }
  return [...lines, line];
}
