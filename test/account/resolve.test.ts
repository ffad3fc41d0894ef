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

type Look = (resolved: ReturnType<typeof resolve>) => { value: unknown; source: unknown } | undefined;
const orders: Look = (r) => r.addresses.orders;
const auth: Look = (r) => r.addresses.auth;
const base: Look = (r) => r.addresses.base;
const id: Look = (r) => r.clientId;
const secret: Look = (r) => r.secret && { value: r.secret.from, source: r.secret.source };
const environment: Look = (r) => r.environment;
const profile: Look = (r) => r.profile;
const timeout: Look = (r) => r.timeoutMs;
const rate: Look = (r) => r.rate;
const ca: Look = (r) => r.ca;
const spelling: Look = (r) => r.statusSpelling;
const minorUnits: Look = (r) => r.minorUnits;

const answer = (value: string) => ({ value, by: null, since: null });
const ANSWERS = new Map([
  ['cancelled-spelling', answer('Canceled')],
  ['minor-units', answer('iso')],
]);

const named = { profile: 'p' };
const local = { profile: 'local' };
const LOOPBACK = { RETURNS_AUTH_URL: 'http://localhost:1', RETURNS_ORDERS_URL: 'http://[::1]:2' };

test.each<[string, Row, Look, unknown, string]>([
  ['nothing set: no profile', { profiles: {} }, profile, '(environment)', 'environment'],
  ['nothing set: production', { profiles: {} }, environment, 'production', 'default'],
  ['nothing set: 30 s', { profiles: {} }, timeout, 30_000, 'default'],
  ['nothing set: Cancelled', { profiles: {} }, spelling, 'Cancelled', 'default'],
  ['a profile called default is the one in use', { profiles: { default: P } }, id, 'p-id', 'profile'],
  ['a profile of another name is not', {}, profile, '(environment)', 'environment'],
  ['profile use', { inUse: 'p' }, profile, 'p', 'profile'],
  ['profile use: addresses', { inUse: 'p' }, orders, 'https://p.example/orders', 'profile'],
  ['profile use: secret', { inUse: 'p' }, secret, 'profile', 'profile'],
  ['profile use: environment', { inUse: 'p' }, environment, 'sandbox', 'profile'],
  ['agreements: spelling', { answers: ANSWERS }, spelling, 'Canceled', 'agreements'],
  ['agreements: minor units', { answers: ANSWERS }, minorUnits, 'iso', 'agreements'],
  [
    'a profile beats the agreements: minor units',
    { inUse: 'm', profiles: { m: { ...P, 'minor-units': 'hundredths' } }, answers: ANSWERS },
    minorUnits,
    'hundredths',
    'profile',
  ],
  [
    'RETURNS_PROFILE beats profile use',
    { inUse: 'q', env: { RETURNS_PROFILE: 'p' } },
    profile,
    'p',
    'environment',
  ],
  ['--profile beats RETURNS_PROFILE', { flags: named, env: { RETURNS_PROFILE: 'q' } }, profile, 'p', 'flag'],
  [
    'the environment beats the profile in use: auth',
    { inUse: 'p', env: E },
    auth,
    'https://e.example/auth',
    'environment',
  ],
  [
    'the environment beats the profile in use: orders',
    { inUse: 'p', env: E },
    orders,
    'https://e.example/orders',
    'environment',
  ],
  [
    'the environment beats the profile in use: base',
    { inUse: 'p', env: E },
    base,
    'https://e.example/base',
    'environment',
  ],
  ['the environment beats the profile in use: client id', { inUse: 'p', env: E }, id, 'e-id', 'environment'],
  [
    'the environment beats the profile in use: secret',
    { inUse: 'p', env: E },
    secret,
    'RETURNS_CLIENT_SECRET',
    'environment',
  ],
  [
    'the environment beats the profile in use: environment',
    { inUse: 'p', env: E },
    environment,
    'production',
    'environment',
  ],
  [
    'the environment beats the profile in use: timeout',
    { inUse: 'p', env: E },
    timeout,
    20_000,
    'environment',
  ],
  ['the environment beats the profile in use: rate', { inUse: 'p', env: E }, rate, 200, 'environment'],
  ['the environment beats the profile in use: ca', { inUse: 'p', env: E }, ca, '/e.pem', 'environment'],
  [
    'a profile whose settings are all overridden is not named',
    { inUse: 'p', env: E },
    profile,
    '(environment)',
    'environment',
  ],
  [
    'RETURNS_PROFILE alone does not beat the addresses',
    { env: { ...E, RETURNS_PROFILE: 'p' } },
    orders,
    'https://e.example/orders',
    'environment',
  ],
  [
    '--profile beats the environment: auth',
    { flags: named, env: E },
    auth,
    'https://p.example/auth',
    'profile',
  ],
  [
    '--profile beats the environment: orders',
    { flags: named, env: E },
    orders,
    'https://p.example/orders',
    'profile',
  ],
  [
    '--profile beats the environment: base',
    { flags: named, env: E },
    base,
    'https://p.example/base',
    'profile',
  ],
  ['--profile beats the environment: client id', { flags: named, env: E }, id, 'p-id', 'profile'],
  ['--profile beats the environment: secret', { flags: named, env: E }, secret, 'profile', 'profile'],
  [
    '--profile does not beat what is no address or credential',
    { flags: named, env: E },
    timeout,
    20_000,
    'environment',
  ],
  [
    '--profile and a secret it has not: the environment has it',
    { flags: named, env: E, secrets: [] },
    secret,
    'RETURNS_CLIENT_SECRET',
    'environment',
  ],
  [
    '--profile and an address it has not',
    { flags: named, env: E, profiles: { p: { 'client-id': 'x' } } },
    orders,
    'https://e.example/orders',
    'environment',
  ],
  ['--timeout beats all', { flags: { ...named, timeoutMs: 5 }, env: E }, timeout, 5, 'flag'],
  ['--rate beats all', { flags: { ...named, rate: '7' }, env: E }, rate, 7, 'flag'],
  ['--rate off', { flags: { rate: 'off' } }, rate, 'off', 'flag'],
  ['--ca beats all', { flags: { ...named, ca: '/f.pem' }, env: E }, ca, '/f.pem', 'flag'],
  [
    '--orders-url beats --profile',
    { flags: { ...named, ordersUrl: 'https://f.example/' } },
    orders,
    'https://f.example',
    'flag',
  ],
  ['--client-id has no line end', { flags: { clientId: '\ufefff-id\r\n' } }, id, 'f-id', 'flag'],
  ['--client-id beats --profile', { flags: { ...named, clientId: 'f-id' } }, id, 'f-id', 'flag'],
  [
    '--environment beats all',
    { flags: { ...named, environment: 'local' }, env: E },
    environment,
    'local',
    'flag',
  ],
  ['the built-in profile: addresses', { flags: local, env: E }, orders, 'http://127.0.0.1:4500', 'profile'],
  ['the built-in profile: credentials', { flags: local, env: E }, secret, 'built-in', 'profile'],
  ['the built-in profile: environment', { flags: local }, environment, 'local', 'profile'],
  [
    'the built-in profile by RETURNS_PROFILE',
    { env: { RETURNS_PROFILE: 'local' } },
    id,
    'local-client',
    'profile',
  ],
  ['the built-in profile by profile use', { inUse: 'local' }, id, 'local-client', 'profile'],
  ['loopback addresses: local', { env: LOOPBACK, profiles: {} }, environment, 'local', 'default'],
  [
    'one address elsewhere: production',
    { env: { ...LOOPBACK, RETURNS_BASE_URL: 'https://x.example' }, profiles: {} },
    environment,
    'production',
    'default',
  ],
  [
    'a secret file',
    { env: { RETURNS_CLIENT_SECRET_FILE: '/s' }, profiles: {} },
    secret,
    'RETURNS_CLIENT_SECRET_FILE',
    'environment',
  ],
  [
    'an empty variable is no variable',
    { inUse: 'p', env: { RETURNS_RATE: '', RETURNS_CLIENT_ID: '' } },
    rate,
    100,
    'profile',
  ],
])('%s', (_name, row, look, value, source) => {
  expect(look(resolve(row))).toMatchObject({ value, source });
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
    [' https://a.example ', 'https://a.example'],
    ['http://localhost:4500/', 'http://localhost:4500'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://127.8.9.10', 'http://127.8.9.10'],
    ['http://[::1]:9/a/', 'http://[::1]:9/a'],
    ['a.example', 'https://a.example'],
    ['//a.example', 'https://a.example'],
    ['localhost:3000', 'http://localhost:3000'],
    ['127.0.0.1:4500', 'http://127.0.0.1:4500'],
    ['[::1]:4500/x', 'http://[::1]:4500/x'],
    ['gateway:8443/api', 'https://gateway:8443/api'],
  ])('%s is kept as %s', (given, kept) => {
    expect(resolve({ env: { RETURNS_ORDERS_URL: given } }).addresses.orders?.value).toBe(kept);
  });

  test.each([
    ['http://a.example', 'usage.address.http'],
    ['http://localhost.evil.example', 'usage.address.http'],
    ['http://127.0.0.1.evil.example', 'usage.address.http'],
    ['http://127.0.0.1@evil.example/', 'usage.address'],
    ['http://0.0.0.0:1', 'usage.address.http'],
    ['http://192.168.0.1', 'usage.address.http'],
    ['HTTP://a.example', 'usage.address.http'],
    ['https://user:canary@a.example', 'usage.address'],
    ['https://user@a.example', 'usage.address'],
    ['https://a.example/?token=canary', 'usage.address'],
    ['https://a.example/?', 'usage.address'],
    ['https://a.example/#canary', 'usage.address'],
    ['ftp://a.example', 'usage.address'],
    ['file:///etc/passwd', 'usage.address'],
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
