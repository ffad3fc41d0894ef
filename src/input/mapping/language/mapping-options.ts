// Flags for mapped input, which win over the mapping.
import { usageFailure } from '../../../basics/failure.ts';
import { quote } from '../../../basics/text.ts';
import { badValue } from '../../../basics/units.ts';
import type { IntakeOptions } from '../../types.ts';
import { type Decisions, FORMAT_EXPECTED } from '../rows/bind.ts';
import { readerOf } from '../values/date-format.ts';
import { isZone, Zone, zoneMeant } from '../values/zone.ts';
import type { MappingFile } from './shape.ts';

/** The flags that can only be used with a mapping. */
export type MappingOptions = Pick<
  IntakeOptions,
  'timezone' | 'decimal' | 'dateFormat' | 'minorUnits' | 'currency'
>;

/** @throws Failure exit 2 for a flag value that is not understood */
export function decisionsOf(mapping: MappingFile, options: MappingOptions): Decisions {
  const zone = options.timezone ?? mapping.dates?.timezone;
  if (options.timezone !== undefined && !isZone(options.timezone))
    throw usageFailure(
      'usage.timezone',
      `--timezone does not know ${quote(options.timezone)}.${zoneMeant(options.timezone)}`,
      {
        expected: 'an IANA name such as Europe/London',
        found: quote(options.timezone),
        hint: 'Give the zone of the shop that wrote the export.',
      },
    );
  const format = options.dateFormat === undefined ? undefined : readerOf(options.dateFormat);
  if (options.dateFormat !== undefined && !format)
    throw badValue('--date-format', options.dateFormat, FORMAT_EXPECTED);
  return {
    zone: zone === undefined ? undefined : new Zone(zone),
    format: format && [format],
    decimal: options.decimal ?? mapping.decimal,
    minorUnits: options.minorUnits,
    currency: options.currency,
    dayOrders: new Map(),
  };
}
