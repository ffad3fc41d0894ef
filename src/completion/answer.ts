// What completion offers for one press of Tab, from the table of words.

/** One line as the shell has it, without the name of the program. */
interface Asked {
  readonly words: readonly string[];
  /** Which of them the cursor is in; of that word only what stands before the cursor is there. */
  readonly index: number;
}

export function answer(table: WordTable, { words, index }: Asked): Answer {
  const typed = words[index] ?? '';
  const { path, args, command, pending, hasEnded } = readLine(table, words.slice(0, index));
  const flags = pending || hasEnded ? [] : flagsOf(table, command);
  const all = flags.map(({ word, text }): Offered => [word, text]);
  if (flags.length > 0 && typed.startsWith('-')) {
    const [, word, from = ''] = /^(--[^=]*)=(.*)$/s.exec(typed) ?? [];
    if (word === undefined) return { words: beginningWith(typed, all) };
    return offer(flags.find((flag) => flag.word === word)?.value, from, `${word}=`);
  }
  if (pending) return offer(pending.value, typed, '');
  if (!command) return { words: beginningWith(typed, commandsAt(table, path)) };
  const value = command.args[args.length] ?? (command.takesMore ? command.args.at(-1) : undefined);
  // Where nothing is known, the flags are the best help.
  if (typed === '' && !value?.words && !value?.paths) return { words: all };
  return offer(value, typed, '');
}

const flagsOf = ({ globals }: WordTable, command: CommandWords | undefined): FlagWords[] => [
  ...(command?.flags ?? []),
  ...globals,
];

const beginningWith = (typed: string, all: readonly Offered[]): Offered[] =>
  all.filter(([word]) => word.startsWith(typed));

/**
 * The second words of a group, or all first words; behind words that no command has, none. After `help` its topics and every
 * first word; it takes the words of a command, too.
 */
function commandsAt({ groups, commands }: WordTable, path: readonly string[]): Offered[] {
  const isHelp = path[0] === 'help';
  const [group, ...more] = isHelp ? path.slice(1) : path;
  if (more.length > 0 || (group !== undefined && !groups.some(([name]) => name === group))) return [];
  const beginning = group ?? path[0];
  const seconds = commands.flatMap(({ path: words, text }): Offered[] =>
    beginning !== undefined && words.startsWith(`${beginning} `)
      ? [[words.slice(beginning.length + 1), text]]
      : [],
  );
  if (group !== undefined) return seconds;
  const alone = commands.flatMap(({ path: words, text }): Offered[] =>
    words.includes(' ') ? [] : [[words, text]],
  );
  return [...seconds, ...[...groups, ...alone].filter(([name]) => !isHelp || name !== 'help')];
}

/** The values that go on with `from`; `before` stands before them in the same word. */
function offer(value: Value | undefined, from: string, before: string): Answer {
  const { words = [], paths } = value ?? {};
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

// The table of words that completion offers: made from the commands when the program is built, read at each press of Tab.

/** A word, and what it means. */
export type Offered = readonly [word: string, text: string];

/** What may stand in one place: of a flag's value, or of an argument. */
export interface Value {
  readonly words?: readonly Offered[];
  /** The shell completes names of files, or of folders. */
  readonly paths?: 'files' | 'folders';
}

export interface FlagWords {
  /** `--map` */
  readonly word: string;
  readonly text: string;
  /** Absent for a switch. */
  readonly value?: Value;
}

export interface CommandWords {
  /** `orders upload` */
  readonly path: string;
  readonly text: string;
  readonly flags: readonly FlagWords[];
  readonly args: readonly Value[];
  /** The last argument may be given several times. */
  readonly takesMore?: boolean;
}

export interface WordTable {
  readonly groups: readonly Offered[];
  readonly commands: readonly CommandWords[];
  /** Flags of every command, which may also stand before it. */
  readonly globals: readonly FlagWords[];
}

/** What to offer for the word at the cursor. The words begin with what was typed of it. */
interface Answer {
  readonly words: readonly Offered[];
  /** Names of files or folders are offered, too: for the part of the word after `before`. */
  readonly paths?: { readonly kind: 'files' | 'folders'; readonly before: string };
}

// Where the cursor stands in a command line: behind which command, in the value of which flag, at which argument.

/**
 * Reads the words before the cursor as the program does: flags of a command stand behind its words.
 * @returns `path`: the words before a command is known; `pending`: the flag whose value is at the cursor; `hasEnded`: after `--`
 */
function readLine(table: WordTable, before: readonly string[]) {
  const path: string[] = [];
  const args: string[] = [];
  let command: CommandWords | undefined;
  let pending: FlagWords | undefined;
  let hasEnded = false;
  for (const word of before) {
    if (pending) pending = undefined;
    else if (!hasEnded && word === '--') hasEnded = true;
    else if (!hasEnded && word.length > 1 && word.startsWith('-')) {
      const flag = flagsOf(table, command).find((each) => each.word === word);
      if (flag?.value) pending = flag;
    } else if (command) args.push(word);
    else {
      path.push(word);
      command = table.commands.find((each) => each.path === path.join(' '));
    }
  }
  return { path, args, command, pending, hasEnded };
}
