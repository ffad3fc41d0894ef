// What an answer of the retailer's endpoint means for the delivery, as pure functions (field notes, Delivery of messages).
import { formatDuration } from '../../basics/units.ts';
import { idText } from './delivery-store.ts';
import type { Exchange } from './exchange.ts';
import type { DeliveryKind, DeliveryOutcome } from './types.ts';

/** `sign_in`: with new credentials at once, once; after that as `again`. */
export type Verdict = 'delivered' | 'sign_in' | 'again' | 'given_up';

/**
 * Delivered by any 2xx. Tried again: no answer, 429 and every 5xx. Given up: all else, because the same message would get the
 * same answer. @param status null when no answer came
 */
export function verdictOf(status: number | null): Verdict {
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
export const lastOf = ({ status, fault }: Pick<Exchange, 'status' | 'fault'>): string =>
  String(status ?? fault);

/** What became of a message that is sent only once. @param then as of `resendText` */
export function outcomeOf(done: Exchange, then: string): DeliveryOutcome {
  const { status, answer } = done;
  const verdict = verdictOf(status);
  if (verdict === 'delivered') return { delivered: true, status: status!, answer };
  const reason =
    verdict === 'given_up'
      ? refusalReason(status!)
      : `No 2xx (${lastOf(done)}), and it is not tried again by itself: mend the endpoint`;
  return { delivered: false, reason: `${reason}; ${then}` };
}
