// The flags that reading orders has, for check and upload alike, and the options made of them.
import { givenLevels, LEVEL_FLAG } from '../../account/level-flags.ts';
import { badValue, parseDuration, parseSize } from '../../basics/units.ts';
import {
  type Context,
  type Flag,
  type FlagValues,
  listFlag,
  numberFlag,
  switchFlag,
  textFlag,
} from '../../cli/command.ts';
import { countFrom, oneOf } from '../../cli/flag-values.ts';
import { joinSpecs } from '../../input/mapping/join-spec.ts';
import { MAP_FLAGS, mapWish } from '../../runs/map-flags.ts';
import { FORMAT_FLAGS } from '../../runs/sending-flags.ts';
import type { OrderInput } from '../order-input.ts';
import { parseShard } from '../shard.ts';

/** `99%` or `99`: a share from 0 to 1. @throws Failure exit 2 */
function parsePercent(text: string, flag: string): number {
  const m = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text.trim());
  const share = m ? Number(m[1]) / 100 : Number.NaN;
  if (!(share >= 0 && share <= 1)) throw badValue(flag, text, 'a percentage such as 99%');
  return share;
}

export const READING_FLAGS: readonly Flag[] = [
  ...FORMAT_FLAGS,
  ...MAP_FLAGS,
  {
    flag: '--with <name=file>',
    text: 'a second file, for columns such as name.shipped in the mapping',
    repeat: true,
  },
  { flag: '--on <column>', text: 'of the second file: what the order is called there', repeat: true },
  {
    flag: '--min-match <percent>',
    text: 'stop unless it has so many of the orders: 99%',
    parse: parsePercent,
  },
  { flag: '--currency <code>', text: 'of orders that name none' },
  { flag: '--since <date>', text: 'only orders from this date, or from so long ago (6mo, 90d)' },
  { flag: '--until <date>', text: 'only orders before this date' },
  {
    flag: '--since-field <field>',
    text: 'updated_at or created_at',
    initial: 'updated_at',
    parse: oneOf('updated_at', 'created_at'),
  },
  { flag: '--shard <i/n>', text: 'only the orders of shard i of n' },
  { flag: '--shards <n>', text: 'the same, i from JOB_COMPLETION_INDEX', parse: countFrom(1, 10_000) },
  { flag: '--memory <size>', text: 'for orders whose rows stand apart', initial: '256MB', parse: parseSize },
  { flag: '--skip-unshipped', text: 'leave out orders of which nothing has shipped, unless accepted before' },
  { flag: '--strict', text: 'warnings refuse an order, too' },
  LEVEL_FLAG,
  { flag: '--expect-orders <n>', text: 'stop unless there are exactly so many orders', parse: countFrom(0) },
  { flag: '--min-orders <n>', text: 'stop when there are fewer orders', parse: countFrom(1) },
  { flag: '--max-orders <n>', text: 'stop when there are more orders', parse: countFrom(1) },
  {
    flag: '--max-age <duration>',
    text: 'stop when the newest updated_at is older: a stale export (2h)',
    parse: parseDuration,
  },
  { flag: '--keep-refunds', text: 'add refunds that were accepted before and that the input lacks' },
  {
    flag: '--rejects <file>',
    text: 'all refused orders go here (a folder for several inputs)',
    initial: 'the new ones, to the state dir',
  },
];

export const FAIL_ON_FLAG: Flag = {
  flag: '--fail-on <which>',
  text: 'refusals that mean exit 3: any, new or none',
  initial: 'any',
  parse: oneOf('any', 'new', 'none'),
};

/** @see FAIL_ON_FLAG */
export const failOnOf = (flags: FlagValues) => (textFlag(flags, 'failOn') ?? 'any') as 'any' | 'new' | 'none';

export function orderInput(context: Context, paths: readonly string[], flags: FlagValues): OrderInput {
  const { map, ...wish } = mapWish(flags, 'with', 'on', 'minMatch');
  return {
    paths,
    map,
    intake: {
      format: (textFlag(flags, 'format') ?? 'auto') as OrderInput['intake']['format'],
      delimiter: textFlag(flags, 'delimiter'),
      encoding: textFlag(flags, 'encoding'),
      memory: numberFlag(flags, 'memory') ?? 256e6,
      ...wish,
      joins: joinSpecs(listFlag(flags, 'with'), listFlag(flags, 'on')),
    },
    reading: {
      currency: textFlag(flags, 'currency'),
      since: textFlag(flags, 'since'),
      until: textFlag(flags, 'until'),
      sinceField: textFlag(flags, 'sinceField') === 'created_at' ? 'created_at' : 'updated_at',
      shard: parseShard(
        textFlag(flags, 'shard'),
        numberFlag(flags, 'shards'),
        context.host.env['JOB_COMPLETION_INDEX'],
      ),
      skipUnshipped: switchFlag(flags, 'skipUnshipped'),
      strict: switchFlag(flags, 'strict'),
      levels: givenLevels(context, flags),
    },
    rejects: textFlag(flags, 'rejects'),
  };
}

export const expectations = (flags: FlagValues) => ({
  expectOrders: numberFlag(flags, 'expectOrders'),
  minOrders: numberFlag(flags, 'minOrders'),
  maxOrders: numberFlag(flags, 'maxOrders'),
  maxAgeMs: numberFlag(flags, 'maxAge'),
  minMatch: numberFlag(flags, 'minMatch'),
  keepRefunds: switchFlag(flags, 'keepRefunds'),
});
