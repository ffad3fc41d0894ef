// One order of each kind of suspicious change, kept while the input is read: what a person compares before going on.
import type { Tally } from '../input/tally.ts';
import { type ChangedOrder, changedOrder } from './changed-order.ts';
import type { Compared } from './compare.ts';
import type { JudgedSnapshot } from './judged.ts';

export interface Examples {
  /** Other content under the `updated_at` that was accepted. */
  readonly unmoved?: ChangedOrder | undefined;
  readonly older?: ChangedOrder | undefined;
}

interface Candidate {
  readonly slot: number;
  readonly changed: ChangedOrder;
}

const MOST_CANDIDATES = 20;

export class ChangedExamples {
  private readonly unmoved: Candidate[] = [];
  private readonly older: Candidate[] = [];

  /** Keeps the first few: some may turn out to be superseded by a later version in the input. */
  add(
    { slot, rows: [first] }: JudgedSnapshot,
    { comparison, before, order, digests }: Compared,
    file: string,
  ): void {
    if (comparison !== 'changed_unmoved' && comparison !== 'older') return;
    const list = comparison === 'older' ? this.older : this.unmoved;
    if (!before || list.length >= MOST_CANDIDATES) return;
    const source = { file, line: first?.line ?? 0 };
    list.push({ slot, changed: changedOrder(before, order, digests(), source) });
  }

  list(tally: Tally): Examples {
    return { unmoved: tellingOf(this.unmoved, tally), older: tellingOf(this.older, tally) };
  }
}

/** The first that counts and of which a changed field is known, else the first that counts. */
function tellingOf(candidates: readonly Candidate[], tally: Tally): ChangedOrder | undefined {
  const latest = candidates.filter(({ slot }) => tally.isLatest(slot)).map(({ changed }) => changed);
  return latest.find(({ notKept }) => notKept === 'unknown') ?? latest[0];
}
