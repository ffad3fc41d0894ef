// Finds the command that the words of a command line name, before the flags of that command are known.
import { didYouMean } from '../basics/text.ts';
import type { CommandEntry } from '../cli/command.ts';
import { GLOBAL_FLAGS } from '../cli/flags.ts';
import { COMMANDS, GROUPS } from '../commands.ts';
import { MOVED, SAME } from './moved.ts';

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

const wordsOf = (argv: readonly string[]): string[] => wordPlaces(argv).map((place) => argv[place]!);

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
  return findEntry(argv)?.path ?? (GROUPS[group] === undefined ? '' : group);
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

/** The first unknown word, with a suggested command. */
export function unknownCommandWord(argv: readonly string[]): { word: string; meant?: string } | undefined {
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
