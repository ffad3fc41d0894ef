// A value from columns: takes the first that is not empty, strips it, reads it as a whole number, or replaces it by
// another text.
import type { Finding } from '../../../contract/finding.ts';
import { isBlank } from '../../cells.ts';
import type { Cells } from '../../layout.ts';
import type { TableField } from '../../message-table.ts';
import { pathOf, SEVERAL } from '../json/json-paths.ts';
import type { ColumnValue } from '../language/value-shape.ts';
import { type Convert, cellOf, type RowReading } from './convert.ts';
import { matchedValues } from './matched-values.ts';
import { countryCode, stateCode } from './place-codes.ts';
import { converter, firstFilled, type Value, type ValueCompiling, type ValueRule } from './value.ts';

/** The value without the `default` of the mapping. */
export function columnValue(
  spec: ColumnValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
  isObject: boolean,
): Value {
  if (!spec.match) return ofColumns(spec, field, parts, to, isObject);
  const { match: _, ...plain } = spec;
  const matched = matchedValues(spec, parts, to);
  const { column } = matched;
  const value = ofColumns(plain, field, parts, to, isObject);
  // A list field reads the column with all values.
  const all = field.kind === 'list' ? (to.all(column) ?? column) : column;
  return {
    ...value,
    columns: [...new Set([...value.columns, ...matched.columns])],
    read(row) {
      const { cells } = row;
      const values = matched.in(cells);
      if (values.length === 0) return undefined;
      row.cells = cells.with(all, field.kind === 'list' ? values.join(SEVERAL) : values[0]!);
      const read = value.read(row);
      row.cells = cells;
      return read;
    },
  };
}

function ofColumns(
  given: ColumnValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
  isObject: boolean,
): Value {
  const list = typeof given.column === 'string' ? [given.column] : given.column;
  const at = isObject ? [...parts, 'column'] : parts;
  const named = list.map((name, i) => to.column(name, typeof given.column === 'string' ? at : [...at, i]));
  const columns = field.kind === 'list' ? named.map((index) => to.all(index) ?? index) : named;
  // A list field takes all values of a path; where a value is a list itself, it is split as well.
  const isSeveral = columns.some((index, i) => index !== named[i]);
  const spec: ColumnValue = isSeveral ? { ...given, split: given.split ?? SEVERAL } : given;
  const { split } = spec;
  const codes = spec.code && placeCodes(spec, field, parts, to);
  const converted = converter(spec, field, columns, parts, to);
  const convert: Convert = codes
    ? (text, row, index) => converted(codes.of(text, row), row, index)
    : converted;
  const stripped = spec.strip === undefined ? undefined : stripper(spec.strip);
  const strip = spec.whole ? (text: string) => withoutZeros(stripped ? stripped(text) : text) : stripped;
  const map = spec.values === undefined ? undefined : valueMap(spec, field, to.names, columns[0]!);
  const first = columns[0]!;
  const source = columns.length === 1 ? () => first : (cells: Cells) => firstFilled(columns, cells);
  const plain = columns.length === 1 && !strip && !map && !codes && field.kind === 'text';
  const read = plain
    ? ({ cells }: RowReading) => (isBlank(cells[first]!) ? undefined : cells[first]!)
    : (row: RowReading) => {
        const index = source(row.cells);
        const cell = isSeveral ? row.cells[index]!.replaceAll(SEVERAL, split!) : row.cells[index]!;
        const text = strip ? strip(cell) : cell;
        if (map) {
          const mapped = map(text, row, index);
          return mapped === undefined || mapped === '' ? undefined : convert(mapped, row, index);
        }
        return isBlank(text) ? undefined : convert(text, row, index);
      };
  const rule: ValueRule = codes
    ? 'code'
    : map
      ? 'value map'
      : columns.some((index) => index >= to.own)
        ? 'joined'
        : 'mapped';
  const all = codes ? [...columns, ...codes.columns] : columns;
  return { read, source, rule: () => rule, columns: all, generated: false };
}

/** How names of countries or states become codes, and the columns with the country of a state. */
function placeCodes(
  { code, country }: ColumnValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
) {
  if (field.kind !== 'text')
    throw to.fault([...parts, 'code'], 'Only texts become codes of places', 'a field that is a text');
  if (code === 'country') {
    if (country !== undefined)
      throw to.fault([...parts, 'country'], 'Only a state has a country beside it', '"code": "state"');
    return { of: (text: string) => countryCode(text), columns: [] };
  }
  if (country === undefined)
    throw to.fault(
      [...parts, 'code'],
      'A state needs its country',
      '"country": COLUMN beside "code": "state"',
    );
  if (typeof country === 'object' && 'constant' in country) {
    const constant = String(country.constant);
    return { of: (text: string) => stateCode(text, constant), columns: [] };
  }
  const list = typeof country === 'string' ? [country] : country;
  const columns = list.map((name) => to.column(name, [...parts, 'country']));
  const of = (text: string, { cells }: RowReading) => stateCode(text, cells[firstFilled(columns, cells)]!);
  return { of, columns };
}

const withoutZeros = (text: string): string =>
  /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;

/** Removes characters at both ends. */
function stripper(characters: string): (text: string) => string {
  const set = new Set(characters);
  return (text) => {
    let from = 0;
    let end = text.length;
    while (from < end && set.has(text[from]!)) from++;
    while (end > from && set.has(text[end - 1]!)) end--;
    return from === 0 && end === text.length ? text : text.slice(from, end);
  };
}

/** Replaces a text by another; a list is replaced element by element. */
function valueMap(spec: ColumnValue, field: TableField, names: readonly string[], index: number) {
  const values = new Map(Object.entries(spec.values!));
  const { path } = field;
  const open = !/^(customer|shipping_address|billing_address)\b|^note$/.test(path);
  const one = (text: string, row: RowReading): string | undefined => {
    const known = values.get(text) ?? values.get(text.trim());
    if (known !== undefined) return known;
    if (isBlank(text)) return undefined;
    if (spec.else !== undefined) return spec.else;
    if (spec.otherwise === 'keep') return text;
    const finding: Finding = {
      code: 'cell.unmapped',
      severity: 'error',
      path,
      args: {
        column: pathOf(names[index] ?? ''),
        cell: cellOf(row, index),
        line: row.line,
        found: open && /^[\p{L}\p{N} _./-]{1,40}$/u.test(text) ? text : `a text of ${text.length} characters`,
        known: [...values.keys()].slice(0, 12).join(', '),
      },
    };
    row.findings.push(finding);
    return text;
  };
  const split = spec.split;
  if (field.kind !== 'list' || split === undefined)
    return (text: string, row: RowReading, _: number) => one(text, row);
  return (text: string, row: RowReading, _: number) =>
    text
      .split(split)
      .map((part) => one(part.trim(), row) ?? '')
      .filter((part) => part !== '')
      .join(split);
}
