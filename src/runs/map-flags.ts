// The flags that say how the columns of an export are read, for orders and ASNs alike.
import { usageFailure } from '../basics/failure.ts';
import { flag, type OptionsOf } from '../cli/flags.ts';

export const MAP_FLAGS = [
  flag('--map <file>', 'what the columns of an export mean (JSON; see samples/mappings)'),
  flag('--timezone <zone>', 'of times without an offset, with --map: Europe/London'),
  flag('--decimal <sign>', 'before the decimals, with --map: . or ,', { oneOf: ['.', ','] }),
  flag('--date-format <format>', 'of all dates, with --map: D/M/YYYY H:mm'),
];

/** @throws Failure exit 2 for a flag that says nothing without `--map`; `more` are such flags, too */
export function mapWish(
  { map, timezone, decimal, dateFormat }: OptionsOf<typeof MAP_FLAGS>,
  more: Readonly<Record<string, unknown>> = {},
) {
  const wish = { timezone, decimal, dateFormat };
  const alone = Object.entries({ ...wish, ...more }).find(([, value]) => value !== undefined);
  if (map === undefined && alone) {
    const word = `--${alone[0].replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw usageFailure('usage.map', `${word} is for exports that are read with --map`, {
      hint: 'The template and JSON are taken literally: add --map FILE, or leave the flag away.',
    });
  }
  return { map, ...wish };
}
