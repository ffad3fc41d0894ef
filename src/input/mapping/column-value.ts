// A value from columns: takes the first that is not empty, strips it, reads it as a whole number, or replaces it by
// another text.
import type { Finding } from '../../contract/finding.ts';
import { isBlank } from '../cells.ts';
import type { Cells } from '../layout.ts';
import type { TableField } from '../message-table.ts';
import type { RowReading } from './convert.ts';
import { converter, firstFilled, type Value, type ValueCompiling, type ValueRule } from './value.ts';
import type { ColumnValue } from './value-shape.ts';

/** The value without the `default` of the mapping. */
export function columnValue(
  spec: ColumnValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
  isObject: boolean,
): Value {
  const list = typeof spec.column === 'string' ? [spec.column] : spec.column;
  const at = isObject ? [...parts, 'column'] : parts;
  const columns = list.map((name, i) => to.column(name, typeof spec.column === 'string' ? at : [...at, i]));
  const convert = converter(spec, field, columns, parts, to);
  const stripped = spec.strip === undefined ? undefined : stripper(spec.strip);
  const strip = spec.whole ? (text: string) => withoutZeros(stripped ? stripped(text) : text) : stripped;
  const map = spec.values === undefined ? undefined : valueMap(spec, field, to.names, columns[0]!);
  const first = columns[0]!;
  const source = columns.length === 1 ? () => first : (cells: Cells) => firstFilled(columns, cells);
  const plain = columns.length === 1 && !strip && !map && field.kind === 'text';
  const read = plain
    ? ({ cells }: RowReading) => (isBlank(cells[first]!) ? undefined : cells[first]!)
    : (row: RowReading) => {
        const index = source(row.cells);
        const given = row.cells[index]!;
        const text = strip ? strip(given) : given;
        if (map) {
          const mapped = map(text, row, index);
          return mapped === undefined || mapped === '' ? undefined : convert(mapped, row, index);
        }
        return isBlank(text) ? undefined : convert(text, row, index);
      };
  const rule: ValueRule = map ? 'value map' : columns.some((index) => index >= to.own) ? 'joined' : 'mapped';
  return { read, source, rule: () => rule, columns, generated: false };
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
        column: names[index] ?? '',
        cell: index + 1,
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
