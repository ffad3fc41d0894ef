// Why a run failed, as one word for scripts, so that an alert can tell a temporary failure (retry later) from one that needs a person.
// Printed by `returns help exit-codes`.
import { EXIT, EXIT_CODES, type ExitCode, type ExitName } from './exit.ts';

/** The reasons behind the exit codes for an unreachable service and a refused sign-in. */
export const REASONS = [
  {
    reason: 'outage',
    code: EXIT.unavailable,
    passes: true,
    meaning: 'no answer: the service or the way to it is down',
  },
  {
    reason: 'server_error',
    code: EXIT.unavailable,
    passes: true,
    meaning: 'the service answers 5xx; when it lasts, ask its client support',
  },
  { reason: 'rate_limit', code: EXIT.unavailable, passes: true, meaning: 'the service answers 429' },
  {
    reason: 'address',
    code: EXIT.unavailable,
    passes: false,
    meaning: 'no such host, or something else answers there: correct the address',
  },
  {
    reason: 'tls',
    code: EXIT.unavailable,
    passes: false,
    meaning: 'no trusted TLS 1.2 connection: correct the address or the certificates',
  },
  {
    reason: 'proxy',
    code: EXIT.unavailable,
    passes: false,
    meaning: 'the proxy refuses the connection or asks for a login: correct HTTPS_PROXY or NO_PROXY',
  },
  {
    reason: 'duration',
    code: EXIT.unavailable,
    passes: true,
    meaning: 'the run has taken as long as --max-duration allows',
  },
  {
    reason: 'sign_in',
    code: EXIT.auth,
    passes: false,
    meaning: 'the service refuses the credentials, or this client may not do this',
  },
] as const satisfies readonly {
  reason: string;
  code: ExitCode;
  passes: boolean;
  meaning: string;
}[];

/** A reason of the table; for every other exit code its name. */
export type FailureReason = (typeof REASONS)[number]['reason'] | Exclude<ExitName, 'auth' | 'unavailable'>;

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
