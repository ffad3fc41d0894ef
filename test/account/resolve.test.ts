// Precedence as a table: flag > environment > profile in use > default; a profile named by --profile has its own addresses
// and credentials before the environment's.

import { describe, expect, test } from 'vitest';
import { resolveSettings, type SettingSources, type TargetFlags } from '../../src/account/resolve.ts';
import { sayNotes } from '../../src/account/settings.ts';
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

const E_ADDRESSES = {
  auth: 'https://e.example/auth',
  orders: 'https://e.example/orders',
  base: 'https://e.example/base',
};
const P_ADDRESSES = {
  auth: 'https://p.example/auth',
  orders: 'https://p.example/orders',
  base: 'https://p.example/base',
};
const OF_E = { id: 'e-id', secret: 'RETURNS_CLIENT_SECRET', timeout: 20_000, rate: 200, ca: '/e.pem' };
const HUNDREDTHS = { m: { ...P, 'minor-units': 'hundredths' } };
const HALF_LOOPBACK = { ...LOOPBACK, RETURNS_BASE_URL: 'https://x.example' };

/** What counts, and where all of it is from. */
test.each<[name: string, row: Row, source: string, values: Values]>([
  ['no profile', { profiles: {} }, 'environment', { profile: '(environment)' }],
  [
    'nothing set',
    { profiles: {} },
    'default',
    { environment: 'production', timeout: 30_000, spelling: 'Cancelled' },
  ],
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
  [
    '--profile beats RETURNS_PROFILE',
    { flags: named, env: { RETURNS_PROFILE: 'q' } },
    'flag',
    { profile: 'p' },
  ],
  [
    'the environment beats the profile in use, which is then not named',
    { inUse: 'p', env: E },
    'environment',
    { profile: '(environment)', ...E_ADDRESSES, ...OF_E, environment: 'production' },
  ],
  [
    'RETURNS_PROFILE alone does not beat the addresses',
    { env: { ...E, RETURNS_PROFILE: 'p' } },
    'environment',
    { orders: E_ADDRESSES.orders },
  ],
  [
    '--profile beats the environment: addresses and credentials',
    { flags: named, env: E },
    'profile',
    { ...P_ADDRESSES, id: 'p-id', secret: 'profile' },
  ],
  ['and nothing else', { flags: named, env: E }, 'environment', { timeout: 20_000 }],
  [
    '--profile and a secret it has not: the environment has it',
    { flags: named, env: E, secrets: [] },
    'environment',
    { secret: 'RETURNS_CLIENT_SECRET' },
  ],
  [
    '--profile and an address it has not',
    { flags: named, env: E, profiles: { p: { 'client-id': 'x' } } },
    'environment',
    { orders: E_ADDRESSES.orders },
  ],
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
  [
    'the built-in profile',
    { flags: local, env: E },
    'profile',
    { orders: 'http://127.0.0.1:4500', secret: 'built-in' },
  ],
  ['the built-in profile: environment', { flags: local }, 'profile', { environment: 'local' }],
  ['it, by RETURNS_PROFILE', { env: { RETURNS_PROFILE: 'local' } }, 'profile', { id: 'local-client' }],
  ['it, by profile use', { inUse: 'local' }, 'profile', { id: 'local-client' }],
  ['loopback addresses: local', { env: LOOPBACK, profiles: {} }, 'default', { environment: 'local' }],
  [
    'one address elsewhere: production',
    { env: HALF_LOOPBACK, profiles: {} },
    'default',
    { environment: 'production' },
  ],
  [
    'a secret file',
    { env: { RETURNS_CLIENT_SECRET_FILE: '/s' }, profiles: {} },
    'environment',
    { secret: 'RETURNS_CLIENT_SECRET_FILE' },
  ],
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
    [
      'both secrets',
      { env: { RETURNS_CLIENT_SECRET: 'a', RETURNS_CLIENT_SECRET_FILE: 'b' } },
      'usage.secret.twice',
    ],
    ['an unknown profile', { flags: { profile: 'q' } }, 'usage.profile.unknown'],
    ['an unknown profile in the environment', { env: { RETURNS_PROFILE: 'q' } }, 'usage.profile.unknown'],
    ['a profile name that is a path', { flags: { profile: '../p' } }, 'usage.profile.name'],
    ['an unknown environment', { env: { RETURNS_ENVIRONMENT: 'prod' } }, 'usage.value'],
    [
      'an unknown environment hidden behind a flag',
      { flags: { environment: 'local' }, inUse: 'p', profiles: { p: { environment: 'x' } } },
      '',
    ],
    ['a client id of blanks', { env: { RETURNS_CLIENT_ID: '\ufeff \n' } }, 'usage.secret.empty'],
    ['a client id with a hidden sign', { env: { RETURNS_CLIENT_ID: 'a\u200bb' } }, 'usage.secret.character'],
    [
      'the same in a profile',
      { inUse: 'p', profiles: { p: { 'client-id': 'é' } } },
      'usage.secret.character',
    ],
    ['a rate that is no number', { env: { RETURNS_RATE: 'fast' } }, 'usage.value'],
    ['a rate of 0', { flags: { rate: '0' } }, 'usage.value'],
    ['a time-out that is none', { env: { RETURNS_TIMEOUT: 'long' } }, 'usage.value'],
    ['a time-out of nothing', { env: { RETURNS_TIMEOUT: '0' } }, 'usage.value'],
    ['a time-out of a day', { flags: { timeoutMs: 86_400_000 } }, 'usage.value'],
  ])('%s', (_name, row, code) => {
    if (code === '') expect(resolve(row).environment.value).toBe('local');
    else expect(() => resolve(row)).toThrow(expect.objectContaining({ code, exitCode: 2 }));
  });

  test('the near name is suggested', () => {
    expect(() => resolve({ flags: { profile: 'lokal' } })).toThrow(/Did you mean "local"/);
    expect(() => resolve({ env: { RETURNS_ENVIRONMENT: 'sandbx' } })).toThrow(/Did you mean "sandbox"/);
  });
});

