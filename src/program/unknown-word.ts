// The command that was probably meant by words that name none: one that is written nearly so, or the same word in another group.
import { didYouMean } from '../basics/text.ts';
import { COMMANDS, GROUPS } from '../commands.ts';
import { findEntry, wordsOf } from './find-command.ts';

const PATHS = COMMANDS.map(({ path }) => path);
const WORDS = new Set(PATHS.flatMap((path) => path.split(' ')));

/** The first unknown word, with the commands that may be meant. */
export function unknownCommandWord(argv: readonly string[]): { word: string; meant?: string } | undefined {
  const [first, second] = wordsOf(argv);
  if (first === undefined || findEntry(argv)) return undefined;
  const word = Object.hasOwn(GROUPS, first) ? second : first;
  if (word === undefined) return undefined;
  const near = didYouMean(word, WORDS);
  const meant = meantBy(word) ?? didYouMean(`${first} ${second}`, PATHS) ?? meantBy(near) ?? near;
  return meant === undefined ? { word } : { word, meant };
}

/** The commands that have the word. */
function meantBy(word: string | undefined): string | undefined {
  const found = PATHS.filter((path) => word !== undefined && path.split(' ').includes(word));
  // A group is no command: the words that follow it are not known.
  return found.length > 0 && !Object.hasOwn(GROUPS, word!) ? found.join(', ') : undefined;
}
