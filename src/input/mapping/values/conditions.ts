// Conditions of a mapping on the cells of a row.
import { type Cells, isBlank } from '../../rows.ts';
import { isAroundOf, isElementOf } from '../json/json-paths.ts';
import type { Condition } from '../language/value-shape.ts';
import type { DecimalSign } from './money.ts';
import { numberOf } from './money.ts';

export type Test = (cells: Cells) => boolean;

/** What compiling needs: the columns, and a way to report faults of the mapping. */
export interface Compiling {
  /** Index of a column; records that it is used. @throws Failure exit 6 when the header lacks it */
  column(name: string, parts: readonly PropertyKey[]): number;
  readonly decimal: () => DecimalSign;
  /** Index of the hidden column that says from which list of a JSON record a row was made. @throws Failure exit 6 */
  element(list: string, parts: readonly PropertyKey[]): number;
  fault(parts: readonly PropertyKey[], message: string, expected: string): Error;
}

/** Longer cells never match: a regular expression may take very long on them. */
const MOST_MATCHED = 1000;
const TESTS = ['equals', 'matches', 'startsWith', 'empty', 'lessThan', 'sameAs'] as const;

export function compileCondition(spec: Condition, parts: readonly PropertyKey[], to: Compiling): Test {
  const { all, any, not, column } = spec;
  const kinds = (['all', 'any', 'not', 'column', 'list'] as const).filter((key) => spec[key] !== undefined);
  if (kinds.length !== 1)
    throw to.fault(parts, 'A condition has exactly one of column, list, all, any and not', 'one of them');
  if (all) {
    const tests = all.map((one, i) => compileCondition(one, [...parts, 'all', i], to));
    return (cells) => tests.every((test) => test(cells));
  }
  if (any) {
    const tests = any.map((one, i) => compileCondition(one, [...parts, 'any', i], to));
    return (cells) => tests.some((test) => test(cells));
  }
  if (not) {
    const test = compileCondition(not, [...parts, 'not'], to);
    return (cells) => !test(cells);
  }
  const { list } = spec;
  if (list !== undefined) {
    const element = to.element(list, [...parts, 'list']);
    // A refund without lines is a refund as well.
    const isOf = parts[1] === 'refund' ? isAroundOf : isElementOf;
    return (cells) => isOf(cells[element]!, list);
  }
  const given = TESTS.filter((key) => spec[key] !== undefined);
  if (given.length !== 1)
    throw to.fault(parts, `A condition on a column has exactly one of ${TESTS.join(', ')}`, 'one of them');
  const index = to.column(column!, [...parts, 'column']);
  const { equals, startsWith, empty, lessThan, sameAs } = spec;
  if (equals !== undefined) {
    if (typeof equals === 'string') return (cells) => cells[index] === equals;
    const words = new Set(equals);
    return (cells) => words.has(cells[index]!);
  }
  if (startsWith !== undefined) return (cells) => cells[index]!.startsWith(startsWith);
  if (empty !== undefined) return (cells) => isBlank(cells[index]!) === empty;
  if (lessThan !== undefined) return (cells) => numberOf(cells[index]!, to.decimal()) < lessThan;
  if (sameAs !== undefined) {
    const other = to.column(sameAs, [...parts, 'sameAs']);
    return (cells) => cells[index] === cells[other];
  }
  const pattern = patternOf(spec.matches!, [...parts, 'matches'], to);
  return (cells) => cells[index]!.length <= MOST_MATCHED && pattern.test(cells[index]!);
}

function patternOf(text: string, parts: readonly PropertyKey[], to: Compiling): RegExp {
  try {
    return new RegExp(text, 'u');
  } catch {
    throw to.fault(parts, 'The regular expression cannot be read', 'a regular expression as in JavaScript');
  }
}
