// What completion offers for one press of Tab, from the table of words.

/** One line as the shell has it, without the name of the program. */
interface Asked {
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

type Spot =
  /** A word of the command: `beginning` is the group before it, '' for the first word. */
  | { readonly at: 'command'; readonly beginning: string }
  | { readonly at: 'value'; readonly flag: FlagWords }
  | { readonly at: 'argument'; readonly command: CommandWords; readonly args: readonly string[] }
  /** Behind words that no command has. */
  | { readonly at: 'nothing' };

interface Line {
  readonly spot: Spot;
  /** Flags that may stand at the cursor; none after `--`. */
  readonly flags: readonly FlagWords[];
}

/** Reads the words before the cursor as the program does: flags of a command stand behind its words. */
function readLine(table: WordTable, before: readonly string[]): Line {
  const path: string[] = [];
  const args: string[] = [];
  let command: CommandWords | undefined;
  let pending: FlagWords | undefined;
  let hasEnded = false;
  const flags = () => [...(command?.flags ?? []), ...table.globals];
  const take = (word: string) => {
    if (pending) pending = undefined;
    else if (!hasEnded && word === '--') hasEnded = true;
    else if (!hasEnded && word.length > 1 && word.startsWith('-')) {
      const flag = flags().find((each) => each.word === word);
      if (flag?.value) pending = flag;
    } else if (command) args.push(word);
    else {
      path.push(word);
      command = table.commands.find((each) => each.path === path.join(' '));
    }
  };
  for (const word of before) take(word);
  const spot = spotOf(table, path, { command, pending, args });
  return { spot, flags: hasEnded || pending ? [] : flags() };
}

function spotOf(
  { groups }: WordTable,
  path: readonly string[],
  {
    command,
    pending,
    args,
  }: { command: CommandWords | undefined; pending: FlagWords | undefined; args: readonly string[] },
): Spot {
  if (pending) return { at: 'value', flag: pending };
  if (command) return { at: 'argument', command, args };
  // `help` takes the words of a command, too.
  const words = path[0] === 'help' ? path.slice(1) : path;
  const [group = ''] = words;
  if (words.length === 0) return { at: 'command', beginning: path.join(' ') };
  const isGroup = words.length === 1 && groups.some(([name]) => name === group);
  return isGroup ? { at: 'command', beginning: group } : { at: 'nothing' };
}
