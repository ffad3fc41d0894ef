// What the page shows: which calls, by search words and verdicts; which of them, under which tab.
// Pure.

import { search, type Views } from '../../../page/view.ts';
import type { CallSummary, CallVerdict } from '../types.ts';
import { VERDICTS } from './call-names.ts';

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
