// What the page shows: which calls, by search words, kind, verdicts and anomalies; which of them, under which tab.
// Pure.

import { search, type Views } from '../../../page/view.ts';
import type { CallKind, CallSummary, CallVerdict } from '../types.ts';
import { KINDS, VERDICTS } from './call-names.ts';

const TABS = ['message', 'story', 'http'] as const;
export type Tab = (typeof TABS)[number];

export type Filter = {
  /** Words to search. */
  readonly q: string;
  /** Empty: all. */
  readonly kind: CallKind | '';
  /** Those that are shown, with commas between them; empty: all. */
  readonly verdict: string;
  readonly anomaly: 'any' | '';
};

export type View = Filter & { readonly call: string; readonly tab: Tab };

export const NO_FILTER: Filter = { q: '', kind: '', verdict: '', anomaly: '' };

export const VIEWS: Views<View> = {
  first: { ...NO_FILTER, call: '', tab: 'message' },
  known: { kind: Object.keys(KINDS), anomaly: ['any'], tab: TABS },
};

export const isFiltering = ({ q, kind, verdict, anomaly }: Filter): boolean =>
  q.trim() + kind + verdict + anomaly !== '';

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
    (filter.kind === '' || call.kind === filter.kind) &&
    (verdicts.length === 0 || verdicts.includes(call.verdict)) &&
    (filter.anomaly === '' || call.anomaly !== null) &&
    matches(words, call.id);
}
