// The flags for reading ASNs, shared by check, create and update, and the options made from them.
import { givenLevels, LEVEL_FLAG } from '../account/level-flags.ts';
import { badValue, parseSize } from '../basics/units.ts';
import { type Context, flag, type OptionsOf } from '../cli/command.ts';
import type { AsnVersion } from '../contract/asn-words.ts';
import { FORMAT_FLAGS, lockWaitFlag, MAP_FLAGS, mapFlagsOf, maxRejectsFlag } from '../runs/sending-flags.ts';
import type { AsnSource } from './input/read.ts';

/** How a file of ASNs is read. */
export const ASN_FILE_FLAGS = [
  ...FORMAT_FLAGS,
  ...MAP_FLAGS,
  flag('--memory <size>', 'for the rows of a table', { initial: '256MB', parse: parseSize }),
];

export const apiVersionFlag = (text: string) =>
  flag('--api-version <version>', text, {
    otherwise: '2 with labels, else 1',
    parse(given, word): AsnVersion {
      if (given === '1' || given === '2') return given === '2' ? 2 : 1;
      throw badValue(word, given, 'one of 1, 2');
    },
  });

export const ASN_READING_FLAGS = [
  ...ASN_FILE_FLAGS,
  apiVersionFlag('1 or 2: version of the ASN interface'),
  flag('--strict', 'warnings refuse an ASN, too'),
  LEVEL_FLAG,
];

/**
 * When refusals stop a run, and the exit code for them: for create, and for a check, which reports them in
 * advance.
 */
export const ASN_REFUSAL_FLAGS = [
  maxRejectsFlag('ASNs'),
  flag('--fail-on <which>', 'refusals that mean exit 3: any or none', {
    oneOf: ['any', 'none'],
    initial: 'any',
  }),
];

export const ASN_LOCK_FLAG = lockWaitFlag('another command that changes ASNs of this target', '20s');

export function asnSource(
  context: Context,
  path: string,
  options: OptionsOf<typeof ASN_READING_FLAGS>,
): AsnSource {
  const { format, delimiter, encoding, memory, apiVersion: version, strict } = options;
  const { map, ...wish } = mapFlagsOf(options);
  const intake = { format, delimiter, encoding, memory, ...wish };
  return { path, map, intake, version, strict, levels: givenLevels(context, options) };
}
