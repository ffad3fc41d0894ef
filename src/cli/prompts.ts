// Questions on a terminal through inquirer. A closed stdin or Ctrl-D ends with exit 2, Ctrl-C with exit 130; a question
// never hangs.

import { EXIT } from '../basics/exit-codes.ts';
import { Failure, usageFailure } from '../basics/failure.ts';
import { redact, shellWord } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import type { Ask } from './ask.ts';
import type { Context } from './command.ts';
import { clean, wrap } from './presenter.ts';

export type { Ask } from './ask.ts';

interface Choice {
  readonly name: string;
  readonly value: string;
  readonly short?: string;
}

interface Question {
  readonly type: 'input' | 'password' | 'select' | 'search' | 'confirm';
  readonly message: string;
  readonly default?: unknown;
  readonly choices?: readonly Choice[];
  /** The choices that hold what was typed. */
  readonly source?: (typed?: string) => readonly Choice[];
  readonly mask?: string;
  readonly toggleMask?: boolean;
  readonly validate?: (value: string) => true | string;
}

/** A longer list is narrowed by what is typed. */
const MOST_SHOWN = 12;

/** Questions go to stderr, because stdout is for the result only. */
export function makeAsk(platform: Platform): Ask {
  const ask = (question: Question) => guarded(platform, question);
  // inquirer would break the line inside a word.
  const shown = (question: string) => wrap(clean(question), platform.terminal.columns() - 3).join('\n  ');
  const valid = (complaint: string | undefined) => (complaint === undefined ? true : shown(complaint));
  return {
    async text(question, options = {}) {
      const answer = await ask({
        type: 'input',
        message: shown(question),
        default: options.initial,
        validate: (value) => valid(options.check?.(value.trim())),
      });
      return String(answer).trim();
    },
    async secret(question, check) {
      const answer = await ask({
        type: 'password',
        message: shown(question),
        mask: '*',
        // inquirer would show the secret on Ctrl-T.
        toggleMask: false,
        validate: (value) => (value === '' ? 'It cannot be empty.' : valid(check?.(value))),
      });
      return String(answer);
    },
    async choose(question, choices, initial) {
      const all = choices.map(({ value, text, short }) => ({
        name: wrap(clean(text), platform.terminal.columns() - 4).join('\n    '),
        value,
        ...(short === undefined ? {} : { short: clean(short) }),
      }));
      const source = (typed = '') =>
        all.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
      const answer = await ask({
        message: shown(question),
        ...(all.length > MOST_SHOWN ? { type: 'search', source } : { type: 'select', choices: all }),
        default: initial,
      });
      return choices.find(({ value }) => value === answer)?.value ?? choices[0]!.value;
    },
    tell: (text) =>
      platform.terminal.err(`${redact(wrap(clean(text), platform.terminal.columns()).join('\n'))}\n`),
    confirm: async (question, initial) =>
      (await ask({ type: 'confirm', message: shown(question), default: initial })) === true,
  };
}

/** `deed` needs the user's confirmation or --yes. @throws Failure exit 2 when no question can be asked */
export function checkConfirmable(
  { globals }: Pick<Context, 'globals'>,
  deed: string,
  look = '--dry-run',
): void {
  if (globals.yes || globals.mayAsk) return;
  throw usageFailure('usage.question', `${deed} has to be confirmed, but questions are not possible here`, {
    hint: `Look at it with ${look}, then run it with --yes.`,
  });
}

/** True at once with --yes; otherwise shows the plan and asks the user. */
export async function isConfirmed(
  { platform, globals, show }: Context,
  plan: string,
  question: string,
): Promise<boolean> {
  if (globals.yes) return true;
  if (plan !== '') show.note(plan);
  return await makeAsk(platform).confirm(question, false);
}

/**
 * When its input closes, inquirer's promise never settles (and the process would exit with 0). So the end of the input
 * aborts the question, and so does a signal: a command that listens for signals would go on asking.
 */
async function guarded(platform: Platform, question: Question) {
  const stdin = platform.terminal.streams.stdin as NodeJS.ReadableStream;
  const stderr = platform.terminal.streams.stderr as NodeJS.WritableStream;
  const stop = new AbortController();
  const end = () => stop.abort();
  let ended: 'SIGINT' | 'SIGTERM' | undefined;
  // A signal may come while inquirer is loaded.
  const release = platform.system.onSignal((signal) => {
    ended = signal;
    end();
  });
  const { default: inquirer } = await import('inquirer');
  // On Ctrl-D readline closes, and only pauses its input. After an answer these events have no effect.
  const endings = ['end', 'close', 'error', 'pause'] as const;
  if ('readableEnded' in stdin && (stdin.readableEnded === true || !stdin.readable)) end();
  for (const event of endings) stdin.on(event, end);
  try {
    const prompt = inquirer.createPromptModule({ input: stdin, output: stderr, signal: stop.signal });
    const answers = await prompt<{ answer: unknown }>([{ ...question, name: 'answer' } as never]);
    return answers.answer;
  } catch (error) {
    throw ended === undefined ? failureOf(error) : interrupted(ended);
  } finally {
    release();
    for (const event of endings) stdin.off(event, end);
  }
}

const interrupted = (signal: 'SIGINT' | 'SIGTERM') =>
  new Failure(
    'interrupted',
    signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated,
    'Interrupted; nothing was changed',
    { hint: 'Run the same command again.' },
  );

function failureOf(error: unknown): unknown {
  const { name } = error as Error;
  if (name === 'ExitPromptError') return interrupted('SIGINT');
  if (name === 'AbortPromptError' || name === 'CancelPromptError')
    return usageFailure('usage.question', 'A question was not answered: the input ended', {
      hint: 'Run the command on a terminal and answer, or give the values as flags (see --help).',
    });
  return error;
}

// Opens a file in the user's editor until its content is right, or the user gives up.

/** An editor without a terminal would wait for ever. @throws Failure exit 2 */
export function checkEditable({ globals }: Pick<Context, 'globals'>, instead: string): void {
  if (globals.mayAsk) return;
  throw usageFailure('usage.question', 'An editor needs a terminal, and questions are not possible here', {
    hint: `Run the command on a terminal, or ${instead}.`,
  });
}

/** After `checkEditable`. @param check throws a Failure for a content that cannot be used @throws Failure exit 2 for an editor that fails; that of `check` */
export async function editUntilRight(
  { platform, globals, show }: Context,
  file: string,
  what: string,
  check: () => void,
): Promise<void> {
  for (;;) {
    if (!(await platform.system.edit(file)))
      throw usageFailure('edit.editor', 'The editor ended with an error', {
        hint: `Check VISUAL and EDITOR, or change the file itself: ${shellWord(file)}`,
      });
    try {
      check();
      return;
    } catch (error) {
      if (!(error instanceof Failure) || globals.yes) throw error;
      const { line, path } = error.place ?? {};
      const spot = [line === undefined ? [] : `line ${line}`, path ?? []].flat().map((part) => `${part}: `);
      show.warn(`${what} cannot be used like this: ${clean(spot.join('') + error.message)}`);
      if (!(await makeAsk(platform).confirm('Open it again?', true))) throw error;
    }
  }
}
