// What completion offers for one press of Tab, from the table of words.
import { readLine, type Spot } from './spot.ts';
import type { Answer, Offered, Value, WordTable } from './types.ts';

/** One line as the shell has it, without the name of the program. */
export interface Asked {
  readonly words: readonly string[];
  /** Which of them the cursor is in; of that word only what stands before the cursor is there. */
  readonly index: number;
}

export function answer(table: WordTable, { words, index }: Asked): Answer {
  const typed = words[index] ?? '';
  const { spot, flags } = readLine(table, words.slice(0, index));
  const equals = typed.indexOf('=');
  if (flags.length > 0 && typed.startsWith('--') && equals !== -1) {
    const flag = flags.find(({ word }) => word === typed.slice(0, equals));
    return flag?.value ? offer(flag.value, typed.slice(equals + 1), typed.slice(0, equals + 1)) : NOTHING;
  }
  const all = flags.map(({ word, text }): Offered => [word, text]);
  if (flags.length > 0 && typed.startsWith('-')) return { words: beginningWith(typed, all) };
  if (spot.at === 'value') return offer(spot.flag.value ?? {}, typed, '');
  if (spot.at === 'command') return { words: beginningWith(typed, commandsAt(table, spot.beginning)) };
  const value = argumentOf(spot);
  const found = value ? offer(value, typed, '') : NOTHING;
  const isEmpty = found.words.length === 0 && !found.paths && !(value && hasWords(value));
  // Where nothing is known, the flags are the best help.
  return isEmpty && typed === '' && spot.at === 'argument' ? { words: all } : found;
}

const NOTHING: Answer = { words: [] };

const hasWords = ({ words, paths }: Value): boolean => Boolean(words ?? paths);

const beginningWith = (typed: string, all: readonly Offered[]): Offered[] =>
  all.filter(([word]) => word.startsWith(typed));

/** The second words of a group, or all first words. After `help` its topics and every first word. */
function commandsAt({ groups, commands }: WordTable, beginning: string): Offered[] {
  const seconds = commands.flatMap(({ path, text }): Offered[] =>
    beginning !== '' && path.startsWith(`${beginning} `) ? [[path.slice(beginning.length + 1), text]] : [],
  );
  if (beginning !== '' && beginning !== 'help') return seconds;
  const alone = commands.flatMap(({ path, text }): Offered[] => (path.includes(' ') ? [] : [[path, text]]));
  const firsts = [...groups, ...alone];
  return [...seconds, ...(beginning === 'help' ? firsts.filter(([name]) => name !== 'help') : firsts)];
}

function argumentOf(spot: Spot): Value | undefined {
  if (spot.at !== 'argument') return undefined;
  const { command, args } = spot;
  return command.args[args.length] ?? (command.takesMore ? command.args.at(-1) : undefined);
}

/** The values that go on with `from`; `before` stands before them in the same word. */
function offer(value: Value, from: string, before: string): Answer {
  const { words = [], paths } = value;
  const fitting = beginningWith(from, words).map(([word, text]): Offered => [before + word, text]);
  return { words: fitting, ...(paths ? { paths: { kind: paths, before } } : {}) };
}

/** More do not fit on a screen, and shells become slow. */
const MOST = 1000;

/**
 * The answer as text for the script of a shell. The first line says which paths the shell adds (`words`, `files BEFORE`,
 * `folders BEFORE`), each further line is a word, a tab, and what it means.
 * @param argv `SHELL INDEX -- WORD...`: see the scripts. Wrong ones have an answer without words.
 */
export function printedAnswer(table: WordTable, argv: readonly string[]): string {
  const [, index = '', dashes, ...words] = argv;
  const at = /^\d{1,6}$/.test(index) ? Number(index) : Number.NaN;
  if (dashes !== '--' || !(at <= words.length)) return 'words\n';
  const { words: offered, paths } = answer(table, { words, index: at });
  const lines = offered
    .filter(([word], i) => offered.findIndex(([other]) => other === word) === i)
    .slice(0, MOST)
    .map(([word, text]) => `${word}\t${text}`);
  return `${[paths ? `${paths.kind} ${paths.before}` : 'words', ...lines].join('\n')}\n`;
}
