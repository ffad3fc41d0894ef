// The flags of judging a retailer's side, shared by `sandbox scenario run` and `certify`, and what the judge is asked
// with them; also how that side is restarted: by the command of --restart, or by a person who is asked.
import { textOfError, usageFailure } from '../../basics/failure.ts';
import { meantText, quote } from '../../basics/text.ts';
import { badValue, parseDuration } from '../../basics/units.ts';
import { type Context, countFrom, flag, type OptionsOf, rare } from '../../cli/command.ts';
import { makeAsk } from '../../cli/prompts.ts';
import { LOCAL } from '../../contract/endpoints.ts';
import { agreedIn } from '../../storage/agreements.ts';
import { agreedOptions } from '../agreed.ts';
import {
  DEFAULT_ANSWER_MS,
  DEFAULT_SETTLE_MS,
  DEFAULT_WAIT_MS,
  judge,
  type ScenarioOptions,
  type Verdict,
} from '../judge.ts';
import { ABILITIES, type Ability, USUAL_ABILITIES } from '../scenarios/abilities.ts';
import type { Restart } from '../scenarios/result.ts';
import { CUSTOMER_FLAGS, customerOf } from './customer-flags.ts';

/** @param of stands before each help text, where a command has other acts */
export const judgeFlags = (of = '') => [
  ...CUSTOMER_FLAGS,
  flag('--retailer-can <list>', `${of}${ABILITIES.join(', ')}`, {
    initial: USUAL_ABILITIES.join(','),
    parse: parseAbilities,
  }),
  flag('--wait <duration>', `${of}real time that your side has for each thing`, {
    initial: `${DEFAULT_WAIT_MS / 1000}s`,
    parse: positiveDuration,
  }),
  flag('--restart <command>', `${of}restarts your side, for what has to survive that`, {
    otherwise: 'a terminal asks you to do it',
  }),
  ...rare(
    flag('--answer <duration>', `${of}the most time that an answer of your side may take`, {
      initial: `${DEFAULT_ANSWER_MS / 1000}s`,
      parse: parseDuration,
    }),
    flag('--port <n>', `${of}port of the sandbox, for your refunds; 0 picks a free one`, {
      initial: String(LOCAL.port),
      parse: countFrom(0, 65_535),
    }),
    flag('--settle <duration>', `${of}real time in which nothing more may come`, {
      initial: `${DEFAULT_SETTLE_MS / 1000}s`,
      parse: parseDuration,
    }),
    flag('--seed <n>', 'another number gives other order identifiers', {
      initial: '1',
      parse: countFrom(1, 2 ** 32 - 1),
    }),
  ),
];

type JudgeFlags = OptionsOf<ReturnType<typeof judgeFlags>>;

/** The judge with the flags of a command line. A mistake in the file of the credentials is found now. @throws Failure exit 2 */
export function judgeOf(context: Context, flags: JudgeFlags & { readonly customerUrl: string }) {
  const { platform, folders, globals, show } = context;
  const { customerUrl, retailerCan, wait, settle, answer, port, seed } = flags;
  const customer = customerOf(platform, flags);
  return async (
    asked: string,
    {
      signal,
      interrupt,
      isPatient,
      during = (work) => work(),
      ...more
    }: Pick<ScenarioOptions, 'onEvent'> & {
      readonly signal: AbortSignal;
      /** Ends the run as Ctrl-C does. */
      readonly interrupt: () => void;
      readonly isPatient?: boolean;
      /** A person is asked meanwhile. */
      readonly during?: <T>(work: () => Promise<T>) => Promise<T>;
    },
  ): Promise<Verdict> => {
    const restart = restartOf(context, flags.restart, signal, interrupt);
    return await judge(
      platform,
      [asked],
      {
        ...{ customerUrl, retailerCan, wait, settle, answer, port, seed, signal, ...more },
        customerAuth: customer.customerAuth,
        customerPaths: customer.customerPaths,
        restart: restart && (() => during(restart)),
        onReady(sandbox) {
          show.note(`The sandbox of this run is at ${sandbox.url}; your side posts its refunds there.`);
        },
      },
      {
        agreed: await agreedOptions(agreedIn(platform, folders, globals), show.note),
        ...(isPatient && { isPatient }),
        onDefect: (error) => show.warn(`the sandbox failed: ${textOfError(error)}`),
      },
    );
  };
}

function parseAbilities(text: string, word: string): ReadonlySet<Ability> {
  const given = wordsIn(['all', 'nothing', ...ABILITIES], text, word);
  return new Set(ABILITIES.filter((one) => given.has('all') || given.has(one)));
}

/** The words of a list with commas. @throws Failure exit 2 for one that is not known, and for none */
export function wordsIn<W extends string>(known: readonly W[], text: string, flagWord: string): Set<W> {
  const given = text.split(',').map((one) => one.trim());
  const wrong = given.find((one) => !(known as readonly string[]).includes(one));
  if (wrong !== undefined)
    throw usageFailure('usage.value', `${flagWord} does not know ${quote(wrong)}`, {
      expected: `some of ${known.join(', ')}`,
      found: quote(wrong),
      hint: meantText(wrong, known).trim() || `Give ${flagWord} words of this list, with commas.`,
    });
  return new Set(given as W[]);
}

/** A command line without these flags and their values. @param flags each may have its value: `--orders FILE` */
export function withoutFlags(argv: readonly string[], flags: readonly string[]): string[] {
  const names = flags.map((flag) => flag.split(' ')[0]!);
  const isOne = (word = '') => names.some((name) => word === name || word.startsWith(`${name}=`));
  return argv.filter((word, i) => !isOne(word) && !names.includes(argv[i - 1] ?? ''));
}

function positiveDuration(text: string, word: string): number {
  const ms = parseDuration(text, word);
  if (ms <= 0) throw badValue(word, text, 'a duration above 0, such as 10s');
  return ms;
}

/**
 * Undefined where neither is possible: then what has to survive a restart is not tried.
 * @param interrupt ends the run as Ctrl-C does elsewhere: what was played until then is told
 */
function restartOf(
  { platform, globals }: Context,
  command: string | undefined,
  signal: AbortSignal,
  interrupt: () => void,
): Restart | undefined {
  if (command !== undefined) return () => runCommand(platform, command, signal);
  if (!globals.mayAsk) return undefined;
  const question = 'Restart your side now, then press Enter (without a restart, this is not tried)';
  return () =>
    makeAsk(platform)
      .text(question)
      .then(() => undefined, interrupt);
}

async function runCommand(platform: Context['platform'], command: string, signal: AbortSignal) {
  // What it starts in the background goes on: nothing of it may write to us.
  const words = ['/bin/sh', '-c', `exec >/dev/null\n${command}`];
  const { cwd, env } = platform;
  const run = { words, cwd, env, maxOutput: 1, signal };
  const end = await platform.runCommand(run).catch((error: Error) => error.message);
  if (typeof end === 'string') return end;
  const { code, endedBy, stderr = '' } = end;
  if (code === 0) return undefined;
  return `${command} ended with ${endedBy ?? `exit code ${code}`}${stderr.trim() === '' ? '' : `: ${stderr.trim()}`}`;
}
