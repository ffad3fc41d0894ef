// The exit codes: what each means, which one a command ends with when several apply, and the reasons behind them.

/** Every exit code of the tool: its number, its name, its meaning. */
const ROWS = [
  [0, 'done', 'done (also Ctrl-C of `listen` and `sandbox start`: their normal end)'],
  [1, 'defect', 'a defect of the tool, or its own accounting does not balance'],
  [2, 'usage', 'usage: unknown flag, missing value, a question without a terminal, a conflict of addresses'],
  [3, 'refused', 'finished, but some input was invalid or refused (the rest was delivered)'],
  [4, 'auth', 'authentication failed'],
  [5, 'stopped', 'stopped early: too much was refused (`--max-rejects`), nothing more was sent'],
  [
    6,
    'input',
    'input unreadable or undecidable (missing file, encoding, delimiter, header, date order ...), or changed while reading; nothing was sent',
  ],
  [
    7,
    'state',
    'local state: another run holds the lock, damaged, unwritable or full disk, a network file system',
  ],
  [8, 'unmet', 'an expectation was not met in time (`listen --expect`)'],
  [
    75,
    'unavailable',
    'service unavailable or rate limiting after all patience: run the same command again to go on',
  ],
  [130, 'interrupted', 'interrupted (SIGINT) after draining: run the same command again to go on'],
  [143, 'terminated', 'terminated (SIGTERM) after draining: run the same command again to go on'],
] as const;

type Row = (typeof ROWS)[number];
export type ExitCode = Row[0];
type ExitName = Row[1];

export const EXIT_CODES = ROWS.map(([code, name, meaning]) => ({ code, name, meaning }));

/** Exit codes by name: `EXIT.usage` is 2. */
export const EXIT = Object.fromEntries(ROWS.map(([code, name]) => [name, code])) as {
  readonly [N in ExitName]: Extract<Row, readonly [ExitCode, N, string]>[0];
};

const WORST_FIRST: readonly ExitCode[] = [1, 7, 4, 75, 5, 3, 2, 6, 8, 130, 143, 0];

/** The exit code when several apply. */
export function worstExit(codes: Iterable<ExitCode>): ExitCode {
  const given = new Set(codes);
  return WORST_FIRST.find((code) => given.has(code)) ?? EXIT.done;
}

// Why a run failed, as one word for scripts, so that an alert can tell a temporary failure (retry later) from one that needs a person.
// Printed by `returns help exit-codes`.

/** What may be behind an exit code: whether it passes by waiting, and what it means. */
const REASON_ROWS = [
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
  ['in_doubt', EXIT.unavailable, true, 'a request without an answer may still store another version'],
  ['sign_in', EXIT.auth, false, 'the service refuses the credentials, or this client may not do this'],
] as const;

/** The reasons behind the exit codes for an unreachable service and a refused sign-in. */
export const REASONS = REASON_ROWS.map(([reason, code, passes, meaning]) => ({
  reason,
  code,
  passes,
  meaning,
}));

/** A reason of the table; for every other exit code its name. */
export type FailureReason = (typeof REASON_ROWS)[number][0] | Exclude<ExitName, 'auth' | 'unavailable'>;
