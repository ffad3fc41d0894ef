// What the design fixes of the surface, copied by hand from its sections 2, 3 and 4: tests compare the program with it.

/** Commands of section 2 (and `orders forget` of section 4). */
export const COMMANDS = [
  ...['login', 'logout', 'whoami', 'token'],
  ...['profile list', 'profile show', 'profile set', 'profile use', 'profile remove'],
  ...['orders check', 'orders upload', 'orders show', 'orders refund', 'orders forget', 'orders template'],
  ...['runs list', 'runs show'],
  ...['asns create', 'asns update', 'asns check', 'asns list', 'asns show', 'asns template'],
  'listen',
  ...[
    'calls list',
    'calls show',
    'calls check',
    'calls import',
    'calls replay',
    'calls export',
    'calls purge',
  ],
  ...['sandbox start', 'sandbox status', 'sandbox reset', 'sandbox seed', 'sandbox return'],
  ...['sandbox carrier', 'sandbox warehouse', 'sandbox cancel', 'sandbox clock', 'sandbox deliveries'],
  'sandbox assumptions',
  'certify',
  'reconcile',
  'completion',
  'doctor',
  'status',
  ...['schema', 'explain', 'help exit-codes', 'help environment', 'help files', 'demo'],
];

export const GLOBAL_FLAGS =
  '--profile --json --quiet --verbose --no-input --no-color --config-dir --state-dir --ca --timeout --yes'.split(
    ' ',
  );

const READING = '--format --map --encoding --delimiter --timezone --currency --since --until';

/** Flags by command, as sections 2 and 4 name them. */
export const FLAGS: Readonly<Record<string, readonly string[]>> = {
  login:
    '--client-id --client-secret-stdin --environment --auth-url --orders-url --base-url --rotate --store'.split(
      ' ',
    ),
  'orders upload':
    `${READING} --batch-size --rate --concurrency --max-rejects --max-outage --rejects --shard --memory --force --keep-refunds --canary --expect-orders --max-orders --strict --dry-run --fail-on --lock-wait`.split(
      ' ',
    ),
  'orders check': `${READING} --out`.split(' '),
  'orders show': ['--history'],
  'orders refund': '--from --lines --amount-cents --rma --refund-id'.split(' '),
  'orders forget': ['--run'],
  'orders template': ['--format'],
  certify: '--customer-url --orders --map --asns'.split(' '),
  reconcile: ['--orders', '--map', '--out'],
  listen:
    '--port --host --inspect-port --no-inspect --rmas-path --variants-path --exchange-orders-path --variants --forward-to --refuse-invalid --require-header --basic --respond --delay --max-body --auto-refund --orders --expect --wait --stop-after --ready-file --public-url --tls-cert --tls-key'.split(
      ' ',
    ),
  'sandbox start':
    '--port --rate-limit --data --seed --faults --level --customer-url --customer-auth --clock --delivery --pages-port'.split(
      ' ',
    ),
  'sandbox return': '--lines --method --reason --exchange --gift-card'.split(' '),
  'sandbox seed': ['--orders'],
  doctor: ['--probe-url'],
  status: '--since --fail --prometheus'.split(' '),
};

/** Environment variables of section 2; "no others". */
export const ENVIRONMENT = [
  ...['RETURNS_PROFILE', 'RETURNS_ENVIRONMENT', 'RETURNS_CONFIG_DIR', 'RETURNS_STATE_DIR'],
  ...['RETURNS_AUTH_URL', 'RETURNS_ORDERS_URL', 'RETURNS_BASE_URL', 'RETURNS_CA', 'RETURNS_TIMEOUT'],
  ...['RETURNS_RATE', 'RETURNS_CLIENT_ID', 'RETURNS_CLIENT_SECRET', 'RETURNS_CLIENT_SECRET_FILE'],
];

export const EXIT_CODES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 75, 130, 143];

/** `upload-summary/1` of section 4, key by key; beside these there may be more. */
export const UPLOAD_SUMMARY = {
  schema: 'upload-summary/1',
  run: '',
  state: 'checked',
  exit_code: 0,
  resume: null,
  profile: '',
  environment: '',
  target: '',
  shard: null,
  input: { files: [{ path: '', bytes: 0, rows: 0, sha256: '' }], rows: 0, orders: 0 },
  orders: { accepted: 0, already_accepted: 0, superseded: 0, refused: 0, skipped: 0, pending: 0 },
  rows: { read: 0, accounted: 0 },
  balanced: true,
  money: [{ currency: 'USD', orders: 0, total_cents: 0, ordered_cents: 0 }],
  requests: {
    ...{ total: 0, ok: 0, retried: 0, s401: 0, s413: 0, s422: 0, s429: 0, s5xx: 0, network: 0, tokens: 0 },
  },
  rate: { limit_per_min: 5000, max_in_60s: 0, paused_seconds: 0 },
  refused: { files: [], by_code: [{ code: '', count: 0, first_line: 0 }] },
  warnings: [{ code: '', count: 0, first_line: 0 }],
  seconds: 0,
};

/** `error/1` of section 2. */
export const ERROR = { schema: 'error/1', code: '', message: '', hint: '', exit_code: 0 };
