// Queues of deliveries: within a lane one after the other, in order; across lanes in parallel, so many at a time. Where a
// delivery stands is kept in its job while it waits or is under way, and written to the store.
import type { Timeline } from '../clock/timeline.ts';
import type { Queued } from './delivery-store.ts';

type Changing<T> = { -readonly [K in keyof T]: T[K] };

export interface Job extends Changing<Queued> {
  readonly lane: string;
  nextAt: number;
  /** The last answer was 401. */
  isUnauthorized: boolean;
}

/** @param isAlone in a lane of its own: others of its key do not wait for it */
export const jobOf = (queued: Queued, isAlone: boolean, now: number): Job => ({
  ...queued,
  lane: isAlone ? `id ${queued.id}` : `key ${queued.key}`,
  nextAt: queued.nextAt ?? now,
  isUnauthorized: false,
});

export type Lanes = ReturnType<typeof makeLanes>;

/**
 * @param concurrency how many jobs may run at the same time
 * @param run does one round of a job; `again`: it stays the first of its lane, and its next round is at its new `nextAt`
 */
export function makeLanes(
  timeline: Timeline,
  concurrency: () => number,
  run: (job: Job) => Promise<'done' | 'again'>,
) {
  let lanes = new Map<string, Job[]>();
  let waits = new Map<Job, () => void>();
  let ready: Job[] = [];
  let running = 0;

  const wait = (job: Job) => {
    waits.set(
      job,
      timeline.at(job.nextAt, () => {
        waits.delete(job);
        ready.push(job);
        start();
      }),
    );
  };
  const start = () => {
    while (running < concurrency()) {
      const job = ready.shift();
      if (!job) return;
      running++;
      void timeline.busy(runOne(job));
    }
  };
  const runOne = async (job: Job) => {
    const mine = lanes;
    try {
      const end = await run(job);
      if (mine !== lanes) return;
      if (end === 'again') wait(job);
      else leave(job.lane);
    } finally {
      running--;
      start();
    }
  };
  const leave = (name: string) => {
    const lane = lanes.get(name)!;
    lane.shift();
    if (lane[0]) wait(lane[0]);
    else lanes.delete(name);
  };
  return {
    /** Puts a job at the end of its lane. It starts at `nextAt`, when it is the first. */
    add(job: Job): void {
      const lane = lanes.get(job.lane);
      if (lane) {
        lane.push(job);
        return;
      }
      lanes.set(job.lane, [job]);
      wait(job);
    },
    /** Starts a job now, if it is the first of its lane and waits. */
    bring(job: Job): void {
      const takeBack = waits.get(job);
      if (!takeBack) return;
      takeBack();
      wait(job);
    },
    /** More may be possible at the same time than before. */
    start,
    /** Forgets every job; those that run end, and nothing follows them. */
    clear(): void {
      for (const takeBack of waits.values()) takeBack();
      lanes = new Map();
      waits = new Map();
      ready = [];
    },
  };
}
