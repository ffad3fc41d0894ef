// How far this machine's clock and the service's are apart, by the Date header of an answer.
import { formatDuration } from '../basics/units.ts';
import type { HttpAnswer } from '../platform/platform.ts';

/** An answer with the time at which its request was sent and at which it came, ms on this machine's clock. */
export interface Timed {
  readonly answer: Pick<HttpAnswer, 'headers'>;
  readonly sentAt: number;
  readonly cameAt: number;
}

/** More than this is said, ms. */
export const WARN_SKEW_MS = 60_000;

/** How far the service's clock is ahead, ms. The header counts whole seconds. Undefined without one. */
export function clockAhead({ answer, sentAt, cameAt }: Timed): number | undefined {
  const date = Date.parse(answer.headers['date'] ?? '');
  if (!Number.isFinite(date)) return undefined;
  // The answer was made in the second that begins at `date`, some time between sending and coming.
  return date > cameAt ? date - cameAt : date + 999 < sentAt ? date + 999 - sentAt : 0;
}

export const clockText = (ahead: number): string =>
  `this machine's clock is ${formatDuration(Math.abs(ahead))} ${ahead > 0 ? 'behind' : 'ahead of'} the service's`;
