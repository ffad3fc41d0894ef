// Cuts a command line into words as a shell does, for commands that run without one: what only a shell understands is refused.
import { usageFailure } from '../basics/failure.ts';

const EXAMPLE = "client-secret-command='op read op://vault/returns/secret'";
/** Outside of quotes these are for a shell, and some of them in double quotes, too. */
const FOR_SHELL = '|&;<>()$`\n';
const FOR_SHELL_QUOTED = '$`';
/** Programs that only print their arguments: the argument would be the secret. */
const PRINTERS = /^(?:.*[\\/])?(?:echo|printf)(?:\.exe)?$/i;

/**
 * Words are separated by spaces. Single quotes take everything literally; in double quotes `\"` and `\\` are `"` and
 * `\`; elsewhere a backslash is a letter, as in paths of Windows. The line is never repeated in a message: someone may
 * have put a secret into it. @throws Failure exit 2
 */
export function commandWords(line: string): readonly string[] {
  const words: string[] = [];
  /** Undefined between two words: an empty word in quotes is one. */
  let word: string | undefined;
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]!;
    if (quote !== '') {
      if (sign === quote) quote = '';
      else if (quote === '"' && sign === '\\' && /["\\]/.test(line[i + 1] ?? ''))
        word = `${word}${line[++i]}`;
      else if (quote === '"' && FOR_SHELL_QUOTED.includes(sign)) throw needsShell(sign);
      else word = `${word}${sign}`;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (sign === ' ' || sign === '\t') {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (FOR_SHELL.includes(sign) || (sign === '~' && word === undefined)) throw needsShell(sign);
    else word = (word ?? '') + sign;
  }
  if (quote !== '') throw wrong(`a quote (${quote}) is not closed`, `Close it, for example: ${EXAMPLE}`);
  if (word !== undefined) words.push(word);
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

const needsShell = (sign: string) =>
  wrong(
    `it holds ${sign === '\n' ? 'a line break' : sign}, which only a shell understands, and it runs without one`,
    `Put it in single quotes, or name the shell yourself: client-secret-command="sh -c 'pass show returns | head -1'"`,
  );

const wrong = (why: string, hint: string) =>
  usageFailure('usage.secret.command', `client-secret-command cannot be used: ${why}`, {
    expected: 'a program and its arguments, without what a shell adds',
    hint,
  });
