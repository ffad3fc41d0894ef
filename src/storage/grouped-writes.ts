// Groups writes in synchronous commits, the first one at once. The outcomes of orders go to the ledger this way.
import type { Clock } from '../platform/platform.ts';
import type { Ledger, RefusedRecord } from './ledger.ts';
import type { OrderRecord } from './order-record.ts';

/** After a commit the next one waits nine times as long as that took, so that commits take a tenth of the time; at most so many ms. */
const LONGEST_MS = 50;

/** `commit` gets the items in the order in which they were added. */
export function groupedWrites<T>(clock: Clock, commit: (items: readonly T[]) => void) {
  let waiting: T[] = [];
  let pending: Promise<void> | undefined;
  let next = Number.NEGATIVE_INFINITY;
  let failed: { error: unknown } | undefined;
  async function commitSoon(): Promise<void> {
    await clock.sleep(next - clock.monotonic());
    const due = waiting;
    waiting = [];
    pending = undefined;
    const begun = clock.monotonic();
    try {
      commit(due);
    } catch (error) {
      failed ??= { error };
      throw error;
    } finally {
      const ended = clock.monotonic();
      next = ended + Math.min(LONGEST_MS, 9 * (ended - begun));
    }
  }
  return {
    /** Resolves when the item is on disk. @throws what the commit throws (exit 7) */
    add(item: T): Promise<void> {
      waiting.push(item);
      if (!pending) {
        pending = commitSoon();
        // A caller that does not await this promise gets the error from flush().
        pending.catch(() => {});
      }
      return pending;
    },
    /** Resolves when every added item is on disk. @throws the first error that no caller of `add` received */
    async flush(): Promise<void> {
      while (pending) await pending.catch(() => {});
      if (failed) throw failed.error;
    },
  };
}

interface Outcome {
  readonly accepted?: readonly OrderRecord[];
  readonly refused?: readonly [id: string, RefusedRecord];
}

export type Recorder = ReturnType<typeof makeRecorder>;

/** `forced`: an older version that was sent on purpose replaces the newer one in the ledger. */
export function makeRecorder(ledger: Ledger, clock: Clock, forced = false) {
  const writes = groupedWrites<Outcome>(clock, (outcomes) =>
    ledger.write(
      outcomes.flatMap(({ accepted = [] }) => accepted),
      outcomes.flatMap(({ refused }) => (refused ? [refused] : [])),
      { forced },
    ),
  );
  return {
    /** Resolves when the records are on disk. @throws errors of the ledger (exit 7) */
    accept: (accepted: readonly OrderRecord[]) => writes.add({ accepted }),
    refuse: (id: string, record: RefusedRecord) => writes.add({ refused: [id, record] }),
    /** Resolves when all earlier records are on disk. @throws the first error of a write that was not awaited */
    flush: writes.flush,
  };
}
