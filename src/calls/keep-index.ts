// Keeps the index of RMAs near the end of the calls record: while a receiver is idle, at its end, and before calls are purged.
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { withRmaIndex } from '../storage/rma-index.ts';
import { type CatchUpOptions, catchUpRmaIndex } from '../storage/rma-index-catch-up.ts';
import { callTraceOf } from './call-trace.ts';

/** Reads what was recorded since the last time. @returns whether the end of the record was reached. @throws Failure exit 7 */
export const catchUpCalls = (
  platform: Platform,
  folders: Folders,
  index: Database,
  options: Omit<CatchUpOptions, 'traceOf'> = {},
): Promise<boolean> =>
  catchUpRmaIndex(platform, folders, index, {
    traceOf: (record) => callTraceOf(platform, record),
    ...options,
  });

/** A receiver is idle when no call came for this long, ms. */
const IDLE_MS = 5_000;
/** How often an idle receiver looks, ms. */
const LOOK_MS = 30_000;
/** Bytes that are read in one piece while a receiver runs: about 100 messages, a few ms. */
const SMALL_PIECE = 256_000;
const PAUSE_MS = 50;
/** How long the end of a receiver may take for it, ms. What is left is read by whoever needs it. */
const LAST_MS = 500;

export interface IndexKeeper {
  /** A call arrived. */
  onCall(): void;
  /** Ends with the last calls in the index, as far as that is quick. */
  close(): Promise<void>;
}

/**
 * The index is derived, so nothing that goes wrong with it disturbs the receiver: the next `status` reports it. While another process
 * writes it, it is left alone: to wait for a process that may be suspended would leave calls without an answer.
 */
export function keepIndex(platform: Platform, folders: Folders, signal: AbortSignal): IndexKeeper {
  const { clock } = platform;
  let last = Number.NEGATIVE_INFINITY;
  let isBehind = true;
  const isBusy = () => clock.monotonic() - last < IDLE_MS;
  const catchUp = async (options: Omit<CatchUpOptions, 'traceOf'>) => {
    isBehind = false;
    try {
      const isDone = await withRmaIndex(
        platform,
        folders,
        (index) => catchUpCalls(platform, folders, index, options),
        { waits: false },
      );
      if (!isDone) isBehind = true;
    } catch {
      // See above. The next look tries again.
      isBehind = true;
    }
  };
  const watch = async () => {
    for (;;) {
      await clock.sleep(LOOK_MS, signal);
      if (signal.aborted) return;
      if (isBehind && !isBusy())
        await catchUp({
          piece: SMALL_PIECE,
          pauseMs: PAUSE_MS,
          isEnough: () => signal.aborted || isBusy(),
        });
    }
  };
  const watching = watch();
  return {
    onCall() {
      last = clock.monotonic();
      isBehind = true;
    },
    async close() {
      await watching;
      const began = clock.monotonic();
      // A receiver that got nothing leaves nothing behind.
      if (isBehind && last > Number.NEGATIVE_INFINITY)
        await catchUp({ isEnough: () => clock.monotonic() - began > LAST_MS });
    },
  };
}
