// Filters calls by search words, kind, verdicts, anomalies and RMA. Pure.
import { search } from '../../../page/search.ts';
import type { CallKind, CallSummary, CallVerdict } from '../types.ts';

export interface Filter {
  readonly text: string;
  readonly kind: CallKind | null;
  /** An empty list matches all. */
  readonly verdicts: readonly CallVerdict[];
  readonly anomalies: boolean;
}

export const NO_FILTER: Filter = { text: '', kind: null, verdicts: [], anomalies: false };

export const isFiltering = ({ text, kind, verdicts, anomalies }: Filter): boolean =>
  text.trim() !== '' || kind !== null || verdicts.length > 0 || anomalies;

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
  const matches = search(filter.text);
  const verdicts = new Set(filter.verdicts);
  return (call, words) =>
    (filter.kind === null || call.kind === filter.kind) &&
    (verdicts.size === 0 || verdicts.has(call.verdict)) &&
    (!filter.anomalies || call.anomaly !== null) &&
    matches(words, call.id);
}
