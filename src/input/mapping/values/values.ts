// Compiles a value of a mapping once per header, so that reading a row does not look at the mapping any more.

import type { Cells } from '../../layout.ts';
import type { TableField } from '../../message-table.ts';
import type { CasesValue, GenerateValue, Literal, ValueSpec } from '../language/value-shape.ts';
import { calculated } from './calculated-values.ts';
import { columnValue } from './column-value.ts';
import { latest, template } from './composed-values.ts';
import { type Compiling, compileCondition } from './conditions.ts';
import { readingOf, wholeOf } from './convert.ts';
import type { Value, ValueCompiling, ValueRule } from './value.ts';

export function compileValue(
  spec: ValueSpec,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
  if (typeof spec === 'string') return columnValue({ column: spec }, field, parts, to, false);
  if ('column' in spec)
    return withDefault(columnValue(spec, field, parts, to, true), spec.default, field, parts, to);
  if ('constant' in spec) return constant(spec.constant, field, [...parts, 'constant'], to, 'constant');
  if ('template' in spec)
    return withDefault(template(spec.template, field, parts, to), spec.default, field, parts, to);
  if ('cases' in spec) return withDefault(cases(spec, field, parts, to), spec.default, field, parts, to);
  if ('latest' in spec)
    return withDefault(latest(spec.latest, field, parts, to), spec.default, field, parts, to);
  const result = calculated(spec, field, parts, to);
  if (result && 'default' in spec) return withDefault(result, spec.default, field, parts, to);
  if (result) return result;
  return generated(spec as GenerateValue, field, parts, to);
}

function generated(
  { generate }: GenerateValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
  const only = generate === 'refund' ? 'refund.identifier' : to.numbered;
  if (field.name !== only)
    throw to.fault(
      parts,
      `Only ${only} can be generated${generate === 'refund' ? ' from a refund' : ''}`,
      'a column or a constant',
    );
  return { read: () => undefined, source: () => -1, rule: () => 'generated', columns: [], generated: true };
}

function cases(
  spec: CasesValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): Value {
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
    late: [...branches.map(({ value }) => value), last].some((value) => value?.late),
  };
}

function constant(
  literal: Literal,
  field: TableField,
  parts: readonly PropertyKey[],
  to: Compiling,
  rule: ValueRule,
): Value {
  const value = literalOf(literal, field, parts, to);
  // A new list for every order, because orders must not share objects.
  const read = Array.isArray(value) ? () => [...value] : () => value;
  return { read, source: () => -1, rule: () => rule, columns: [], generated: false };
}

function literalOf(
  literal: Literal,
  field: TableField,
  parts: readonly PropertyKey[],
  to: Compiling,
): unknown {
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
  field: TableField,
  parts: readonly PropertyKey[],
  to: Compiling,
): Value {
  if (literal === undefined) return value;
  const fallback = constant(literal, field, [...parts, 'default'], to, 'default');
  return {
    ...value,
    read: (row) => value.read(row) ?? fallback.read(row),
    rule: (cells) =>
      // What came late is not known any more when it is traced.
      !value.late && value.read(readingOf(cells)) === undefined ? 'default' : value.rule(cells),
  };
}
