// Precedence as a table: flag > environment > profile in use > default; a profile named by --profile has its own addresses
// and credentials before the environment's.

import { describe, expect, test } from 'vitest';
import { resolveSettings, type SettingSources, type TargetFlags } from '../../src/account/resolve.ts';
import { sayNotes } from '../../src/account/settings.ts';
import type { Failure } from '../../src/basics/failure.ts';
import type { Answers } from '../../src/storage/agreements.ts';
import type { ProfileSettings } from '../../src/storage/profiles.ts';

const P: ProfileSettings = {
  environment: 'sandbox',
  'auth-url': 'https://p.example/auth',
  'orders-url': 'https://p.example/orders',
  'base-url': 'https://p.example/base',
  'client-id': 'p-id',
  timeout: '10s',
  rate: '100',
  ca: '/p.pem',
};
const E = {
  RETURNS_ENVIRONMENT: 'production',
  RETURNS_AUTH_URL: 'https://e.example/auth',
  RETURNS_ORDERS_URL: 'https://e.example/orders',
  RETURNS_BASE_URL: 'https://e.example/base',
  RETURNS_CLIENT_ID: 'e-id',
  RETURNS_CLIENT_SECRET: 'e-secret',
  RETURNS_TIMEOUT: '20s',
  RETURNS_RATE: '200',
  RETURNS_CA: '/e.pem',
};

interface Row {
  flags?: TargetFlags;
  env?: Record<string, string>;
  inUse?: string;
  profiles?: Record<string, ProfileSettings>;
  secrets?: string[];
  answers?: Answers;
}
const inputsOf = ({
  flags = {},
  env = {},
  inUse,
  profiles = { p: P },
  secrets = ['p'],
  answers,
}: Row): SettingSources => ({
  flags,
  env,
  profiles: { named: new Map(Object.entries(profiles)), ...(inUse === undefined ? {} : { inUse }) },
  hasSecret: (name) => secrets.includes(name),
  ...(answers && { answers }),
});
const resolve = (row: Row) => resolveSettings(inputsOf(row));

type Resolved = ReturnType<typeof resolve>;
const LOOKS = {
  auth: (r: Resolved) => r.addresses.auth,
  orders: (r: Resolved) => r.addresses.orders,
  base: (r: Resolved) => r.addresses.base,
  id: (r: Resolved) => r.clientId,
  secret: (r: Resolved) => r.secret && { value: r.secret.from, source: r.secret.source },
  environment: (r: Resolved) => r.environment,
  profile: (r: Resolved) => r.profile,
  timeout: (r: Resolved) => r.timeoutMs,
  rate: (r: Resolved) => r.rate,
  ca: (r: Resolved) => r.ca,
  spelling: (r: Resolved) => r.statusSpelling,
  minorUnits: (r: Resolved) => r.minorUnits,
};
type Values = Partial<Record<keyof typeof LOOKS, unknown>>;

const answer = (value: string) => ({ value, by: null, since: null });
const ANSWERS = new Map([
  ['cancelled-spelling', answer('Canceled')],
  ['minor-units', answer('iso')],
]);

const named = { profile: 'p' };
const local = { profile: 'local' };
const LOOPBACK = { RETURNS_AUTH_URL: 'http://localhost:1', RETURNS_ORDERS_URL: 'http://[::1]:2' };

const addressesOf = (host: string) => ({
  auth: `https://${host}.example/auth`,
  orders: `https://${host}.example/orders`,
  base: `https://${host}.example/base`,
});
const [E_ADDRESSES, P_ADDRESSES] = [addressesOf('e'), addressesOf('p')];
const E_ORDERS = { orders: E_ADDRESSES.orders };
const FILE = 'RETURNS_CLIENT_SECRET_FILE';
const NO_PROFILE = { profiles: {} };
/** `--profile p` with all of the environment. */
const NAMED = { flags: named, env: E };
const OF_E = { id: 'e-id', secret: 'RETURNS_CLIENT_SECRET', timeout: 20_000, rate: 200, ca: '/e.pem' };
const BUILT_IN = { orders: 'http://127.0.0.1:4500', secret: 'built-in' };
const HUNDREDTHS = { m: { ...P, 'minor-units': 'hundredths' } };
const HALF_LOOPBACK = { ...LOOPBACK, RETURNS_BASE_URL: 'https://x.example' };

