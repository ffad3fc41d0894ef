// Wakes the one loop that waits: by a call of `wake`, or after a time.
import type { Clock } from '../platform/platform.ts';

export class WakeUp {
  private answer: (() => void) | undefined;

  constructor(private readonly clock: Clock) {}

  /**
   * A call while nothing waits has no effect. So check the state first, then call `wait` without an await in between.
   */
  wake(): void {
    this.answer?.();
  }

  wait(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : new AbortController();
      const done = () => {
        if (this.answer !== done) return;
        this.answer = undefined;
        timer?.abort();
        resolve();
      };
      this.answer = done;
      if (timer) void this.clock.sleep(Math.max(1, ms ?? 0), timer.signal).then(done);
    });
  }
}
