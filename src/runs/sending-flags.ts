// Flags that several commands share: for reading files and for sending.
import { usageFailure } from '../basics/failure.ts';
import { parseDuration } from '../basics/units.ts';
import { countFrom, flag, type OptionsOf, rare } from '../cli/command.ts';
import { parseMaxRejects } from '../sending/run-end.ts';

/** How a file is read, independent of its content. */
export const FORMAT_FLAGS = rare(
  flag('--format <format>', 'auto, csv, json or ndjson', {
    oneOf: ['auto', 'csv', 'json', 'ndjson'],
    initial: 'auto',
  }),
  // A mapping can set another encoding.
  flag('--encoding <label>', 'of the input', { otherwise: 'utf-8' }),
  flag('--delimiter <char>', 'between the cells', { otherwise: 'by the header' }),
);

export const RATE_FLAG = flag(
  '--rate <n>',
  'requests a minute to respect, also by time ("08:00,1000 22:00,5000"), or off (on loopback only above the limit)',
  { otherwise: "the environment's limit" },
);

export const CONCURRENCY_FLAG = flag('--concurrency <n>', 'open requests', {
  otherwise: 'by latency, 4 to 64',
  parse: countFrom(1, 256),
});

export const MAX_OUTAGE_FLAG = flag('--max-outage <duration>', 'give up when nothing succeeds for so long', {
  initial: '15m',
  parse: parseDuration,
});

export const maxRejectsFlag = (messages: string) =>
  flag('--max-rejects <n|n%>', `stop after so many refused ${messages}`, {
    otherwise: '1 %, at least 100',
    parse: parseMaxRejects,
  });

/** `holder` names the command that holds the lock. */
export const lockWaitFlag = (holder: string, initial: string) =>
  flag('--lock-wait <duration>', `wait for ${holder}`, { initial, parse: parseDuration });
export const MAP_FLAGS = [
  flag(
    '--map <file>',
    'what the columns of an export mean: a mapping file, or a name (returns mappings list)',
  ),
  flag('--timezone <zone>', 'of times without an offset, with --map: Europe/London'),
  ...rare(
    flag('--decimal <sign>', 'before the decimals, with --map: . or ,', { oneOf: ['.', ','] }),
    flag('--date-format <format>', 'of all dates, with --map: D/M/YYYY H:mm'),
  ),
];

/**
 * @throws Failure exit 2 for a flag that has no meaning without `--map`; `more` are further flags of that
 * kind
 */
export function mapFlagsOf(
  { map, timezone, decimal, dateFormat }: OptionsOf<typeof MAP_FLAGS>,
  more: Readonly<Record<string, unknown>> = {},
) {
  const wish = { timezone, decimal, dateFormat };
  const alone = Object.entries({ ...wish, ...more }).find(([, value]) => value !== undefined);
  if (map === undefined && alone) {
    const word = `--${alone[0].replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw usageFailure('usage.map', `${word} is for exports that are read with --map`, {
      hint: 'The template and JSON are taken literally: add --map FILE, or omit the flag.',
    });
  }
  return { map, ...wish };
}
