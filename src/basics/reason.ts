// Why a run failed, as one word for scripts, so that an alert can tell a temporary failure (retry later) from one that needs a person.
// Printed by `returns help exit-codes`.
import { EXIT, EXIT_CODES, type ExitCode, type ExitName } from './exit.ts';

/** What may be behind an exit code: whether it passes by waiting, and what it means. */
const ROWS = [
  ['outage', EXIT.unavailable, true, 'no answer: the service or the way to it is down'],
  ['server_error', EXIT.unavailable, true, 'the service answers 5xx; when it lasts, ask its client support'],
  ['rate_limit', EXIT.unavailable, true, 'the service answers 429'],
  ['address', EXIT.unavailable, false, 'no such host, or something else answers there: correct the address'],
  ['tls', EXIT.unavailable, false, 'no trusted TLS 1.2 connection: correct the address or the certificates'],
  [
    'proxy',
    EXIT.unavailable,
    false,
    'the proxy refuses the connection or asks for a login: correct HTTPS_PROXY or NO_PROXY',
  ],
  ['duration', EXIT.unavailable, true, 'the run has taken as long as --max-duration allows'],
  [
    'in_doubt',
    EXIT.unavailable,
    true,
    'a request without an answer may still store another version of the orders',
  ],
  ['sign_in', EXIT.auth, false, 'the service refuses the credentials, or this client may not do this'],
] as const;

/** The reasons behind the exit codes for an unreachable service and a refused sign-in. */
export const REASONS = ROWS.map(([reason, code, passes, meaning]) => ({ reason, code, passes, meaning }));

/** A reason of the table; for every other exit code its name. */
export type FailureReason = (typeof ROWS)[number][0] | Exclude<ExitName, 'auth' | 'unavailable'>;

/** Error codes that determine the reason. */
const BY_CODE: Readonly<Record<string, FailureReason>> = {
  'service.tls': 'tls',
  'service.proxy': 'proxy',
  'service.not_found': 'address',
  'service.page': 'address',
  'service.answer': 'address',
  'service.paused': 'rate_limit',
  'auth.address': 'address',
  'sandbox.absent': 'address',
  'sandbox.other': 'address',
};

interface Failed {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly hint: string;
  /** Given when the error code alone does not determine the reason. */
  readonly reason?: FailureReason | undefined;
}

export function reasonOf({ code, exitCode, reason }: Omit<Failed, 'message' | 'hint'>): FailureReason {
  const known = reason ?? BY_CODE[code];
  if (known) return known;
  if (exitCode === EXIT.auth) return 'sign_in';
  if (exitCode === EXIT.unavailable) return 'outage';
  return EXIT_CODES.find((row) => row.code === exitCode)!.name as FailureReason;
}

/** A failure in the shape of the run summary. */
export const errorOf = (failed: Failed) => ({
  code: failed.code,
  message: failed.message,
  hint: failed.hint,
  reason: reasonOf(failed),
});
