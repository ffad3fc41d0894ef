// Groups writes: one synchronous commit at most every 50 ms, the first one at once. The outcomes of orders go to the
// ledger this way.
import type { Clock } from '../platform/platform.ts';
import type { Ledger, RefusedRecord } from './ledger.ts';
import type { OrderRecord } from './order-record.ts';

/** A commit waits a few ms for the disk; one commit per 50 ms leaves nine tenths of the time for work. */
const GROUP_MS = 50;

export interface GroupedWrites<T> {
  /** Resolves when the item is on disk. @throws what the commit throws (exit 7) */
  add(item: T): Promise<void>;
  /** Resolves when every added item is on disk. @throws the first error that no caller of `add` received */
  flush(): Promise<void>;
}

/** `commit` gets the items in the order in which they were added. */
export function groupedWrites<T>(clock: Clock, commit: (items: readonly T[]) => void): GroupedWrites<T> {
  let waiting: T[] = [];
  let pending: Promise<void> | undefined;
  let lastCommit = Number.NEGATIVE_INFINITY;
  let failed: { error: unknown } | undefined;
  async function commitSoon(): Promise<void> {
    await clock.sleep(lastCommit + GROUP_MS - clock.monotonic());
    const due = waiting;
    waiting = [];
    pending = undefined;
    lastCommit = clock.monotonic();
    try {
      commit(due);
    } catch (error) {
      failed ??= { error };
      throw error;
    }
  }
  return {
    add(item) {
      waiting.push(item);
      if (!pending) {
        pending = commitSoon();
        // A caller that does not await this promise gets the error from flush().
        pending.catch(() => {});
      }
      return pending;
    },
    async flush() {
      while (pending) await pending.catch(() => {});
      if (failed) throw failed.error;
    },
  };
}

export interface Recorder {
  /** Resolves when the records are on disk. @throws errors of the ledger (exit 7) */
  accept(records: readonly OrderRecord[]): Promise<void>;
  refuse(id: string, record: RefusedRecord): Promise<void>;
  /**
   * Resolves when all earlier records are on disk. @throws the first error of a write that was not awaited
   */
  flush(): Promise<void>;
}

interface Entry {
  readonly accepted: readonly OrderRecord[];
  readonly refused: readonly (readonly [id: string, RefusedRecord])[];
}

/** `forced`: an older version that was sent on purpose replaces the newer one in the ledger. */
export function makeRecorder(ledger: Ledger, clock: Clock, forced = false): Recorder {
  const writes = groupedWrites<Entry>(clock, (entries) =>
    ledger.write(
      entries.flatMap(({ accepted }) => accepted),
      entries.flatMap(({ refused }) => refused),
      { forced },
    ),
  );
  return {
    accept: (accepted) => writes.add({ accepted, refused: [] }),
    refuse: (id, record) => writes.add({ accepted: [], refused: [[id, record]] }),
    flush: () => writes.flush(),
  };
}
