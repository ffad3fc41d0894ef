// Writes acknowledgements to the ledger in groups: a synchronous commit at most every 50 ms, the first one at once.
import type { Clock } from '../base/host.ts';
import type { Ledger } from '../store/ledger.ts';
import type { OrderRecord } from '../store/order-record.ts';

/** A commit waits a few ms for the disk; one in this time leaves nine tenths of it for work. */
const GROUP_MS = 50;

export interface Recorder {
  /** Resolves when the records are on disk. @throws what the ledger throws (exit 7) */
  accept(records: readonly OrderRecord[]): Promise<void>;
}

export function makeRecorder(ledger: Ledger, clock: Clock): Recorder {
  let group: OrderRecord[] = [];
  let pending: Promise<void> | undefined;
  let lastCommit = Number.NEGATIVE_INFINITY;
  async function commitSoon(): Promise<void> {
    await clock.sleep(lastCommit + GROUP_MS - clock.monotonic());
    const due = group;
    group = [];
    pending = undefined;
    lastCommit = clock.monotonic();
    ledger.accept(due);
  }
  return {
    accept(records) {
      for (const record of records) group.push(record);
      pending ??= commitSoon();
      return pending;
    },
  };
}
