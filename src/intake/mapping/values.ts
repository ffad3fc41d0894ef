// A value of a mapping, compiled once per header: the reading of a million rows only follows it.

import { parseInstant } from '../../base/time.ts';
import type { Finding } from '../../contract/finding.ts';
import type { Field } from '../fields.ts';
import { type Cells, type Compiling, compileCondition } from './conditions.ts';
import { type Convert, converterOf, pathOfField, type RowReading, wholeOf } from './convert.ts';
import type { DateRules } from './dates.ts';
import type { CasesValue, ColumnValue, Literal, ValueSpec } from './shape.ts';

export interface Value {
  /** Undefined when there is none. */
  read(row: RowReading): unknown;
  /** The column that a row's value comes from; -1 for none. */
  source(cells: Cells): number;
  /** How the value comes about, for the trace. */
  rule(cells: Cells): Rule;
  /** Columns that the value depends on. */
  readonly columns: readonly number[];
  /** Whether the line's generated identifier is meant. */
  readonly generated: boolean;
}

export type Rule = 'mapped' | 'value map' | 'constant' | 'default' | 'generated' | 'joined';

export interface ValueCompiling extends Compiling {
  readonly names: readonly string[];
  /** How the dates of these columns are read; the column is noted where its day order is to be decided. */
  dates(
    columns: readonly number[],
    format: string | readonly string[] | undefined,
    parts: readonly PropertyKey[],
  ): DateRules;
  /** These columns hold decimal amounts. */
  amounts(columns: readonly number[], strip: string | undefined): void;
}

export function compileValue(
  spec: ValueSpec,
  field: Field,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
  if (typeof spec === 'string') return columnValue({ column: spec }, field, parts, to, false);
  if ('column' in spec) return columnValue(spec, field, parts, to, true);
  if ('constant' in spec) return constant(spec.constant, field, [...parts, 'constant'], to, 'constant');
  if ('template' in spec)
    return withDefault(template(spec.template, field, parts, to), spec.default, field, parts, to);
  if ('cases' in spec) return withDefault(cases(spec, field, parts, to), spec.default, field, parts, to);
  if ('sum' in spec) return withDefault(sum(spec.sum, field, parts, to), spec.default, field, parts, to);
  if ('latest' in spec)
    return withDefault(latest(spec.latest, field, parts, to), spec.default, field, parts, to);
  if ('multiply' in spec)
    return withDefault(product(spec.multiply, field, parts, to), spec.default, field, parts, to);
  if (field.name !== 'item.identifier')
    throw to.fault(parts, 'Only item.identifier can be generated', 'a column or a constant');
  return { read: () => undefined, source: () => -1, rule: () => 'generated', columns: [], generated: true };
}

const isBlank = (text: string): boolean => text === '' || text.trim() === '';

function columnValue(
  spec: ColumnValue,
  field: Field,
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
  const source =
    columns.length === 1
      ? () => first
      : (cells: Cells) => columns.find((index) => !isBlank(cells[index]!)) ?? first;
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
  const rule: Rule = map
    ? 'value map'
    : columns.some((index) => index >= to.names.length)
      ? 'joined'
      : 'mapped';
  return withDefault(
    { read, source, rule: () => rule, columns, generated: false },
    spec.default,
    field,
    parts,
    to,
  );
}

