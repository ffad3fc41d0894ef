// A process of the model that can be killed at any step: after that its sleeps never end and its writes have
// no effect.

import { EXIT } from '../../src/basics/exit-codes.ts';
import { Failure } from '../../src/basics/failure.ts';
import type { Clock } from '../../src/platform/platform.ts';
import type { FakeClock } from '../helpers/clock.ts';

export interface Life {
  /** @throws Killed when the process is gone */
  check(): void;
  /** A moment at which the process can be killed. @throws Killed */
  tick(): void;
}

export class Killed extends Error {}

const interrupted = new Failure('interrupted', EXIT.interrupted, 'Interrupted', { hint: 'Run it again.' });

const never = new Promise<never>(() => {});

export class Mortal implements Life {
  dead = false;
  private ticks = 0;
  private readonly stop = new AbortController();
  private readonly deaths: (() => void)[] = [];
  readonly signal = this.stop.signal;
  /** Resolves when the process is killed. */
  readonly died = new Promise<'killed'>((resolve) => {
    this.deaths.push(() => resolve('killed'));
  });
  readonly clock: Clock;

  /** The number of the tick at which it is killed, and of the tick at which it receives SIGTERM. */
  constructor(
    readonly name: string,
    clock: FakeClock,
    private readonly ends: {
      readonly kill?: number | undefined;
      readonly interrupt?: number | undefined;
    } = {},
  ) {
    this.clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      sleep: async (ms, signal) => {
        if (this.dead) await never;
        await clock.sleep(ms, signal);
        if (this.dead) await never;
      },
    };
  }

  onDeath(work: () => void): void {
    this.deaths.push(work);
  }

  check(): void {
    if (this.dead) throw new Killed(`${this.name} is gone`);
  }

  tick(): void {
    this.check();
    this.ticks++;
    // A signal is handled between two tasks of the event loop, never inside one.
    if (this.ticks === this.ends.interrupt) void Promise.resolve().then(() => this.stop.abort(interrupted));
    if (this.ticks !== this.ends.kill) return;
    this.dead = true;
    for (const work of this.deaths) work();
    this.check();
  }
}
