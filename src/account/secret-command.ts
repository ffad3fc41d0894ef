// Runs the program that prints a profile's client secret (client-secret-command), and says why when it does not.
import { authFailure, usageFailure } from '../basics/failure.ts';
import { clientSecret, trimSecret } from '../basics/secret.ts';
import { quote, redact } from '../basics/text.ts';
import { NetworkFault, type Platform } from '../platform/platform.ts';
import type { CommandEnd } from '../platform/programs.ts';
import type { Folders } from '../storage/folders.ts';

/** Time for a person to unlock the password manager, ms. */
const LIMIT_MS = 30_000;
/** Bytes of output. */
const MOST = 65_536;
/** Characters of stderr that a message shows. */
const MOST_WORDS = 200;

/**
 * The first line that the program prints. It runs without a shell, in the config folder, so that it is the same program
 * wherever the user is. @throws Failure exit 2 (it cannot be started, or
 * prints what no client secret holds), exit 4 (no secret came); NetworkFault `aborted`
 */
export async function runSecretCommand(
  platform: Platform,
  folders: Folders,
  { line, profile }: { readonly line: string; readonly profile: string },
  signal?: AbortSignal,
): Promise<string> {
  const words = commandWords(line);
  const program = quote(words[0]!);
  const late = new AbortController();
  const ended = new AbortController();
  void platform.clock.sleep(LIMIT_MS, ended.signal).then(() => late.abort());
  let end: CommandEnd;
  try {
    end = await platform.runCommand({
      words,
      cwd: folders.config,
      env: { ...platform.env, RETURNS_CLIENT_SECRET: undefined },
      maxOutput: MOST,
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw usageFailure(
      'usage.secret.command',
      `The program ${program} of client-secret-command (profile ${profile}) cannot be started (${code})`,
      {
        expected: 'a program in PATH, or its absolute path',
        hint: `Check it with \`returns profile show ${profile}\`, change it with \`returns profile set ${profile} client-secret-command='...'\`.`,
        cause: error,
      },
    );
  } finally {
    ended.abort();
  }
  if (signal?.aborted) throw new NetworkFault('aborted', 'interrupted while fetching a token');
  const [secret, trouble] = readOutput(end);
  // One that takes SIGTERM for itself ends with an exit code.
  const isLate = late.signal.aborted && trouble !== undefined;
  const why = isLate ? `it gave no answer within ${LIMIT_MS / 1000}s` : trouble;
  if (why === undefined) return clientSecret(secret, `the output of ${program} (client-secret-command)`);
  throw authFailure(
    'auth.secret.command',
    `No client secret from ${program} (client-secret-command of profile ${profile}): ${why}${lastWords(end, secret)}`,
    {
      expected: 'exit code 0, and the client secret as the first line of its stdout',
      hint: `Unlock the password manager and run the command by hand; \`returns profile show ${profile}\` shows it.`,
    },
  );
}

/** The first line, and what is wrong with the output. */
function readOutput(end: CommandEnd): [secret: string, trouble: string | undefined] {
  const text = new TextDecoder().decode(end.stdout);
  const secret = trimSecret(text.split(/\r\n?|\n/, 1)[0]!);
  if (end.tooMuch) return [secret, `it printed more than ${MOST} bytes`];
  if (end.endedBy) return [secret, `it was ended by ${end.endedBy}`];
  if (end.code !== 0) return [secret, `it ended with exit code ${end.code}`];
  if (text === '') return ['', 'it printed nothing on stdout'];
  if (secret === '') return ['', 'the first line of its output is empty'];
  return [secret, undefined];
}

/** The last line that it said on stderr. A terminal has shown that already. */
function lastWords({ stderr }: CommandEnd, secret: string): string {
  if (stderr === undefined) return '; what it said stands above';
  const line = redact(stderr, [secret]).trim().split('\n').at(-1)!.trim().slice(0, MOST_WORDS);
  return line === '' ? '' : `; its last words: ${line}`;
}

// Cuts a command line into words as a shell does, for commands that run without one: what only a shell understands is refused.

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
