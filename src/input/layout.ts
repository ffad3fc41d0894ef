// What the rows of a table mean: which order a row belongs to, and what its rows come to. Template columns, or a mapping.
import type { Place } from '../basics/failure.ts';
import { type Plan, planOf, unify } from './plan.ts';
import { orderOfRows, placeInRows, type RowsOrder } from './snapshot-rows.ts';
import type { RowPlace } from './types.ts';

/** What building an order needs to know of the files around it. */
export interface Around {
  nameOf(file: number): string;
  /** Bytes at which the first and the last row of a file begin, as far as it has been read. */
  edgesOf(file: number): { readonly first: number; readonly last: number };
}

export interface Layout {
  /** The header's columns. */
  readonly names: readonly string[];
  /** What the rows of one snapshot have in common; empty for a row that belongs to no order. */
  keyOf(cells: readonly string[]): string;
  /** The `updated_at` that tells versions of an order apart; always empty where the input holds each order once. */
  versionOf(cells: readonly string[]): string;
  orderOf(rows: readonly (readonly string[])[], places: readonly RowPlace[], around: Around): RowsOrder;
  /** The place that a field path came from; columns count in this layout's header. */
  placeIn(order: RowsOrder, places: readonly RowPlace[], path: string, around: Around): Place;
  /** How a field came about, where more than its column is to be said. */
  ruleOf?(order: RowsOrder, path: string): string | undefined;
  /** Brings rows of files with different headers under one layout. */
  merge(
    layouts: readonly Layout[],
    rows: readonly (readonly string[])[],
  ): { readonly layout: Layout; readonly rows: readonly (readonly string[])[] };
}

/** The columns of the template. */
export class TemplateLayout implements Layout {
  readonly names: readonly string[];
  private readonly plan: Plan;
  private readonly identifier: number;
  private readonly updatedAt: number;

  constructor(names: readonly string[] | Plan) {
    this.plan = 'names' in names ? names : planOf(names);
    this.names = this.plan.names;
    this.identifier = this.plan.identifier;
    this.updatedAt = this.plan.updatedAt;
  }

  keyOf(cells: readonly string[]): string {
    return cells[this.identifier]!;
  }

  versionOf(cells: readonly string[]): string {
    return cells[this.updatedAt]!;
  }

  orderOf(rows: readonly (readonly string[])[], places: readonly RowPlace[], around: Around): RowsOrder {
    return orderOfRows(this.plan, rows, places, (file) => around.nameOf(file));
  }

  placeIn(order: RowsOrder, places: readonly RowPlace[], path: string, around: Around): Place {
    return placeInRows(this.plan, order, places, path, (file) => around.nameOf(file));
  }

  merge(layouts: readonly Layout[], rows: readonly (readonly string[])[]) {
    const unified = unify(
      layouts.map((layout) => (layout as TemplateLayout).plan),
      rows,
    );
    return { layout: new TemplateLayout(unified.plan), rows: unified.rows };
  }
}
