// Posts one message to an address: one attempt, as the sandbox makes it; what `returns trigger` prints of it as JSON,
// and the exit code.

import { EXIT, type ExitCode } from '../../basics/failure.ts';
import type { Clock, Net } from '../../platform/platform.ts';
import { makeAttempts } from '../deliveries/attempts.ts';
import { DELIVERY_DEFAULTS } from '../deliveries/delivery-options.ts';
import type { Attempt, Customer, DeliveryKind, OutboundMessage } from '../deliveries/types.ts';

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

/** The message that `returns trigger NAME` sent, or with --print would send. */
export interface TriggerDocument {
  readonly schema: 'trigger/1';
  readonly name: string;
  /** Address in front of the paths; null with --print. */
  readonly to: string | null;
  /** One. */
  readonly messages: readonly {
    /** The name of the message. */
    readonly what: string;
    readonly kind: DeliveryKind;
    readonly method: 'GET' | 'POST';
    readonly path: string;
    /** Null without an answer, and with --print. */
    readonly status: number | null;
    readonly ms: number;
    /** Why nobody answered; null otherwise. */
    readonly fault: string | null;
    /** At most 10,000 characters. */
    readonly answer: string;
    /** The message as it was sent; null for a GET. */
    readonly body: unknown;
  }[];
}

/** The names that `returns trigger` can send. */
export interface TriggerList {
  readonly schema: 'trigger-list/1';
  readonly messages: readonly { readonly name: string; readonly text: string }[];
}

export const documentOf = (name: string, to: string | null, sent: Sent): TriggerDocument => {
  const { kind, method, path, body } = sent.message;
  const { status, ms, fault, answer } = sent;
  return {
    ...{ schema: 'trigger/1', name, to },
    messages: [
      {
        ...{ what: name, kind, method, path, status: to === null ? null : status, ms, fault, answer },
        body: body === null ? null : (JSON.parse(body) as unknown),
      },
    ],
  };
};

/** Whether the endpoint answered, and did not take it. */
export const isRefused = ({ status }: Sent): boolean => status !== null && (status < 200 || status >= 300);

export function exitOf(sent: Sent): ExitCode {
  if (sent.fault === 'aborted') return EXIT.interrupted;
  if (sent.fault === 'sign_in') return EXIT.auth;
  if (sent.fault !== null) return EXIT.unavailable;
  return isRefused(sent) ? EXIT.refused : EXIT.done;
}
