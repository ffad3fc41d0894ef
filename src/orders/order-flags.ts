// The flags for reading orders, shared by check and upload, and the options made from them.
import { givenSettings, LEVEL_FLAG } from '../account/level-flags.ts';
import { usageFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import { parseDuration, parseSize } from '../basics/units.ts';
import { type Context, countFrom, flag, inGroup, type OptionsOf, rare } from '../cli/command.ts';
import type { JoinFlag } from '../input/types.ts';
import { FORMAT_FLAGS, MAP_FLAGS, mapFlagsOf } from '../runs/sending-flags.ts';
import type { OrderInput } from './read/order-input.ts';
import { parseShard } from './read/shard.ts';

export const READING_FLAGS = [
  ...inGroup(
    'Reading',
    ...FORMAT_FLAGS,
    ...MAP_FLAGS,
    flag('--with <name=file>', 'a second file, for columns such as name.shipped in the mapping', {
      repeat: true,
    }),
    ...rare(
      flag('--memory <size>', 'for orders whose rows stand apart', { initial: '256MB', parse: parseSize }),
    ),
    flag('--currency <code>', 'of orders that name none'),
  ),
  ...inGroup(
    'Choosing',
    flag('--since <date>', 'only orders from this date, or so long ago (90d)'),
    flag('--until <date>', 'only orders before this date'),
    flag('--shard <i/n>', 'only the orders of shard i of n; auto/n: i from JOB_COMPLETION_INDEX'),
    flag('--skip-unshipped', 'omit what has not shipped, unless accepted before'),
  ),
  ...inGroup(
    'Guarding',
    flag('--strict', 'warnings refuse an order, too'),
    ...rare(LEVEL_FLAG),
    flag('--expect-orders <n>', 'stop unless there are exactly so many orders', { parse: countFrom(0) }),
    flag('--min-orders <n>', 'stop when there are fewer orders', { parse: countFrom(1) }),
    flag('--max-orders <n>', 'stop when there are more orders', { parse: countFrom(1) }),
    flag('--max-age <duration>', 'stop when the newest updated_at is older (2h)', {
      parse: parseDuration,
    }),
    flag('--keep-refunds', 'add refunds that were accepted and that the input lacks'),
    flag('--rejects <file>', 'all refused orders go here (a folder for several inputs)', {
      otherwise: 'the new ones, to the state dir',
    }),
  ),
];

type Options = OptionsOf<typeof READING_FLAGS>;

export const FAIL_ON_FLAG = flag('--fail-on <which>', 'refusals that mean exit 3: any, new or none', {
  oneOf: ['any', 'new', 'none'],
  initial: 'any',
});

export const BATCH_SIZE_FLAG = flag('--batch-size <n>', 'orders a request', {
  initial: '50',
  parse: countFrom(1, 1000),
});

/** @throws Failure exit 2 */
export function orderInput(context: Context, paths: readonly string[], options: Options): OrderInput {
  const { format, delimiter, encoding, memory, rejects } = options;
  const { currency, since, until, skipUnshipped, strict } = options;
  const { map, ...wish } = mapFlagsOf(options, { with: options.with[0] });
  const joins = joinSpecs(options.with);
  const shard = parseShard(options.shard, context.platform.env['JOB_COMPLETION_INDEX']);
  const { levels, statusSpelling, minorUnits } = givenSettings(context, options);
  return {
    paths,
    map,
    intake: { format, delimiter, encoding, memory, minorUnits, ...wish, joins },
    reading: { currency, since, until, shard, skipUnshipped, strict, levels, statusSpelling },
    rejects,
    tell: (text) => context.show.always(text),
  };
}

/**
 * The values of `--with` and, of `orders map`, `--on`: `COLUMN`, `NAME:COLUMN`, `KEY=COLUMN`, `NAME:KEY=COLUMN`.
 * @throws Failure exit 2
 */
export function joinSpecs(withs: readonly string[], ons: readonly string[] = []): JoinFlag[] {
  const named = new Map<string, JoinFlag['on']>();
  let common: JoinFlag['on'];
  const names = withs.map((text) => {
    const m = /^(\w+)=(.+)$/s.exec(text);
    if (m) return { name: m[1]!, path: m[2]! };
    throw usageFailure('usage.with', `--with does not understand ${quote(text)}`, {
      expected: 'NAME=FILE',
      found: quote(text),
      hint: 'Give the second file a name for the mapping: --with oms=dump.csv, and "oms.shipped" there.',
    });
  });
  for (const text of ons) {
    const prefix = /^(\w+):/.exec(text)?.[1];
    const own = names.some(({ name }) => name === prefix);
    const [first, ...rest] = (own ? text.slice(prefix!.length + 1) : text).split('=');
    const on = rest.length > 0 ? { key: first!, column: rest.join('=') } : { key: undefined, column: first! };
    if (own) named.set(prefix!, on);
    else common = on;
  }
  if (new Set(names.map(({ name }) => name)).size < names.length)
    throw usageFailure('usage.with', 'Two files of --with have the same name', {
      hint: 'Give each its own: --with oms=a.csv --with stock=b.csv.',
    });
  if (ons.length > 0 && names.length === 0)
    throw usageFailure('usage.with', '--on is for the second file of --with', {
      hint: 'Add --with NAME=FILE.',
    });
  return names.map((one) => ({ ...one, on: named.get(one.name) ?? common }));
}
