// Whether output is coloured: by NO_COLOR, FORCE_COLOR, TERM and whether it goes to a terminal.
import { Chalk } from 'chalk';
import type { Paint } from './layout.ts';

/** Colours for one stream: only on a terminal, with NO_COLOR, FORCE_COLOR and TERM=dumb honoured (chalk does not read NO_COLOR itself). */
export function paintFor(
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
  wanted: boolean,
): Paint {
  return new Chalk({ level: colorLevel(env, isTerminal, wanted) });
}

function colorLevel(
  env: Readonly<Record<string, string | undefined>>,
  isTerminal: boolean,
  wanted: boolean,
): 0 | 1 | 2 | 3 {
  if (!wanted || env['NO_COLOR']) return 0;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') {
    if (forced === '0' || forced === 'false') return 0;
    return forced === '2' ? 2 : forced === '3' ? 3 : 1;
  }
  return isTerminal && env['TERM'] !== 'dumb' ? 1 : 0;
}
