// The pace at work: every attempt of every process of this machine takes its turn in one shared record.
import type { Clock, KeyValue, Random } from '../base/host.ts';
import {
  afterClean,
  afterLimited,
  afterLost,
  FRESH_PACE,
  type PaceState,
  readPace,
  takeTurn,
} from './pace.ts';
import { RollingWindow } from './rolling-window.ts';

/** Leave to send one request. */
export interface Leave {
  readonly startedAt: number;
  readonly probe: boolean;
}

export interface Outcome {
  readonly limited: boolean;
  readonly accepted: boolean;
  readonly retryAfterMs?: number;
  /** No answer came, or the leave was not used. */
  readonly lost?: boolean;
}

export interface Pacer {
  /** Waits for a turn; undefined when the signal aborted first. */
  turn(signal?: AbortSignal): Promise<Leave | undefined>;
  /** What came of every leave is told here, once. */
  answered(leave: Leave, outcome: Outcome): void;
  /** Requests a minute that apply; Infinity when there is no limit. */
  readonly limit: number;
  /** Most attempts of this process that started within 60 s, so far. */
  maxIn60s(): number;
  /** Attempts of this process within the last 60 s. */
  inLast60s(): number;
  /** Seconds this process spent waiting because of 429s. */
  pausedSeconds(): number;
}

export interface PacerParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly store: KeyValue;
  /** One pace per environment: the service's limit is per IP address, not per address of the service. */
  readonly environment: string;
  readonly limit: number;
}

export function makePacer({ clock, random, store, environment, limit }: PacerParts): Pacer {
  const key = `pace/${environment}`;
  const attempts = new RollingWindow(60_000);
  const accepted = new RollingWindow(60_000);
  let paused = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const load = (): PaceState => readPace(store.get(key), clock.monotonic()) ?? FRESH_PACE;
  const update = <T>(change: (state: PaceState) => { state: PaceState; result: T }): T =>
    store.transaction(() => {
      const before = load();
      const { state, result } = change(before);
      if (state !== before) store.put(key, JSON.stringify(state));
      return result;
    });

  async function waitForTurn(signal: AbortSignal | undefined): Promise<Leave | undefined> {
    for (;;) {
      if (signal?.aborted) return undefined;
      // The time is read inside the transaction: waiting for another process must not make it old.
      const { turn, limited, now } = update((before) => {
        const now = clock.monotonic();
        const { state, turn } = takeTurn(before, limit, now);
        return { state, result: { turn, limited: before.strikes > 0, now } };
      });
      if (turn.go) {
        attempts.add(now);
        return { startedAt: now, probe: turn.probe };
      }
      await clock.sleep(Math.min(turn.waitMs, 1000), signal);
      if (limited) paused += clock.monotonic() - now;
    }
  }

  return {
    limit,
    // One at a time inside the process: waiting in line keeps the order of those who ask.
    turn(signal) {
      const mine = queue.then(() => waitForTurn(signal));
      queue = mine.catch(() => {});
      return mine;
    },
    answered(leave, answer) {
      const now = clock.monotonic();
      if (answer.accepted) accepted.add(now);
      if (answer.limited) {
        const observedMs = Math.max(1000, now - (attempts.oldest(now) ?? now));
        update((before) => ({
          state: afterLimited(before, now, {
            limit,
            acceptedPerMinute: (accepted.count(now) * 60_000) / observedMs,
            retryAfterMs: answer.retryAfterMs ?? 0,
            startedAt: leave.startedAt,
            probe: leave.probe,
            unit: random.unit(),
          }),
          result: undefined,
        }));
      } else if (answer.lost) {
        if (leave.probe)
          update((before) => ({ state: afterLost(before, leave.startedAt), result: undefined }));
      } else if (leave.probe || load().ceiling !== null)
        update((before) => ({ state: afterClean(before, limit, now, leave.probe), result: undefined }));
    },
    maxIn60s: () => attempts.max(),
    inLast60s: () => attempts.count(clock.monotonic()),
    pausedSeconds: () => Math.round(paused / 100) / 10,
  };
}
