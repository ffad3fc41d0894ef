// A wrong command line as a failure: exit 2, what was probably meant, and the page of help that says more.
import { EXIT } from '../basics/exit.ts';
import { Failure } from '../basics/failure.ts';
import { helpfulWords, unknownWord } from './words.ts';

/** commander's complaints under codes of ours. */
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

/** Whether commander ended because help or the version was asked for and printed. */
export const askedForHelp = (error: unknown): boolean =>
  ['commander.helpDisplayed', 'commander.version'].includes((error as CommanderError).code);

export function usageOf(error: CommanderError, argv: readonly string[]): Failure {
  if (error.code === 'commander.unknownCommand') {
    const failure = unknownCommand(argv);
    if (failure) return failure;
  }
  const message = error.message
    .replace(/^error: /, '')
    // What was given to a flag we do not know may be a secret.
    .replace(/'(--?[\w-]+)=[^']*'/, "'$1'")
    .replace(/\n\(Did you mean (.+)\?\)/, '. Did you mean $1?')
    .replace(/^[a-z]/, (first) => first.toUpperCase());
  return usage(CODES[error.code] ?? 'usage', message, argv);
}

/** The complaint about words that name no command; undefined when they name one, or a group of them. */
export function unknownCommand(argv: readonly string[]): Failure | undefined {
  const unknown = unknownWord(argv);
  if (!unknown) return undefined;
  const meant = unknown.meant === undefined ? '' : `. Did you mean ${unknown.meant}?`;
  return usage('usage.command.unknown', `Unknown command '${unknown.word}'${meant}`, argv);
}

function usage(code: string, message: string, argv: readonly string[]): Failure {
  const words = helpfulWords(argv);
  return new Failure(code, EXIT.usage, message, { hint: `See: returns ${words ? `${words} ` : ''}--help` });
}
