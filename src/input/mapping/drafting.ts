// Everything that reading one order needs at hand.
import type { RowPlace } from '../types.ts';
import type { Compiled } from './compile.ts';
import type { Cells } from './conditions.ts';
import type { RowReading } from './convert.ts';

export interface Drafting {
  readonly compiled: Compiled;
  readonly rows: readonly Cells[];
  readonly places: readonly RowPlace[];
  /** The first row with its blank order columns filled. */
  readonly head: Cells;
  readonly reading: RowReading;
}
