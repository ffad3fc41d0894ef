// The pace at work: every attempt of every process of this machine takes its turn in one shared record.
import type { Clock, KeyValue, Random } from '../base/host.ts';
import { afterClean, afterLimited, FRESH_PACE, type PaceState, takeTurn } from './pace.ts';
import { RollingWindow } from './rolling-window.ts';

/** Leave to send one request. */
export interface Leave {
  readonly startedAt: number;
  readonly probe: boolean;
}

export interface Pacer {
  /** Waits for a turn; undefined when the signal aborted first. */
  turn(signal?: AbortSignal): Promise<Leave | undefined>;
  /** Every answer or fault of a request that had leave is told here, once. */
  answered(leave: Leave, answer: { limited: boolean; accepted: boolean; retryAfterMs?: number }): void;
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
  const begun = clock.monotonic();
  let paused = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const load = (): PaceState => {
    const text = store.get(key);
    if (text === undefined) return FRESH_PACE;
    const state = JSON.parse(text) as PaceState;
    // A clock that went back (another boot's record, a restored machine) must not stop us for hours.
    return state.due > clock.monotonic() + 120_000 || state.pausedUntil > clock.monotonic() + 3_600_000
      ? FRESH_PACE
      : state;
  };
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
      const now = clock.monotonic();
      const { turn, limited } = update((before) => {
        const { state, turn } = takeTurn(before, limit, now);
        return { state, result: { turn, limited: before.strikes > 0 } };
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
        const observedMs = Math.min(60_000, Math.max(1000, now - begun));
        update((before) => ({
          state: afterLimited(before, now, {
            limit,
            acceptedPerMinute: (accepted.count(now) * 60_000) / observedMs,
            retryAfterMs: answer.retryAfterMs ?? 0,
            startedAt: leave.startedAt,
            unit: random.unit(),
          }),
          result: undefined,
        }));
      } else if (leave.probe || load().ceiling !== null)
        update((before) => ({ state: afterClean(before, limit, now, leave.probe), result: undefined }));
    },
    maxIn60s: () => attempts.max(),
    inLast60s: () => attempts.count(clock.monotonic()),
    pausedSeconds: () => Math.round(paused / 100) / 10,
  };
}
