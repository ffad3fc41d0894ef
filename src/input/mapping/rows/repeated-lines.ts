// Two rows with the same line identifier in one snapshot: the same line, counted as repeated, or a conflict that refuses the order.
import type { Finding } from '../../../contract/finding.ts';
import { type Fields, pairFinding, type RowReading } from '../../rows.ts';
import type { CompiledLevel, OrderRows } from './compile.ts';

/** Compares a row with an earlier line of the same key: a repeated line, or a conflict. */
export function repetition(
  { compiled, cells, places, around, reading }: OrderRows & { readonly reading: RowReading },
  { fields }: CompiledLevel,
  [first, second]: readonly { readonly line: Fields; readonly row: number }[],
  path: string,
): Finding {
  const [before, after] = [first!, second!];
  const differing = fields.find(({ field, value }) =>
    value.late || compiled.isLiteral
      ? value.columns.some((index) => cells[after.row]![index] !== cells[before.row]![index])
      : JSON.stringify(before.line[field.path]) !== JSON.stringify(after.line[field.path]),
  );
  const column = differing
    ? (compiled.names[differing.value.source(reading.cells)] ?? differing.field.name)
    : '';
  const code = `${compiled.table.of}.line.${differing ? 'conflict' : 'repeated'}`;
  return pairFinding(code, { path, column }, [places[before.row]!, places[after.row]!], around);
}
