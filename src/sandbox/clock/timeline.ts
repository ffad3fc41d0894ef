// The sandbox's clock and everything that is due on it: labels, ASNs to work on, deliveries to try again. Real time passes by
// itself; a manual clock stands still until somebody advances it, and then each thing happens at its own time, in order.
import type { Clock } from '../../platform/platform.ts';

export const CLOCK_KINDS = ['real', 'manual'] as const;
export type ClockKind = (typeof CLOCK_KINDS)[number];

/** A time (ms since the epoch), or what makes it of the time at which a turn begins. */
type Goal = number | ((now: number) => number);

export type Timeline = ReturnType<typeof makeTimeline>;

interface Due {
  /** ms since the epoch. */
  readonly time: number;
  readonly work: () => void | Promise<void>;
}

type DueList = ReturnType<typeof makeDueList>;

/** What is due, earliest first; of equal times, what was scheduled first. */
function makeDueList() {
  let list: Due[] = [];
  return {
    /** The returned function takes it out. */
    add(due: Due): () => void {
      list.splice(list.findLastIndex(({ time }) => time <= due.time) + 1, 0, due);
      return () => {
        const at = list.indexOf(due);
        if (at >= 0) list.splice(at, 1);
      };
    },
    first: () => list[0],
    /** Takes out and returns the first, when it is due at this time. */
    take: (time: number) => (list[0] && list[0].time <= time ? list.shift() : undefined),
    get size() {
      return list.length;
    },
    clear() {
      list = [];
    },
  };
}

type Fail = (error: unknown) => void;

/**
 * @param world the real clock @param start where a manual clock begins (ms since the epoch); default: the real time
 * @param onDefect called with what a work throws; by default `advanceTo` and `runUntilIdle` throw it, on the real clock it is
 * not caught
 */
export function makeTimeline(kind: ClockKind, world: Clock, start = world.now(), onDefect: Fail = rethrow) {
  const due = makeDueList();
  let isStopped = false;
  const mover: ReturnType<typeof manualMover> =
    kind === 'real' ? realMover(world, due, onDefect) : manualMover(world, due, start, onDefect);
  const { now, monotonic, busy, advanceTo, runUntilIdle } = mover;
  return {
    kind,
    /** As the service sees time: tokens, windows, limits and delays use it. */
    clock: { now, monotonic },
    /**
     * Runs `work` at this time (ms since the epoch); at once when it has passed, but never within this call. The returned
     * function takes it back. A manual clock waits for the promise that `work` returns before anything else runs: work that
     * only starts something (a delivery) returns nothing and hands the rest to `busy`, so that works of one time run in parallel.
     */
    at(time: number, work: Due['work']): () => void {
      if (isStopped) return () => {};
      const takeBack = due.add({ time, work });
      mover.onAdded(time);
      return takeBack;
    },
    /** Something that real time must finish before a manual clock moves on: a delivery under way. Must not wait on this clock. */
    busy,
    /**
     * Manual only: moves to this time and runs what is due on the way, each at its own time. Two calls run one after the other.
     * @returns how many things ran
     */
    advanceTo,
    /**
     * Manual only: runs everything that is due, also what becomes due meanwhile. Ends at the time of the last thing that ran.
     * @returns how many things ran
     */
    runUntilIdle,
    /** Time of the next thing that is due; undefined when nothing is. */
    next: () => due.first()?.time,
    get pending() {
      return due.size;
    },
    /** Nothing runs any more. */
    stop() {
      isStopped = true;
      due.clear();
      mover.stop();
    },
  };
}

const rethrow: Fail = (error) => {
  throw error;
};

/** Enough for code that was waiting to go on until it waits for a socket or a file again. */
const MICROTASKS = 64;

/** Lets what waited for a promise go on, before time does. */
async function goOn(): Promise<void> {
  for (let i = 0; i < MICROTASKS; i++) await undefined;
}

/** The wall time may be set, or the machine sleep: look again after a minute, ms. */
const LONGEST_WAIT_MS = 60_000;

