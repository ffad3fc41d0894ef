// What the questions about an unknown table have in common, and texts that questions of a check have as well.
import type { ChosenReading } from '../decide/choose-reading.ts';
import type { Hypothesis } from '../decide/hypothesis.ts';
import type { Column } from '../look/columns.ts';
import type { Survey } from '../look/survey.ts';
import type { Question } from '../proposal.ts';
import { kindOf } from './kinds.ts';
import type { Place } from './preselect.ts';

export type Ask = (id: string, text: string, more?: Partial<Question>) => void;

/** What all parts of the questions look at. */
export interface Asking {
  readonly h: Hypothesis;
  readonly survey: Survey;
  readonly amounts: ChosenReading | undefined;
  readonly place: Place;
  readonly ask: Ask;
  /** Asks for the column of a role; `none` says what it means that there is none. */
  readonly askColumn: (
    role: string,
    fitting: readonly Column[],
    none: string,
    more?: Partial<Question>,
  ) => void;
  /** Columns without a role: one of them may be what was not found. */
  readonly free: readonly Column[];
}

export const choicesOf = (id: string): Question['choices'] => kindOf(id)?.choices ?? [];

/** The meanings that are proposed: orders with a word that is not known are refused. */
export const meaningsOf = (words: NonNullable<Question['words']>): Record<string, string> =>
  Object.fromEntries(words.map(({ word, proposed }) => [word, proposed]));

/** The example of what does not decide a question, inside its text. */
export const suchAs = (example: string | undefined): string =>
  example === undefined ? '' : `, such as ${example},`;

/** Asked about an unknown table, and where a check finds it. `example`: a date that reads both ways. */
export const dateOrderText = (column: string | undefined, example: string | undefined): string =>
  `Does the day or the month come first in the dates${column === undefined ? '' : ` in ${column}`}? No date${suchAs(example)} decides it`;

/** Numbers, some of which are not 0. */
export const isNumbers = ({ share, words, example }: Column): boolean =>
  share.number > 0.9 && [...(words?.keys() ?? [example])].some((text) => /[1-9]/.test(text));
