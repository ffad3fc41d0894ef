// What a command is: flags, examples and one run function; the program around it is built in src/program/.
import type { ExitCode } from '../basics/exit.ts';
import type { Host } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import type { Presenter } from './presenter.ts';

/** Flags that every command has. They stand before or after the command. */
export interface Globals {
  readonly profile?: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** False with `--no-input`, or where stdin or stderr is no terminal: nothing may be asked. */
  readonly input: boolean;
  readonly color: boolean;
  readonly configDir?: string;
  readonly stateDir?: string;
  readonly ca?: string;
  /** Per request, ms; undefined when not given. */
  readonly timeoutMs?: number;
  readonly yes: boolean;
}

export interface Flag {
  /** As commander reads it: `--rate <n>`, `--dry-run`, `--no-inspect`. */
  readonly flag: string;
  readonly text: string;
  /** Turns the given text into a value. @throws Failure exit 2 */
  readonly parse?: (text: string, flag: string) => unknown;
  /** Shown as the default; the command itself applies it. */
  readonly initial?: string;
  /** May be given several times: the value is a list. */
  readonly repeat?: boolean;
}

export interface Context {
  readonly host: Host;
  readonly folders: Folders;
  readonly globals: Globals;
  /** The command line as given, for run records and the command that goes on; secrets are never in it. */
  readonly argv: readonly string[];
  /** Everything a person or a script sees goes through here. */
  readonly show: Presenter;
}

/** Values of the flags by camel-cased name; absent when not given. */
export type FlagValues = Readonly<Record<string, unknown>>;

export interface CommandSpec {
  /** Positional arguments as commander reads them: `<files...>`, `[name]`. */
  readonly args?: string;
  readonly flags?: readonly Flag[];
  /** What the page of help says beside flags and examples. */
  readonly more?: string;
  /** Command lines with what they do. */
  readonly examples: readonly (readonly [command: string, purpose: string])[];
  run(context: Context, args: readonly string[], flags: FlagValues): Promise<ExitCode>;
}

/** A command's row in the table: its words, its one line, and how its file is loaded when it is needed. */
export interface CommandEntry {
  readonly path: string;
  readonly summary: string;
  readonly load: () => Promise<CommandSpec>;
}

/** The flag's value when it has the type that its parser makes. */
export const textFlag = (flags: FlagValues, name: string): string | undefined =>
  typeof flags[name] === 'string' ? flags[name] : undefined;
export const numberFlag = (flags: FlagValues, name: string): number | undefined =>
  typeof flags[name] === 'number' ? flags[name] : undefined;
export const switchFlag = (flags: FlagValues, name: string): boolean => flags[name] === true;
export const listFlag = (flags: FlagValues, name: string): readonly string[] =>
  Array.isArray(flags[name]) ? (flags[name] as string[]) : [];
