// Which command the words of a command line name, before any flag of that command is known.
import { didYouMean } from '../base/text.ts';
import type { CommandEntry } from './command.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { COMMANDS, GROUPS } from './table.ts';

const WITH_VALUE = new Set(
  GLOBAL_FLAGS.filter((f) => f.flag.includes('<')).map((f) => f.flag.split(' ')[0]!),
);

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

const wordsOf = (argv: readonly string[]): string[] => wordPlaces(argv).map((place) => argv[place]!);

/** The entry that the words of a command line name, if they name one. */
export function findEntry(argv: readonly string[]): CommandEntry | undefined {
  const [first, second] = wordsOf(argv);
  return (
    COMMANDS.find(({ path }) => path === `${first} ${second}`) ?? COMMANDS.find(({ path }) => path === first)
  );
}

/** The words whose page of help says more: those of the command, else of its group, else none. */
export function helpfulWords(argv: readonly string[]): string {
  const group = wordsOf(argv)[0] ?? '';
  return findEntry(argv)?.path ?? (GROUPS[group] === undefined ? '' : group);
}

/** `returns help orders upload` asks for `returns orders upload --help`; the topics of help are commands. */
export function askDirectly(argv: readonly string[]): readonly string[] {
  const [place, next] = wordPlaces(argv);
  if (place === undefined || argv[place] !== 'help' || findEntry(argv)) return argv;
  if (next === undefined && (argv.includes('--help') || argv.includes('-h'))) return argv;
  return [...argv.slice(0, place), ...argv.slice(place + 1), '--help'];
}

/** The first word that names nothing, with the one that was probably meant. */
export function unknownWord(argv: readonly string[]): { word: string; meant?: string } | undefined {
  const [first, second] = wordsOf(argv);
  if (first === undefined || findEntry(argv)) return undefined;
  const isGroup = GROUPS[first] !== undefined;
  const word = isGroup ? second : first;
  if (word === undefined) return undefined;
  const known = COMMANDS.map(({ path }) => path.split(' '));
  const meant = didYouMean(
    word,
    isGroup ? known.filter(([group]) => group === first).map((w) => w[1]!) : known.map((w) => w[0]!),
  );
  return { word, ...(meant === undefined ? {} : { meant }) };
}
