// Compiles a value of a mapping once per header, so that reading a row does not look at the mapping any more. A value is
// that of a field, or a part of a calculation, which is read as an exact amount.

import { microsOf } from '../../../contract/time.ts';
import type { LevelName, TableField } from '../../message-table.ts';
import { type Cells, isBlank, type RowReading, readingOf, SEVERAL } from '../../rows.ts';
import type {
  CasesValue,
  GenerateValue,
  Literal,
  Operand,
  ValueObject,
  ValueSpec,
} from '../language/value-shape.ts';
import { type Binding, faultAt, inside, type Target } from './binding.ts';
import { calculated } from './calculated-values.ts';
import { columnValue } from './column-value.ts';
import { compileCondition } from './conditions.ts';
import { converter, wholeOf } from './convert.ts';
import { fractionIn } from './fraction.ts';
import { firstFilled, NO_VALUE, type Value } from './value.ts';

/** @throws Failure exit 6 for a value that the field cannot have */
export const compileValue = (
  spec: ValueSpec,
  field: TableField,
  parts: readonly PropertyKey[],
  level: LevelName,
  to: Binding,
): Value => compile(spec, { field, parts, level, to, isPart: false, compile });

function compile(spec: Operand, at: Target): Value {
  if (typeof spec === 'number') return constant(spec, at);
  if (typeof spec === 'string') return columnValue({ column: spec }, at, at.parts);
  const value = ofWord(spec, at);
  if (!('default' in spec) || spec.default === undefined) return value;
  const { read } = constant(spec.default, inside(at, 'default'));
  return {
    ...value,
    read: (row) => value.read(row) ?? read(row),
    rule: (cells) =>
      // What came late is not known any more when it is traced.
      !value.late && value.read(readingOf(cells)) === undefined ? 'default' : value.rule(cells),
  };
}

function ofWord(spec: ValueObject, at: Target): Value {
  if ('column' in spec) return columnValue(spec, at);
  if ('constant' in spec) return constant(spec.constant, inside(at, 'constant'));
  if ('cases' in spec) return cases(spec, at);
  const amount = calculated(spec, at);
  if (amount) return amount;
  if (at.isPart)
    throw faultAt(
      at,
      `Nothing can be calculated with ${Object.keys(spec)[0]}`,
      'a column, a number, or an object with column, constant, cases, sum, subtract, multiply or divide',
    );
  if ('template' in spec) return template(spec.template, at);
  if ('latest' in spec) return latest(spec.latest, at);
  return generated(spec as GenerateValue, at);
}

function generated({ generate }: GenerateValue, at: Target): Value {
  const only = generate === 'refund' ? 'refund.identifier' : at.to.numbered;
  if (at.field.name === only) return { ...NO_VALUE, rule: () => 'generated', generated: generate };
  const from = generate === 'refund' ? ' from a refund' : '';
  throw faultAt(at, `Only ${only} can be generated${from}`, 'a column or a constant');
}

function cases(spec: CasesValue, at: Target): Value {
  const branches = spec.cases.map(({ when, value }, i) => ({
    test: compileCondition(when, inside(at, 'cases', i, 'when').parts, at.to),
    value: compile(value, inside(at, 'cases', i, 'value')),
  }));
  const last = spec.else === undefined ? undefined : compile(spec.else, inside(at, 'else'));
  const values = [...branches.map(({ value }) => value), ...(last ? [last] : [])];
  if (values.some((value) => value.generated))
    throw faultAt(
      at,
      'A generated identifier cannot depend on a condition',
      'a column, or {"generate": "line"} alone',
    );
  const chosen = (cells: Cells): Value => {
    for (const { test, value } of branches) if (test.holds(cells)) return value;
    return last ?? NO_VALUE;
  };
  return {
    read: (row) => chosen(row.cells).read(row),
    source: (cells) => chosen(cells).source(cells),
    rule: (cells) => chosen(cells).rule(cells),
    columns: [...branches.flatMap(({ test }) => test.columns), ...values.flatMap(({ columns }) => columns)],
    late: values.find(({ late }) => late)?.late,
  };
}

/** White space that is more than one space. */
const UNEVEN = /\s\s|[^\S ]/;

/** `{First Name} {Last Name}`: empty when all columns are; several spaces become one, values of a list are joined by commas. */
function template(text: string, at: Target): Value {
  const where = inside(at, 'template');
  const pieces = text.split(/\{([^{}]*)\}/);
  const columns = pieces.flatMap((piece, i) => (i % 2 === 1 ? [at.to.column(piece, where.parts)] : []));
  if (columns.length === 0)
    throw faultAt(where, 'The template names no column', 'a text such as {First Name} {Last Name}');
  const shown = columns.map((index) => at.to.all(index) ?? index);
  const convert = converter({}, at, columns);
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
    columns: [...new Set([...columns, ...shown])],
  };
}

function latest(list: readonly ValueSpec[], at: Target): Value {
  if (at.field.kind !== 'timestamp') throw faultAt(at, 'Only dates have a latest', 'a field that is a time');
  const values = list.map((one, i) => compile(one, inside(at, 'latest', i)));
  const pick = (row: RowReading): { readonly value: Value; readonly text: string } | undefined => {
    let best: { value: Value; text: string; micros: number } | undefined;
    for (const value of values) {
      const read = value.read(row);
      if (read === undefined || read === best?.text) continue;
      const text = String(read);
      const known = microsOf(text);
      // A date that cannot be read has a finding. It must not be ignored in favour of an older date.
      const micros = Number.isNaN(known) ? Number.POSITIVE_INFINITY : known;
      if (!best || micros > best.micros) best = { value, text, micros };
    }
    return best;
  };
  return {
    read: (row) => pick(row)?.text,
    source: (cells) => (pick(readingOf(cells))?.value ?? values[0]!).source(cells),
    rule: () => 'mapped',
    columns: values.flatMap(({ columns }) => columns),
  };
}

/** In a calculation a constant is a number as a cell has it: 5 is 5.00, not 5 cents. */
function constant(literal: Literal, at: Target): Value {
  const value = at.isPart ? numberOf(literal, at) : literalOf(literal, at);
  // A new list for every order, because orders must not share objects.
  const read = Array.isArray(value) ? () => [...value] : () => value;
  return { ...NO_VALUE, read, rule: () => 'constant' };
}

function numberOf(literal: Literal, at: Target) {
  const value = Array.isArray(literal) ? undefined : fractionIn(String(literal));
  if (value) return value;
  throw faultAt(at, 'This constant is not a number', 'a number such as 1.19');
}

function literalOf(literal: Literal, at: Target): unknown {
  const { name, kind } = at.field;
  const wrong = (expected: string) => faultAt(at, `The constant does not suit ${name}`, expected);
  switch (kind) {
    case 'list':
      if (typeof literal === 'string') return literal === '' ? [] : [literal];
      if (!Array.isArray(literal)) throw wrong('a list of texts');
      return literal;
    case 'json':
      if (!Array.isArray(literal) || literal.length > 0) throw wrong('an empty list');
      return literal;
    case 'cents':
    case 'integer': {
      const whole = typeof literal === 'string' ? wholeOf(literal) : literal;
      if (typeof whole !== 'number')
        throw wrong(kind === 'cents' ? 'a whole number of cents' : 'a whole number');
      return whole;
    }
    case 'number': {
      const value = Number(literal);
      if (Array.isArray(literal) || !Number.isFinite(value)) throw wrong('a number');
      return value;
    }
    default:
      if (typeof literal !== 'string') throw wrong('a text');
      return literal;
  }
}
