// Lines for a terminal: never broken inside a word, and in plain ASCII where the locale has no more.
import { fill } from './columns.ts';
import { widthOf } from './width.ts';

/** Narrower than this, nothing is laid out: the terminal breaks lines where it must. */
const NARROWEST = 40;

/**
 * Lines that are too wide go on below, under the text and not under its label. Words stay whole, also those that are
 * wider than the terminal: paths and addresses are there to be copied.
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
  // A command at the end of a sentence has a line of its own, to be copied.
  const before = `${' '.repeat(/^ */.exec(line)![0].length + 2)}${last}`;
  return `${fitLines(sentence, columns)}\n${fitLines(before, columns)}`;
}

/** Spaces between words are kept as they are, so that columns of a table that fit stay columns. */
function fold(line: string, columns: number): string {
  const indent = ' '.repeat(hangOf(withoutColours(line), columns));
  return fill(line.match(/ *[^ ]+/g) ?? [], columns, indent)
    .map((each) => outdented(each, columns))
    .join('\n');
}

/** A long word alone begins further to the left, if that is enough for it to stay whole. */
function outdented(line: string, columns: number): string {
  const over = widthOf(line) - columns;
  const lead = /^ */.exec(line)![0].length;
  return over > 0 && over <= lead ? line.slice(over) : line;
}

/** Where the text after a label begins; two columns further in where there is no label. */
function hangOf(line: string, columns: number): number {
  const lead = /^ */.exec(line)![0];
  const label = /^\S+(?: \S+)* {2,}(?=\S)/.exec(line.slice(lead.length))?.[0];
  const width = lead.length + (label === undefined ? 2 : widthOf(label));
  return width <= columns / 2 ? width : Math.min(lead.length + 2, columns / 2);
}

const withoutColours = (text: string): string => text.replace(/\u001b\[[\d;]*m/g, '');

/** A sentence, a colon, and one command up to the end of the line. */
const ENDS_IN_COMMAND = /^([^\u001b]*:) (returns (?:(?![.,;:] )[^\u001b])*)$/;

/** What stands before a command, then the command. */
const COMMAND = /^((?:\u001b\[[\d;]*m)*(?:next: | *))((?:RETURNS_\w+=\S+ )*returns .*)$/;

/**
 * A command of ours over several lines that a shell reads as one: each but the last ends with a backslash. Undefined for
 * any other line.
 */
function foldCommand(line: string, columns: number): string | undefined {
  const [, before, command] = COMMAND.exec(line) ?? [];
  if (before === undefined || command === undefined) return undefined;
  // A quoted word keeps its spaces.
  const [first = '', ...words] = command.match(/ *(?:[^\s']|'[^']*')+/g) ?? [];
  return fill([before + first, ...words], columns, ' '.repeat(widthOf(before) + 2), ' \\').join('\n');
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

/** The signs that we draw ourselves; other people's names and titles stay as they are. */
export const asciiSigns = (text: string): string => text.replace(ANY_SIGN, (sign) => SIGNS[sign]!);

/** Whether the locale can show more than ASCII. One that is not set at all says nothing: terminals of today can. */
export function hasUnicode(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'];
  return !locale || /utf-?8/i.test(locale);
}