function converter(
  spec: ColumnValue,
  field: Field,
  columns: readonly number[],
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Convert {
  const isTime = field.kind === 'timestamp';
  if (field.kind === 'cents' && spec.unit === undefined && spec.values === undefined)
    to.amounts(columns, spec.strip);
  const dates = isTime ? to.dates(columns, spec.format, parts) : NO_DATES;
  return converterOf(field, {
    decimal: to.decimal,
    wholeCents: spec.unit === 'cents',
    dates,
    split: spec.split,
    column: to.names[columns[0]!] ?? '',
  });
}

const NO_DATES: DateRules = { formats: [], dayOrder: () => undefined, zone: undefined };

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

/** A text to another; a list is mapped element by element. */
function valueMap(spec: ColumnValue, field: Field, names: readonly string[], index: number) {
  const values = new Map(Object.entries(spec.values!));
  const path = pathOfField(field);
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
      path: row.prefix + path,
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

function constant(
  literal: Literal,
  field: Field,
  parts: readonly PropertyKey[],
  to: Compiling,
  rule: Rule,
): Value {
  const value = literalOf(literal, field, parts, to);
  // A list of its own for every order: nothing that is built may be shared.
  const read = Array.isArray(value) ? () => [...value] : () => value;
  return { read, source: () => -1, rule: () => rule, columns: [], generated: false };
}

function literalOf(literal: Literal, field: Field, parts: readonly PropertyKey[], to: Compiling): unknown {
  const wrong = (expected: string) => to.fault(parts, `The constant does not suit ${field.name}`, expected);
  switch (field.kind) {
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
        throw wrong(field.kind === 'cents' ? 'a whole number of cents' : 'a whole number');
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

function withDefault(
  value: Value,
  literal: Literal | undefined,
  field: Field,
  parts: readonly PropertyKey[],
  to: Compiling,
): Value {
  if (literal === undefined) return value;
  const fallback = constant(literal, field, [...parts, 'default'], to, 'default');
  return {
    ...value,
    read: (row) => value.read(row) ?? fallback.read(row),
    rule: (cells) => (isBlank(cells[value.source(cells)] ?? '') ? 'default' : value.rule(cells)),
  };
}

/** `{First Name} {Last Name}`: empty when all columns are, single blanks. */
function template(text: string, field: Field, parts: readonly PropertyKey[], to: ValueCompiling): Value {
  const at = [...parts, 'template'];
  const pieces = text.split(/\{([^{}]*)\}/);
  const columns = pieces.flatMap((piece, i) => (i % 2 === 1 ? [to.column(piece, at)] : []));
  if (columns.length === 0)
    throw to.fault(at, 'The template names no column', 'a text such as {First Name} {Last Name}');
  const convert = converter({ column: '' }, field, columns, parts, to);
  return {
    read(row) {
      if (columns.every((index) => isBlank(row.cells[index]!))) return undefined;
      let result = '';
      for (let i = 0, c = 0; i < pieces.length; i++)
        result += i % 2 === 1 ? row.cells[columns[c++]!]! : pieces[i]!;
      return convert(result.replace(/\s+/g, ' ').trim(), row, columns[0]!);
    },
    source: (cells) => columns.find((index) => !isBlank(cells[index]!)) ?? columns[0]!,
    rule: () => 'mapped',
    columns,
    generated: false,
  };
}

function cases(spec: CasesValue, field: Field, parts: readonly PropertyKey[], to: ValueCompiling): Value {
  const used: number[] = [];
  const noting: ValueCompiling = {
    ...to,
    column(name, at) {
      const index = to.column(name, at);
      used.push(index);
      return index;
    },
  };
  const branches = spec.cases.map((one, i) => ({
    test: compileCondition(one.when, [...parts, 'cases', i, 'when'], noting),
    value: compileValue(one.value, field, [...parts, 'cases', i, 'value'], noting),
  }));
  const last =
    spec.else === undefined ? undefined : compileValue(spec.else, field, [...parts, 'else'], noting);
  if ([...branches.map((branch) => branch.value), last].some((value) => value?.generated))
    throw to.fault(
      parts,
      'A generated identifier cannot depend on a condition',
      'a column, or {"generate": "line"} alone',
    );
  const chosen = (cells: Cells): Value | undefined => {
    for (const { test, value } of branches) if (test(cells)) return value;
    return last;
  };
  return {
    read: (row) => chosen(row.cells)?.read(row),
    source: (cells) => chosen(cells)?.source(cells) ?? -1,
    rule: (cells) => chosen(cells)?.rule(cells) ?? 'mapped',
    columns: used,
    generated: false,
  };
}

function sum(
  list: readonly string[],
  field: Field,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
  if (field.kind !== 'cents') throw to.fault(parts, 'Only amounts can be added', 'an amount in cents');
  const columns = list.map((name, i) => to.column(name, [...parts, 'sum', i]));
  const converts = columns.map((index) => converter({ column: '' }, field, [index], parts, to));
  return {
    read(row) {
      let total: number | undefined;
      for (const [i, index] of columns.entries()) {
        if (isBlank(row.cells[index]!)) continue;
        const amount = converts[i]!(row.cells[index]!, row, index);
        if (typeof amount !== 'number') return amount;
        total = (total ?? 0) + amount;
      }
      return total;
    },
    source: (cells) => columns.find((index) => !isBlank(cells[index]!)) ?? columns[0]!,
    rule: () => 'mapped',
    columns,
    generated: false,
  };
}

function latest(
  list: readonly string[],
  field: Field,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
  if (field.kind !== 'timestamp') throw to.fault(parts, 'Only dates have a latest', 'a field that is a time');
  const columns = list.map((name, i) => to.column(name, [...parts, 'latest', i]));
  const converts = columns.map((index) => converter({ column: '' }, field, [index], parts, to));
  const pick = (row: RowReading): { readonly index: number; readonly text: string } | undefined => {
    let best: { index: number; text: string; micros: number } | undefined;
    for (const [i, index] of columns.entries()) {
      if (isBlank(row.cells[index]!)) continue;
      const text = String(converts[i]!(row.cells[index]!, row, index));
      // What cannot be read has a finding; it must not be passed over for an older time.
      const micros = parseInstant(text)?.micros ?? Number.POSITIVE_INFINITY;
      if (!best || micros > best.micros) best = { index, text, micros };
    }
    return best;
  };
  return {
    read: (row) => pick(row)?.text,
    source: (cells) => pick({ cells, line: 0, file: '', prefix: '', findings: [] })?.index ?? columns[0]!,
    rule: () => 'mapped',
    columns,
    generated: false,
  };
}

function product(
  [count, amount]: readonly [string, string],
  field: Field,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
  if (field.kind !== 'cents') throw to.fault(parts, 'Only amounts can be multiplied', 'an amount in cents');
  const units = to.column(count, [...parts, 'multiply', 0]);
  const money = to.column(amount, [...parts, 'multiply', 1]);
  const convert = converter({ column: '' }, field, [money], parts, to);
  const convertUnits = converterOf(
    { ...field, kind: 'integer' },
    {
      decimal: to.decimal,
      wholeCents: false,
      dates: NO_DATES,
      split: undefined,
      column: to.names[units] ?? '',
    },
  );
  return {
    read(row) {
      if (isBlank(row.cells[units]!) || isBlank(row.cells[money]!)) return undefined;
      const n = convertUnits(row.cells[units]!, row, units);
      const cents = convert(row.cells[money]!, row, money);
      return typeof n === 'number' && typeof cents === 'number' ? n * cents : cents;
    },
    source: () => money,
    rule: () => 'mapped',
    columns: [units, money],
    generated: false,
  };
}
