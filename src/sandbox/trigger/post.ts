// Posts one message to an address: one attempt, as the sandbox makes it.
import type { Clock, Net } from '../../platform/platform.ts';
import { makeAttempts } from '../deliveries/attempts.ts';
import { DELIVERY_DEFAULTS } from '../deliveries/delivery-options.ts';
import type { Attempt, Customer, OutboundMessage } from '../deliveries/types.ts';

/** One message that was posted, or with --print would be, and what became of it. */
export interface Sent extends Omit<Attempt, 'at'> {
  readonly message: OutboundMessage;
}

interface PosterParts {
  readonly clock: Clock;
  readonly net: Net;
  readonly to: Customer;
  /** PEM text of root certificates that are added. */
  readonly ca: string | undefined;
  readonly timeoutMs: number;
  /** Ends the attempt under way. */
  readonly signal: AbortSignal;
}

/** What nothing became of. */
export const UNSENT: Omit<Attempt, 'at'> = { status: null, ms: 0, fault: null, answer: '', note: null };

export async function postMessage(
  message: OutboundMessage,
  { clock, net, to, ca, timeoutMs, signal }: PosterParts,
): Promise<Sent> {
  const made = { ...UNSENT, fault: 'aborted' };
  const attempts = makeAttempts({
    ...{ now: clock.now, world: { clock, net }, ca },
    options: () => ({ ...DELIVERY_DEFAULTS, timeoutMs }),
    store: { record: (_id, attempt) => Object.assign(made, attempt) },
  });
  attempts.customer = { ...to, agent: 'returns-trigger' };
  signal.addEventListener('abort', () => attempts.abort());
  try {
    await attempts.make(0, message, null, true);
    return { ...made, message };
  } finally {
    await attempts.close();
  }
}
