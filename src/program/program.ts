// The command line for commander: every command by name, and flags only for the command that runs.

import { Command, Option } from 'commander';
import type { ExitCode } from '../basics/exit-codes.ts';
import { VERSION } from '../basics/version.ts';
import { type CommandEntry, type CommandSpec, type Flag, GLOBAL_FLAGS } from '../cli/command.ts';
import { fitLines } from '../cli/presenter.ts';
import { COMMANDS, GROUPS, SECTIONS } from '../commands.ts';

/** Help looks the same on every terminal. The build stores it next to the bundle. */
export const HELP_WIDTH = 80;

export interface Invocation {
  readonly entry: CommandEntry;
  readonly args: readonly string[];
  /** The given values, by the names of flags. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly globals: Readonly<Record<string, unknown>>;
}

interface HelpOutput {
  out(text: string): void;
  err(text: string): void;
  readonly width?: number;
  /** Also the flags that are rarely needed. */
  readonly showsAll?: boolean;
}

/** Creates a program; `act` is called with the chosen command. */
export function buildProgram(
  loaded: { entry: CommandEntry; spec: CommandSpec } | undefined,
  act: (invocation: Invocation) => Promise<ExitCode>,
  { out, err, width = HELP_WIDTH, showsAll = false }: HelpOutput,
): Command {
  const program = new Command('returns')
    .description('Connects an order management system or shop platform with a returns service.')
    .version(VERSION, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out(fitLines(text, width)),
      writeErr: (text) => err(fitLines(text, width)),
      outputError: () => {},
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    })
    .configureHelp({ sortSubcommands: false, minWidthToWrap: 20 })
    .showSuggestionAfterError(true)
    .addHelpText(
      'after',
      fitLines('\nStart here: returns demo\nTopics: returns help exit-codes | environment | files', width),
    );
  for (const flag of GLOBAL_FLAGS) program.addOption(optionOf(flag));
  const groups = new Map<string, Command>();
  // A command that is known needs no others beside it: they stand in the help of groups only.
  for (const entry of loaded ? [loaded.entry] : COMMANDS) {
    const [first, second] = entry.path.split(' ') as [string, string?];
    let parent = program;
    if (second !== undefined) {
      parent =
        groups.get(first) ??
        program
          .command(first)
          .description(GROUPS[first] ?? '')
          .helpCommand(false);
      groups.set(first, parent);
    }
    const command = parent.command(second ?? first).description(entry.summary);
    (second === undefined ? command : parent).helpGroup(`${sectionOf(first)}:`);
    if (loaded?.entry === entry) declare(command, loaded, act, { width, showsAll });
    else command.allowUnknownOption().action(() => {});
  }
  return program;
}

const sectionOf = (word: string): string | undefined =>
  Object.keys(SECTIONS).find((section) => SECTIONS[section]!.includes(word));

function declare(
  command: Command,
  { entry, spec }: { entry: CommandEntry; spec: CommandSpec },
  act: (invocation: Invocation) => Promise<ExitCode>,
  { width, showsAll }: { readonly width: number; readonly showsAll: boolean },
): void {
  if (spec.args) command.arguments(spec.args);
  command.addHelpOption(new Option('-h, --help').hideHelp());
  const flags = spec.flags ?? [];
  for (const flag of flags) command.addOption(optionOf(flag).hideHelp(!showsAll && flag.isRare === true));
  const hidden = flags.filter(({ isRare }) => isRare).length;
  const others = [
    ...(hidden > 0 && !showsAll ? [`${hidden} more: returns ${entry.path} --help --all`] : []),
    'Global flags, such as --json and --profile: returns --help',
  ].join('\n');
  const examples = spec.examples.map(([line, purpose]) => `  # ${purpose}\n  ${line}`).join('\n');
  const more = spec.more === undefined ? '' : `\n${spec.more}\n`;
  command.addHelpText('after', fitLines(`\n${others}\n${more}\nExamples:\n${examples}`, width));
  command.action(async () => {
    await act({
      entry,
      args: command.args,
      given: command.opts(),
      globals: command.optsWithGlobals(),
    });
  });
}

function optionOf({ flag, text, initial, repeat, parse, group }: Flag) {
  const option = new Option(flag, initial === undefined ? text : `${text} (default: ${initial})`);
  if (group !== undefined) option.helpGroup(`${group}:`);
  if (!parse) return option;
  return option.argParser((given: string, before: unknown) =>
    repeat ? [...((before as unknown[]) ?? []), parse(given)] : parse(given),
  );
}
