// Fits lines to a terminal: wraps them between words, and uses plain ASCII when the locale has no UTF-8.
import { wrapWords } from './columns.ts';
import { widthOf } from './width.ts';

/** On a narrower terminal lines are not wrapped here; the terminal itself breaks them. */
const NARROWEST = 40;

/**
 * Wraps lines that are too wide. They continue under the text, not under its label. A word is never broken, even when
 * it is wider than the terminal: paths and addresses must stay whole for copying.
 */
export function fitLines(text: string, columns: number): string {
  if (columns < NARROWEST) return text;
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= columns ? line : folded(line, columns)))
    .join('\n');
}

function folded(line: string, columns: number): string {
  const command = foldCommand(line, columns);
  if (command !== undefined) return command;
  const [, sentence, last] = ENDS_IN_COMMAND.exec(line) ?? [];
  if (sentence === undefined || last === undefined) return fold(line, columns);
  // A command at the end of a sentence gets its own line for copying.
  const before = `${' '.repeat(/^ */.exec(line)![0].length + 2)}${last}`;
  return `${fitLines(sentence, columns)}\n${fitLines(before, columns)}`;
}

/** Keeps the spaces between words, so that columns of a table stay aligned. */
function fold(line: string, columns: number): string {
  const indent = ' '.repeat(hangOf(withoutColours(line), columns));
  return wrapWords(line.match(/ *[^ ]+/g) ?? [], columns, indent)
    .map((each) => outdented(each, columns))
    .join('\n');
}

/** Moves a single long word to the left when it then fits. */
function outdented(line: string, columns: number): string {
  const over = widthOf(line) - columns;
  const lead = /^ */.exec(line)![0].length;
  return over > 0 && over <= lead ? line.slice(over) : line;
}

/** Column at which the text after a label begins; without a label, two more than the indent. */
function hangOf(line: string, columns: number): number {
  const lead = /^ */.exec(line)![0];
  const label = /^\S+(?: \S+)* {2,}(?=\S)/.exec(line.slice(lead.length))?.[0];
  const width = lead.length + (label === undefined ? 2 : widthOf(label));
  return width <= columns / 2 ? width : Math.min(lead.length + 2, columns / 2);
}

const withoutColours = (text: string): string => text.replace(/\u001b\[[\d;]*m/g, '');

/** A sentence, a colon, and one command up to the end of the line. */
const ENDS_IN_COMMAND = /^([^\u001b]*:) (returns (?:(?![.,;:] )[^\u001b])*)$/;

/** The text before a command, then the command. */
const COMMAND = /^((?:\u001b\[[\d;]*m)*(?:next: | *))((?:RETURNS_\w+=\S+ )*returns .*)$/;

/**
 * Wraps a command of this tool into several lines that a shell reads as one: each line except the last ends with a
 * backslash. Undefined for any other line.
 */
function foldCommand(line: string, columns: number): string | undefined {
  const [, before, command] = COMMAND.exec(line) ?? [];
  if (before === undefined || command === undefined) return undefined;
  // Spaces inside quotes are kept.
  const [first = '', ...words] = command.match(/ *(?:[^\s']|'[^']*')+/g) ?? [];
  return wrapWords([before + first, ...words], columns, ' '.repeat(widthOf(before) + 2), ' \\').join('\n');
}

const SIGNS: Readonly<Record<string, string>> = {
  '…': '...',
  '→': '->',
  '←': '<-',
  '↑': '^',
  '↓': 'v',
  '✔': '+',
  '✓': '+',
  '✖': 'x',
  '✗': 'x',
  '×': 'x',
  '·': '-',
  '•': '*',
  '●': '*',
  '–': '-',
  '—': '-',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '─': '-',
  '│': '|',
};
const ANY_SIGN = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'g');

/** Replaces the signs that this tool prints. Names and titles from data are not changed. */
export const asciiSigns = (text: string): string => text.replace(ANY_SIGN, (sign) => SIGNS[sign]!);

/**
 * True when the locale supports UTF-8. Without a locale setting, UTF-8 is assumed, as terminals of today support it.
 */
export function hasUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'];
  return !locale || /utf-?8/i.test(locale);
}
