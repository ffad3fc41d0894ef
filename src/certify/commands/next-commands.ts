// The commands that a certification tells to run next: made from the command line as it was typed, so that they can be run.

import { maskedAddress, shellWord } from '../../basics/text.ts';
import { type Flag, GLOBAL_FLAGS } from '../../cli/flags.ts';
import { DEFAULT_PATHS, endpointUrl } from '../../contract/customer-endpoints.ts';
import { commandOf } from '../../runs/run.ts';
import type { Advice } from '../advice.ts';
import { AREAS, type Area, type Certificate, ENDPOINT_AREAS } from '../types.ts';
import { untriedAreas } from '../verdict.ts';
import { areasOfFlag, CERTIFY_FLAGS, type CertifyOptions } from './certify-flags.ts';

/** A flag with its value, as the words that were typed. */
interface Typed {
  readonly name: string;
  readonly words: readonly string[];
}

/** Where things are and who is meant; flags of the output are left out of commands that are printed. */
const PLACES = ['profile', 'configDir', 'stateDir'];
const WAYS = [...PLACES, 'ca', 'timeout'];

const FLAGS = new Map<string, Flag>([...GLOBAL_FLAGS, ...CERTIFY_FLAGS].map((one) => [one.word, one]));

const FLAG_WORDS = new Map([...FLAGS.values()].map(({ name, word }) => [name, word]));

function typedIn(argv: readonly string[]): Typed[] {
  const typed: Typed[] = [];
  for (let i = 0; i < argv.length; i++) {
    const text = argv[i]!;
    const known = FLAGS.get(text.split('=', 1)[0]!);
    if (!known) continue;
    const isApart = known.parse !== undefined && !text.includes('=');
    typed.push({ name: known.name, words: isApart ? argv.slice(i, i + 2) : [text] });
    if (isApart) i++;
  }
  return typed;
}

const wordsOf = (typed: readonly Typed[], isWanted: (name: string) => boolean): string[] =>
  typed.filter(({ name }) => isWanted(name)).flatMap(({ words }) => words);

/** The same certification of some areas alone; of all of them without `--area`. */
function again(typed: readonly Typed[], areas: readonly Area[], more: readonly string[] = []): string {
  const isAll = areas.length === AREAS.length;
  const words = wordsOf(typed, (name) => {
    if (more.some((flag) => flag.split(' ')[0] === FLAG_WORDS.get(name))) return false;
    if (WAYS.includes(name) || name === 'report' || name === 'junit') return true;
    const of = areasOfFlag(name);
    return of.some((area) => areas.includes(area));
  });
  return [commandOf(['certify', ...words, ...(isAll ? [] : ['--area', areas.join(',')])]), ...more].join(' ');
}

/** @param argv of this certification */
export function adviceOf(argv: readonly string[], options: CertifyOptions): Advice {
  const typed = typedIn(argv);
  const places = wordsOf(typed, (name) => PLACES.includes(name));
  const rules = wordsOf(typed, (name) => name === 'strict' || name === 'level');
  const { orders, asns, asnsMap, customerUrl = '', rmasPath, seed } = options;
  // Of the files it is only said how they are read: --orders gives the files themselves.
  const reading = wordsOf(
    typed,
    (name) =>
      name !== 'orders' && areasOfFlag(name).includes('orders') && name !== 'strict' && name !== 'level',
  );
  const ofAsns = asnsMap === undefined ? [] : ['--map', asnsMap];
  const show = ['sandbox', 'scenario', 'show', 'all', ...seedWords(seed)];
  return {
    '{orders_check}': commandOf([
      'orders',
      'check',
      ...(orders.length > 0 ? orders : ['FILE']),
      ...reading,
      ...rules,
      ...places,
    ]),
    '{asns_check}': commandOf(['asns', 'check', asns ?? 'FILE', ...ofAsns, ...rules, ...places]),
    '{doctor}': commandOf(['doctor', ...wordsOf(typed, (name) => WAYS.includes(name))]),
    '{customer_url}': shellWord(maskedAddress(customerUrl)),
    'URL/rmas': shellWord(
      maskedAddress(endpointUrl(customerUrl, 'rma', rmasPath, { ...DEFAULT_PATHS, rmas: rmasPath })),
    ),
    'returns sandbox scenario show all': commandOf(show),
  };
}

const USUAL_SEED = 1;
const seedWords = (seed: number): string[] => (seed === USUAL_SEED ? [] : ['--seed', String(seed)]);

/** The same command line once more. */
export const sameAgain = (argv: readonly string[]): string => commandOf(argv);

/** The usual next step: what failed first, else what was not tried yet. */
export function nextOf(
  certificate: Pick<Certificate, 'checks' | 'endpointAnswered'> & Partial<Pick<Certificate, 'lacks'>>,
  argv: readonly string[],
  options: CertifyOptions,
): string {
  const { checks, endpointAnswered } = certificate;
  const typed = typedIn(argv);
  const advice = adviceOf(argv, options);
  const failed = new Set(checks.filter(({ result }) => result === 'failed').map(({ area }) => area));
  if (failed.has('connection')) return advice['{doctor}'];
  if (failed.has('orders')) return `${advice['{orders_check}']} --report report.html`;
  if (failed.has('asns')) return advice['{asns_check}'];
  const asked = AREAS.filter((area) => options.area?.has(area) ?? true);
  // Of a silent endpoint nothing else is known: everything again.
  if (failed.size > 0)
    return again(typed, endpointAnswered === false ? asked : AREAS.filter((area) => failed.has(area)));
  if (asked.length < AREAS.length) return again(typed, AREAS);
  const more = moreToGive(certificate);
  if (more.length > 0) return again(typed, AREAS, more);
  return untriedAreas(certificate).length > 0 ? 'returns login' : 'returns status';
}

/** What can be given besides, as flags. */
function moreToGive(certificate: Parameters<typeof nextOf>[0]): string[] {
  const untried = untriedAreas(certificate);
  return [
    ...(untried.includes('orders') ? ['--orders FILE'] : []),
    ...(untried.includes('asns') ? ['--asns FILE'] : []),
    ...(untried.includes('messages') ? ['--customer-url URL'] : []),
    ...(certificate.lacks ?? []),
  ];
}

/**
 * What a person does about the orders of the scenarios before another run: the side that was tried keeps what it refunded.
 * Undefined when no scenario was played.
 */
export function seedAdvice(
  { endpointAnswered, interrupted }: Pick<Certificate, 'endpointAnswered' | 'interrupted'>,
  { seed, customerUrl, area }: CertifyOptions,
): string | undefined {
  const isPlayed = customerUrl !== undefined && ENDPOINT_AREAS.some((one) => area?.has(one) ?? true);
  // An interruption may have come before anything was known of what was sent.
  const isTouched = endpointAnswered === true || interrupted !== null;
  if (!isPlayed || !isTouched) return undefined;
  const other = seed + 1;
  const show = commandOf(['sandbox', 'scenario', 'show', 'all', '--orders', '--seed', String(other)]);
  return `Your side may have refunded orders of the scenarios. Before another run load them again; or add --seed ${other} and load the orders of: ${show}`;
}
