// Evidence of a check in words: what was sent, what was answered, when. No personal data: only identifiers, states, times and
// amounts.
import { isObject } from '../../basics/json.ts';
import { formatDuration, plural } from '../../basics/units.ts';
import { formatInstant } from '../../contract/time.ts';
import type { Attempt, Delivery } from '../deliveries/types.ts';

/** `RMA-1 CREATED, TRANSIT`, `the exchange order of RMA-1`. */
export function messageText({ message }: Delivery): string {
  if (message.kind === 'variants') return `GET ${message.path}`;
  if (message.kind === 'exchange_order') return `the exchange order of ${message.rma ?? 'an RMA'}`;
  const body = parsed(message.body ?? '');
  const items = isObject(body) && Array.isArray(body['items']) ? body['items'] : [];
  const states = new Set(
    items.map((item: unknown) => (isObject(item) ? item['package_tracking_status'] : null)),
  );
  const words = [isObject(body) ? body['status'] : undefined, ...states].filter(
    (word): word is string => typeof word === 'string' && word !== '',
  );
  return `${message.rma ?? ''} ${words.join(', ')}`.trim();
}

/** `D-3 RMA-1 CREATED: 503 at 10:00:00, then 200 in 12 ms at 10:00:30`. */
export function deliveryEvidence(delivery: Delivery): string {
  const { attempts } = delivery;
  const shown = attempts.length > 4 ? [...attempts.slice(0, 2), ...attempts.slice(-2)] : attempts;
  const words = shown.map(attemptText);
  if (shown.length < attempts.length) words.splice(2, 0, `${attempts.length - shown.length} more`);
  const made = words.length > 0 ? words.join(', then ') : `not sent yet (${delivery.state})`;
  const end = delivery.state === 'given_up' ? `; given up: ${delivery.reason ?? 'no reason'}` : '';
  const next =
    delivery.state === 'waiting' && delivery.nextAt !== null
      ? `; next attempt due ${timeText(delivery.nextAt)}`
      : '';
  return `${delivery.id} ${messageText(delivery)}: ${made}${end}${next}`;
}

export const deliveriesEvidence = (deliveries: readonly Delivery[]): string =>
  `${plural(deliveries.length, 'message')}: ${deliveries.map(deliveryEvidence).join('; ')}`;

function attemptText({ at, ms, status, fault, note }: Attempt): string {
  const what =
    status !== null ? `answered ${status} in ${formatDuration(ms)}` : `no answer (${fault ?? 'unknown'})`;
  return `${what} at ${timeText(at)}${note === null ? '' : ` (${note})`}`;
}

/** A time of the sandbox's clock. */
const timeText = (ms: number): string => formatInstant(ms);

export const isAccepted = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** JSON, or undefined. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
