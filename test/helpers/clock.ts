// A clock that tests set: time moves only when the test moves it, or automatically to the next sleeper that is due.
import { realClock } from '../../src/platform/node-platform.ts';
import type { Clock } from '../../src/platform/platform.ts';

export interface FakeClock extends Clock {
  /** Every sleep asked for, in ms, in order. */
  readonly slept: readonly number[];
  /** Sleepers that wait now. */
  readonly waiting: number;
  /**
   * Moves wall and monotonic time forward and wakes sleepers that are due, in order; each runs before the next wakes.
   */
  advance(ms: number): Promise<void>;
  /** Wakes sleeper after sleeper until `done` returns true; false when none is left, or after `ms`. */
  until(done: () => boolean, ms: number): Promise<boolean>;
  /** Sets only the wall time, like a user who corrects the clock; no sleeper wakes. */
  setWall(ms: number): void;
}

/** The real clock, so many times as fast: for waits beside real servers and processes, which take their own time. */
export function quickClock(times: number): Clock {
  const [wall, began] = [realClock.now(), realClock.monotonic()];
  const elapsed = () => (realClock.monotonic() - began) * times;
  return {
    now: () => Math.floor(wall + elapsed()),
    monotonic: () => began + elapsed(),
    sleep: (ms, signal) => realClock.sleep(ms / times, signal),
  };
}

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Looks without anybody to wake, after which nothing is going on any more. */
const MOST_IDLE = 400;

/** With `auto`, a sleep ends as soon as nothing else is due before it: no test waits in real time. */
export function fakeClock(start = Date.UTC(2026, 10, 20, 12), options: { auto?: boolean } = {}): FakeClock {
  let elapsed = 0;
  let wall = start;
  const sleepers: Sleeper[] = [];
  const slept: number[] = [];
  const wakeNext = (limit: number): boolean => {
    const next = sleepers.sort((a, b) => a.due - b.due)[0];
    if (!next || next.due > limit) return false;
    sleepers.shift();
    elapsed = Math.max(elapsed, next.due);
    next.wake();
    return true;
  };
  /** A module that loads when it is needed takes real time, although nobody sleeps. */
  const loading = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => Math.floor(wall + elapsed),
    monotonic: () => elapsed,
    slept,
    get waiting() {
      return sleepers.length;
    },
    sleep(ms, signal) {
      slept.push(ms);
      if (!(ms > 0) || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper: Sleeper = {
          due: elapsed + ms,
          wake() {
            signal?.removeEventListener('abort', cancel);
            resolve();
          },
        };
        const cancel = () => {
          const at = sleepers.indexOf(sleeper);
          if (at !== -1) sleepers.splice(at, 1);
          sleeper.wake();
        };
        signal?.addEventListener('abort', cancel, { once: true });
        sleepers.push(sleeper);
        if (options.auto) setImmediate(() => setImmediate(() => wakeNext(Number.POSITIVE_INFINITY)));
      });
    },
    async advance(ms) {
      const goal = elapsed + ms;
      do await turn();
      while (wakeNext(goal));
      elapsed = goal;
      await turn();
    },
    async until(done, ms) {
      const goal = elapsed + ms;
      for (let idle = 0; !done() && idle < MOST_IDLE; idle = wakeNext(goal) ? 0 : idle + 1)
        await (idle === 0 ? turn() : loading());
      return done();
    },
    setWall(ms) {
      wall = ms - elapsed;
    },
  };
}
