// The flags of `returns certify`, which area each belongs to, and the requests made from them.
import { LEVEL_FLAG } from '../../account/level-flags.ts';
import { ASN_READING_FLAGS, asnSource } from '../../asns/asn-flags.ts';
import type { AsnSource } from '../../asns/input/read.ts';
import { usageFailure } from '../../basics/failure.ts';
import type { Context } from '../../cli/command.ts';
import { type Flag, flag, inGroup, type OptionsOf, optionsOf, rare } from '../../cli/flags.ts';
import { orderInput, READING_FLAGS } from '../../orders/order-flags.ts';
import type { OrderInput } from '../../orders/read/order-input.ts';
import { judgeFlags, wordsIn } from '../../sandbox/commands/judge-flags.ts';
import { AREAS, type Area, ENDPOINT_AREAS } from '../certify.ts';

/** How a file of orders is understood. Flags that choose a part of it or expect something of it are for a run that sends. */
const ORDER_WORDS =
  '--map --with --on --format --encoding --delimiter --timezone --decimal --date-format --currency --memory --skip-unshipped'.split(
    ' ',
  );
export const ORDER_FLAGS = READING_FLAGS.filter(({ word }) => ORDER_WORDS.includes(word));
const JUDGE_FLAGS = judgeFlags();

export const CERTIFY_FLAGS = [
  ...inGroup('Your endpoints', ...JUDGE_FLAGS),
  ...inGroup(
    'Your files',
    flag('--orders <file>', 'your own orders, as orders check reads them', { repeat: true }),
    ...ORDER_FLAGS,
    flag('--asns <file>', 'your own ASNs, as asns check reads them'),
    flag('--asns-map <file>', 'what the columns of that file mean: a mapping file, or a name'),
    flag('--strict', 'warnings refuse an order or an ASN, too'),
    ...rare(LEVEL_FLAG),
  ),
  ...inGroup(
    'The result',
    flag('--area <list>', `only these: ${AREAS.join(', ')}`, {
      otherwise: 'all that something is given for',
      parse: (text, word): ReadonlySet<Area> => wordsIn(AREAS, text, word),
    }),
    flag('--report <file>', 'also write a page that can be sent to the service (HTML)'),
    flag('--agreements', 'also list what has to be agreed with the service, as the page does'),
    flag('--junit <file>', 'also write the result as JUnit XML, for a build server'),
  ),
];

export type CertifyOptions = OptionsOf<typeof CERTIFY_FLAGS>;
type Name = (typeof CERTIFY_FLAGS)[number]['name'];

/** The flags that areas cannot do without, with their value, and those that say nothing without them. */
const SOURCES: readonly {
  readonly words: string;
  readonly source: Name;
  readonly areas: readonly Area[];
  readonly flags: readonly Flag[];
}[] = [
  { source: 'orders', words: '--orders FILE', areas: ['orders'], flags: ORDER_FLAGS },
  { source: 'asns', words: '--asns FILE', areas: ['asns'], flags: named('asnsMap') },
  { source: 'customerUrl', words: '--customer-url URL', areas: ENDPOINT_AREAS, flags: JUDGE_FLAGS },
];

function named(...names: readonly Name[]): Flag[] {
  return CERTIFY_FLAGS.filter(({ name }) => names.includes(name));
}

/**
 * The areas to try. A flag without its area, and an area without its flag, are mistakes of the command line: what was meant
 * would silently not be tried. @throws Failure exit 2
 */
export function areasOf(options: CertifyOptions, isGiven: (name: Name) => boolean): ReadonlySet<Area> {
  const { area: asked } = options;
  const alone = (flags: readonly Flag[]) => flags.find(({ name }) => isGiven(name as Name))?.word;
  const need = (what: string, words: string) =>
    usageFailure('usage.flag.missing', `${what} needs ${words}`, {
      expected: words,
      hint: `Add ${words}, or omit ${what}.`,
    });
  for (const { source, words, areas, flags } of SOURCES) {
    const wanted = areas.find((area) => asked?.has(area));
    if (isGiven(source)) {
      if (!asked || wanted) continue;
      const word = words.split(' ')[0];
      throw usageFailure('usage.conflict', `${word} is for ${areas.join(', ')}, which --area leaves out`, {
        hint: `Add ${areas[0]} to --area, or omit ${word}.`,
      });
    }
    if (wanted) throw need(`--area ${wanted}`, words);
    const word = alone(flags.filter(({ name }) => name !== source));
    if (word !== undefined) throw need(word, words);
  }
  const rule = alone(named('strict', 'level'));
  if (rule !== undefined && !isGiven('orders') && !isGiven('asns'))
    throw need(rule, '--orders FILE or --asns FILE');
  return asked ?? new Set(AREAS);
}

/** @throws Failure exit 2 */
export const ordersIn = (context: Context, options: CertifyOptions): OrderInput | undefined =>
  options.orders.length === 0
    ? undefined
    : orderInput(context, options.orders, optionsOf(READING_FLAGS, options));

/** @throws Failure exit 2 */
export function asnsIn(context: Context, options: CertifyOptions): AsnSource | undefined {
  const { asns, asnsMap, strict, level } = options;
  if (asns === undefined) return undefined;
  if (asns === '-' && options.orders.includes('-'))
    throw usageFailure('usage.conflict', '--orders - and --asns - both want stdin', {
      hint: 'Give one of them a file.',
    });
  return asnSource(context, asns, optionsOf(ASN_READING_FLAGS, { map: asnsMap, strict, level }));
}
