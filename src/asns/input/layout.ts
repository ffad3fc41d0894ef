// What the rows of a table of ASNs mean: which ASN a row belongs to, and what its rows come to. Template columns, or a mapping.
import type { Place } from '../../basics/failure.ts';
import { type AsnLevel, type AsnPlan, asnPlanOf } from '../../input/asn-columns.ts';
import type { RowPlace } from '../../input/types.ts';
import { asnOfRows, type RowsAsn } from './rows.ts';

export interface AsnLayout {
  /** What the rows of one ASN have in common; undefined for a row that is known by its place alone. */
  keyOf(cells: readonly string[]): string | undefined;
  asnOf(rows: readonly (readonly string[])[], places: readonly RowPlace[], file: string): RowsAsn;
  /** Cell (from 0, -1 for none) and row that a field came from. */
  sourceOf(asn: RowsAsn, part: AsnPart): { readonly row: number; readonly index: number };
}

/** What a field path means in an ASN made of rows. */
export interface AsnPart {
  readonly level: AsnLevel;
  /** The field below it; without the element of a list. */
  readonly path: string;
  /** The row that the ASN, the carton or the detail line begins with. */
  readonly row: number;
  /** Number of the carton. */
  readonly carton: number | undefined;
}

export function partOf(asn: RowsAsn, path: string): AsnPart {
  const m = /^(?:cartons\[(\d+)\](?:\.(?!details)|\.details\[(\d+)\]\.?|$))?(.*)$/.exec(path);
  const carton = m?.[1] === undefined ? undefined : asn.cartons[Number(m[1])];
  const detail = m?.[2] === undefined ? undefined : carton?.details[Number(m[2])];
  return {
    level: detail !== undefined ? 'detail' : carton ? 'carton' : 'asn',
    path: (m?.[3] ?? '').replace(/\[\d+\].*$/, ''),
    row: detail ?? carton?.head ?? asn.head,
    carton: carton && Number(m?.[1]),
  };
}

/** The place that a field path came from; `column` is the number of the cell. */
export function placeInAsn(
  layout: AsnLayout,
  asn: RowsAsn,
  places: readonly RowPlace[],
  file: string,
  path: string,
): Place {
  const { row, index } = layout.sourceOf(asn, partOf(asn, path));
  return { file, line: places[row]!.line, ...(index < 0 ? {} : { column: index + 1 }), path };
}

/** The columns of the template. */
export class TemplateAsns implements AsnLayout {
  private readonly plan: AsnPlan;

  constructor(names: readonly string[]) {
    this.plan = asnPlanOf(names);
  }

  keyOf(cells: readonly string[]): string | undefined {
    const number = cells[this.plan.number]!;
    return number === '' ? undefined : JSON.stringify([number, cells[this.plan.program]]);
  }

  asnOf(rows: readonly (readonly string[])[], places: readonly RowPlace[]): RowsAsn {
    return asnOfRows(this.plan, rows, places);
  }

  sourceOf(_: RowsAsn, { level, path, row }: AsnPart) {
    const column = this.plan.columns[level].find(({ field }) => field.path === path);
    return { row, index: column?.index ?? -1 };
  }
}
