// The flags that say how the columns of an export are read, for orders and ASNs alike.
import { usageFailure } from '../basics/failure.ts';
import { type Flag, type FlagValues, textFlag } from '../cli/command.ts';
import { oneOf } from '../cli/flag-values.ts';

/** What says how the columns of an export are read, for orders and ASNs alike. */
export const MAP_FLAGS: readonly Flag[] = [
  { flag: '--map <file>', text: 'what the columns of an export mean (JSON; see samples/mappings)' },
  { flag: '--timezone <zone>', text: 'of times without an offset, with --map: Europe/London' },
  { flag: '--decimal <sign>', text: 'before the decimals, with --map: . or ,', parse: oneOf('.', ',') },
  { flag: '--date-format <format>', text: 'of all dates, with --map: D/M/YYYY H:mm' },
];

/** @throws Failure exit 2 for a flag that says nothing without `--map` */
export function mapWish(flags: FlagValues, ...more: readonly string[]) {
  const map = textFlag(flags, 'map');
  const alone = ['timezone', 'decimal', 'dateFormat', ...more].find((name) => flags[name] !== undefined);
  if (map === undefined && alone !== undefined) {
    const flag = `--${alone.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    throw usageFailure('usage.map', `${flag} is for exports that are read with --map`, {
      hint: 'The template and JSON are taken literally: add --map FILE, or leave the flag away.',
    });
  }
  return {
    map,
    timezone: textFlag(flags, 'timezone'),
    decimal: textFlag(flags, 'decimal') as '.' | ',' | undefined,
    dateFormat: textFlag(flags, 'dateFormat'),
  };
}
