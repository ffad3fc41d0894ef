// What every place of the operator's view (returns, orders, deliveries, log, settings) gives to the page.
import type { Asking } from '../../../page/asking.ts';
import type { Child } from '../../../page/dom.ts';
import type { View } from './address.ts';

export interface Row {
  readonly id: string;
  readonly cells: readonly Child[];
  /** What the search looks through. */
  readonly words: string;
}

export interface Chip {
  readonly word: string;
  readonly count: number;
}

export interface Acts {
  /** `isStep`: one of many small steps, which the back button does not take one by one. */
  go(view: Partial<View>, isStep?: boolean): void;
  /** Posts, says what came of it, and shows the new state. `said`: what to say when it worked. */
  post<T>(path: string, body: unknown, said: string | ((answer: T) => string)): Promise<void>;
  /** Asks first: for what cannot be taken back. */
  confirm(question: string, yes: string, act: () => void): void;
  say(text: string, isBad?: boolean): void;
  /** `order`: the number that is filled in. */
  openPortal(order?: string): void;
}

/** A list on the left and the chosen thing on the right. */
export interface Place<Data> {
  readonly name: string;
  /** Heads of the columns; empty: no list, the detail has the whole page. */
  readonly columns: readonly string[];
  load(asking: Asking, view: View): Promise<Data>;
  rows(data: Data, view: View): readonly Row[];
  /** At most so many rows are asked for. */
  readonly most: number;
  /** States of the rows with their numbers: each is a search by one word. */
  chips(data: Data): readonly Chip[];
  /** Shown over an empty list. */
  empty(data: Data, view: View, acts: Acts): readonly Child[];
  /** The right side; undefined when nothing is chosen. */
  detail(data: Data, view: View, acts: Acts): readonly Child[] | undefined;
}

export const place = <Data>(given: Place<Data>): Place<Data> => given;
