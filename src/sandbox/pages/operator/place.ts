// What every place of the operator's view (returns, orders, deliveries, log, settings) gives to the page.

import type { Child } from '../../../page/dom.ts';
import type { Asking } from '../../../page/session.ts';
import { search, type Views } from '../../../page/view.ts';

export const PLACES = ['returns', 'orders', 'deliveries', 'log', 'settings'] as const;
export type PlaceName = (typeof PLACES)[number];

/** What the address says. */
export type View = {
  readonly place: PlaceName;
  /** The chosen RMA, order or delivery. */
  readonly id: string;
  /** Words to search. */
  readonly q: string;
};

export const VIEWS: Views<View> = { first: { place: 'returns', id: '', q: '' }, known: { place: PLACES } };

export interface Row {
  readonly id: string;
  readonly cells: readonly Child[];
  /** What the search looks through. */
  readonly words: string;
}

export interface Acts {
  /** `isStep`: one of many small steps, which the back button does not take one by one. */
  go(view: Partial<View>, isStep?: boolean): void;
  /** Posts, says what came of it, and shows the new state. `said`: what to say when it worked. */
  post(path: string, body: unknown, said: string): Promise<void>;
  /** Asks first: for what cannot be taken back. */
  confirm(title: string, yes: string, act: () => Promise<void>): void;
  say(text: string, isBad?: boolean): void;
  /** As the shopper of this order, whose e-mail nobody has to know then. */
  openPortal(order?: string): void;
}

export interface List<Data> {
  /** What one row is: `delivery`. */
  readonly one: string;
  /** Heads of the columns. */
  readonly columns: readonly string[];
  rows(data: Data): readonly Row[];
  /** At most so many rows are asked for. */
  readonly most: number;
  /** States of the rows with their numbers: each is a search by one word. */
  chips?(data: Data): Iterable<readonly [word: string, count: number]>;
  /** Shown when there are no rows at all. */
  empty(acts: Acts): Child;
  /** Shown when no row matches the search, where there is more to say than that. */
  noMatch?(data: Data, search: string, acts: Acts): Child;
}

export interface Place<Data> {
  readonly name: string;
  load(asking: Asking, view: View): Promise<Data>;
  /** On the left; without it the detail has the whole page. */
  readonly list?: List<Data>;
  /** The right side. With a list it is of the chosen thing; null when there is none of this name any more. */
  detail(data: Data, view: View, acts: Acts): Child;
}

/** Whether a search finds the text. */
export const isFound = (asked: string, text: string): boolean => search(asked)(text.toLowerCase());

/** The type of the data follows from `load`. */
export const place = <Data>(one: Place<Data>): Place<Data> => one;
