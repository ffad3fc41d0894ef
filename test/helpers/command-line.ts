// A command line read as the program reads it, up to the options of its command: nothing runs.
import { EXIT } from '../../src/basics/failure.ts';
import { type Context, type Flag, globalsOf, type IsGiven, optionsOf } from '../../src/cli/command.ts';
import { makePresenter } from '../../src/cli/presenter.ts';
import { findEntry } from '../../src/program/find-command.ts';
import { buildProgram, type Invocation } from '../../src/program/program.ts';
import type { TestPlatform } from './platform.ts';

/** `flags` are those of the command; they give the options their types. */
export async function readArgv<const Flags extends readonly Flag[]>(
  { platform, folders }: TestPlatform,
  flags: Flags,
  argv: readonly string[],
) {
  const entry = findEntry(argv);
  if (!entry) throw new Error(`no command: ${argv.join(' ')}`);
  const spec = await entry.load();
  let read: Invocation | undefined;
  const act = async (invocation: Invocation) => {
    read = invocation;
    return 0 as const;
  };
  const quiet = { out: () => {}, err: () => {} };
  await buildProgram({ entry, spec }, act, quiet).parseAsync(argv as string[], { from: 'user' });
  const { args, given, globals: givenGlobals } = read!;
  const globals = globalsOf(givenGlobals, platform);
  const context: Context = {
    ...{ platform, folders, globals, argv, show: makePresenter(platform, globals) },
    also: async () => EXIT.done,
  };
  const isGiven: IsGiven<Flags> = (name) => name in given;
  return { context, args, options: optionsOf(flags, given), isGiven };
}
