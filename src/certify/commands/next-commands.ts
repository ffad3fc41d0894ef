// The commands that a certification tells to run next: made from the command line as it was typed, so that they can be run.

import { maskedAddress, shellWord } from '../../basics/text.ts';
import { type Flag, GLOBAL_FLAGS } from '../../cli/flags.ts';
import { DEFAULT_PATHS, endpointUrl } from '../../contract/customer-endpoints.ts';
import { commandOf } from '../../runs/run.ts';
import { AREAS, type Area, type Certificate, ENDPOINT_AREAS, untriedAreas } from '../certificate.ts';
import type { Advice } from '../certify.ts';
import { areasOfFlag, CERTIFY_FLAGS, type CertifyOptions } from './certify-flags.ts';

/** A flag with its value, as the words that were typed. */
interface Typed {
  readonly name: string;
  readonly word: string;
  readonly words: readonly string[];
}

/** Where things are and who is meant; flags of the output are left out of commands that are printed. */
const PLACES = ['profile', 'configDir', 'stateDir'];
const WAYS = [...PLACES, 'ca', 'timeout'];
const RULES = ['strict', 'level'];

const FLAGS = new Map<string, Flag>([...GLOBAL_FLAGS, ...CERTIFY_FLAGS].map((one) => [one.word, one]));

function typedIn(argv: readonly string[]): Typed[] {
  const typed: Typed[] = [];
  for (let i = 0; i < argv.length; i++) {
    const text = argv[i]!;
    const [word = ''] = text.split('=', 1);
    const known = FLAGS.get(word);
    if (!known) continue;
    const isApart = known.parse !== undefined && word === text;
    typed.push({ name: known.name, word, words: isApart ? argv.slice(i, i + 2) : [text] });
    if (isApart) i++;
  }
  return typed;
}

const wordsOf = (typed: readonly Typed[], isWanted: (name: string) => boolean): string[] =>
  typed.filter(({ name }) => isWanted(name)).flatMap(({ words }) => words);

/** The same certification of some areas alone; of all of them without `--area`. @param more flags to be added */
function again(typed: readonly Typed[], areas: readonly Area[], more: readonly string[] = []): string {
  const isAll = areas.length === AREAS.length;
  const kept = typed.filter(({ word }) => !more.some((flag) => flag.split(' ')[0] === word));
  const words = wordsOf(
    kept,
    (name) =>
      [...WAYS, 'report', 'junit'].includes(name) || areasOfFlag(name).some((area) => areas.includes(area)),
  );
  return [commandOf(['certify', ...words, ...(isAll ? [] : ['--area', areas.join(',')])]), ...more].join(' ');
}

/** @param argv of this certification */
export function adviceOf(argv: readonly string[], options: CertifyOptions): Advice {
  const typed = typedIn(argv);
  const { orders, asns = 'FILE', asnsMap, customerUrl = '', rmasPath, seed } = options;
  const shared = [
    ...wordsOf(typed, (name) => RULES.includes(name)),
    ...wordsOf(typed, (name) => PLACES.includes(name)),
  ];
  // Of the files it is only said how they are read: --orders gives the files themselves.
  const reading = wordsOf(
    typed,
    (name) => areasOfFlag(name).includes('orders') && ![...RULES, 'orders'].includes(name),
  );
  const files = orders.length > 0 ? orders : ['FILE'];
  const ofAsns = asnsMap === undefined ? [] : ['--map', asnsMap];
  const rmas = endpointUrl(customerUrl, 'rma', rmasPath, { ...DEFAULT_PATHS, rmas: rmasPath });
  return {
    '{orders_check}': commandOf(['orders', 'check', ...files, ...reading, ...shared]),
    '{asns_check}': commandOf(['asns', 'check', asns, ...ofAsns, ...shared]),
    '{doctor}': commandOf(['doctor', ...wordsOf(typed, (name) => WAYS.includes(name))]),
    '{customer_url}': shellWord(maskedAddress(customerUrl)),
    'URL/rmas': shellWord(maskedAddress(rmas)),
    [SHOW]: seed === USUAL_SEED ? SHOW : `${SHOW} --seed ${seed}`,
  };
}

const SHOW = 'returns sandbox scenario show all';
const USUAL_SEED = 1;

/** The usual next step: what failed first, else what was not tried yet. */
export function nextOf(
  certificate: Pick<Certificate, 'checks' | 'endpointAnswered'> & Partial<Pick<Certificate, 'lacks'>>,
  argv: readonly string[],
  options: CertifyOptions,
): string {
  const { checks, endpointAnswered, lacks = [] } = certificate;
  const typed = typedIn(argv);
  const advice = adviceOf(argv, options);
  const failed = new Set(checks.filter(({ result }) => result === 'failed').map(({ area }) => area));
  if (failed.has('connection')) return advice['{doctor}']!;
  if (failed.has('orders')) return `${advice['{orders_check}']} --report report.html`;
  if (failed.has('asns')) return advice['{asns_check}']!;
  const asked = AREAS.filter((area) => options.area?.has(area) ?? true);
  // Of a silent endpoint nothing else is known: everything again.
  if (failed.size > 0)
    return again(typed, endpointAnswered === false ? asked : AREAS.filter((area) => failed.has(area)));
  if (asked.length < AREAS.length) return again(typed, AREAS);
  const untried = untriedAreas(certificate);
  const sources: { [A in Area]?: string } = {
    orders: '--orders FILE',
    asns: '--asns FILE',
    messages: '--customer-url URL',
  };
  const more = [...untried.flatMap((area) => sources[area] ?? []), ...lacks];
  if (more.length > 0) return again(typed, AREAS, more);
  return untried.length > 0 ? 'returns login' : 'returns status';
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
  return `Your side may have refunded orders of the scenarios. Before another run load them again; or add --seed ${other} and load the orders of: ${SHOW} --orders --seed ${other}`;
}
