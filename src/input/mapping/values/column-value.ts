// A value from columns: takes the first that is not empty, strips it, reads it as a whole number, or replaces it by
// another text. Of a JSON list also those whose elements have certain keys, as the entries of meta_data.

import { quote } from '../../../basics/text.ts';
import { addFinding, type Cells, isBlank, type RowReading, SEVERAL } from '../../rows.ts';
import { commonLists, LIST, type PlacedValue, pathOf, placedValuesIn } from '../json/json-paths.ts';
import type { ColumnValue } from '../language/value-shape.ts';
import { faultAt, inside, type Target } from './binding.ts';
import { type Convert, converter } from './convert.ts';
import { sumOf } from './fraction.ts';
import { countryCode, stateCode } from './place-codes.ts';
import { type Amount, firstFilled, type Value } from './value.ts';

/** The value without the `default` of the mapping; `where` its columns are named. */
export function columnValue(
  { match, ...spec }: ColumnValue,
  at: Target,
  where = inside(at, 'column').parts,
): Value {
  if (!match) return ofColumns(spec, at, where);
  const matched = matchedValues(spec.column, match, at);
  const value = ofColumns(spec, at, where);
  const { column } = matched;
  // A list field reads the column with all values.
  const isList = at.field.kind === 'list' && !at.isPart;
  const all = isList ? (at.to.all(column) ?? column) : column;
  return {
    ...value,
    columns: [...new Set([...value.columns, ...matched.columns])],
    read(row) {
      const values = matched.in(row.cells);
      if (at.isPart) return addedEach(value as Value<Amount>, column, values, row);
      if (values.length === 0) return undefined;
      return readWith(value, all, isList ? values.join(SEVERAL) : values[0]!, row);
    },
  };
}

/** Reads a value as if this text stood in a column. */
function readWith<T>(value: Value<T>, index: number, text: string, row: RowReading): T {
  const { cells } = row;
  row.cells = cells.with(index, text);
  const read = value.read(row);
  row.cells = cells;
  return read;
}

/** A part of a calculation read for each of these texts in a column, added. */
export const addedEach = (
  part: Value<Amount>,
  index: number,
  texts: readonly string[],
  row: RowReading,
): Amount => sumOf(texts.map((text) => readWith(part, index, text, row)));

function ofColumns(given: ColumnValue, at: Target, where: readonly PropertyKey[]): Value {
  const { field, to, isPart } = at;
  const isOne = typeof given.column === 'string';
  const named = [given.column].flat().map((name, i) => to.column(name, isOne ? where : [...where, i]));
  const isList = field.kind === 'list' && !isPart;
  const columns = isList ? named.map((index) => to.all(index) ?? index) : named;
  // A list field takes all values of a path; where a value is a list itself, it is split as well.
  const isSeveral = columns.some((index, i) => index !== named[i]);
  const split = given.split ?? (isSeveral ? SEVERAL : undefined);
  const codes = given.code && placeCodes(given, at);
  const converted = converter({ ...given, split }, at, columns);
  const convert: Convert = codes
    ? (text, row, index) => converted(codes.of(text, row), row, index)
    : converted;
  const strip = stripper(given);
  const map = given.values && valueMap(given, isList ? split : undefined, at, columns[0]!);
  const first = columns[0]!;
  const source = columns.length === 1 ? () => first : (cells: Cells) => firstFilled(columns, cells);
  const isPlain = columns.length === 1 && !strip && !map && !codes && field.kind === 'text' && !isPart;
  const read = isPlain
    ? ({ cells }: RowReading) => (isBlank(cells[first]!) ? undefined : cells[first]!)
    : (row: RowReading) => {
        const index = source(row.cells);
        const cell = isSeveral ? row.cells[index]!.replaceAll(SEVERAL, split!) : row.cells[index]!;
        const text = strip ? strip(cell) : cell;
        if (!map) return isBlank(text) ? undefined : convert(text, row, index);
        const before = row.findings.length;
        const mapped = map(text, row);
        if (isPart && row.findings.length > before) return mapped;
        return mapped === undefined || mapped === '' ? undefined : convert(mapped, row, index);
      };
  const isJoined = columns.some((index) => index >= to.own);
  const rule = codes ? 'code' : map ? 'value map' : isJoined ? 'joined' : 'mapped';
  return { read, source, rule: () => rule, columns: codes ? [...columns, ...codes.columns] : columns };
}

/** How names of countries or states become codes, and the columns with the country of a state. */
function placeCodes({ code, country }: ColumnValue, at: Target) {
  const ofCode = inside(at, 'code');
  if (at.field.kind !== 'text' && !at.isPart)
    throw faultAt(ofCode, 'Only texts become codes of places', 'a field that is a text');
  if (code === 'country') return { of: (text: string) => countryCode(text), columns: [] };
  if (country === undefined)
    throw faultAt(ofCode, 'A state needs its country', '"country": COLUMN beside "code": "state"');
  if (typeof country === 'object' && 'constant' in country) {
    const constant = String(country.constant);
    return { of: (text: string) => stateCode(text, constant), columns: [] };
  }
  const columns = [country].flat().map((name) => at.to.column(name, inside(at, 'country').parts));
  const of = (text: string, { cells }: RowReading) => stateCode(text, cells[firstFilled(columns, cells)]!);
  return { of, columns };
}

