// The parts of a calculation in a mapping, as exact fractions: columns, numbers, and values inside each other.
import { shown } from '../../cells.ts';
import type { Cells } from '../../layout.ts';
import type { TableField } from '../../message-table.ts';
import { pathOf, valuesOf } from '../json/json-paths.ts';
import type {
  CasesValue,
  ColumnValue,
  Literal,
  Operand,
  ShareValue,
  ValueObject,
} from '../language/value-shape.ts';
import { columnValue } from './column-value.ts';
import { compileCondition } from './conditions.ts';
import { cellOf, partsOf, type RowReading } from './convert.ts';
import {
  type Fraction,
  fractionIn,
  minus,
  ONE,
  over,
  plus,
  type Rounding,
  times,
  wholeFrom,
  ZERO,
} from './fraction.ts';
import { matchedValues } from './matched-values.ts';
import { fractionOf } from './money.ts';
import { type Amount, type CompiledOperand, scaleOf, valueFrom } from './operand.ts';
import { firstFilled, type ValueCompiling } from './value.ts';
import { overItems, shareOf } from './whole-order.ts';

/** @throws Failure exit 6 for a value that cannot be calculated with */
export function compileOperand(
  spec: Operand,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): CompiledOperand {
  if (typeof spec === 'number') return constant(spec, parts, to);
  if (typeof spec === 'string') return column({ column: spec }, field, parts, to, false);
  const operand = ofObject(spec, field, parts, to);
  if (!('default' in spec) || spec.default === undefined) return operand;
  const fallback = literal(spec.default, [...parts, 'default'], to);
  return { ...operand, read: (row) => operand.read(row) ?? fallback };
}

function ofObject(
  spec: ValueObject,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): CompiledOperand {
  if ('column' in spec)
    return spec.match ? matching(spec, field, parts, to) : column(spec, field, parts, to, true);
  if ('constant' in spec) return constant(spec.constant, [...parts, 'constant'], to);
  if ('cases' in spec) return cases(spec, field, parts, to);
  const calculated = calculation(spec, field, parts, to);
  if (calculated) return calculated;
  throw to.fault(
    parts,
    `Nothing can be calculated with ${Object.keys(spec)[0]}`,
    'a column, a number, or an object with column, constant, cases, sum, subtract, multiply or divide',
  );
}

/** Undefined for a value that is no calculation. */
export function calculation(
  spec: ValueObject,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): CompiledOperand | undefined {
  const each = (key: string, list: readonly Operand[]) =>
    list.map((one, i) => compileOperand(one, field, [...parts, key, i], to));
  if ('share' in spec) return share(spec, field, parts, to);
  const addends = (list: readonly Operand[]) => each('sum', list).map((one) => withAllValues(one, to));
  // The field that may be added over refund lines is compiled without "over".
  if ('sum' in spec && spec.over === 'refund_lines')
    throw to.fault(
      [...parts, 'over'],
      'Only refund.total_refund_amount_cents can be a sum over refund_lines, and only as a whole',
      'that field, with operands inside the sum: {"sum": [{"multiply": [-1, "Amount"]}], "over": "refund_lines"}',
    );
  if ('sum' in spec && spec.over !== undefined) {
    const one = to.ofLines(() => combined(addends(spec.sum), added, undefined, field));
    return combined([overItems(one, parts, to)], added, spec.round, field);
  }
  if ('sum' in spec) return combined(addends(spec.sum), added, spec.round, field);
  if ('subtract' in spec) return combined(each('subtract', spec.subtract), subtracted, spec.round, field);
  if ('multiply' in spec) return combined(each('multiply', spec.multiply), multiplied, spec.round, field);
  if (!('divide' in spec)) return undefined;
  const operands = each('divide', spec.divide);
  return combined(operands, divided(operands[1]!, field, to), spec.round, field);
}

function share(
  spec: ShareValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): CompiledOperand {
  // It is read once for the whole order; findings about it are shown at the first line.
  const first = { ...field, path: `items[0].${field.path}` };
  const operand = to.ofMessage(() => {
    const whole = compileOperand(spec.share, first, [...parts, 'share'], { ...to, level: 'order' });
    return combined([whole], added, spec.round, first);
  });
  const { take = 'first' } = spec;
  const amount = {
    field: first,
    value: valueFrom(operand, first, to),
    take,
    chosen: spec.take !== undefined,
  };
  const by = spec.by === undefined ? undefined : compileOperand(spec.by, field, [...parts, 'by'], to);
  return shareOf({ amount, by }, field, parts, to);
}

type Values = readonly (Fraction | undefined)[];

/** Not calculated when an operand could not be read: its text is the result then. */
function combined(
  operands: readonly CompiledOperand[],
  combine: (values: Values, row: RowReading) => Amount,
  round: Rounding | undefined,
  field: TableField,
): CompiledOperand {
  const columns = operands.flatMap((one) => one.columns);
  return {
    read(row) {
      const values: (Fraction | undefined)[] = [];
      let unreadable: string | undefined;
      for (const operand of operands) {
        const value = operand.read(row);
        if (typeof value === 'string') unreadable ??= value;
        else values.push(value);
      }
      const result = unreadable ?? combine(values, row);
      if (round === undefined || result === undefined || typeof result === 'string') return result;
      const scale = scaleOf(field, row);
      return { top: wholeFrom(result, scale, round)!, bottom: scale };
    },
    source: (cells) =>
      columns.length > 0 ? firstFilled(columns, cells) : (operands[0]?.source(cells) ?? -1),
    columns,
    late: operands.find((one) => one.late)?.late,
  };
}

function added(values: Values): Fraction | undefined {
  let total: Fraction | undefined;
  for (const value of values) if (value) total = total ? plus(total, value) : value;
  return total;
}

