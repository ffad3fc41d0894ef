// The command that was probably meant by words that name none: one that is written nearly so, or the same word in another group.
import { didYouMean } from '../basics/text.ts';
import { COMMANDS, GROUPS } from '../commands.ts';
import { findEntry, wordsOf } from './find-command.ts';

const PATHS = COMMANDS.map(({ path }) => path);
const WORDS = new Set(PATHS.flatMap((path) => path.split(' ')));

/** What words of other tools and of daily speech are called here; after a group, of that group alone. */
const CALLED: Readonly<Record<string, string>> = {
  listen: 'webhook webhooks hooks receive receiver serve server forward tunnel proxy watch inspect',
  'orders upload': 'send push sync post backfill',
  'orders check': 'validate lint',
  'orders show, runs list': 'orders+list order+list',
  'calls list': 'log logs event events history tail',
  'calls replay': 'resend retry redeliver',
  'asns create': 'shipment shipments announce asns+send asns+upload asns+push',
  'sandbox start': 'mock emulator simulate dev up',
  'sandbox scenario': 'test tests',
  'login, profile set': 'auth authenticate signin sign-in config configure init setup',
  'help environment': 'env',
  '--version': 'version',
};
const CALLED_HERE = new Map(
  Object.entries(CALLED).flatMap(([meant, words]) =>
    words.split(' ').map((word) => [word.replace('+', ' '), meant] as const),
  ),
);

/** Flags that have another name in another command: what the command calls it. */
const FLAGS_HERE: Readonly<Record<string, string>> = {
  'listen --pages-port': '--inspect-port',
  'sandbox start --inspect-port': '--pages-port',
  'listen --to': '--forward-to',
  'trigger --forward-to': '--to',
};

/** What the flag is called in the command that the words name. */
export const flagMeant = (argv: readonly string[], flag: string): string | undefined =>
  FLAGS_HERE[`${findEntry(argv)?.path} ${flag}`];

/** The first unknown word, with the commands that may be meant. */
export function unknownCommandWord(argv: readonly string[]): { word: string; meant?: string } | undefined {
  const [first, second] = wordsOf(argv);
  if (first === undefined || findEntry(argv)) return undefined;
  const word = Object.hasOwn(GROUPS, first) ? second : first;
  if (word === undefined) return undefined;
  const near = didYouMean(word, WORDS);
  const called =
    CALLED_HERE.get(`${first} ${second}`) ??
    (meantBy(word) === undefined ? CALLED_HERE.get(word) : undefined);
  const meant = called ?? meantBy(word) ?? didYouMean(`${first} ${second}`, PATHS) ?? meantBy(near) ?? near;
  return meant === undefined ? { word } : { word, meant };
}

/** The commands that have the word. */
function meantBy(word: string | undefined): string | undefined {
  const found = PATHS.filter((path) => word !== undefined && path.split(' ').includes(word));
  // A group is no command: the words that follow it are not known.
  return found.length > 0 && !Object.hasOwn(GROUPS, word!) ? found.join(', ') : undefined;
}
