// The definition of a command: arguments, flags, examples and one run function. The program around it is built in
// src/program/.

import type { ExitCode } from '../basics/exit-codes.ts';
import { usageFailure } from '../basics/failure.ts';
import { badValue, parseCount, parseDuration } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { checkUnused } from '../storage/out-file.ts';
import type { Presenter } from './presenter.ts';

export interface Flag<Name extends string = string, Value = unknown> {
  /** `--dry-run` -> `dryRun`, `--no-inspect` -> `inspect`. */
  readonly name: Name;
  /** `--dry-run` */
  readonly word: string;
  /** As commander reads it: `--rate <n>`, `--dry-run`, `--no-inspect`. */
  readonly flag: string;
  readonly text: string;
  /** The default as the help shows it. */
  readonly initial: string | undefined;
  /** True when the flag may be given several times: the value is then a list. */
  readonly repeat: boolean;
  /** Converts the given text to a value; switches have none. @throws Failure exit 2 */
  readonly parse: ((text: string) => unknown) | undefined;
  /** The values that it takes, when there are only these. */
  readonly choices: readonly string[] | undefined;
  /** Its heading in the help. */
  readonly group?: string;
  /** Only `--help --all` lists it. */
  readonly isRare?: boolean;
  /** The parsed value when the flag was given, else the default. */
  orDefault(given: unknown): Value;
}

/** Flags under one heading of the help. */
export const inGroup = <const F extends readonly Flag[]>(group: string, ...flags: F): F =>
  flags.map((one) => ({ ...one, group })) as unknown as F;

/** Flags that hardly anybody needs. */
export const rare = <const F extends readonly Flag[]>(...flags: F): F =>
  flags.map((one) => ({ ...one, isRare: true })) as unknown as F;

/** How a flag with a value is parsed, and its default. */
type Details = (
  | { readonly parse?: (text: string, flag: string) => unknown; readonly oneOf?: never }
  | { readonly oneOf: readonly string[]; readonly parse?: never }
) &
  (
    | {
        /** The default in the form that a user types: shown in the help, and parsed like a given text. */
        readonly initial?: string;
        readonly otherwise?: never;
        readonly repeat?: never;
      }
    | {
        /** A text for the help when the default depends on something else: the option is then undefined. */
        readonly otherwise: string;
        readonly initial?: never;
        readonly repeat?: never;
      }
    | { readonly repeat: true; readonly initial?: never; readonly otherwise?: never }
  );

/** Makes a misspelt detail a type error. */
type Exact<D> = { readonly [K in Exclude<keyof D, DetailName>]: never };
type DetailName = 'parse' | 'oneOf' | 'initial' | 'otherwise' | 'repeat';

type Camel<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;
type NameOf<S extends string> = S extends `--no-${infer Name}`
  ? Camel<Name>
  : S extends `--${infer Name} <${string}`
    ? Camel<Name>
    : S extends `--${infer Name}`
      ? Camel<Name>
      : never;
type Parsed<D> = D extends { parse: (text: string, flag: string) => infer T }
  ? T
  : D extends { oneOf: readonly (infer T)[] }
    ? T
    : string;
type Value<D> = D extends { repeat: true }
  ? readonly Parsed<D>[]
  : D extends { initial: string }
    ? Parsed<D>
    : Parsed<D> | undefined;
type WithValue = `--${string} <${string}>`;

/** A switch, `--dry-run`, or a flag with a text value, `--map <file>`. */
export function flag<const S extends `--${string}`>(
  spelled: S,
  text: string,
): Flag<NameOf<S>, S extends WithValue ? string | undefined : boolean>;

export function flag<const S extends WithValue, const D extends Details>(
  spelled: S,
  text: string,
  details: D & Exact<D> & (D extends { oneOf: readonly (infer T)[] } ? { readonly initial?: T } : unknown),
): Flag<NameOf<S>, Value<D>>;

