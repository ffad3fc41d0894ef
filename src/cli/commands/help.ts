// `returns help exit-codes|environment|files`: prints the tables that the program itself uses.
import { EXIT, EXIT_CODES, REASONS } from '../../basics/exit-codes.ts';
import { shellWord } from '../../basics/text.ts';
import { LEDGER_QUERIES, LEDGER_VIEWS } from '../../storage/ledger-queries.ts';
import { defineCommand } from '../command.ts';
import { table } from '../presenter.ts';

/** Every environment variable that the tool reads (design: Environment; no others). */
export const ENVIRONMENT = [
  ['RETURNS_PROFILE', 'the profile to use'],
  ['RETURNS_ENVIRONMENT', 'production, sandbox or local'],
  ['RETURNS_CONFIG_DIR', 'profiles, secrets, tokens, remembered mappings'],
  ['RETURNS_STATE_DIR', 'ledger, runs, refused orders'],
  ['RETURNS_AUTH_URL', 'address of the token endpoint'],
  ['RETURNS_ORDERS_URL', 'address of the order intake'],
  ['RETURNS_BASE_URL', 'address of the ASN endpoints'],
  ['RETURNS_CA', 'PEM file with additional root certificates'],
  ['RETURNS_TIMEOUT', 'per request, such as 30s'],
  ['RETURNS_RATE', 'requests a minute to respect'],
  ['RETURNS_CLIENT_ID', 'client id'],
  ['RETURNS_CLIENT_SECRET', 'client secret'],
  ['RETURNS_CLIENT_SECRET_FILE', 'file that holds the client secret (instead of RETURNS_CLIENT_SECRET)'],
] as const;

const tableText = (rows: readonly (readonly string[])[]) => table(rows).join('\n');

const REASON_TEXT = [
  'With --json the document of a failure (in a summary: "error") has a "reason". It says whether waiting helps:',
  tableText(
    REASONS.map(({ reason, code, passes, meaning }) => [
      reason.padEnd(12),
      `${String(code).padStart(2)}  ${passes ? 'passes' : 'lasts '}  ${meaning}`,
    ]),
  ),
  'Every other exit code has its own name as the reason: usage, input, state, stopped, refused, defect ...',
].join('\n');

export const exitCodes = defineCommand({
  examples: [['returns help exit-codes', 'what each exit code means']],
  async run({ show }) {
    await show.result(
      {
        schema: 'exit-codes/1',
        codes: EXIT_CODES,
        reasons: REASONS,
      },
      () =>
        `${tableText(EXIT_CODES.map(({ code, meaning }) => [String(code).padStart(4), meaning]))}\n\nWhen several apply, the first of 1, 7, 4, 75, 5, 3 is given.\n\n${REASON_TEXT}`,
    );
    return EXIT.done;
  },
});

export const environment = defineCommand({
  examples: [['returns help environment', 'what each variable does']],
  async run({ show }) {
    await show.result(
      { schema: 'environment/1', variables: ENVIRONMENT.map(([name, purpose]) => ({ name, purpose })) },
      () =>
        `${tableText(ENVIRONMENT)}\n\nA flag beats the environment, the environment beats the profile in use; a profile named by --profile beats addresses and credentials of the environment.\nNO_COLOR, FORCE_COLOR, TERM and HTTPS_PROXY are honoured.\nWithout the secret in the environment it comes from the profile: the command in client-secret-command, else the keychain or the file where \`returns login --store\` keeps it.`,
    );
    return EXIT.done;
  },
});

export const files = defineCommand({
  examples: [['returns help files', 'where things are kept on this machine']],
  async run({ show, folders }) {
    const rows = [
      [
        `${folders.config}/profiles.json`,
        'profiles: addresses, client ids, settings, which entry of the keychain or which command has the secret (no secrets)',
      ],
      [
        `${folders.config}/secrets/`,
        'client secrets, one file a profile, 0600; none of a profile that uses the keychain or a command',
      ],
      [`${folders.config}/tokens/`, 'cached bearer tokens, 0600'],
      [
        `${folders.config}/mappings/`,
        'mappings that were remembered for the columns of a file, or where they lie, 0600 (returns mappings)',
      ],
      [
        `${folders.state}/ledger.db`,
        'what each target accepted and refused, ASNs as queued, every run; no personal data',
      ],
      [
        `${folders.state}/ledger.db-wal, -shm`,
        'what SQLite keeps beside it while it is in use; they belong to it',
      ],
      [`${folders.state}/locks/`, 'one empty file a lock; not to be removed while a command runs'],
      [`${folders.state}/rejects/RUN/`, 'refused orders and ASNs of a run: personal data, 0600'],
      [`${folders.state}/drafts/`, 'ASNs that were typed into the form and not queued'],
      [
        `${folders.state}/calls/DAY.ndjson`,
        'calls that were received or imported: personal data, 0600 (returns calls purge)',
      ],
      [
        `${folders.state}/rma-index.db`,
        'the newest status and the lines of each RMA out of those calls; no personal data, so what is known of an RMA outlives its purged calls; may be removed while no command runs, and is made again',
      ],
      [`${folders.state}/inspector-key`, "the key in the inspector page's address, new every month, 0600"],
      [
        `${folders.state}/spool/`,
        'what a run reads twice (stdin, unpacked gzip, rows that stand apart beyond the memory): personal data, 0600, removed at the end',
      ],
      [
        `${folders.machine}/machine-*.db`,
        'the pace that all processes of this machine share; may be removed while none runs',
      ],
      [
        `${folders.machine}/compiled/`,
        'what Node compiled of this program, so that it starts quicker; may be removed',
      ],
      [
        `${folders.machine}/sandboxes/`,
        'where a running sandbox listens, so that the profile local finds it; 0600, removed at its end',
      ],
    ] as const;
    const ledger = shellWord(`${folders.state}/ledger.db`);
    await show.result(
      {
        schema: 'files/1',
        files: rows.map(([path, purpose]) => ({ path, purpose })),
        views: LEDGER_VIEWS.map(([name, purpose]) => ({ name, purpose })),
        queries: LEDGER_QUERIES.map(([purpose, sql]) => ({ purpose, sql })),
      },
      () =>
        [
          tableText(rows),
          'ledger.db is an SQLite database. The same user may read its views at any time, also during an upload, with sqlite3 (3.37 or newer) and whatever else reads SQLite:',
          tableText(LEDGER_VIEWS),
          'Times are UTC. An identifier of more than 400 characters stands as # and its digest. Some questions (RUN and RMA stand for yours):',
          LEDGER_QUERIES.map(([purpose, sql]) => `${purpose}:\n  sqlite3 -readonly ${ledger} "${sql}"`).join(
            '\n',
          ),
        ].join('\n\n'),
    );
    return EXIT.done;
  },
});
