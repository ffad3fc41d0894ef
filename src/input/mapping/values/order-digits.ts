// Decimals of an order's currency, for the decimal amounts of a mapped order.

import { minorDigits, undecidedUnits } from '../../../basics/units.ts';
import { isBlank } from '../../cells.ts';
import type { Cells } from '../../layout.ts';
import type { LoadedMapping } from '../language/loaded-mapping.ts';
import type { Decisions, Open } from '../rows/bind.ts';
import { centsOf } from './money.ts';
import { cellOf, placeOfCell, type RowReading } from './row-reading.ts';
import type { SharedField } from './shared-values.ts';
import { readWithoutFindings } from './value.ts';

/** @throws Failure exit 6 when the order has a decimal amount and nobody said what its integers count */
export type DigitsOf = (rows: readonly Cells[], reading: RowReading) => number;

export function digitsReader(
  { mapping }: LoadedMapping,
  fields: readonly SharedField[],
  amounts: readonly Open[],
  decisions: Decisions,
): DigitsOf {
  const currency = fields.find(({ field }) => field.path === 'currency')?.value;
  const read = readWithoutFindings();
  const units = mapping.minor_units ?? decisions.minorUnits;
  return (rows, reading) => {
    const code = (currency && read(currency, reading.cells)) ?? decisions.currency;
    const digits = minorDigits(code, units);
    if (digits !== undefined) return digits;
    for (const cells of rows)
      for (const { index, name } of amounts) {
        const text = cells[index]!;
        if (isBlank(text)) continue;
        const place = { file: reading.file, line: reading.line, ...placeOfCell(cellOf(reading, index)) };
        throw undecidedUnits(String(code), { text, column: name, place }, (d) =>
          centsOf(text, decisions.decimal ?? '.', d),
        );
      }
    return 2;
  };
}
