// Progress for scripts: with --progress json, one JSON object a second on stderr. As text, each command draws it in its own way.
import type { Platform } from '../platform/platform.ts';

/** How far a command is. */
export interface Step {
  /** `paused`: the service does not answer, or limits the rate; `waiting`: another process has the lock. */
  readonly phase: 'reading' | 'trying' | 'waiting' | 'sending' | 'paused';
  /** What is counted. */
  readonly unit: 'bytes' | 'orders' | 'asns' | 'calls';
  readonly done: number;
  /** Null when it is not known. */
  readonly total: number | null;
}

export type ProgressLines = ReturnType<typeof progressLines>;

const EVERY_MS = 1000;

export function progressLines({ clock, terminal }: Pick<Platform, 'clock' | 'terminal'>) {
  let last: Step | undefined;
  let first = { at: 0, done: 0 };
  let written = { at: Number.NEGATIVE_INFINITY, step: last };
  const write = (step: Step) => {
    const now = clock.monotonic();
    const { phase, unit, done, total } = step;
    const seconds = (now - first.at) / 1000;
    const rate = seconds > 0 ? (done - first.done) / seconds : null;
    const eta = rate && total !== null ? Math.round((total - done) / rate) : null;
    const line = { phase, unit, done, total, rate: rate && Math.round(rate * 10) / 10, eta_seconds: eta };
    terminal.err(`${JSON.stringify({ schema: 'progress/1', run: lines.run, ...line })}\n`);
    written = { at: now, step };
  };
  const lines = {
    /** The id of the run, once it is recorded. */
    run: null as string | null,
    /** Writes it, unless something was written less than a second ago; always where a phase begins or ends. */
    say(step: Step): void {
      const now = clock.monotonic();
      const isNew = step.phase !== last?.phase;
      if (isNew) {
        lines.end();
        first = { at: now, done: step.done };
      }
      last = step;
      if (isNew || now - written.at >= EVERY_MS) write(step);
    },
    /** The same phase as before, or another one, with the counts as they were. */
    turn(phase: Step['phase']): void {
      lines.say({ unit: 'orders', done: 0, total: null, ...last, phase });
    },
    /** Writes what is not written yet. */
    end(): void {
      if (last && last !== written.step) write(last);
    },
  };
  return lines;
}
