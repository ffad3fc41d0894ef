// What the status of an answer means, whether and when it is tried again: waits after a 5xx or a lost connection, and Retry-After.
// Pure functions.
import type { FailureReason } from '../basics/exit-codes.ts';
import type { HttpAnswer, NetworkFault } from '../platform/platform.ts';

/** Why requests fail, as a text for the user. */
export const RATE_LIMITED = 'it answers 429 (rate limited)';

/** How many times a batch is sent again after a 5xx, a time-out or a dropped connection (interface, Errors). */
export const MAX_RETRIES = 3;

type StatusMeaning =
  | 'accepted'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'too_large'
  | 'invalid'
  | 'limited'
  | 'failed';

/** Client errors that may disappear with a later try. */
const PASSING = new Set([408, 423, 425]);

/** Client errors that are about what was sent. */
const ABOUT_CONTENT = new Set([400, 409, 422]);

/**
 * The meaning of a status. A status that the interface does not name is never a success. Client errors about the
 * connection (405, 407, 415, a redirect ...) refuse no message.
 */
export function meaningOfStatus(status: number): StatusMeaning {
  if (status >= 200 && status < 300) return 'accepted';
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 413) return 'too_large';
  if (status === 429) return 'limited';
  if (ABOUT_CONTENT.has(status)) return 'invalid';
  return status >= 300 && status < 500 && !PASSING.has(status) ? 'not_found' : 'failed';
}

/**
 * Wait before the next try, ms: 0.5, 1, 2 ... 30 s, jittered over the upper half, so that waits always grow.
 * @param failures how often it failed so far (from 1) @param unit random in [0, 1)
 */
export function backoffMs(failures: number, unit: number): number {
  return Math.min(30_000, 500 * 2 ** (failures - 1)) * (0.5 + 0.5 * unit);
}

/** Wait before the next probe of a service that answers nothing, ms: 5 to 60 s. */
export function probeMs(probes: number, unit: number): number {
  return Math.min(60_000, 5_000 * 2 ** probes) * (0.75 + 0.25 * unit);
}

/** Retry-After in ms (seconds or an HTTP date), at most one hour; 0 when absent or unreadable. */
export function retryAfterMs(answer: HttpAnswer, nowMs: number): number {
  const value = answer.headers['retry-after'];
  if (value === undefined) return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - nowMs;
  return Number.isFinite(ms) ? Math.min(3_600_000, Math.max(0, ms)) : 0;
}

/** Why an exchange did not succeed, as one word for scripts. */
export function reasonOfOutcome(outcome: HttpAnswer | NetworkFault): FailureReason {
  if ('status' in outcome) return outcome.status === 429 ? 'rate_limit' : 'server_error';
  if (outcome.kind === 'tls' || outcome.kind === 'proxy') return outcome.kind;
  // When the name server cannot be reached, the name may still exist.
  const { code } = (outcome.cause ?? {}) as { code?: unknown };
  if (outcome.kind !== 'dns' || code !== 'ENOTFOUND') return 'outage';
  return outcome.trouble?.what === 'proxy_away' ? 'proxy' : 'address';
}

/** What to do when the service answers 5xx for a long time (interface, Errors). */
export const ASK_SUPPORT = "If it lasts, ask the service's client support and name the time and the status.";

/** True for a fault that no retry fixes. */
export const isLasting = (fault: NetworkFault): boolean => fault.kind === 'tls' || fault.kind === 'proxy';

/** What a gateway answers when it has no answer of the service behind it: the request may still be under way there. */
const OF_A_GATEWAY: ReadonlySet<number> = new Set([502, 504, 520, 522, 524, 598, 599]);

/** No connection was made, so nothing was sent. */
const UNSENT: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether the service may still store the request: it ended without an answer of the service. */
export function mayStillArrive(outcome: HttpAnswer | NetworkFault): boolean {
  if ('status' in outcome) return OF_A_GATEWAY.has(outcome.status);
  const { code } = (outcome.cause ?? {}) as { code?: unknown };
  return outcome.kind !== 'dns' && !isLasting(outcome) && !UNSENT.has(code);
}