/** Time passes by itself. */
function realMover(world: Clock, due: DueList, onDefect: Fail) {
  let timer: { readonly time: number; readonly stop: AbortController } | undefined;
  /** One timer, for the earliest. */
  const arm = () => {
    const first = due.first();
    if (!first || (timer && timer.time <= first.time)) return;
    timer?.stop.abort();
    const mine = { time: first.time, stop: new AbortController() };
    timer = mine;
    const ms = Math.min(LONGEST_WAIT_MS, first.time - world.now());
    void world.sleep(ms, mine.stop.signal).then(() => {
      if (timer !== mine) return;
      timer = undefined;
      runDue();
    });
  };
  const runDue = () => {
    const now = world.now();
    try {
      for (let left = due.size; left > 0; left--) {
        const next = due.take(now);
        if (!next) break;
        runOne(next, onDefect)?.catch(onDefect);
      }
    } finally {
      arm();
    }
  };
  return {
    now: world.now,
    monotonic: world.monotonic,
    /** Something is due at another time than before. */
    onAdded: arm,
    busy: <T>(work: Promise<T>) => work,
    // Who asks for it is told before.
    advanceTo: async () => 0,
    runUntilIdle: async () => 0,
    stop() {
      timer?.stop.abort();
      timer = undefined;
    },
  };
}

function runOne({ work }: Due, onDefect: Fail): Promise<void> | undefined {
  try {
    return work() ?? undefined;
  } catch (error) {
    onDefect(error);
    return undefined;
  }
}

/** After so many works of a manual clock, signals, sockets and timers of this process get their turn. */
const WORKS_IN_A_ROW = 500;

/** Time stands still until somebody moves it. */
function manualMover(world: Clock, due: DueList, start: number, onDefect: Fail) {
  let now = start;
  let isStopped = false;
  let ran = 0;
  const others = makeBusy();
  const inTurn = makeTurns();

  /** Runs what is due at the present time, one after the other. */
  const runPresent = async () => {
    for (;;) {
      const next = due.take(now);
      if (!next) return;
      ran++;
      const work = runOne(next, onDefect);
      if (work) await work.catch(onDefect);
      if (ran % WORKS_IN_A_ROW === 0) await world.sleep(1);
    }
  };
  const runTo = async (goal: number): Promise<number> => {
    const before = ran;
    for (;;) {
      await runPresent();
      const next = due.first();
      if ((next && next.time <= now) || (await others.wait())) continue;
      if (!next || next.time > goal) return ran - before;
      now = Math.max(now, next.time);
    }
  };
  let isPresentWaiting = false;
  /** What is due at the present time does not wait until somebody advances the clock. */
  const runPresentSoon = () => {
    others.interrupt();
    if (isPresentWaiting) return;
    isPresentWaiting = true;
    void inTurn(async () => {
      isPresentWaiting = false;
      await runPresent();
    });
  };
  return {
    now: () => now,
    monotonic: () => now,
    onAdded(time: number) {
      if (time <= now) runPresentSoon();
    },
    busy: others.add,
    advanceTo: (time: Goal) =>
      inTurn(async () => {
        const goal = typeof time === 'number' ? time : time(now);
        const count = await runTo(goal);
        if (!isStopped) now = Math.max(now, goal);
        return count;
      }),
    runUntilIdle: () => inTurn(() => runTo(Number.POSITIVE_INFINITY)),
    stop() {
      isStopped = true;
      others.interrupt();
    },
  };
}

/** Work that real time must finish. */
function makeBusy() {
  let count = 0;
  let wake: (() => void) | undefined;
  const interrupt = () => wake?.();
  const end = () => {
    if (--count === 0) interrupt();
  };
  return {
    add<T>(work: Promise<T>): Promise<T> {
      count++;
      work.then(end, end);
      return work;
    },
    interrupt,
    /** False at once when nothing is busy; else true when all of it has ended, or when it is interrupted. */
    async wait(): Promise<boolean> {
      if (count === 0) return false;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      wake = undefined;
      await goOn();
      return true;
    },
  };
}

/** Runs one work after the other, whatever becomes of the one before. */
function makeTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}
