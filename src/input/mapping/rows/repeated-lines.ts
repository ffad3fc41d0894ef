// Two rows with the same line identifier in one snapshot: the same line, counted as repeated, a further parcel of it, or a conflict that
// refuses the order.
import type { Finding } from '../../../contract/finding.ts';
import { type Fields, pairFinding, type RowReading } from '../../rows.ts';
import type { CompiledLevel, OrderRows } from './compile.ts';

/** What each parcel of a line has of its own. */
const OF_PARCEL: readonly string[] = ['tracking_number', 'shipped_date'];

/** Compares a row with an earlier line of the same key: a repeated line, or a conflict. The units of a further parcel are added to it. */
export function repetition(
  { compiled, cells, places, around, reading }: OrderRows & { readonly reading: RowReading },
  { fields }: CompiledLevel,
  [first, second]: readonly { readonly line: Fields; readonly row: number }[],
  path: string,
): readonly Finding[] {
  const [before, after] = [first!, second!];
  const units = fields.filter(({ value }) => value.isOfParcels).map(({ field }) => field.path);
  const differing = fields.find(({ field: { path: own }, value }) => {
    const [one, other] = [before.line[own], after.line[own]];
    if (units.includes(own)) return typeof other !== 'number';
    if (units.length > 0 && OF_PARCEL.includes(own)) return false;
    return value.late || compiled.isLiteral
      ? value.columns.some((index) => cells[after.row]![index] !== cells[before.row]![index])
      : JSON.stringify(one) !== JSON.stringify(other);
  });
  if (units.length > 0 && !differing) {
    for (const own of units) before.line[own] = Number(before.line[own]) + Number(after.line[own]);
    return [];
  }
  const column = differing
    ? (compiled.names[differing.value.source(reading.cells)] ?? differing.field.name)
    : '';
  const code = `${compiled.table.of}.line.${differing ? 'conflict' : 'repeated'}`;
  return [pairFinding(code, { path, column }, [places[before.row]!, places[after.row]!], around)];
}
