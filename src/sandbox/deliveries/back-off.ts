// When a delivery is tried again, as pure functions: exponential back-off up to 32 hours (field notes, Delivery of messages).
import { seeded } from '../intake/faults.ts';
import type { Progress } from './delivery-store.ts';

const LONGEST_MS = 3_600_000;

/** In ms. */
export interface Waits {
  /** After the first attempt; each next wait is twice as long. */
  readonly first: number;
  /** A message is given up this long after its first attempt. */
  readonly giveUp: number;
}

/**
 * Wait before the next attempt, ms: 1, 2, 4 s ... at most an hour, of which a drawn part of the upper half is taken, so that
 * many messages do not come back at the same time.
 * @param attempts how many attempts there were (from 1) @param unit random in [0, 1)
 */
export function backOffMs(attempts: number, unit: number, { first }: Pick<Waits, 'first'>): number {
  const longest = Math.min(LONGEST_MS, first * 2 ** (attempts - 1));
  return Math.round(longest * (0.5 + 0.5 * unit));
}

/**
 * Time of the next attempt, ms since the epoch; undefined when the message is given up. The last attempt is made at the very
 * end: an endpoint that comes back before it gets the message.
 */
export function nextAttemptAt(
  { tries, firstAt }: Pick<Progress, 'tries' | 'firstAt'>,
  now: number,
  unit: number,
  waits: Waits,
): number | undefined {
  const end = (firstAt ?? now) + waits.giveUp;
  return now >= end ? undefined : Math.min(end, now + backOffMs(tries, unit, waits));
}

/**
 * A number in [0, 1) that the seed and these numbers decide: the same for a delivery and an attempt in whatever order the
 * attempts of other deliveries end.
 */
export const drawOf = (seed: number, ...numbers: readonly number[]): number =>
  [0, ...numbers].reduce((drawn, number) => seeded(drawn * 2 ** 32 + number)(), (seed >>> 0) / 2 ** 32);
