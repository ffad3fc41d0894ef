// The table of exit codes: printed by `returns help exit-codes`, quoted in the README, ranked when several apply.

/** Every exit code of the tool. `rank` orders them when several apply: the lowest rank wins. */
export const EXIT_CODES = [
  {
    code: 0,
    name: 'done',
    rank: 99,
    meaning: 'done (also Ctrl-C of `listen` and `sandbox start`: their normal end)',
  },
  {
    code: 1,
    name: 'defect',
    rank: 0,
    meaning: 'a defect of the tool, or its own accounting does not balance',
  },
  {
    code: 2,
    name: 'usage',
    rank: 10,
    meaning: 'usage: unknown flag, missing value, a question without a terminal, a conflict of addresses',
  },
  {
    code: 3,
    name: 'refused',
    rank: 5,
    meaning: 'finished, but some input was invalid or refused (the rest was delivered)',
  },
  { code: 4, name: 'auth', rank: 2, meaning: 'authentication failed' },
  {
    code: 5,
    name: 'stopped',
    rank: 4,
    meaning: 'stopped early: too much was refused (`--max-rejects`), nothing more was sent',
  },
  {
    code: 6,
    name: 'input',
    rank: 11,
    meaning:
      'input unreadable or undecidable (missing file, encoding, delimiter, header, date order ...), or changed while reading; nothing was sent',
  },
  {
    code: 7,
    name: 'state',
    rank: 1,
    meaning:
      'local state: another run holds the lock, damaged, unwritable or full disk, a network file system',
  },
  { code: 8, name: 'unmet', rank: 12, meaning: 'an expectation was not met in time (`listen --expect`)' },
  {
    code: 75,
    name: 'unavailable',
    rank: 3,
    meaning: 'service unavailable or rate limiting after all patience: run the same command again to go on',
  },
  {
    code: 130,
    name: 'interrupted',
    rank: 13,
    meaning: 'interrupted (SIGINT) after draining: run the same command again to go on',
  },
  {
    code: 143,
    name: 'terminated',
    rank: 14,
    meaning: 'terminated (SIGTERM) after draining: run the same command again to go on',
  },
] as const;

export type ExitCode = (typeof EXIT_CODES)[number]['code'];
export type ExitName = (typeof EXIT_CODES)[number]['name'];

/** Exit codes by name: `EXIT.usage` is 2. */
export const EXIT = Object.fromEntries(EXIT_CODES.map((row) => [row.name, row.code])) as {
  readonly [N in ExitName]: Extract<(typeof EXIT_CODES)[number], { name: N }>['code'];
};

/** The exit code when several apply: the first in the order 1, 7, 4, 75, 5, 3, then the rest. */
export function worstExit(codes: Iterable<ExitCode>): ExitCode {
  let worst: (typeof EXIT_CODES)[number] = EXIT_CODES[0];
  for (const code of codes) {
    const row = EXIT_CODES.find((candidate) => candidate.code === code);
    if (row && row.rank < worst.rank) worst = row;
  }
  return worst.code;
}
