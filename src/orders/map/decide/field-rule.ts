// What a rule about the column of a field says, and the looks at values that several rules take.
import type { CellKind } from '../look/cell-kinds.ts';
import type { Column } from '../look/columns.ts';
import { type Concept, statusMeant } from '../look/words.ts';

/** What a column can be. Most are fields of the interface; the others are needed to work out a field. */
export type Role = string;

export interface Rule {
  readonly role: Role;
  readonly level: 'order' | 'item';
  /** Alternatives: all concepts of one of them stand in the name. */
  readonly needs: readonly (readonly Concept[])[];
  /** Concepts that may stand there, too. */
  readonly may?: readonly Concept[];
  /** Concepts with which the column is something else. */
  readonly never?: readonly Concept[];
  readonly kind?: CellKind;
  /** Another look at the values. */
  readonly test?: (column: Column) => boolean;
  /** Nothing else stands in the name. */
  readonly exact?: boolean;
  /** The values alone say it, also under a name without meaning. */
  readonly proves?: boolean;
}

export const NOT_MONEY: readonly Concept[] = ['quantity', 'weight', 'number', 'rate', 'code'];

export const isStatus = ({ words, share }: Column): boolean =>
  words !== undefined &&
  words.size <= 30 &&
  share.word === 1 &&
  [...words.keys()].filter((word) => statusMeant(word) !== undefined).length * 2 > words.size;

/** A column that is called status may hold codes, or words that are not known: they are asked for. `Estado` may be a province. */
export const isNamedStatus = (column: Column): boolean => {
  const { words, share, meaning } = column;
  if (words === undefined || words.size > 30 || share.date > 0.5) return false;
  const isCode = share.house === 1 && words.size <= 12;
  return (
    isStatus(column) ||
    isCode ||
    meaning.concepts.has('status') ||
    (meaning.concepts.has('order') && words.size <= 12)
  );
};

export const isText = ({ share }: Column): boolean => share.email < 0.5 && share.date < 0.5;
export const isWord = (column: Column): boolean => isText(column) && column.share.word > 0.6;
