// What an answer of the retailer's endpoint means for the delivery, and when it is tried again: exponential back-off
// up to 32 hours (field notes, Delivery of messages). Pure functions.
import { formatDuration } from '../../basics/units.ts';
import { seeded } from '../intake/faults.ts';
import { idText, type Progress } from './delivery-store.ts';
import type { Attempt, DeliveryKind, DeliveryOutcome } from './types.ts';

/**
 * Delivered by any 2xx. Tried again: no answer, 429 and every 5xx. Given up: all else, because the same message would get the
 * same answer. `sign_in`: with new credentials at once, once; after that as `again`. @param status null when no answer came
 */
export function verdictOf(status: number | null) {
  if (status === null || status === 429 || status >= 500) return 'again';
  if (status >= 200 && status < 300) return 'delivered';
  return status === 401 ? 'sign_in' : 'given_up';
}

/** What to do when the endpoint is mended. Without its exchange order, an RMA has gone on. */
export const resendText = ({ kind, id }: { readonly kind: DeliveryKind; readonly id: number }): string =>
  kind === 'exchange_order'
    ? 'begin another return'
    : `then: returns sandbox deliveries redeliver ${idText(id)}`;

/** Why an answer ends a delivery. */
export function refusalReason(status: number): string {
  const isElsewhere = (status >= 300 && status < 400) || status === 404 || status === 410;
  const what = isElsewhere
    ? 'so it is not there (redirects are not followed): correct --customer-url, or the path (--rmas-path, --variants-path, --exchange-orders-path)'
    : 'which is not tried again: let it answer 2xx, also to a wrong message, or 503 to be called again';
  return `The endpoint answers ${status}, ${what}`;
}

/** Why the back-off ends. @param last status or fault of the last attempt @param ms the time since the first */
export const exhaustedReason = (attempts: number, last: string, ms: number): string =>
  `No 2xx within ${ms % 3_600_000 === 0 ? `${ms / 3_600_000} hours` : formatDuration(ms)} of the first attempt (tried ${attempts} times, last: ${last}): mend the endpoint`;

export const NO_CUSTOMER = 'There is no address to send it to: give --customer-url';
export const INTERRUPTED = 'The sandbox ended while it was under way; send it again with redeliver';

/** Status or fault of an attempt. */
export const lastOf = ({ status, fault }: Pick<Attempt, 'status' | 'fault'>): string =>
  String(status ?? fault);

/** What became of a message that is sent only once. @param then as of `resendText` */
export function outcomeOf(done: Pick<Attempt, 'status' | 'fault' | 'answer'>, then: string): DeliveryOutcome {
  const { status, answer } = done;
  const verdict = verdictOf(status);
  if (verdict === 'delivered') return { delivered: true, status: status!, answer };
  const reason =
    verdict === 'given_up'
      ? refusalReason(status!)
      : `No 2xx (${lastOf(done)}), and it is not tried again by itself: mend the endpoint`;
  return { delivered: false, reason: `${reason}; ${then}` };
}

const LONGEST_MS = 3_600_000;

/** In ms. */
interface Waits {
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
