// Runs the tool once: takes argv and a platform, returns an exit code. Every error is caught and reported here.

import { EXIT, type ExitCode, worstExit } from './basics/exit-codes.ts';
import { Failure, failureOf, stateFailure } from './basics/failure.ts';
import { redact } from './basics/text.ts';
import { type CommandEntry, type CommandSpec, type Context, globalsOf } from './cli/command.ts';
import { makePresenter } from './cli/presenter.ts';
import type { Platform } from './platform/platform.ts';
import { askDirectly, findEntry, helpPageWords } from './program/find-command.ts';
import { buildProgram, type Invocation } from './program/program.ts';
import type { CommanderError } from './program/usage.ts';
import { foldersOf } from './storage/folders.ts';

/** Runs one command line. Never throws; never ends the process. */
export async function run(given: readonly string[], platform: Platform): Promise<ExitCode> {
  const code = await runCommand(given, platform);
  const { fault } = platform.terminal;
  if (!fault) return code;
  // The command did its work, but its result could not be written. Without --json the report goes to stderr.
  const words = given.filter((word) => word !== '--json');
  return worstExit([code, await report(stdoutFailure(fault), words, platform)]);
}

const stdoutFailure = (fault: NodeJS.ErrnoException): Failure =>
  stateFailure('state.stdout', `Cannot write the result to stdout (${fault.code ?? fault.message})`, {
    hint: 'Free some disk space or send the output somewhere else; what became of an upload: returns runs list',
    cause: fault,
  });

async function runCommand(given: readonly string[], platform: Platform): Promise<ExitCode> {
  const argv = askDirectly(given);
  let printed = '';
  let code: ExitCode = EXIT.done;
  try {
    const entry = findEntry(argv);
    const loaded = entry && { entry, spec: await entry.load() };
    const print = (text: string) => {
      printed += text;
    };
    const act = async (invocation: Invocation) => {
      code = await perform(loaded as { entry: CommandEntry; spec: CommandSpec }, invocation, given, platform);
      return code;
    };
    // A misspelt flag may be one that help does not list.
    const showsAll = argv.includes('--all') || !argv.some((word) => word === '--help' || word === '-h');
    const program = buildProgram(loaded, act, { out: print, err: print, showsAll });
    try {
      await program.parseAsync(argv as string[], { from: 'user' });
    } catch (error) {
      const { askedForHelp, unknownCommand, usageOf } = await import('./program/usage.ts');
      const { code: reason } = error as { code?: string };
      if (askedForHelp(error)) {
        // For an unknown command, commander would print the help of its group.
        const unknown = unknownCommand(argv);
        if (unknown) return await report(unknown, argv, platform);
        if (argv.includes('--json') && !argv.includes('--version')) {
          const { helpDocument } = await import('./program/help-document.ts');
          printed = `${JSON.stringify(await helpDocument(helpPageWords(argv)))}\n`;
        }
        await platform.terminal.out(printed);
        return EXIT.done;
      }
      // Words without a command (`returns`, `returns orders`) print the list of commands, but count as a usage error.
      if (reason === 'commander.help') {
        platform.terminal.err(printed);
        return await report(
          new Failure('usage.command', EXIT.usage, 'No command given', {
            hint: `Choose one of the commands above${argv.some((word) => !word.startsWith('-')) ? '' : '; start with: returns demo'}`,
          }),
          argv,
          platform,
        );
      }
      if (reason?.startsWith('commander.'))
        return await report(usageOf(error as CommanderError, argv), argv, platform);
      throw error;
    }
    return code;
  } catch (error) {
    return await report(failureOf(error), argv, platform);
  }
}

async function perform(
  { spec }: { spec: CommandSpec },
  invocation: Invocation,
  argv: readonly string[],
  platform: Platform,
): Promise<ExitCode> {
  const globals = globalsOf(invocation.globals, platform);
  const folders = foldersOf(platform, globals);
  const { config, state } = folders;
  const context: Context = {
    ...{ platform, folders, globals, argv, show: makePresenter(platform, globals) },
    also: (words) =>
      runCommand(
        [...words, '--config-dir', config, '--state-dir', state, ...(globals.json ? ['--json'] : [])],
        platform,
      ),
  };
  return await spec.run(context, invocation.args, invocation.given);
}

/** Prints a failure: as a JSON document on stdout with --json, else as text on stderr. */
async function report(failure: Failure, argv: readonly string[], platform: Platform): Promise<ExitCode> {
  const { failureDocument, failureText } = await import('./cli/failure-text.ts');
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined);
  const show = makePresenter(platform, {
    json: false,
    quiet: false,
    verbose: false,
    color: !words.includes('--no-color'),
  });
  if (words.includes('--json')) await platform.terminal.out(`${JSON.stringify(failureDocument(failure))}\n`);
  else
    platform.terminal.err(
      failureText(
        failure,
        show.errPaint,
        platform.terminal.stderrIsTerminal ? platform.terminal.columns() : undefined,
      ),
    );
  if (words.includes('--verbose') && failure.cause instanceof Error)
    platform.terminal.err(`${redact(failure.cause.stack ?? failure.cause.message)}\n`);
  return failure.exitCode;
}