/** Removes characters at both ends, and the decimals that spreadsheets put behind whole numbers. */
export function stripper({ strip, whole }: Pick<ColumnValue, 'strip' | 'whole'>) {
  if (strip === undefined && !whole) return undefined;
  const set = new Set(strip);
  return (text: string): string => {
    let from = 0;
    let end = text.length;
    while (from < end && set.has(text[from]!)) from++;
    while (end > from && set.has(text[end - 1]!)) end--;
    const bare = from === 0 && end === text.length ? text : text.slice(from, end);
    return whole && /^\d+\.0+$/.test(bare) ? bare.slice(0, bare.indexOf('.')) : bare;
  };
}

/** Replaces a text by another; a list with something between its elements is replaced element by element. */
function valueMap(
  spec: ColumnValue,
  split: string | undefined,
  { field: { path }, to: { names } }: Target,
  index: number,
) {
  const values = new Map(Object.entries(spec.values ?? {}));
  const open = !/^(customer|shipping_address|billing_address)\b|^note$/.test(path);
  const one = (text: string, row: RowReading): string | undefined => {
    const found = values.get(text) ?? values.get(text.trim());
    if (found !== undefined) return found;
    if (isBlank(text)) return undefined;
    if (spec.else !== undefined) return spec.else;
    if (spec.otherwise === 'keep') return text;
    addFinding(
      'cell.unmapped',
      row,
      { path, column: pathOf(names[index] ?? ''), index },
      {
        found: open && /^[\p{L}\p{N} _./-]{1,40}$/u.test(text) ? text : `a text of ${text.length} characters`,
        known: [...values.keys()].slice(0, 12).join(', '),
      },
    );
    return text;
  };
  if (split === undefined) return one;
  return (text: string, row: RowReading) =>
    text
      .split(split)
      .map((part) => one(part.trim(), row) ?? '')
      .filter((part) => part !== '')
      .join(split);
}

/** One key of `match`: a value counts when an element around or inside its own has the wanted text there. */
interface Key {
  readonly placed: number;
  /** How many lists the path of the key and that of the value have in common. */
  readonly depth: number;
  wanted(cells: Cells): readonly string[];
}

/**
 * The values of a JSON list whose elements are chosen by their keys, with the columns that the choice depends on.
 * @throws Failure exit 6 for keys that have no list in common with the values
 */
function matchedValues(column: ColumnValue['column'], match: NonNullable<ColumnValue['match']>, at: Target) {
  const { to } = at;
  const ofColumn = inside(at, 'column');
  if (typeof column !== 'string') throw faultAt(ofColumn, 'Only values of one path are matched', 'one path');
  const index = to.column(column, ofColumn.parts);
  const columns = [index];
  const placedOf = (path: string, where: Target) => {
    const placed = to.placed(to.column(path, where.parts));
    if (placed === undefined || !path.includes(LIST))
      throw faultAt(
        where,
        `${quote(path)} is no path through a list of JSON`,
        `a path such as notes${LIST}.key`,
      );
    columns.push(placed);
    return placed;
  };
  const values = placedOf(column, ofColumn);
  const keys = Object.entries(match).map(([path, wanted]): Key => {
    const where = inside(at, 'match', path);
    const placed = placedOf(path, where);
    const depth = commonLists(column, path);
    if (depth === 0)
      throw faultAt(
        where,
        `${quote(path)} and ${quote(column)} have no list in common`,
        'a path in the same list',
      );
    if (typeof wanted === 'string') {
      const of = to.column(wanted, where.parts);
      columns.push(of);
      return { placed, depth, wanted: (cells) => [cells[of]!] };
    }
    const texts = [wanted.constant].flat();
    return { placed, depth, wanted: () => texts };
  });
  const isAround =
    ({ depth }: Key, { indexes }: PlacedValue) =>
    (other: PlacedValue) =>
      indexes.slice(0, depth).every((one, i) => one === other.indexes[i]);
  return {
    column: index,
    columns,
    /** Those that match, in the order of the record. */
    in(cells: Cells): string[] {
      let found = placedValuesIn(cells[values]!);
      for (const key of keys) {
        if (found.length === 0) break;
        const wanted = key.wanted(cells);
        const elements = placedValuesIn(cells[key.placed]!).filter(({ value }) => wanted.includes(value));
        found = found.filter((one) => elements.some(isAround(key, one)));
      }
      return found.map(({ value }) => value);
    },
  };
}
