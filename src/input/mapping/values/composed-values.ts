// Values from several columns: templates, and the latest of several dates.
import { microsOf } from '../../../contract/time.ts';
import { isBlank } from '../../cells.ts';
import type { TableField } from '../../message-table.ts';
import { SEVERAL } from '../json/json-paths.ts';
import { type RowReading, readingOf } from './convert.ts';
import { converter, firstFilled, type Value, type ValueCompiling } from './value.ts';

/** White space that is more than one space. */
const UNEVEN = /\s\s|[^\S ]/;

/** `{First Name} {Last Name}`: empty when all columns are; several spaces become one, values of a list are joined by commas. */
export function template(
  text: string,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
  const at = [...parts, 'template'];
  const pieces = text.split(/\{([^{}]*)\}/);
  const columns = pieces.flatMap((piece, i) => (i % 2 === 1 ? [to.column(piece, at)] : []));
  if (columns.length === 0)
    throw to.fault(at, 'The template names no column', 'a text such as {First Name} {Last Name}');
  const shown = columns.map((index) => to.all(index) ?? index);
  const convert = converter({ column: '' }, field, columns, parts, to);
  return {
    read(row) {
      if (isBlank(row.cells[firstFilled(columns, row.cells)]!)) return undefined;
      let result = '';
      for (let i = 0, c = 0; i < pieces.length; i++)
        result += i % 2 === 1 ? row.cells[shown[c++]!]!.replaceAll(SEVERAL, ', ') : pieces[i]!;
      if (UNEVEN.test(result)) result = result.replace(/\s+/g, ' ');
      return convert(result.trim(), row, columns[0]!);
    },
    source: (cells) => firstFilled(columns, cells),
    rule: () => 'mapped',
    columns,
    generated: false,
  };
}

export function latest(
  list: readonly string[],
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
  if (field.kind !== 'timestamp') throw to.fault(parts, 'Only dates have a latest', 'a field that is a time');
  const columns = list.map((name, i) => to.column(name, [...parts, 'latest', i]));
  const converts = columns.map((index) => converter({ column: '' }, field, [index], parts, to));
  const pick = (row: RowReading): { readonly index: number; readonly text: string } | undefined => {
    let best: { index: number; text: string; micros: number } | undefined;
    for (let i = 0; i < columns.length; i++) {
      const index = columns[i]!;
      if (isBlank(row.cells[index]!)) continue;
      const text = String(converts[i]!(row.cells[index]!, row, index));
      if (text === best?.text) continue;
      const known = microsOf(text);
      // A date that cannot be read has a finding. It must not be ignored in favour of an older date.
      const micros = Number.isNaN(known) ? Number.POSITIVE_INFINITY : known;
      if (!best || micros > best.micros) best = { index, text, micros };
    }
    return best;
  };
  return {
    read: (row) => pick(row)?.text,
    source: (cells) => pick(readingOf(cells))?.index ?? columns[0]!,
    rule: () => 'mapped',
    columns,
    generated: false,
  };
}
