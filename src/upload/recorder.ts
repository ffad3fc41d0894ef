// Writes acknowledgements to the ledger in groups: one synchronous commit for all of the last few milliseconds.
import type { Clock } from '../base/host.ts';
import type { Ledger } from '../store/ledger.ts';
import type { OrderRecord } from '../store/order-record.ts';

/** A commit costs about 3 ms of waiting for the disk; grouping for this long keeps that below a fifth of the time. */
const GROUP_MS = 15;

export interface Recorder {
  /** Resolves when the records are on disk. @throws what the ledger throws (exit 7) */
  accept(records: readonly OrderRecord[]): Promise<void>;
}

export function makeRecorder(ledger: Ledger, clock: Clock): Recorder {
  let group: OrderRecord[] = [];
  let commit: Promise<void> | undefined;
  return {
    accept(records) {
      for (const record of records) group.push(record);
      commit ??= clock.sleep(GROUP_MS).then(() => {
        const due = group;
        group = [];
        commit = undefined;
        ledger.accept(due);
      });
      return commit;
    },
  };
}
