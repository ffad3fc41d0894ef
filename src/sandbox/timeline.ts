// The sandbox's clock and everything that is due on it: labels, ASNs to work on, deliveries to try again. Real time passes by
// itself; a manual clock stands still until somebody advances it, and then each thing happens at its own time, in order.
import type { Clock } from '../platform/platform.ts';

export type ClockKind = 'real' | 'manual';

export interface Timeline {
  readonly kind: ClockKind;
  /** As the service sees time: tokens, windows, limits and delays use it. `sleep` waits on this clock. */
  readonly clock: Clock;
  /** Runs `work` at this time (ms since the epoch); at once when it has passed. The returned function takes it back. */
  at(time: number, work: () => void | Promise<void>): () => void;
  /** Something that real time must finish before a manual clock moves on: a delivery under way. */
  busy<T>(work: Promise<T>): Promise<T>;
  /** Time of the next thing that is due; undefined when nothing is. */
  next(): number | undefined;
  readonly pending: number;
  /** Manual only: moves to this time and runs what is due on the way, each at its own time. @returns how many things ran */
  advanceTo(time: number): Promise<number>;
  /** Manual only: runs everything that is due, also what becomes due meanwhile, up to `most` ms ahead. */
  runUntilIdle(most?: number): Promise<number>;
  /** Ends every wait; nothing runs any more. */
  stop(): void;
}
