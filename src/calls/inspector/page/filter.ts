// Filters calls by search words, kind, verdicts, anomalies and RMA. Pure.
import type { CallKind, CallSummary, CallVerdict } from '../types.ts';

export interface Filter {
  readonly text: string;
  readonly kind: CallKind | null;
  /** An empty list matches all. */
  readonly verdicts: readonly CallVerdict[];
  readonly anomalies: boolean;
  /** The messages of an RMA stand together. */
  readonly isGrouped: boolean;
}

export const NO_FILTER: Filter = { text: '', kind: null, verdicts: [], anomalies: false, isGrouped: false };

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

/** An id, or a beginning of one that has at least the whole date. A shorter number would match the time of every call. */
const isIdOf = ({ id }: CallSummary, word: string): boolean => word.length >= 8 && id.startsWith(word);

/** All words must occur; `-word` must not. */
export function matcher(filter: Filter): (call: CallSummary, words: string) => boolean {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.filter((word) => !/^-./.test(word));
  const unwanted = words.filter((word) => /^-./.test(word)).map((word) => word.slice(1));
  const verdicts = new Set(filter.verdicts);
  return (call, text) =>
    (filter.kind === null || call.kind === filter.kind) &&
    (verdicts.size === 0 || verdicts.has(call.verdict)) &&
    (!filter.anomalies || call.anomaly !== null) &&
    wanted.every((word) => text.includes(word) || isIdOf(call, word)) &&
    !unwanted.some((word) => text.includes(word));
}
