// The definition of a command: arguments, flags, examples and one run function. The program around it is built in
// src/program/.
import type { ExitCode } from '../basics/exit.ts';
import { usageFailure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { type Flag, type Globals, type OptionsOf, optionsOf } from './flags.ts';
import type { Presenter } from './presenter.ts';

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
  run: (context: Context, args: ArgsOf<Words>, given: Partial<OptionsOf<Flags>>): Promise<ExitCode> =>
    command.run(
      context,
      args,
      optionsOf(command.flags ?? ([] as readonly Flag[] as Flags), given),
      (name) => name in given,
    ),
});

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
