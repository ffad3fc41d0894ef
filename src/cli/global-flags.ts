// Flags of every command (design: Global). They stand before or after the command.
import { parseDuration } from '../basics/units.ts';
import type { Flag } from './command.ts';

export const GLOBAL_FLAGS: readonly Flag[] = [
  { flag: '--profile <name>', text: 'use this profile; it beats the environment' },
  { flag: '--json', text: 'one JSON document on stdout, also on failure' },
  { flag: '--quiet', text: 'only results, warnings and errors' },
  { flag: '--verbose', text: 'more details on stderr' },
  { flag: '--no-input', text: 'never ask; fail where a question would be needed' },
  { flag: '--no-color', text: 'no colour (NO_COLOR does the same)' },
  { flag: '--config-dir <dir>', text: 'profiles, secrets and tokens' },
  { flag: '--state-dir <dir>', text: 'ledger, runs, refused orders' },
  { flag: '--ca <file>', text: 'PEM file with additional root certificates' },
  { flag: '--timeout <duration>', text: 'per request', initial: '30s', parse: parseDuration },
  { flag: '--yes', text: 'answer yes to the confirmation' },
];
