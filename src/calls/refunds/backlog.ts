// Calls that wait for the ledger while another process has it. Each try is short, with pauses between them: the receiver goes on
// answering. What is not done in time is done later, in the order in which the calls came.
import { EXIT } from '../../basics/exit.ts';
import { Failure } from '../../basics/failure.ts';
import type { Clock } from '../../platform/platform.ts';
import type { CallRecord } from '../../storage/calls.ts';

/** How long an answer waits for the ledger, ms. */
const ANSWER_MS = 500;
/** Pauses between two tries, ms: while an answer waits for one, and afterwards. */
const SHORT_MS = 25;
const LONG_MS = 250;

interface Waiting {
  readonly record: CallRecord;
  /** Until when an answer waits for it (monotonic ms). */
  readonly until: number;
  readonly done: (isDone: boolean) => void;
  readonly failed: (error: unknown) => void;
}

/** `work` either does all of its work, or throws a failure of the ledger (exit 7) and has done nothing. */
export function makeBacklog(clock: Clock, work: (record: CallRecord) => void, ending: AbortSignal) {
  const waiting: Waiting[] = [];
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0 && !ending.aborted) {
      const [first] = waiting;
      try {
        work(first!.record);
        waiting.shift();
        first!.done(true);
        continue;
      } catch (error) {
        if (!(error instanceof Failure) || error.exitCode !== EXIT.state) {
          waiting.shift();
          first!.failed(error);
          continue;
        }
      }
      const now = clock.monotonic();
      for (const one of waiting) if (one.until <= now) one.done(false);
      await clock.sleep(waiting.some(({ until }) => until > now) ? SHORT_MS : LONG_MS, ending);
    }
    for (const one of waiting) one.done(false);
    isRunning = false;
  };
  const add = (record: CallRecord, waitMs: number): Promise<boolean> =>
    new Promise((done, failed) => {
      waiting.push({ record, until: clock.monotonic() + waitMs, done, failed });
      if (!isRunning) void run();
    });
  return {
    /** True when it was done within 500 ms, else it is done as soon as possible. */
    add: (record: CallRecord) => add(record, ANSWER_MS),
    again(records: readonly CallRecord[]): void {
      for (const record of records) add(record, 0).catch(() => {});
    },
  };
}
