// Labels in one column, numbers in the next, long text wrapped: what plan and summary have in common.
import type { Paint } from './paint.ts';
import { widthOf } from './width.ts';

/** Where values begin, and how wide a number is. */
export const LABEL = 19;
export const NUMBER = 9;

export const labelled = (name: string, text: string, paint: Paint): string =>
  `  ${paint.dim(name.padEnd(LABEL - 3))} ${text}`;

/** Words of a text in lines of at most `width`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  if (line) lines.push(line);
  return lines;
}
