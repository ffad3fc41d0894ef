// Values from several columns: templates, and the latest of several dates.
import { microsOf } from '../../../contract/time.ts';
import { isBlank } from '../../cells.ts';
import { converter } from './convert.ts';
import { type RowReading, readingOf } from './row-reading.ts';
import { faultAt, firstFilled, inside, type Target, type Value } from './value.ts';

/** White space that is more than one space. */
const UNEVEN = /\s\s|[^\S ]/;

/** `{First Name} {Last Name}`: empty when all columns are; several spaces become one. */
export function template(text: string, at: Target): Value {
  const where = inside(at, 'template');
  const pieces = text.split(/\{([^{}]*)\}/);
  const columns = pieces.flatMap((piece, i) => (i % 2 === 1 ? [at.to.column(piece, where.parts)] : []));
  if (columns.length === 0)
    throw faultAt(where, 'The template names no column', 'a text such as {First Name} {Last Name}');
  const convert = converter({}, at, columns);
  return {
    read(row) {
      if (isBlank(row.cells[firstFilled(columns, row.cells)]!)) return undefined;
      let result = '';
      for (let i = 0, c = 0; i < pieces.length; i++)
        result += i % 2 === 1 ? row.cells[columns[c++]!]! : pieces[i]!;
      if (UNEVEN.test(result)) result = result.replace(/\s+/g, ' ');
      return convert(result.trim(), row, columns[0]!);
    },
    source: (cells) => firstFilled(columns, cells),
    rule: () => 'mapped',
    columns,
  };
}

export function latest(list: readonly string[], at: Target): Value {
  if (at.field.kind !== 'timestamp') throw faultAt(at, 'Only dates have a latest', 'a field that is a time');
  const columns = list.map((name, i) => at.to.column(name, inside(at, 'latest', i).parts));
  const converts = columns.map((index) => converter({}, at, [index]));
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
  };
}
