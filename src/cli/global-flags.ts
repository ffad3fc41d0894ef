// Flags of every command (design: Global). They may stand before or after the command.
import { parseDuration } from '../basics/units.ts';
import type { Platform } from '../platform/platform.ts';
import { flag, type OptionsOf, optionsOf } from './flags.ts';

export const GLOBAL_FLAGS = [
  flag('--profile <name>', 'use this profile; it beats the environment'),
  flag('--json', 'one JSON document on stdout, also on failure'),
  flag('--quiet', 'only results, warnings and errors'),
  flag('--verbose', 'more details on stderr'),
  flag('--no-input', 'never ask; fail where a question would be needed'),
  flag('--no-color', 'no colour (NO_COLOR does the same)'),
  flag('--config-dir <dir>', 'profiles, secrets and tokens'),
  flag('--state-dir <dir>', 'ledger, runs, refused orders'),
  flag('--ca <file>', 'PEM file with additional root certificates'),
  flag('--timeout <duration>', 'per request', { otherwise: '30s', parse: parseDuration }),
  flag('--yes', 'answer yes to the confirmation'),
];

export type Globals = Omit<OptionsOf<typeof GLOBAL_FLAGS>, 'timeout' | 'input'> & {
  /** False with --no-input, and when stdin or stderr is not a terminal: then no question may be asked. */
  readonly mayAsk: boolean;
  /** Per request, ms; undefined when not given. */
  readonly timeoutMs: number | undefined;
};

export function globalsOf(given: Readonly<Record<string, unknown>>, { terminal }: Platform): Globals {
  const { timeout: timeoutMs, input, ...others } = optionsOf(GLOBAL_FLAGS, given);
  return { ...others, timeoutMs, mayAsk: input && terminal.stdinIsTerminal && terminal.stderrIsTerminal };
}
