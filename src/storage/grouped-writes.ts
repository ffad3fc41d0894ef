// Writes in groups: a synchronous commit at most every 50 ms, the first one at once.
import type { Clock } from '../platform/platform.ts';

/** A commit waits a few ms for the disk; one in this time leaves nine tenths of it for work. */
const GROUP_MS = 50;

export interface GroupedWrites<T> {
  /** Resolves when the item is on disk. @throws what the commit throws (exit 7) */
  add(item: T): Promise<void>;
  /** Everything that was handed over is on disk. @throws the first error that nobody waited for */
  flush(): Promise<void>;
}

/** `commit` gets the items in the order in which they were handed over. */
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
        // Whoever does not wait hears of an error from flush().
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