/** A path of JSON with several values in one row adds all of them; everywhere else the first counts. */
function withAllValues(operand: CompiledOperand, to: ValueCompiling): CompiledOperand {
  const [index, ...more] = operand.columns;
  const all = index === undefined || more.length > 0 ? undefined : to.all(index);
  if (all === undefined) return operand;
  to.amounts([all], undefined);
  return {
    ...operand,
    columns: [index!, all],
    read(row) {
      const values = valuesOf(row.cells[all]!);
      return values.length === 1 ? operand.read(row) : addedEach(operand, index!, values, row);
    },
  };
}

function subtracted([first, ...others]: Values): Fraction | undefined {
  return first && others.reduce<Fraction>((left, value) => minus(left, value ?? ZERO), first);
}

function multiplied(values: Values): Fraction | undefined {
  let result = ONE;
  for (const value of values) {
    if (!value) return undefined;
    result = times(result, value);
  }
  return result;
}

function divided(divisor: CompiledOperand, { path }: TableField, { names }: ValueCompiling) {
  return ([value, by]: Values, row: RowReading): Amount => {
    if (!value || !by) return undefined;
    const result = over(value, by);
    if (result) return result;
    const index = divisor.source(row.cells);
    const args = { column: names[index] ?? '', cell: cellOf(row, index), line: row.line };
    row.findings.push({ code: 'cell.division', severity: 'error', path, args });
    return 'a division by zero';
  };
}

function column(
  spec: ColumnValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
  isObject: boolean,
): CompiledOperand {
  const { round, ...plain } = spec;
  const text = columnValue(plain, { ...field, kind: 'text' }, parts, to, isObject);
  const isCents = spec.unit === 'cents';
  if (!isCents && spec.values === undefined) to.amounts(text.columns, spec.strip);
  return {
    read(row) {
      const before = row.findings.length;
      const given = text.read(row);
      if (typeof given !== 'string' || row.findings.length > before) return given as string | undefined;
      const exact = fractionOf(given, to.decimal());
      if (!exact) return unreadable(given, text.source(row.cells), field, row, to);
      const amount = isCents ? over(exact, { top: partsOf(row), bottom: 1 })! : exact;
      const scale = scaleOf(field, row);
      return round ? { top: wholeFrom(amount, scale, round)!, bottom: scale } : amount;
    },
    source: text.source,
    columns: text.columns,
  };
}

/** All values that match, added. */
function matching(
  { match, ...plain }: ColumnValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): CompiledOperand {
  const matched = matchedValues({ ...plain, match }, parts, to);
  const operand = column(plain, field, parts, to, true);
  return {
    ...operand,
    columns: [...new Set([...operand.columns, ...matched.columns])],
    read: (row) => addedEach(operand, matched.column, matched.in(row.cells), row),
  };
}

/** The operand read for each of these texts in a column, added. */
function addedEach(
  operand: CompiledOperand,
  index: number,
  texts: readonly string[],
  row: RowReading,
): Amount {
  const { cells } = row;
  const read: (Fraction | undefined)[] = [];
  let unreadable: string | undefined;
  for (const text of texts) {
    row.cells = cells.with(index, text);
    const amount = operand.read(row);
    if (typeof amount === 'string') unreadable ??= amount;
    else read.push(amount);
  }
  row.cells = cells;
  return unreadable ?? added(read);
}

function unreadable(
  text: string,
  index: number,
  { kind, path }: TableField,
  row: RowReading,
  to: ValueCompiling,
): string {
  const isAmount = kind === 'cents';
  row.findings.push({
    code: isAmount ? 'cell.amount' : 'cell.number',
    severity: 'error',
    path,
    args: {
      column: pathOf(to.names[index] ?? ''),
      cell: cellOf(row, index),
      line: row.line,
      found: shown(text),
      reason: isAmount ? `decimal ${to.decimal()}` : null,
    },
  });
  return text;
}

/** In a calculation a constant is a number as a cell has it: 5 is 5.00, not 5 cents. */
function constant(given: Literal, parts: readonly PropertyKey[], to: ValueCompiling): CompiledOperand {
  const value = literal(given, parts, to);
  return { read: () => value, source: () => -1, columns: [] };
}

function literal(given: Literal, parts: readonly PropertyKey[], to: ValueCompiling): Fraction {
  const value = Array.isArray(given) ? undefined : fractionIn(String(given));
  if (value) return value;
  throw to.fault(parts, 'This constant is not a number', 'a number such as 1.19');
}

function cases(
  spec: CasesValue,
  field: TableField,
  parts: readonly PropertyKey[],
  to: ValueCompiling,
): CompiledOperand {
  const tested: number[] = [];
  const noting: ValueCompiling = {
    ...to,
    column(name, at) {
      const index = to.column(name, at);
      tested.push(index);
      return index;
    },
  };
  const branches = spec.cases.map((one, i) => ({
    test: compileCondition(one.when, [...parts, 'cases', i, 'when'], noting),
    value: compileOperand(one.value, field, [...parts, 'cases', i, 'value'], to),
  }));
  const last = spec.else === undefined ? undefined : compileOperand(spec.else, field, [...parts, 'else'], to);
  const chosen = (cells: Cells) => branches.find(({ test }) => test(cells))?.value ?? last;
  const values = [...branches.map(({ value }) => value), ...(last ? [last] : [])];
  return {
    read: (row) => chosen(row.cells)?.read(row),
    source: (cells) => chosen(cells)?.source(cells) ?? -1,
    columns: [...tested, ...values.flatMap((one) => one.columns)],
    late: values.find((one) => one.late)?.late,
  };
}
