// What the page shows: which calls, by search words and verdicts; which of them, under which tab.
// Pure.

import { search, type Views } from '../../../page/view.ts';
import { type CallKind, type CallSummary, type CallVerdict, MOST_LISTED } from '../types.ts';

const TABS = ['message', 'story', 'http'] as const;
export type Tab = (typeof TABS)[number];

export type Filter = {
  /** Words to search: kinds and anomalies are among those of a call. */
  readonly q: string;
  /** Those that are shown, with commas between them; empty: all. */
  readonly verdict: string;
};

export type View = Filter & { readonly call: string; readonly tab: Tab };

export const NO_FILTER: Filter = { q: '', verdict: '' };

export const VIEWS: Views<View> = {
  first: { ...NO_FILTER, call: '', tab: 'message' },
  known: { tab: TABS },
};

export const isFiltering = ({ q, verdict }: Filter): boolean => q.trim() + verdict !== '';

export const verdictsOf = ({ verdict }: Filter): CallVerdict[] =>
  VERDICTS.map(([one]) => one).filter((one) => verdict.split(',').includes(one));

/** The searchable text of a call, in lower case. Made once for each call. */
export const searchTextOf = (call: CallSummary): string =>
  [
    call.kind,
    call.method,
    call.target,
    call.rma,
    ...call.orders,
    call.state ?? call.status,
    call.verdict,
    call.anomaly,
    ...call.codes,
    ...call.also,
    call.by,
    String(call.answer),
  ]
    .filter((word) => word !== null)
    .join('\n')
    .toLowerCase();

/** `words`: the searchable text of the call. */
export function matcher(filter: Filter): (call: CallSummary, words: string) => boolean {
  const matches = search(filter.q);
  const verdicts = verdictsOf(filter);
  return (call, words) =>
    (verdicts.length === 0 || verdicts.includes(call.verdict)) && matches(words, call.id);
}

// How the page writes verdicts and answers. Pure.

/** The verdicts as the filter names them, the worst first. */
export const VERDICTS: readonly (readonly [verdict: CallVerdict, name: string])[] = [
  ['error', 'Errors'],
  ['warning', 'Warnings'],
  ['note', 'Notes'],
  ['ok', 'OK'],
];

export const KINDS: Readonly<Record<CallKind, string>> = {
  rma: 'RMA',
  variants: 'Variants',
  exchange_order: 'Exchange',
  unknown: 'Unknown',
};

/** The subject of a call, in words. */
export const titleOf = ({ rma, orders, method, target }: CallSummary): string =>
  rma ?? orders[0] ?? `${method} ${target}`;

/** The status of the answer, and who gave it when it was not the receiver. */
export function answerText({ answer, by }: Pick<CallSummary, 'answer' | 'by'>): string {
  if (by === 'none') return 'not known';
  if (answer === 0) return 'dropped';
  return by === 'receiver' ? String(answer) : `${answer} ${by}`;
}

// The calls that the page holds, newest first and without duplicates, up to the listing limit. Pure.

export interface SearchableCall {
  readonly call: CallSummary;
  readonly words: string;
}

/** In the same millisecond, the greater id is newer. */
const newestFirst = ({ call: a }: SearchableCall, { call: b }: SearchableCall): number =>
  b.at - a.at || (a.id > b.id ? -1 : 1);

export class Calls {
  private known: SearchableCall[] = [];
  private readonly byId = new Map<string, SearchableCall>();
  readonly counts: Record<CallVerdict, number> = { error: 0, warning: 0, note: 0, ok: 0 };

  all(): readonly SearchableCall[] {
    return this.known;
  }

  get(id: string): CallSummary | undefined {
    return this.byId.get(id)?.call;
  }

  /** Adds calls in any order and returns the new ones. Live calls come at the front, calls of the listing at the end. */
  add(calls: Iterable<CallSummary>): readonly CallSummary[] {
    const fresh: SearchableCall[] = [];
    for (const call of calls) {
      if (this.byId.has(call.id)) continue;
      const entry = { call, words: searchTextOf(call) };
      this.byId.set(call.id, entry);
      this.counts[call.verdict]++;
      fresh.push(entry);
    }
    if (fresh.length === 0) return [];
    // Sorting costs little: both lists are nearly in order.
    fresh.sort(newestFirst);
    this.known = [...fresh, ...this.known].sort(newestFirst);
    for (const { call } of this.known.splice(MOST_LISTED)) {
      this.byId.delete(call.id);
      this.counts[call.verdict]--;
    }
    return fresh.map(({ call }) => call);
  }

  /** The messages of an RMA in order of arrival, without those that were refused. */
  storyOf(rma: string): readonly CallSummary[] {
    const story: CallSummary[] = [];
    for (const { call } of this.known)
      if (call.rma === rma && call.kind === 'rma' && !call.isUnchecked) story.push(call);
    return story.reverse();
  }
}
