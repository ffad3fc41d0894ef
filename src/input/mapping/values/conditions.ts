// Conditions of a mapping on the cells of a row.
import { type Cells, isBlank } from '../../rows.ts';
import { isAroundOf, isElementOf } from '../json/json-paths.ts';
import type { Condition } from '../language/value-shape.ts';
import { type DecimalSign, numberOf } from './money.ts';

/** A condition, with the columns that it looks at. */
export interface Test {
  readonly columns: readonly number[];
  holds(cells: Cells): boolean;
}

/** What compiling a condition needs: the columns, and a way to report faults of the mapping. */
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
  const { all, not, column } = spec;
  const kinds = (['all', 'any', 'not', 'column', 'list'] as const).filter((key) => spec[key] !== undefined);
  if (kinds.length !== 1)
    throw to.fault(parts, 'A condition has exactly one of column, list, all, any and not', 'one of them');
  const parted = all ?? spec.any;
  if (parted) {
    const key = all ? 'all' : 'any';
    const tests = parted.map((one, i) => compileCondition(one, [...parts, key, i], to));
    const columns = tests.flatMap((test) => test.columns);
    const isAll = all !== undefined;
    const holds = (cells: Cells) => {
      for (const test of tests) if (test.holds(cells) !== isAll) return !isAll;
      return isAll;
    };
    return { columns, holds };
  }
  if (not) {
    const { columns, holds } = compileCondition(not, [...parts, 'not'], to);
    return { columns, holds: (cells) => !holds(cells) };
  }
  const { list } = spec;
  if (list !== undefined) {
    const element = to.element(list, [...parts, 'list']);
    // A refund without lines is a refund as well.
    const isOf = parts[1] === 'refund' ? isAroundOf : isElementOf;
    return { columns: [], holds: (cells) => isOf(cells[element]!, list) };
  }
  const given = TESTS.filter((key) => spec[key] !== undefined);
  if (given.length !== 1)
    throw to.fault(parts, `A condition on a column has exactly one of ${TESTS.join(', ')}`, 'one of them');
  const index = to.column(column!, [...parts, 'column']);
  const { equals, startsWith, empty, lessThan, sameAs } = spec;
  if (sameAs !== undefined) {
    const other = to.column(sameAs, [...parts, 'sameAs']);
    return { columns: [index, other], holds: (cells) => cells[index] === cells[other] };
  }
  const ofText = (holds: (text: string) => boolean): Test => ({
    columns: [index],
    holds: (cells) => holds(cells[index]!),
  });
  if (equals !== undefined) {
    const words = [equals].flat();
    return ofText((text) => words.includes(text));
  }
  if (startsWith !== undefined) return ofText((text) => text.startsWith(startsWith));
  if (empty !== undefined) return ofText((text) => isBlank(text) === empty);
  if (lessThan !== undefined) return ofText((text) => numberOf(text, to.decimal()) < lessThan);
  const pattern = patternOf(spec.matches!, [...parts, 'matches'], to);
  return ofText((text) => text.length <= MOST_MATCHED && pattern.test(text));
}

function patternOf(text: string, parts: readonly PropertyKey[], to: Compiling): RegExp {
  try {
    return new RegExp(text, 'u');
  } catch {
    throw to.fault(parts, 'The regular expression cannot be read', 'a regular expression as in JavaScript');
  }
}
