// Groups writes: one synchronous commit at most every 50 ms, the first one at once.
import type { Clock } from '../platform/platform.ts';

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
