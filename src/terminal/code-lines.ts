// Finding codes with their counts, as plans list them.
import { formatCount, plural } from '../base/units.ts';
import type { CodeCount } from '../contract/code-count.ts';
import type { Finding } from '../contract/finding.ts';
import { LABEL, labelled, NUMBER, wrap } from './columns.ts';
import type { Paint } from './paint.ts';
import { clean } from './presenter.ts';

/** Codes listed before the rest is summed up. */
const MOST_CODES = 8;

/** Count, code and place of each code, below it the sentence of one example. */
export function codeLines(
  codes: readonly CodeCount[],
  describe: (finding: Finding) => string,
  color: Paint,
  paint: Paint,
  width: number,
): string[] {
  const lines: string[] = [];
  const shown = codes.slice(0, MOST_CODES);
  const widest = Math.max(0, ...shown.map(({ code }) => code.length));
  const indent = ' '.repeat(NUMBER + 2);
  for (const { code, count, firstFile, firstLine, example } of shown) {
    const place = `${count > 1 ? 'first at' : 'at'} ${clean(firstFile)}:${firstLine}`;
    lines.push(`${formatCount(count).padStart(NUMBER)}  ${color(code.padEnd(widest))}  ${paint.dim(place)}`);
    if (!example) continue;
    const { path } = example;
    const sentence = `${path ? `${clean(path)}: ` : ''}${clean(describe(example))}`;
    for (const text of wrap(sentence, width - indent.length)) lines.push(`${indent}${text}`);
  }
  if (codes.length > MOST_CODES)
    lines.push(`${indent}and ${plural(codes.length - MOST_CODES, 'more code')} (all with --json)`);
  return lines;
}

/** Notes ask for nothing: their codes and counts in one dim line. */
export function noteLines(notes: readonly CodeCount[], paint: Paint, width: number): string[] {
  if (notes.length === 0) return [];
  const text = notes.map(({ code, count }) => `${code} ${formatCount(count)}`).join(', ');
  return wrap(text, width - LABEL).map((line, index) =>
    labelled(index === 0 ? 'notes' : '', paint.dim(line), paint),
  );
}