export function flag(spelled: string, text: string, details: Details = {}): Flag {
  const { initial, otherwise, repeat = false } = details;
  const [word = ''] = spelled.split(' ');
  const isNegated = word.startsWith('--no-');
  const read = details.oneOf ? oneOf(details.oneOf) : (details.parse ?? ((given: string) => given));
  const parse = spelled.includes('<') ? (given: string) => read(notEmpty(given, word), word) : undefined;
  return {
    name: word.slice(isNegated ? 5 : 2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
    word,
    flag: spelled,
    text,
    initial: initial ?? otherwise,
    repeat,
    parse,
    choices: details.oneOf,
    orDefault(given) {
      if (given !== undefined) return given;
      if (!parse) return isNegated;
      if (repeat) return [];
      return initial === undefined ? undefined : parse(initial);
    },
  };
}

/** The options of a command by the names of its flags. */
export type OptionsOf<Flags extends readonly Flag[]> = {
  readonly [F in Flags[number] as F['name']]: ReturnType<F['orDefault']>;
};

/** Values by name: the given ones, and defaults for the others. */
export const optionsOf = <const Flags extends readonly Flag[]>(
  flags: Flags,
  given: Readonly<Record<string, unknown>> = {},
): OptionsOf<Flags> =>
  Object.fromEntries(flags.map(({ name, orDefault }) => [name, orDefault(given[name])])) as OptionsOf<Flags>;

/** All flags except those with these names. */
export const without = <F extends Flag, const Name extends F['name']>(
  flags: readonly F[],
  ...names: readonly Name[]
) => flags.filter((one): one is Exclude<F, { name: Name }> => !names.includes(one.name as Name));

const oneOf = (words: readonly string[]) => (text: string, word: string) => {
  if (!words.includes(text)) throw badValue(word, text, `one of ${words.join(', ')}`);
  return text;
};

/** No flag takes nothing as its value: a script whose variable is not set means something else. @throws Failure exit 2 */
function notEmpty(text: string, word: string): string {
  if (text !== '') return text;
  throw usageFailure('usage.value', `The value of ${word} is empty`, {
    hint: 'Give it a value, or leave the flag out; in a script, look at the variable that should hold it.',
  });
}

/** Parses a whole number. */
export const countFrom =
  (min: number, max?: number) =>
  (text: string, word: string): number =>
    parseCount(text, word, min, max);

/** Of commands that take long. */
export const PROGRESS_FLAG = flag(
  '--progress <form>',
  'on stderr: text, or json: one object a second for scripts (also with --quiet)',
  { oneOf: ['text', 'json'], initial: 'text' },
);

/** Flags of every command (design: Global). They may stand before or after the command. */
export const GLOBAL_FLAGS = [
  flag('--profile <name>', 'use this profile; it beats the environment'),
  flag('--json', 'one JSON document on stdout, also on failure'),
  flag('--quiet', 'only results, warnings and errors'),
  flag('--verbose', 'more details on stderr'),
  flag('--no-input', 'never ask; fail where a question would be needed'),
  flag('--no-color', 'no colour (NO_COLOR does the same)'),
  flag('--config-dir <dir>', 'profiles, secrets, tokens, remembered mappings'),
  flag('--state-dir <dir>', 'ledger, runs, refused orders'),
  flag('--ca <file>', 'PEM file with additional root certificates'),
  flag('--timeout <duration>', 'per request', { otherwise: '30s', parse: parseDuration }),
  flag('--yes', 'answer yes to the confirmation'),
];

/** Where things are and who is meant: these stay in commands that are printed, flags of the output do not. */
export const WAYS = ['profile', 'configDir', 'stateDir', 'ca', 'timeout'];

/** Those flags of a command line that have these names, with their values, as they were typed. `flags`: of its command. */
export function typedFlags(
  argv: readonly string[],
  flags: readonly Flag[],
  names: readonly string[],
): string[] {
  const known = new Map<string, Flag>([...GLOBAL_FLAGS, ...flags].map((one) => [one.word, one]));
  const typed: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const flag = known.get(argv[i]!.split('=', 1)[0]!);
    const isApart = flag?.parse !== undefined && flag.word === argv[i];
    if (flag && names.includes(flag.name)) typed.push(...argv.slice(i, isApart ? i + 2 : i + 1));
    if (isApart) i++;
  }
  return typed;
}

type Globals = Omit<OptionsOf<typeof GLOBAL_FLAGS>, 'timeout' | 'input'> & {
  /** False with --no-input, and when stdin or stderr is not a terminal: then no question may be asked. */
  readonly mayAsk: boolean;
  /** Per request, ms; undefined when not given. */
  readonly timeoutMs: number | undefined;
};

export function globalsOf(given: Readonly<Record<string, unknown>>, { terminal }: Platform): Globals {
  const { timeout: timeoutMs, input, ...others } = optionsOf(GLOBAL_FLAGS, given);
  return { ...others, timeoutMs, mayAsk: input && terminal.stdinIsTerminal && terminal.stderrIsTerminal };
}

