// The only output of commands: results go to stdout, all other messages to stderr; untrusted text is escaped, secrets
// are masked. And its layout: width, aligned columns, folded lines, colours.
import { Chalk, type ChalkInstance } from 'chalk';
import { eastAsianWidth } from 'get-east-asian-width';
import type { Ora } from 'ora';
import { escapeControls, redact, terminalJson } from '../basics/text.ts';
import { formatCount } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';

interface PresenterOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

export type Presenter = ReturnType<typeof makePresenter>;

/** Escapes untrusted text for one line of a terminal. */
export const clean = escapeControls;

export function makePresenter(platform: Platform, options: PresenterOptions) {
  const { terminal, env } = platform;
  const errPaint = paintFor(env, terminal.stderrIsTerminal, options.color);
  const forOut = forTerminal(terminal.stdoutIsTerminal, () => terminal.columns());
  const forErr = forTerminal(terminal.stderrIsTerminal, () => terminal.columns());
  const line = (text: string): void => terminal.err(`${forErr(redact(text))}\n`);
  return {
    options,
    /** Colours for stdout and stderr. */
    outPaint: paintFor(env, terminal.stdoutIsTerminal, options.color),
    errPaint,
    /**
     * Prints the result: `document` with --json (one line), else the text of `human`. Adds a final newline when it is
     * missing. `verbatim`: data to be copied or piped, printed without wrapping.
     */
    async result<D extends { readonly schema: string }>(
      document: D,
      human: () => string,
      { verbatim = false } = {},
    ): Promise<void> {
      const text = options.json ? terminalJson(document) : verbatim ? human() : forOut(human());
      if (text !== '') await terminal.out(text.endsWith('\n') ? text : `${text}\n`);
    },
    /** Prints a result that is data itself: a token, a template, exported orders, the bytes of a recorded body. */
    raw: (content: string | Uint8Array) => terminal.out(content),
    /** Prints a part of the result for the user, with the same layout as `result`. */
    text: (content: string) => terminal.out(forOut(content)),
    /** Information, on stderr; not with --quiet. */
    note(text: string): void {
      if (!options.quiet) line(text);
    },
    /** Something that a user or a script waits for, on stderr, also with --quiet. */
    always: line,
    /** A warning, on stderr, also with --quiet. */
    warn: (text: string) => line(`${errPaint.yellow('warning')}  ${text}`),
    /** Details, on stderr with --verbose only. */
    detail(text: string): void {
      if (options.verbose) line(errPaint.dim(text));
    },
    /** The usual next step: one line on stderr, on a terminal only. */
    next(text: string): void {
      if (!options.quiet && !options.json && terminal.stderrIsTerminal)
        line(errPaint.dim(`next: ${clean(text)}`));
    },
  };
}

/** Converts a text for a stream: on a terminal to lines that fit. */
const forTerminal = (isTerminal: boolean, columns: () => number): ((text: string) => string) =>
  isTerminal ? (text) => fitLines(text, columns()) : String;

/** The live line on stderr, with its sign that something is going on; undefined where nothing may be drawn again and again. */
export async function makeSpinner(platform: Platform, show: Presenter): Promise<Ora | undefined> {
  if (!platform.terminal.canRedraw() || show.options.quiet || platform.env['TERM'] === 'dumb')
    return undefined;
  const { default: ora } = await import('ora');
  return ora({
    stream: platform.terminal.streams.stderr as NodeJS.WriteStream,
    // Ctrl-C must still raise SIGINT.
    discardStdin: false,
    hideCursor: true,
    color: show.errPaint.level === 0 ? false : 'cyan',
    isEnabled: true,
  });
}

// Layout of text on a terminal: its width, aligned columns, and lines that are folded to fit.

/** Column at which values begin, and the width of numbers. */
export const LABEL = 19;
export const NUMBER = 9;

export const labelled = (name: string, text: string, paint: Paint): string =>
  `  ${paint.dim(name.padEnd(LABEL - 3))} ${text}`;

/** A row with a number, and what there is to say of it. */
export const counted = (
  name: string,
  value: number,
  more: string,
  paint: Paint,
  color: (text: string) => string = String,
): string =>
  labelled(name, `${color(formatCount(value).padStart(NUMBER))}  ${paint.dim(more)}`.trimEnd(), paint);

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

/** Wraps the words of a text into lines of at most `width`; a number stays with its unit. An empty text gives one empty line. */
export const wrap = (text: string, width: number): string[] => wrapWords(wordsOf(text, width), width);

/** A number and its unit are one word, where that fits. */
const wordsOf = (text: string, width: number): string[] =>
  (text.match(/ *(?:\(?\d[\d.,]* (?! ))?[^ ]+/g) ?? []).flatMap((word) =>
    widthOf(word.trimStart()) > width ? (word.match(/ *[^ ]+/g) ?? []) : [word],
  );

/**
 * Words, with the spaces in front of them, in lines of at most `width`. A word is never broken. Each line except the
 * first begins with `indent`.
 */
function wrapWords(words: readonly string[], width: number, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line.trim() !== '' && widthOf(line + word) > width) {
      lines.push(line);
      line = indent + word.trimStart();
    } else line += word;
  }
  return [...lines, line];
}

