// A clock that tests set: time moves only when it is told to, or by itself from sleeper to sleeper.
import type { Clock } from '../../src/platform/platform.ts';

export interface FakeClock extends Clock {
  /** Every sleep asked for, in ms, in order. */
  readonly slept: readonly number[];
  /** Sleepers that wait now. */
  readonly waiting: number;
  /** Moves wall and monotonic time on and wakes who is due, in order, letting each run before the next. */
  advance(ms: number): Promise<void>;
  /** Wakes sleeper after sleeper until `done` says so; false when nobody is left to wake, or `ms` went by before. */
  until(done: () => boolean, ms: number): Promise<boolean>;
  /** Sets the wall time alone, as a person who corrects the clock does; nobody wakes. */
  setWall(ms: number): void;
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