describe('addresses', () => {
  test.each([
    ['https://A.Example/', 'https://a.example'],
    ['https://a.example/x/y//', 'https://a.example/x/y'],
    ['https://a.example:443/x', 'https://a.example/x'],
    ['http://localhost:4500/', 'http://localhost:4500'],
    ['http://127.8.9.10', 'http://127.8.9.10'],
    ['http://[::1]:9/a/', 'http://[::1]:9/a'],
    ['a.example', 'https://a.example'],
    ['//a.example', 'https://a.example'],
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
    const said = () => resolve({ env: { RETURNS_AUTH_URL: given } });
    let failure: unknown;
    try {
      said();
    } catch (error) {
      failure = error;
    }
    expect(`${(failure as Error).message} ${(failure as { hint?: string }).hint}`).toContain(words);
  });

  test.each([
    ['http://a.example', 'usage.address.http'],
    ['http://localhost.evil.example', 'usage.address.http'],
    ['http://127.0.0.1.evil.example', 'usage.address.http'],
    ['http://127.0.0.1@evil.example/', 'usage.address'],
    ['http://0.0.0.0:1', 'usage.address.http'],
    ['HTTP://a.example', 'usage.address.http'],
    ['https://user:canary@a.example', 'usage.address'],
    ['https://a.example/?token=canary', 'usage.address'],
    ['https://a.example/?', 'usage.address'],
    ['https://a.example/#canary', 'usage.address'],
    ['ftp://a.example', 'usage.address'],
    ['example', 'usage.address'],
    ['canary-secret', 'usage.address'],
    ['https//a.example', 'usage.address'],
    ['', 'none'],
  ])('%s is refused, and not repeated with its secrets', (given, code) => {
    const act = () => resolve({ env: { RETURNS_AUTH_URL: given } });
    if (code === 'none') return expect(act().addresses.auth).toBeUndefined();
    expect(act).toThrow(
      expect.objectContaining({ code, exitCode: 2, message: expect.stringContaining('RETURNS_AUTH_URL') }),
    );
    try {
      act();
    } catch (error) {
      expect(JSON.stringify({ ...(error as object), message: (error as Error).message })).not.toContain(
        'canary',
      );
    }
  });
});