export interface Context {
  readonly platform: Platform;
  readonly folders: Folders;
  readonly globals: Globals;
  /** The command line as given, for run records and for commands that continue a run; it never contains secrets. */
  readonly argv: readonly string[];
  /** All output to the user or a script. */
  readonly show: Presenter;
  /** Runs another command of the program beside this one, on the same terminal and folders. */
  readonly also: (words: readonly string[]) => Promise<ExitCode>;
}

type ArgOf<Word> = Word extends `<${string}...>`
  ? [string, ...string[]]
  : Word extends `[${string}...]`
    ? string[]
    : Word extends `<${string}>`
      ? [string]
      : Word extends `[${string}]`
        ? [string?]
        : [];
/** `<id> [file]` -> `[string, string?]`. */
export type ArgsOf<Words> = Words extends `${infer First} ${infer Rest}`
  ? readonly [...ArgOf<First>, ...ArgsOf<Rest>]
  : Readonly<ArgOf<Words>>;

/** True when a flag was given, for commands where the given default value differs from no value. */
export type IsGiven<Flags extends readonly Flag[]> = (name: Flags[number]['name']) => boolean;

interface Declared<Words, Flags> {
  /** Positional arguments as commander reads them: `<files...>`, `[name]`. */
  readonly args?: Words;
  readonly flags?: Flags;
  /** More text for the help page, besides flags and examples. */
  readonly more?: string;
  /** Example command lines with their purpose. */
  readonly examples: readonly (readonly [command: string, purpose: string])[];
}

/** A command for the program: arguments and flags as they were given. */
export interface CommandSpec extends Declared<string, readonly Flag[]> {
  run(
    context: Context,
    args: readonly (string | undefined)[],
    given: Readonly<Record<string, unknown>>,
  ): Promise<ExitCode>;
}

/** A command whose arguments and options are typed by its declaration. */
export const defineCommand = <const Words extends string = '', const Flags extends readonly Flag[] = []>(
  command: Declared<Words, Flags> & {
    run(
      context: Context,
      args: ArgsOf<Words>,
      options: OptionsOf<Flags>,
      isGiven: IsGiven<Flags>,
    ): Promise<ExitCode>;
  },
) => ({
  ...command,
  async run(context: Context, args: ArgsOf<Words>, given: Partial<OptionsOf<Flags>>) {
    const flags = command.flags ?? ([] as readonly Flag[] as Flags);
    checkWritten(context, flags, args, given);
    return await command.run(context, args, optionsOf(flags, given), (name) => name in given);
  },
});

/** The flags that name what is written. */
const WRITTEN = ['out', 'rejects', 'report', 'junit', 'prometheus', 'accepted', 'readyFile'];
/** `<file>`, and values that end with one: `<user:file>`, `<name=file>`, `<header>`. */
const NAMES_FILE = /(?:file|header)>$/;

/** No file that is written is another one of the command line. @throws Failure exit 2 */
function checkWritten(
  { platform, globals }: Context,
  flags: readonly Flag[],
  args: readonly (string | undefined)[],
  given: Readonly<Record<string, unknown>>,
): void {
  const named = flags.filter(({ flag, name }) => NAMES_FILE.test(flag) && given[name] !== undefined);
  for (const { word, name } of named) {
    const file = given[name] as string;
    if (!WRITTEN.includes(name) || file === '-') continue;
    const others = named.flatMap((other) =>
      other.name === name ? [] : (given[other.name] as string | string[]),
    );
    const texts = [...args, globals.ca, ...others].filter((text) => text !== undefined);
    checkUnused(platform, word, file, [
      ...texts,
      ...texts.map((text) => text.replace(/^[^:=]*[:=] *@?/, '')),
    ]);
  }
}

/** @throws Failure exit 2 when the result and the document would both go to stdout */
export function checkStdout({ globals }: Pick<Context, 'globals'>, out: string | undefined): void {
  if (!globals.json || out !== '-') return;
  throw usageFailure('usage.conflict', '--json and --out - both want stdout', {
    hint: 'Give --out a file, or omit --json.',
  });
}

/** An entry of the command table: the words, a one-line summary, and how the file of the command is loaded. */
export interface CommandEntry {
  readonly path: string;
  readonly summary: string;
  readonly load: () => Promise<CommandSpec>;
}
