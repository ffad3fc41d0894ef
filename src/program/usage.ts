// Turns a wrong command line into a failure: exit 2, a suggestion, and the help page that says more.

import { EXIT } from '../basics/exit-codes.ts';
import { Failure } from '../basics/failure.ts';
import { didYouMean } from '../basics/text.ts';
import { COMMANDS, GROUPS } from '../commands.ts';
import { findEntry, helpPageWords, wordsOf } from './find-command.ts';

/** Maps commander's error codes to those of this tool. */
const CODES: Readonly<Record<string, string>> = {
  'commander.unknownCommand': 'usage.command.unknown',
  'commander.unknownOption': 'usage.flag.unknown',
  'commander.optionMissingArgument': 'usage.flag.value',
  'commander.missingArgument': 'usage.argument.missing',
  'commander.excessArguments': 'usage.argument.excess',
};

export interface CommanderError {
  readonly code: string;
  readonly message: string;
}

/** True when commander ended because help or the version was asked for and printed. */
export const askedForHelp = (error: unknown): boolean =>
  ['commander.helpDisplayed', 'commander.version'].includes((error as CommanderError).code);

export function usageOf(error: CommanderError, argv: readonly string[]): Failure {
  if (error.code === 'commander.unknownCommand') {
    const failure = unknownCommand(argv);
    if (failure) return failure;
  }
  const message = error.message
    .replace(/^error: /, '')
    // The value of an unknown flag may be a secret.
    .replace(/'(--?[\w-]+)=[^']*'/, "'$1'")
    // So may a word too many.
    .replace(/^(too many arguments for '.+')\. .*$/s, '$1')
    .replace(/\n\(Did you mean (.+)\?\)/, '. Did you mean $1?')
    .replace(/^[a-z]/, (first) => first.toUpperCase());
  return usage(CODES[error.code] ?? 'usage', message, argv);
}

/** Commands that went, and what does their work now. */
const GONE: Readonly<Record<string, string>> = {
  'asns adopt':
    'returns asns update NUMBER FILE (it takes the whole ASN, also one that another system announced)',
};

/** The failure for words that name no command; undefined when they name a command or a group. */
export function unknownCommand(argv: readonly string[]): Failure | undefined {
  const unknown = unknownCommandWord(argv);
  if (!unknown) return undefined;
  const gone = wordsOf(argv).slice(0, 2).join(' ');
  if (Object.hasOwn(GONE, gone))
    return new Failure('usage.command.gone', EXIT.usage, `There is no 'returns ${gone}' any more`, {
      hint: `Use: ${GONE[gone]}`,
    });
  const meant = unknown.meant === undefined ? '' : `. Did you mean ${unknown.meant}?`;
  return usage('usage.command.unknown', `Unknown command '${unknown.word}'${meant}`, argv);
}

function usage(code: string, message: string, argv: readonly string[]) {
  const words = helpPageWords(argv);
  return new Failure(code, EXIT.usage, message, { hint: `See: returns ${words ? `${words} ` : ''}--help` });
}

const PATHS = COMMANDS.map(({ path }) => path);
const WORDS = new Set(PATHS.flatMap((path) => path.split(' ')));

/** The first unknown word, with the commands that may be meant. */
function unknownCommandWord(argv: readonly string[]): { word: string; meant?: string } | undefined {
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
