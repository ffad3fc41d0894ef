// What a command is: arguments, flags, examples and one run function; the program around it is built in src/program/.
import type { ExitCode } from '../basics/exit.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { type Flag, type OptionsOf, optionsOf } from './flags.ts';
import type { Globals } from './global-flags.ts';
import type { Presenter } from './presenter.ts';

export interface Context {
  readonly platform: Platform;
  readonly folders: Folders;
  readonly globals: Globals;
  /** The command line as given, for run records and the command that goes on; secrets are never in it. */
  readonly argv: readonly string[];
  /** Everything a person or a script sees goes through here. */
  readonly show: Presenter;
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

/** Whether a flag was given, for the few commands that tell its default from the same value given. */
export type IsGiven<Flags extends readonly Flag[]> = (name: Flags[number]['name']) => boolean;

interface Declared<Words, Flags> {
  /** Positional arguments as commander reads them: `<files...>`, `[name]`. */
  readonly args?: Words;
  readonly flags?: Flags;
  /** What the page of help says beside flags and examples. */
  readonly more?: string;
  /** Command lines with what they do. */
  readonly examples: readonly (readonly [command: string, purpose: string])[];
}

/** A command as the program runs it: arguments and flags as they were given. */
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

/** A command's row in the table: its words, its one line, and how its file is loaded when it is needed. */
export interface CommandEntry {
  readonly path: string;
  readonly summary: string;
  readonly load: () => Promise<CommandSpec>;
}