/** What counts, and where all of it is from. */
test.each<[name: string, row: Row, source: string, values: Values]>([
  ['no profile', NO_PROFILE, 'environment', { profile: '(environment)' }],
  ['nothing', NO_PROFILE, 'default', { environment: 'production', timeout: 30_000, spelling: 'Cancelled' }],
  ['a profile called default is the one in use', { profiles: { default: P } }, 'profile', { id: 'p-id' }],
  ['a profile of another name is not', {}, 'environment', { profile: '(environment)' }],
  [
    'profile use',
    { inUse: 'p' },
    'profile',
    { profile: 'p', ...P_ADDRESSES, secret: 'profile', environment: 'sandbox' },
  ],
  ['agreements', { answers: ANSWERS }, 'agreements', { spelling: 'Canceled', minorUnits: 'iso' }],
  [
    'a profile beats the agreements',
    { inUse: 'm', profiles: HUNDREDTHS, answers: ANSWERS },
    'profile',
    { minorUnits: 'hundredths' },
  ],
  [
    'RETURNS_PROFILE beats profile use',
    { inUse: 'q', env: { RETURNS_PROFILE: 'p' } },
    'environment',
    { profile: 'p' },
  ],
  ['a flag beats RETURNS_PROFILE', { flags: named, env: { RETURNS_PROFILE: 'q' } }, 'flag', { profile: 'p' }],
  [
    'the environment beats the profile in use, which is then not named',
    { inUse: 'p', env: E },
    'environment',
    { profile: '(environment)', ...E_ADDRESSES, ...OF_E, environment: 'production' },
  ],
  ['RETURNS_PROFILE beats no address', { env: { ...E, RETURNS_PROFILE: 'p' } }, 'environment', E_ORDERS],
  ['--profile beats the environment', NAMED, 'profile', { ...P_ADDRESSES, id: 'p-id', secret: 'profile' }],
  ['in addresses and credentials only', NAMED, 'environment', { timeout: 20_000 }],
  ['and not in a secret it has not', { ...NAMED, secrets: [] }, 'environment', { secret: OF_E.secret }],
  ['or an address', { ...NAMED, profiles: { p: { 'client-id': 'x' } } }, 'environment', E_ORDERS],
  [
    'flags beat all',
    { flags: { ...named, timeoutMs: 5, rate: '7', ca: '/f.pem', environment: 'local' }, env: E },
    'flag',
    { timeout: 5, rate: 7, ca: '/f.pem', environment: 'local' },
  ],
  ['--rate off', { flags: { rate: 'off' } }, 'flag', { rate: 'off' }],
  [
    '--orders-url and --client-id beat --profile',
    { flags: { ...named, ordersUrl: 'https://f.example/', clientId: 'f-id' } },
    'flag',
    { orders: 'https://f.example', id: 'f-id' },
  ],
  ['--client-id has no line end', { flags: { clientId: '\ufefff-id\r\n' } }, 'flag', { id: 'f-id' }],
  ['the built-in profile', { flags: local, env: E }, 'profile', BUILT_IN],
  ['the built-in profile: environment', { flags: local }, 'profile', { environment: 'local' }],
  ['it, by RETURNS_PROFILE', { env: { RETURNS_PROFILE: 'local' } }, 'profile', { id: 'local-client' }],
  ['it, by profile use', { inUse: 'local' }, 'profile', { id: 'local-client' }],
  ['loopback addresses: local', { ...NO_PROFILE, env: LOOPBACK }, 'default', { environment: 'local' }],
  [
    'one elsewhere: production',
    { ...NO_PROFILE, env: HALF_LOOPBACK },
    'default',
    { environment: 'production' },
  ],
  ['a secret file', { ...NO_PROFILE, env: { [FILE]: '/s' } }, 'environment', { secret: FILE }],
  [
    'an empty variable is no variable',
    { inUse: 'p', env: { RETURNS_RATE: '', RETURNS_CLIENT_ID: '' } },
    'profile',
    { rate: 100 },
  ],
])('%s', (_name, row, source, values) => {
  const resolved = resolve(row);
  for (const [what, value] of Object.entries(values))
    expect(LOOKS[what as keyof typeof LOOKS](resolved), what).toMatchObject({ value, source });
});

test('the stored secret belongs to the client id it was stored with', () => {
  expect(resolve({ inUse: 'p', env: { RETURNS_CLIENT_ID: 'other' } }).secret).toBeUndefined();
  expect(resolve({ env: { RETURNS_PROFILE: 'local', RETURNS_CLIENT_ID: 'other' } }).secret).toBeUndefined();
});

test('what overrides what is noted', () => {
  expect(resolve({ flags: named, env: E }).notes).toContain(
    '--profile p: its orders-url is used, not RETURNS_ORDERS_URL',
  );
  expect(resolve({ inUse: 'p', env: E }).notes).toContain(
    'RETURNS_ORDERS_URL is used, not the orders-url of profile p',
  );
  expect(resolve({ flags: named, env: { RETURNS_CLIENT_ID: 'p-id' } }).notes).toEqual([]);
});

test('a variable that a named profile leaves unused is said to a person, without --verbose', () => {
  const said: string[] = [];
  const show = { note: (text: string) => void said.push(text), detail: () => {} };
  const saidOf = (inputs: Parameters<typeof resolve>[0]) => {
    const { profile, ignored, notes } = resolve(inputs);
    sayNotes(show, { profile: profile.value, ignored, notes });
    return said.splice(0);
  };
  expect(saidOf({ flags: named, env: { RETURNS_ORDERS_URL: 'https://else.example' } })).toEqual([
    'Not used, since --profile p has its own: RETURNS_ORDERS_URL',
  ]);
  expect(saidOf({ inUse: 'p', env: { RETURNS_CLIENT_ID: 'other' } })).toEqual([]);
  expect(saidOf({ flags: named, env: { RETURNS_CLIENT_ID: 'p-id' } })).toEqual([]);
});

