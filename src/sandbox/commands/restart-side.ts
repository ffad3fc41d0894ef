// How the retailer's side is restarted in the middle of a scenario: by the command of --restart, or by a person who is asked.
import type { Context } from '../../cli/command.ts';
import { makeAsk } from '../../cli/prompts.ts';
import type { Restart } from '../scenarios/result.ts';

/**
 * Undefined where neither is possible: then what has to survive a restart is not tried.
 * @param interrupt ends the run as Ctrl-C does elsewhere: what was played until then is told
 */
export function restartOf(
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
