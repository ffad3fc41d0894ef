// Runs the program that prints a profile's client secret (client-secret-command), and says why when it does not.
import { authFailure, usageFailure } from '../basics/failure.ts';
import { clientSecret, trimSecret } from '../basics/secret.ts';
import { quote, redact } from '../basics/text.ts';
import { NetworkFault, type Platform } from '../platform/platform.ts';
import type { CommandEnd } from '../platform/programs.ts';
import type { Folders } from '../storage/folders.ts';
import { commandWords } from './command-words.ts';

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
