// Values of a JSON list whose elements are chosen by their keys: the fulfillments that hold a line item, the entry of
// meta_data with a certain key.
import { quote } from '../../../basics/text.ts';
import type { Cells } from '../../layout.ts';
import { commonLists, LIST, placedValuesIn } from '../json/json-paths.ts';
import type { ColumnValue } from '../language/value-shape.ts';
import { faultAt, inside, type Target } from './value.ts';

export interface MatchedValues {
  /** The column of the path, and those that the choice depends on. */
  readonly column: number;
  readonly columns: readonly number[];
  /** Those that match, in the order of the record. */
  in(cells: Cells): string[];
}

/** One key of `match`: a value counts when an element around or inside its own has the wanted text there. */
interface Key {
  readonly placed: number;
  /** How many lists the path of the key and that of the value have in common. */
  readonly depth: number;
  isWanted(text: string, cells: Cells): boolean;
}

/** @throws Failure exit 6 for keys that have no list in common with the values */
export function matchedValues(
  column: ColumnValue['column'],
  match: NonNullable<ColumnValue['match']>,
  at: Target,
): MatchedValues {
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
      return { placed, depth, isWanted: (text, cells) => text === cells[of] };
    }
    const texts = new Set([wanted.constant].flat());
    return { placed, depth, isWanted: (text) => texts.has(text) };
  });
  return {
    column: index,
    columns,
    in(cells) {
      let found = placedValuesIn(cells[values]!);
      for (const { placed, depth, isWanted } of keys) {
        if (found.length === 0) break;
        const elements = placedValuesIn(cells[placed]!).filter(({ value }) => isWanted(value, cells));
        found = found.filter(({ indexes }) =>
          elements.some((element) => indexes.slice(0, depth).every((one, i) => one === element.indexes[i])),
        );
      }
      return found.map(({ value }) => value);
    },
  };
}