describe('refused with exit 2', () => {
  test.each<[string, Row, string]>([
    ['both secrets', { env: { RETURNS_CLIENT_SECRET: 'a', [FILE]: 'b' } }, 'usage.secret.twice'],
    ['an unknown profile', { flags: { profile: 'q' } }, 'usage.profile.unknown'],
    ['a profile name that is a path', { flags: { profile: '../p' } }, 'usage.profile.name'],
    ['an unknown environment', { env: { RETURNS_ENVIRONMENT: 'prod' } }, 'usage.value'],
    ['a client id of blanks', { env: { RETURNS_CLIENT_ID: '\ufeff \n' } }, 'usage.secret.empty'],
    ['a client id with a hidden sign', { env: { RETURNS_CLIENT_ID: 'a\u200bb' } }, 'usage.secret.character'],
    ['one of a profile', { inUse: 'p', profiles: { p: { 'client-id': 'é' } } }, 'usage.secret.character'],
    ['a rate that is no number', { env: { RETURNS_RATE: 'fast' } }, 'usage.value'],
    ['a rate of 0', { flags: { rate: '0' } }, 'usage.value'],
    ['a time-out that is none', { env: { RETURNS_TIMEOUT: 'long' } }, 'usage.value'],
    ['a time-out of a day', { flags: { timeoutMs: 86_400_000 } }, 'usage.value'],
  ])('%s', (_name, row, code) => {
    expect(() => resolve(row)).toThrow(expect.objectContaining({ code, exitCode: 2 }));
  });

  test('the near name is suggested', () => {
    expect(() => resolve({ flags: { profile: 'lokal' } })).toThrow(/Did you mean "local"/);
    expect(() => resolve({ env: { RETURNS_ENVIRONMENT: 'sandbx' } })).toThrow(/Did you mean "sandbox"/);
  });
});

describe('addresses', () => {
  const failureOf = (given: string): Failure => {
    try {
      resolve({ env: { RETURNS_AUTH_URL: given } });
    } catch (error) {
      return error as Failure;
    }
    return expect.fail('it was accepted');
  };

  test.each([
    ['https://A.Example/', 'https://a.example'],
    ['https://a.example/x/y//', 'https://a.example/x/y'],
    ['http://localhost:4500/', 'http://localhost:4500'],
    ['http://[::1]:9/a/', 'http://[::1]:9/a'],
    ['a.example', 'https://a.example'],
    ['localhost:3000', 'http://localhost:3000'],
    ['[::1]:4500/x', 'http://[::1]:4500/x'],
    ['gateway:8443/api', 'https://gateway:8443/api'],
  ])('%s is kept as %s', (given, kept) => {
    expect(resolve({ env: { RETURNS_ORDERS_URL: given } }).addresses.orders?.value).toBe(kept);
  });

  test('the whole address of an endpoint is kept as what all its paths have in common', () => {
    const { auth, orders, base } = resolve({
      env: {
        RETURNS_AUTH_URL: 'service.example/oauth/token',
        RETURNS_ORDERS_URL: 'https://service.example/returns_portal_orders/',
        RETURNS_BASE_URL: 'asns.example/v1/asns',
      },
    }).addresses;
    expect([auth?.value, orders?.value, base?.value]).toEqual([
      'https://service.example',
      'https://service.example',
      'https://asns.example/v1',
    ]);
  });

  test.each([
    ['htps://service.example', 'the scheme htps:// is not supported'],
    ['http://service.example', 'Did you mean https://service.example?'],
  ])('%s: what is wrong is said in plain words', (given, words) => {
    const { message, hint } = failureOf(given);
    expect(`${message} ${hint}`).toContain(words);
  });

  test.each([
    ['http://a.example', 'usage.address.http'],
    ['http://localhost.evil.example', 'usage.address.http'],
    ['http://127.0.0.1.evil.example', 'usage.address.http'],
    ['http://127.0.0.1@evil.example/', 'usage.address'],
    ['https://user:canary@a.example', 'usage.address'],
    ['https://a.example/?token=canary', 'usage.address'],
    ['https://a.example/#canary', 'usage.address'],
    ['ftp://a.example', 'usage.address'],
    ['canary-secret', 'usage.address'],
  ])('%s is refused, and not repeated with its secrets', (given, code) => {
    const failure = failureOf(given);
    expect(failure).toMatchObject({ code, exitCode: 2 });
    expect(failure.message).toContain('RETURNS_AUTH_URL');
    expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('canary');
  });

  test('an empty one is none', () => {
    expect(resolve({ env: { RETURNS_AUTH_URL: '' } }).addresses.auth).toBeUndefined();
  });
});
