// Words that name no command: the help page to look at, and what was probably meant.
import { didYouMean } from '../basics/text.ts';
import { COMMANDS, GROUPS } from '../commands.ts';
import { findEntry, wordsOf } from './find-command.ts';
import { MOVED, SAME } from './moved.ts';

/** The words for a help page: those of the command, else of its group, else none. */
export function helpfulWords(argv: readonly string[]): string {
  const group = wordsOf(argv)[0] ?? '';
  return findEntry(argv)?.path ?? (GROUPS[group] === undefined ? '' : group);
}

/** The first unknown word, with a suggested command. */
export function unknownWord(argv: readonly string[]): { word: string; meant?: string } | undefined {
  const [first, second] = wordsOf(argv);
  if (first === undefined || findEntry(argv)) return undefined;
  const isGroup = GROUPS[first] !== undefined;
  const word = isGroup ? second : first;
  if (word === undefined) return undefined;
  const meant = isGroup ? meantInGroup(first, word) : meantFirst(first, second);
  return { word, ...(meant === undefined ? {} : { meant }) };
}

const PATHS = COMMANDS.map(({ path }) => path.split(' '));
const secondsOf = (group: string): string[] =>
  PATHS.flatMap(([first, second]) => (first === group && second !== undefined ? [second] : []));

function meantInGroup(group: string, word: string): string | undefined {
  const known = secondsOf(group);
  const moved = MOVED[`${group} ${word}`];
  if (moved !== undefined) return moved;
  const same = SAME[word]?.find((other) => known.includes(other)) ?? didYouMean(word, known);
  if (same !== undefined) return `${group} ${same}`;
  // A command word in the wrong group, or a command without a group.
  return PATHS.some(([first, second]) => second === undefined && first === word) ? word : elsewhere(word);
}

/** Suggests a command for a first word that is neither a command nor a group. */
function meantFirst(word: string, next: string | undefined): string | undefined {
  const near = didYouMean(word, new Set(PATHS.map(([first]) => first!)));
  // For a misspelt group, `run list`, both words together give a better suggestion.
  const whole =
    near !== undefined && next !== undefined && GROUPS[near] !== undefined
      ? secondsOf(near).includes(next)
        ? `${near} ${next}`
        : meantInGroup(near, next)
      : undefined;
  return (
    MOVED[`${near} ${next}`] ??
    MOVED[word] ??
    whole ??
    elsewhere(word, []) ??
    near ??
    elsewhere(word) ??
    elsewhere(didYouMean(word, new Set(PATHS.flatMap(([, second]) => second ?? []))) ?? '')
  );
}

/** For `upload` without a group: the groups that have such a command, `orders upload`. */
function elsewhere(word: string, same: readonly string[] = SAME[word] ?? []): string | undefined {
  for (const each of [word, ...same]) {
    const found = PATHS.flatMap(([group, second]) =>
      second === each && group !== 'help' ? [`${group} ${each}`] : [],
    );
    if (found.length > 0) return found.join(', ');
  }
  return undefined;
}
