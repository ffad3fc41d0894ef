// The table of exit codes: printed by `returns help exit-codes`, quoted in the README, ranked when several apply.

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
export type ExitName = Row[1];

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
