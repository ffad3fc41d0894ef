// The command line as commander sees it: every command by name, flags only for the one that runs.
import { Command, Option } from 'commander';
import type { ExitCode } from '../base/exit.ts';
import { Failure } from '../base/failure.ts';
import { parseDuration } from '../base/units.ts';
import type { CommandEntry, CommandSpec, Flag, FlagValues } from './command.ts';
import { COMMANDS, GROUPS } from './table.ts';

/** Flags of every command (design: Global). */
export const GLOBAL_FLAGS: readonly Flag[] = [
  { flag: '--profile <name>', text: 'use this profile; it beats the environment' },
  { flag: '--json', text: 'one JSON document on stdout, also on failure' },
  { flag: '--quiet', text: 'only results, warnings and errors' },
  { flag: '--verbose', text: 'more details on stderr' },
  { flag: '--no-input', text: 'never ask; fail where a question would be needed' },
  { flag: '--no-color', text: 'no colour (NO_COLOR does the same)' },
  { flag: '--config-dir <dir>', text: 'profiles, secrets and tokens' },
  { flag: '--state-dir <dir>', text: 'ledger, runs, refused orders' },
  { flag: '--ca <file>', text: 'PEM file with additional root certificates' },
  { flag: '--timeout <duration>', text: 'per request', initial: '30s', parse: parseDuration },
  { flag: '--yes', text: 'answer yes to the confirmation' },
];

const GLOBALS_WITH_VALUE = new Set(
  GLOBAL_FLAGS.filter((f) => f.flag.includes('<')).map((f) => f.flag.split(' ')[0]!),
);

/** The entry that the words of a command line name, if they name one. */
export function findEntry(argv: readonly string[]): CommandEntry | undefined {
  const words: string[] = [];
  for (let i = 0; i < argv.length && words.length < 2; i++) {
    const word = argv[i]!;
    if (word === '--') break;
    if (GLOBALS_WITH_VALUE.has(word)) i++;
    else if (!word.startsWith('-')) words.push(word);
  }
  // `returns help orders upload` is `returns orders upload --help`.
  return (
    COMMANDS.find((entry) => entry.path === words.join(' ')) ??
    COMMANDS.find((entry) => entry.path === words[0])
  );
}

export interface Invocation {
  readonly entry: CommandEntry;
  readonly args: readonly string[];
  readonly flags: FlagValues;
  readonly globals: FlagValues;
}

/** A fresh program; `act` is called with the command that was asked for. */
export function buildProgram(
  version: string,
  loaded: { entry: CommandEntry; spec: CommandSpec } | undefined,
  output: { out(text: string): void; err(text: string): void },
  act: (invocation: Invocation) => Promise<ExitCode>,
): Command {
  const program = new Command('returns')
    .description('Connects an order management system or shop platform with a returns service.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: output.out, writeErr: output.err, outputError: () => {} })
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .showSuggestionAfterError(true)
    .addHelpText(
      'after',
      '\nStart here: returns demo\nTopics: returns help exit-codes | environment | files',
    );
  for (const flag of GLOBAL_FLAGS) program.addOption(optionOf(flag));
  const groups = new Map<string, Command>();
  for (const entry of COMMANDS) {
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
    if (loaded?.entry === entry) declare(command, loaded.spec, entry, act);
    else command.allowUnknownOption().action(() => {});
  }
  return program;
}

function declare(
  command: Command,
  spec: CommandSpec,
  entry: CommandEntry,
  act: (invocation: Invocation) => Promise<ExitCode>,
): void {
  if (spec.args) command.arguments(spec.args);
  for (const flag of spec.flags ?? []) command.addOption(optionOf(flag));
  const width = Math.max(0, ...spec.examples.map(([line]) => line.length));
  if (spec.examples.length > 0)
    command.addHelpText(
      'after',
      `\nExamples:\n${spec.examples.map(([line, purpose]) => `  ${line.padEnd(width)}  ${purpose}`).join('\n')}`,
    );
  command.action(async () => {
    await act({
      entry,
      args: command.args,
      flags: command.opts(),
      globals: command.optsWithGlobals(),
    });
  });
}

function optionOf(flag: Flag): Option {
  const option = new Option(
    flag.flag,
    flag.initial === undefined ? flag.text : `${flag.text} (default: ${flag.initial})`,
  );
  const name = flag.flag.split(' ')[0]!;
  const { parse } = flag;
  if (flag.repeat)
    option.argParser((text: string, before: unknown) => [
      ...((before as unknown[]) ?? []),
      parse ? parse(text, name) : text,
    ]);
  else if (parse) option.argParser((text: string) => parse(text, name));
  return option;
}

/** commander's complaint as a failure of ours: exit 2, with the command whose help says more. */
export function usageOf(error: { code: string; message: string }, argv: readonly string[]): Failure {
  const message = error.message
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.+)\?\)/, '. Did you mean $1?');
  const entry = findEntry(argv);
  const hint = `See: returns ${entry ? `${entry.path} ` : ''}--help`;
  return new Failure(`usage.${error.code.replace(/^commander\./, '')}`, 2, message, { hint });
}
