// Layout of tables and text blocks on a terminal: aligned columns, and long text wrapped into lines.

import type { Paint } from './paint.ts';
import { padEnd, padStart, widthOf } from './width.ts';

/** Column at which values begin, and the width of numbers. */
export const LABEL = 19;
export const NUMBER = 9;

export const labelled = (name: string, text: string, paint: Paint): string =>
  `  ${paint.dim(name.padEnd(LABEL - 3))} ${text}`;

/**
 * Lines of a table. The last cell of a row may have any length; `right` lists the columns with numbers, aligned right.
 */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [i, cell] of row.slice(0, -1).entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
  const padded = (cell: string, i: number) => (right.includes(i) ? padStart : padEnd)(cell, widths[i] ?? 0);
  return rows.map((row) => [...row.slice(0, -1).map(padded), ...row.slice(-1)].join('  ').trimEnd());
}

/** A text after a label, in lines of at most `width`. Later lines are aligned with the first line of the text. */
export function textBlock(
  label: string,
  text: string,
  width: number,
  show: (line: string) => string = String,
): string[] {
  const indent = ' '.repeat(widthOf(label));
  return wrap(text, width - indent.length).map((line, i) => `${i === 0 ? label : indent}${show(line)}`);
}

/** Wraps the words of a text into lines of at most `width`; an empty text gives one empty line. */
export const wrap = (text: string, width: number): string[] => wrapWords(text.match(/ *[^ ]+/g) ?? [], width);

/**
 * Words, with the spaces in front of them, in lines of at most `width`. A word is never broken. Each line except the
 * first begins with `indent`, each except the last ends with `end`.
 */
export function wrapWords(words: readonly string[], width: number, indent = '', end = ''): string[] {
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
