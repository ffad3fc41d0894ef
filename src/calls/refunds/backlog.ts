// Calls that wait for the ledger while another process has it. Each try is short, with pauses between them: the receiver goes on
// answering. What is not done in time is done later, in the order in which the calls came.

import { EXIT } from '../../basics/exit-codes.ts';
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

export class Backlog {
  private readonly waiting: Waiting[] = [];
  private isRunning = false;

  /** @param work either does all of its work, or throws a failure of the ledger (exit 7) and has done nothing */
  constructor(
    private readonly clock: Clock,
    private readonly work: (record: CallRecord) => void,
    private readonly ending: AbortSignal,
  ) {}

  /** True when it was done within 500 ms, else it is done as soon as possible. */
  add(record: CallRecord, waitMs = ANSWER_MS): Promise<boolean> {
    return new Promise((done, failed) => {
      this.waiting.push({ record, until: this.clock.monotonic() + waitMs, done, failed });
      if (!this.isRunning) void this.run();
    });
  }

  again(records: readonly CallRecord[]): void {
    for (const record of records) this.add(record, 0).catch(() => {});
  }

  private async run(): Promise<void> {
    const { waiting, ending } = this;
    this.isRunning = true;
    for (let first = waiting[0]; first && !ending.aborted; first = waiting[0]) {
      if (this.isDone(first)) {
        waiting.shift();
        continue;
      }
      const now = this.clock.monotonic();
      for (const { until, done } of waiting) if (until <= now) done(false);
      await this.clock.sleep(waiting.some(({ until }) => until > now) ? SHORT_MS : LONG_MS, ending);
    }
    for (const { done } of waiting) done(false);
    this.isRunning = false;
  }

  /** False while another process has the ledger. One that was removed does not come back to this process. */
  private isDone({ record, done, failed }: Waiting): boolean {
    try {
      this.work(record);
      done(true);
    } catch (error) {
      if (error instanceof Failure && error.exitCode === EXIT.state && error.code !== 'state.removed')
        return false;
      failed(error);
    }
    return true;
  }
}
