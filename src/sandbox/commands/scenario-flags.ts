// The flags of playing scenarios against a retailer's endpoints, shared by `sandbox scenario run` and `certify`.
import { meantText } from '../../basics/text.ts';
import { badValue, parseDuration } from '../../basics/units.ts';
import { countFrom, flag, rare } from '../../cli/flags.ts';
import { LOCAL } from '../../contract/endpoints.ts';
import { ABILITIES, type Ability, USUAL_ABILITIES } from '../scenarios/abilities.ts';
import { DEFAULT_SETTLE_MS, DEFAULT_WAIT_MS } from '../scenarios/play-scenarios.ts';

/** @param of stands before each help text, where a command has other acts */
export const scenarioFlags = (of = '') => [
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

function parseAbilities(text: string, word: string): ReadonlySet<Ability> {
  const known: readonly string[] = ABILITIES;
  const given = text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'nothing');
  for (const one of given)
    if (!known.includes(one) && one !== 'all')
      throw badValue(word, one, `all, nothing, or some of ${ABILITIES.join(', ')}.${meantText(one, known)}`);
  return new Set(given.includes('all') ? ABILITIES : (given as Ability[]));
}

function positiveDuration(text: string, word: string): number {
  const ms = parseDuration(text, word);
  if (ms <= 0) throw badValue(word, text, 'a duration above 0, such as 10s');
  return ms;
}
