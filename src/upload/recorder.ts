// Writes what became of orders to the ledger in groups: a synchronous commit at most every 50 ms, the first one at once.
import type { Clock } from '../base/host.ts';
import type { Ledger, RefusedRecord } from '../store/ledger.ts';
import type { OrderRecord } from '../store/order-record.ts';

/** A commit waits a few ms for the disk; one in this time leaves nine tenths of it for work. */
const GROUP_MS = 50;

export interface Recorder {
  /** Resolves when the records are on disk. @throws what the ledger throws (exit 7) */
  accept(records: readonly OrderRecord[]): Promise<void>;
  refuse(id: string, record: RefusedRecord): Promise<void>;
  /** Everything that was handed over is on disk. @throws the first error that nobody waited for */
  flush(): Promise<void>;
}

export function makeRecorder(ledger: Ledger, clock: Clock): Recorder {
  let accepted: OrderRecord[] = [];
  let refused: [string, RefusedRecord][] = [];
  let pending: Promise<void> | undefined;
  let lastCommit = Number.NEGATIVE_INFINITY;
  let failed: { error: unknown } | undefined;
  async function commitSoon(): Promise<void> {
    await clock.sleep(lastCommit + GROUP_MS - clock.monotonic());
    const due = [accepted, refused] as const;
    accepted = [];
    refused = [];
    pending = undefined;
    lastCommit = clock.monotonic();
    try {
      ledger.write(...due);
    } catch (error) {
      failed ??= { error };
      throw error;
    }
  }
  const commit = () => {
    if (!pending) {
      pending = commitSoon();
      // Whoever does not wait hears of an error from flush().
      pending.catch(() => {});
    }
    return pending;
  };
  return {
    accept(records) {
      for (const record of records) accepted.push(record);
      return commit();
    },
    refuse(id, record) {
      refused.push([id, record]);
      return commit();
    },
    async flush() {
      while (pending) await pending.catch(() => {});
      if (failed) throw failed.error;
    },
  };
}
