// Rows that are parcels of one line: its number and all that is of the line are the same, and the units of the rows make those of the line.
import { groupBy } from '../../../basics/groups.ts';
import type { Column, Row } from '../look/columns.ts';
import type { Head, Roles } from './roles.ts';

/** Lines with several rows, to show something. */
const ENOUGH = 2;
const OF_LINE = ['item.sku', 'item.title', 'item.price'];

export interface Parcels {
  readonly line: Column;
  /** Of the parcel, and of the line. */
  readonly units: Column;
  readonly quantity: Column;
  /** The first row of each line. */
  readonly rows: readonly Row[];
}

/** Undefined where each row is a line. */
export function parcelsIn(
  columns: readonly Column[],
  roles: Roles,
  { rows, key }: Pick<Head, 'rows' | 'key'>,
): Parcels | undefined {
  const line = roles.get('item.identifier')?.column;
  if (!line || !key || line.place !== undefined || line.distinct === line.filled) return undefined;
  const lines = [...groupBy(rows, (row) => `${row[key.index]}\n${row[line.index]}`).values()];
  const several = lines.filter(([first, ...more]) => more.length > 0 && first![line.index] !== '');
  const isSame = ({ index }: Column) =>
    several.every(([first, ...more]) => more.every((row) => row[index] === first![index]));
  const isOfLine = OF_LINE.every((role) => isSame(roles.get(role)?.column ?? line));
  if (several.length < ENOUGH || !isOfLine) return undefined;
  const counts = columns.filter((one) => one.share.whole > 0.98 && one !== line && one !== key);
  const unitsAt = (row: Row, { index }: Column) => Number(row[index]);
  const makes = (units: Column, quantity: Column): boolean => {
    const left = lines.map(
      (parcels) =>
        unitsAt(parcels[0]!, quantity) - parcels.reduce((sum, row) => sum + unitsAt(row, units), 0),
    );
    return left.every((one) => one >= 0) && left.filter((one) => one === 0).length > lines.length / 2;
  };
  const [found, ...more] = counts
    .filter((units) => !isSame(units))
    .flatMap((units) =>
      counts.filter((one) => isSame(one) && makes(units, one)).map((quantity) => ({ units, quantity })),
    );
  return found && more.length === 0 ? { line, ...found, rows: lines.map(([first]) => first!) } : undefined;
}