// string-width is not used: importing it (it uses Intl) takes 30 ms of a command's start.
const SIMPLE = /^[\u0020-\u007e]*$/;
const COLOUR = /\u001b\[[\d;]*m/g;
const NOTHING = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;
const widthOfCharacter = (character: string): number => {
  const code = character.codePointAt(0)!;
  if (code < 0x300) return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad ? 0 : 1;
  if (NOTHING.test(character)) return 0;
  return eastAsianWidth(code);
};

/** Columns that a text takes: two for East Asian characters and emoji, none for combining marks and colours. */
export function widthOf(text: string): number {
  if (SIMPLE.test(text)) return text.length;
  const plain = text.includes('\u001b') ? text.replace(COLOUR, '') : text;
  if (SIMPLE.test(plain)) return plain.length;
  let width = 0;
  for (const character of plain) width += widthOfCharacter(character);
  return width;
}

export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** The text if it fits, else its beginning and an ellipsis. For text without colours. */
export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let shown = '';
  let left = width - 1;
  for (const character of text) {
    left -= widthOfCharacter(character);
    if (left < 0) break;
    shown += character;
  }
  return `${shown}…`;
}

/** As cutTo, for identifiers: they differ at their ends, so what is cut is in the middle. */
export function cutMiddle(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const head = cutTo(text, Math.ceil((width + 1) / 2));
  const end = [...text];
  while (widthOf(end.join('')) > width - widthOf(head)) end.shift();
  return head + end.join('');
}

export type Paint = ChalkInstance;

/** On a narrower terminal lines are not wrapped here; the terminal itself breaks them. */
const NARROWEST = 40;

/**
 * Wraps lines that are too wide. They continue under the text, not under its label. A word is never broken, even when
 * it is wider than the terminal, and no command is: addresses and commands must stay whole for copying.
 */
export function fitLines(text: string, columns: number): string {
  if (columns < NARROWEST) return text;
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= columns ? line : folded(line, columns)))
    .join('\n');
}

function folded(line: string, columns: number): string {
  if (COMMAND.test(line)) return line;
  const [, sentence, last] = ENDS_IN_COMMAND.exec(line) ?? [];
  if (sentence === undefined) return fold(line, columns);
  return `${fitLines(sentence, columns)}\n${' '.repeat(/^ */.exec(line)![0].length + 2)}${last}`;
}

/** Keeps the spaces between words, so that columns of a table stay aligned. A single long word moves to the left when it then fits. */
function fold(line: string, columns: number): string {
  const indent = ' '.repeat(hangOf(line.replace(COLOUR, ''), columns));
  return wrapWords(wordsOf(line, columns), columns, indent)
    .map((each) => {
      const over = Math.max(0, widthOf(each) - columns);
      return over <= /^ */.exec(each)![0].length ? each.slice(over) : each;
    })
    .join('\n');
}

/** Column at which the text after a label begins; without a label, two more than a small indent. */
function hangOf(line: string, columns: number): number {
  const lead = /^ */.exec(line)![0];
  const label = /^\S+(?: \S+)* {2,}(?=\S)/.exec(line.slice(lead.length))?.[0];
  // A block of text that is indented already goes on below its first line.
  const hang = lead.length < 4 ? 2 : 0;
  const width = lead.length + (label === undefined ? hang : widthOf(label));
  return width <= columns / 2 ? width : Math.min(lead.length + 2, columns / 2);
}

/** A command alone on its line: the terminal breaks it, and it is copied as one line. */
const COMMAND = /^(?:\u001b\[[\d;]*m)*(?:next: | *)(?:RETURNS_\w+=\S+ )*returns /;
/** A sentence, a colon, and one command up to the end of the line. */
const ENDS_IN_COMMAND = /^([^\u001b]*:) (returns (?:(?![.,;:] )[^\u001b])*)$/;

// Whether output is coloured: by NO_COLOR, FORCE_COLOR, TERM and whether it goes to a terminal.

/** Colours for one stream: only on a terminal, with NO_COLOR, FORCE_COLOR and TERM=dumb honoured (chalk does not read NO_COLOR itself). */
export function paintFor(
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
  wanted: boolean,
) {
  return new Chalk({ level: colorLevel(env, isTerminal, wanted) });
}

function colorLevel(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean, wanted: boolean) {
  if (!wanted || env['NO_COLOR']) return 0;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') {
    if (forced === '0' || forced === 'false') return 0;
    return forced === '2' ? 2 : forced === '3' ? 3 : 1;
  }
  return isTerminal && env['TERM'] !== 'dumb' ? 1 : 0;
}
