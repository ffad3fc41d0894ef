// The table of words for completion, from the table of commands: the build stores it next to the bundle, so that a press
// of Tab loads nothing of the program.
import { type Flag, GLOBAL_FLAGS } from '../cli/flags.ts';
import { COMMANDS, GROUPS } from '../commands.ts';
import type { CommandWords, FlagWords, WordTable } from '../completion/types.ts';
import { type ShippedFiles, type Values, valuesOf } from './completion-values.ts';

export async function completionWords(place: ShippedFiles): Promise<WordTable> {
  const values = valuesOf(place);
  const commands: CommandWords[] = [];
  for (const { path, summary, load } of COMMANDS) {
    const { args = '', flags = [] } = await load();
    const names = args.split(' ').flatMap((word) => word.match(/[a-z-]+/) ?? []);
    commands.push({
      path,
      text: summary,
      flags: flags.map((flag) => flagWords(values, flag, path)),
      args: names.flatMap((name) => values.argument(path, name)),
      ...(args.includes('...') ? { takesMore: true } : {}),
    });
  }
  return {
    groups: Object.entries(GROUPS),
    commands,
    globals: [...GLOBAL_FLAGS.map((flag) => flagWords(values, flag, '')), HELP],
  };
}

const HELP: FlagWords = { word: '--help', text: 'show help' };

const flagWords = (values: Values, flag: Flag, command: string): FlagWords => ({
  word: flag.word,
  text: flag.text,
  ...(flag.parse === undefined ? {} : { value: values.flag(flag, command) }),
});
