// The real clock: wall time, and a monotonic one that all processes of one boot share.
import { setMaxListeners } from 'node:events';
import type { Clock } from './platform.ts';

// setTimeout fires at once beyond 2^31 - 1 ms: longer sleeps are cut into pieces.
const LONGEST = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  // CLOCK_MONOTONIC counts from boot, so other processes of this machine read the same value.
  monotonic: () => Number(process.hrtime.bigint() / 1000n) / 1000,
  async sleep(ms, signal) {
    for (let left = ms; left > 0 && !signal?.aborted; left -= LONGEST)
      await nap(Math.min(left, LONGEST), signal);
  },
};

function nap(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    if (!signal) return;
    // Many sleepers wait on one signal: Node would warn of a leak on stderr.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', done, { once: true });
  });
}
