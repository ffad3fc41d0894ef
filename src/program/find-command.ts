// Finds the command that the words of a command line name, before the flags of that command are known.
import { type CommandEntry, GLOBAL_FLAGS } from '../cli/command.ts';
import { COMMANDS, GROUPS } from '../commands.ts';

const WITH_VALUE = new Set(GLOBAL_FLAGS.filter(({ parse }) => parse).map(({ word }) => word));

/** Positions of the first two words that are neither flags nor values of global flags. */
function wordPlaces(argv: readonly string[]): number[] {
  const places: number[] = [];
  for (let i = 0; i < argv.length && places.length < 2; i++) {
    const word = argv[i]!;
    if (word === '--') break;
    if (WITH_VALUE.has(word)) i++;
    else if (!word.startsWith('-')) places.push(i);
  }
  return places;
}

export const wordsOf = (argv: readonly string[]): string[] => wordPlaces(argv).map((place) => argv[place]!);

/** The entry of the command that the words name; undefined when there is none. */
export function findEntry(argv: readonly string[]): CommandEntry | undefined {
  const [first, second] = wordsOf(argv);
  return (
    COMMANDS.find(({ path }) => path === `${first} ${second}`) ?? COMMANDS.find(({ path }) => path === first)
  );
}

/** The words for a help page: those of the command, else of its group, else none. */
export function helpPageWords(argv: readonly string[]): string {
  const group = wordsOf(argv)[0] ?? '';
  return findEntry(argv)?.path ?? (Object.hasOwn(GROUPS, group) ? group : '');
}

/**
 * Rewrites `returns help orders upload` to `returns orders upload --help`. The topics of help are commands themselves.
 */
export function askDirectly(argv: readonly string[]): readonly string[] {
  const [place, next] = wordPlaces(argv);
  if (place === undefined || argv[place] !== 'help' || findEntry(argv)) return argv;
  if (next === undefined && (argv.includes('--help') || argv.includes('-h'))) return argv;
  return [...argv.slice(0, place), ...argv.slice(place + 1), '--help'];
}
