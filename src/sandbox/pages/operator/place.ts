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

export interface Acts {
  go(view: Partial<View>): void;
  /** Posts, says what came of it, and shows the new state. `said`: what to say when it worked. */
  post<T>(path: string, body: unknown, said: string | ((answer: T) => string)): Promise<void>;
  /** Asks first: for what cannot be taken back. */
  confirm(question: string, yes: string, act: () => void): void;
  say(text: string, isBad?: boolean): void;
  openPortal(): void;
}

/** A list on the left and the chosen thing on the right. */
export interface Place<Data> {
  readonly name: string;
  /** Heads of the columns; empty: no list, the detail has the whole page. */
  readonly columns: readonly string[];
  load(asking: Asking, view: View): Promise<Data>;
  rows(data: Data, view: View): readonly Row[];
  /** Shown over an empty list. */
  empty(data: Data, view: View, acts: Acts): readonly Child[];
  /** The right side; undefined when nothing is chosen. */
  detail(data: Data, view: View, acts: Acts): readonly Child[] | undefined;
}

export const place = <Data>(given: Place<Data>): Place<Data> => given;
