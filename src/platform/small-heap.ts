// Keeps the heap small. Left alone, its nursery grows to three times 16 MB within the first thousands of rows and the rest
// to four times what is in use: that buys little time and costs a third of the memory that a backfill may take.
import v8 from 'node:v8';

/** Bytes: beyond that the nursery grows no more. */
const ENOUGH = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

/** The limits themselves can only be set on node's command line; how fast the heap grows can be said at any time. */
export function keepHeapSmall(): void {
  v8.setFlagsFromString('--heap-growing-percent=50');
  const timer = setInterval(() => {
    const size =
      v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
    if (size < ENOUGH) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}
