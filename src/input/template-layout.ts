// The template as a mapping: each column is the source of the field of its name, and its text is taken literally.
import { parseCents } from '../basics/units.ts';
import type { Finding } from '../contract/finding.ts';
import type { Compiled, CompiledLevel } from './mapping/rows/compile.ts';
import { MappedLayout } from './mapping/rows/mapped-layout.ts';
import { digitsReader, valuesKey } from './mapping/values/shared-values.ts';
import type { SharedField, Value } from './mapping/values/value.ts';
import type { ColumnMeaning, MessageTable } from './message-table.ts';
import { type Fields, jsonCell, type RowReading, rowsIn, unreadableCell, wholeNumber } from './rows.ts';
import type { IntakeOptions } from './types.ts';

/** What only a mapping has. */
const NOTHING_MAPPED = {
  remarks: [],
  ofOrder: [],
  ofLines: [],
  stated: [],
  joins: [],
  amounts: [],
  dates: [],
  unmapped: [],
  inRecord: undefined,
  changedAt: undefined,
  skipOf: undefined,
  report: undefined,
  kinds: undefined,
  wholeOrder: undefined,
  ruleOf: undefined,
};

/** For a header that was checked; columns that begin with `_` are ignored. `lastStep` may change a message that was built. */
export function templateLayout(
  table: MessageTable,
  names: readonly string[],
  options: Pick<IntakeOptions, 'minorUnits' | 'currency'> = {},
  lastStep?: (raw: Fields, findings: Finding[]) => void,
): MappedLayout {
  const known = names.flatMap((name, index) => {
    const meaning = table.columns.get(name);
    return meaning ? [{ ...meaning, name, index }] : [];
  });
  const levels = table.levels.map(({ list, key }, depth): CompiledLevel => {
    const fields = known
      .filter(({ level }) => level === depth)
      .map((one): SharedField => {
        return { field: one.field, value: literalValue(one), take: 'same', chosen: false };
      });
    const columnsOf = (some: readonly SharedField[]) => some.flatMap(({ value }) => value.columns);
    const isKey = ({ field }: SharedField) => key.includes(field.path) || field.name === table.version;
    return {
      list,
      key,
      fields,
      early: fields,
      late: [],
      columns: columnsOf(fields.filter((one) => !isKey(one))),
      shared: [],
      neededLists: [],
      generates: undefined,
      // Every row is an element, unless it is to be a line.
      own: depth === table.levels.length - 1 ? columnsOf(fields) : [],
    };
  });
  const { fields } = levels[0]!;
  const amounts = known.filter(({ decimal }) => decimal);
  const cents = (text: string, digits: number) => parseCents(text, '.', digits);
  const compiled: Compiled = {
    table,
    names,
    allNames: names,
    isLiteral: true,
    fills: false,
    levels,
    key: valuesKey(table.levels[0]!, fields),
    version: table.version === undefined ? -1 : names.indexOf(table.version),
    rowsOf: ({ cells }) => ({ rows: rowsIn(cells) }),
    digitsOf: table.hasAmounts ? digitsReader(fields, amounts, options, cents) : undefined,
    lastStep: lastStep && {
      columns: [],
      take: (raw, _, __, findings) => void lastStep(raw, findings),
    },
    ...NOTHING_MAPPED,
  };
  return new MappedLayout(compiled, (merged) => templateLayout(table, merged, options, lastStep));
}

/** A column of the header whose name is known. */
interface Column extends ColumnMeaning {
  /** Index of the cell in a row. */
  readonly index: number;
  readonly name: string;
}

/** An empty cell means that the field is missing, or an empty list where one is required. */
function literalValue(column: Column): Value {
  const { index, field } = column;
  const read = cellReader(column);
  return {
    read(row) {
      const text = row.cells[index]!;
      if (text === '') return field.isNeededList ? [] : undefined;
      return read ? read(text, row) : text;
    },
    source: () => index,
    rule: () => 'mapped',
    columns: [index],
  };
}

type Read = (text: string, row: RowReading) => unknown;

/** Reads the cells of a column that are not empty; undefined when the text is the value. */
function cellReader({ field: { kind, path }, decimal, name, index }: Column): Read | undefined {
  const cell = { path, column: name, index };
  const refusing =
    <T>(code: string, read: (text: string, row: RowReading) => T | undefined): Read =>
    (text, row) =>
      read(text, row) ?? unreadableCell(code, text, row, cell);
  switch (kind) {
    case 'text':
    case 'timestamp':
    case 'day':
      return undefined;
    case 'list':
      return (text) => text.split('|');
    case 'cents':
      if (decimal) return refusing('cell.amount', (text, { digits }) => parseCents(text, '.', digits));
      return refusing('cell.integer', wholeNumber);
    case 'integer':
      return refusing('cell.integer', wholeNumber);
    case 'number':
      return refusing('cell.number', finiteNumber);
    case 'json':
      return (text, row) => jsonCell(text, row, cell);
  }
}

const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?(?:[eE][+-]?\d{1,2})?$/;

function finiteNumber(text: string): number | undefined {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}
