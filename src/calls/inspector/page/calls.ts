// The calls that the page holds, newest first and without duplicates, up to the listing limit. Pure.
import { type CallSummary, type CallVerdict, MOST_LISTED } from '../types.ts';
import { searchTextOf } from './view.ts';

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
