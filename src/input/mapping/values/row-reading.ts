// The row that is being read, and how findings name its cells.
import type { Place } from '../../../basics/failure.ts';
import type { Finding } from '../../../contract/finding.ts';
import type { Cells } from '../../layout.ts';

/** The row that is being read, and the list that its findings go to. */
export interface RowReading {
  cells: Cells;
  line: number;
  file: string;
  /** Decimals of the order's currency, when it has not two. */
  digits?: number;
  /** Their paths begin at the element that is read; the caller puts the way to it in front. */
  readonly findings: Finding[];
  /** The path of a cell in a JSON record; undefined for a cell of a table. */
  readonly pathOf?: ((cells: Cells, index: number) => string | undefined) | undefined;
}

export const readingOf = (cells: Cells): RowReading => ({ cells, line: 0, file: '', findings: [] });

/** How findings name a cell: by its number in the row, from 1, or by its path in the JSON record. */
export const cellOf = ({ pathOf, cells }: RowReading, index: number): number | string =>
  pathOf?.(cells, index) ?? index + 1;

/** The part of a place that names a cell. */
export const placeOfCell = (cell: number | string): Place =>
  typeof cell === 'number' ? { column: cell } : { jsonPath: cell };

/** Into how many parts the unit of the order's currency is divided in `*_cents`. */
export const partsOf = ({ digits = 2 }: Pick<RowReading, 'digits'>): number => 10 ** digits;
