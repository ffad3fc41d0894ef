// Limits heap growth. By default V8's young generation grows to three times 16 MB within the first thousands of rows, and
// the old generation to four times what is in use. That saves little time and takes a third of the memory limit of a backfill.
import type nodeV8 from 'node:v8';

/** Bytes: the young generation does not grow beyond this. */
const ENOUGH = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

/** The limits themselves can be set only on node's command line, but the growth rate can be set at any time. */
export function limitHeapGrowth(): void {
  let v8: typeof nodeV8 | undefined;
  const timer = setInterval(() => {
    // Not at once: a command that ends before has no use for it, and loading it takes time.
    if (!v8) {
      v8 = process.getBuiltinModule('node:v8') as typeof nodeV8;
      v8.setFlagsFromString('--heap-growing-percent=50');
    }
    const size =
      v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
    if (size < ENOUGH) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}
