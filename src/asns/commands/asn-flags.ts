// The flags that reading ASNs has, for check and create alike, and the source made of them.
import { givenLevels, LEVEL_FLAG } from '../../account/level-flags.ts';
import { usageFailure } from '../../basics/failure.ts';
import { parseSize } from '../../basics/units.ts';
import {
  type Context,
  type Flag,
  type FlagValues,
  numberFlag,
  switchFlag,
  textFlag,
} from '../../cli/command.ts';
import { oneOf } from '../../cli/flag-values.ts';
import { MAP_FLAGS, mapWish } from '../../runs/map-flags.ts';
import { FORMAT_FLAGS, maxRejectsFlag, maxRejectsOf } from '../../runs/sending-flags.ts';
import type { AsnSource } from '../asn-input.ts';
import type { AsnSending } from '../parts.ts';

/** How a file of ASNs is read. */
export const ASN_FILE_FLAGS: readonly Flag[] = [
  ...FORMAT_FLAGS,
  ...MAP_FLAGS,
  { flag: '--memory <size>', text: 'for the rows of a table', initial: '256MB', parse: parseSize },
];

export const ASN_READING_FLAGS: readonly Flag[] = [
  ...ASN_FILE_FLAGS,
  {
    flag: '--api-version <version>',
    text: '1 or 2: version of the ASN interface',
    initial: '2 with labels, else 1',
    parse: oneOf('1', '2'),
  },
  { flag: '--strict', text: 'warnings refuse an ASN, too' },
  LEVEL_FLAG,
];

/** When refusals stop a run, and what its exit code says of them: for create, and for a check that foretells it. */
export const ASN_REFUSAL_FLAGS: readonly Flag[] = [
  maxRejectsFlag('ASNs'),
  {
    flag: '--fail-on <which>',
    text: 'refusals that mean exit 3: any or none',
    initial: 'any',
    parse: oneOf('any', 'none'),
  },
];

/** @see ASN_REFUSAL_FLAGS */
export const asnRefusals = (flags: FlagValues): Pick<AsnSending, 'maxRejects' | 'failOn'> => ({
  maxRejects: maxRejectsOf(flags),
  failOn: textFlag(flags, 'failOn') === 'none' ? 'none' : 'any',
});

/** @throws Failure exit 2 unless exactly one file is named */
export function asnSource(context: Context, files: readonly string[], flags: FlagValues): AsnSource {
  const [path] = files;
  if (path === undefined)
    throw usageFailure('usage.missing', 'Which file holds the ASNs?', {
      expected: 'FILE, or - for standard input',
      hint: 'Name a file with ASNs as CSV, JSON or NDJSON; `returns asns template` prints one.',
    });
  const version = textFlag(flags, 'apiVersion');
  const { map, ...wish } = mapWish(flags);
  return {
    path,
    map,
    intake: {
      format: (textFlag(flags, 'format') ?? 'auto') as AsnSource['intake']['format'],
      delimiter: textFlag(flags, 'delimiter'),
      encoding: textFlag(flags, 'encoding'),
      memory: numberFlag(flags, 'memory') ?? 256e6,
      ...wish,
    },
    version: version === undefined ? undefined : version === '2' ? 2 : 1,
    strict: switchFlag(flags, 'strict'),
    levels: givenLevels(context, flags),
  };
}

/** The flags about the mapping as they were given, for a command that reads the same file. */
export const mapWords = (flags: FlagValues): string[] =>
  (
    [
      ['--map', 'map'],
      ['--timezone', 'timezone'],
      ['--decimal', 'decimal'],
      ['--date-format', 'dateFormat'],
    ] as const
  ).flatMap(([flag, name]) => {
    const value = textFlag(flags, name);
    return value === undefined ? [] : [flag, value];
  });
