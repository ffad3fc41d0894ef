// Where the cursor stands in a command line: behind which command, in the value of which flag, at which argument.
import type { CommandWords, FlagWords, WordTable } from './types.ts';

export type Spot =
  /** A word of the command: `beginning` is the group before it, '' for the first word. */
  | { readonly at: 'command'; readonly beginning: string }
  | { readonly at: 'value'; readonly flag: FlagWords }
  | { readonly at: 'argument'; readonly command: CommandWords; readonly args: readonly string[] }
  /** Behind words that no command has. */
  | { readonly at: 'nothing' };

export interface Line {
  readonly spot: Spot;
  /** Flags that may stand at the cursor; none after `--`. */
  readonly flags: readonly FlagWords[];
}

/** Reads the words before the cursor as the program does: flags of a command stand behind its words. */
export function readLine(table: WordTable, before: readonly string[]): Line {
  const path: string[] = [];
  const args: string[] = [];
  let command: CommandWords | undefined;
  let pending: FlagWords | undefined;
  let hasEnded = false;
  const flags = () => [...(command?.flags ?? []), ...table.globals];
  const take = (word: string) => {
    if (pending) pending = undefined;
    else if (!hasEnded && word === '--') hasEnded = true;
    else if (!hasEnded && word.length > 1 && word.startsWith('-')) {
      const flag = flags().find((each) => each.word === word);
      if (flag?.value) pending = flag;
    } else if (command) args.push(word);
    else {
      path.push(word);
      command = table.commands.find((each) => each.path === path.join(' '));
    }
  };
  for (const word of before) take(word);
  const spot = spotOf(table, path, { command, pending, args });
  return { spot, flags: hasEnded || pending ? [] : flags() };
}

function spotOf(
  { groups }: WordTable,
  path: readonly string[],
  {
    command,
    pending,
    args,
  }: { command: CommandWords | undefined; pending: FlagWords | undefined; args: readonly string[] },
): Spot {
  if (pending) return { at: 'value', flag: pending };
  if (command) return { at: 'argument', command, args };
  // `help` takes the words of a command, too.
  const words = path[0] === 'help' ? path.slice(1) : path;
  const [group = ''] = words;
  if (words.length === 0) return { at: 'command', beginning: path.join(' ') };
  const isGroup = words.length === 1 && groups.some(([name]) => name === group);
  return isGroup ? { at: 'command', beginning: group } : { at: 'nothing' };
}
