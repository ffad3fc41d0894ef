// Cuts a command line into words as a shell does, for commands that run without one: what only a shell understands is refused.
import { usageFailure } from '../basics/failure.ts';

const EXAMPLE = "client-secret-command='op read op://vault/returns/secret'";
/** A word and the spaces behind it: bare parts without signs for a shell, parts in single quotes, and parts in double quotes. */
const WORD = /((?!~)(?:[^\s'"|&;<>()$`]|'[^']*'|"(?:\\["\\]|\\(?!["\\])|[^"\\$`])*")+)(?:[ \t]+|$)/y;
/** Programs that only print their arguments: the argument would be the secret. */
const PRINTERS = /^(?:.*[\\/])?(?:echo|printf)(?:\.exe)?$/i;

/**
 * Words are separated by spaces. Single quotes take everything literally; in double quotes `\"` and `\\` are `"` and
 * `\`; elsewhere a backslash is a letter, as in paths of Windows. The line is never repeated in a message: someone may
 * have put a secret into it. @throws Failure exit 2
 */
export function commandWords(line: string): readonly string[] {
  const text = line.trim();
  const words: string[] = [];
  WORD.lastIndex = 0;
  for (let end = 0; end < text.length; end = WORD.lastIndex) {
    const word = WORD.exec(text)?.[1];
    if (word === undefined)
      throw wrong(
        'a quote in it is not closed, or it holds what only a shell understands, and it runs without one',
        `Put that in single quotes, or name the shell yourself: client-secret-command="sh -c 'pass show returns | head -1'"`,
      );
    words.push(
      word.replace(
        /'([^']*)'|"((?:\\["\\]|[^"])*)"/g,
        (_, single?: string, double = '') => single ?? double.replace(/\\(["\\])/g, '$1'),
      ),
    );
  }
  if (!words[0]) throw wrong('it names no program', `Write the program and its arguments: ${EXAMPLE}`);
  if (/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/.test(line))
    throw wrong('it holds control characters', `Write it on one line: ${EXAMPLE}`);
  if (PRINTERS.test(words[0]))
    throw wrong(
      'it only prints its own words, so the secret would stand in the profile and in the list of processes',
      'Name a password manager, or give the secret with: returns login',
    );
  return words;
}

const wrong = (why: string, hint: string) =>
  usageFailure('usage.secret.command', `client-secret-command cannot be used: ${why}`, {
    expected: 'a program and its arguments, without what a shell adds',
    hint,
  });
