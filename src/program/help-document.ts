// `help/1`: the tree of commands for scripts, as `returns help --json` prints it; of one command or group with its words.

import { EXIT_CODES } from '../basics/exit-codes.ts';
import { VERSION } from '../basics/version.ts';
import { type CommandEntry, type Flag, GLOBAL_FLAGS } from '../cli/command.ts';
import { COMMANDS } from '../commands.ts';

/** `words`: those of a command or a group; all commands when empty. */
export async function helpDocument(words: string) {
  const entries = COMMANDS.filter(
    ({ path }) => words === '' || path === words || path.startsWith(`${words} `),
  );
  return {
    schema: 'help/1',
    version: VERSION,
    global_flags: GLOBAL_FLAGS.map(flagRow),
    exit_codes: EXIT_CODES,
    commands: await Promise.all(entries.map(commandRow)),
  };
}

async function commandRow({ path, summary, load }: CommandEntry) {
  const { args = '', flags = [], examples, more } = await load();
  return {
    command: path,
    summary,
    arguments: args.split(' ').filter(Boolean).map(argumentRow),
    flags: flags.map(flagRow),
    more: more ?? null,
    examples: examples.map(([command, purpose]) => ({ command, purpose })),
  };
}

/** `<files...>`, `[name]` */
const argumentRow = (word: string) => ({
  name: word.replace(/[^\w-]/g, ''),
  required: word.startsWith('<'),
  repeatable: word.includes('...'),
});

const flagRow = ({ word, flag, text, initial, choices, repeat, group, isRare }: Flag) => ({
  flag: word,
  value: flag.split(' ')[1] ?? null,
  text,
  default: initial ?? null,
  choices: choices ?? null,
  repeatable: repeat,
  group: group ?? null,
  rare: isRare === true,
});
