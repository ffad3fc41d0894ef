// Where every setting comes from: flag > environment > profile in use > default, as one pure function.
// Addresses and credentials of a profile named by --profile beat the environment.
import { usageFailure } from '../basics/failure.ts';
import { meantText, quote } from '../basics/text.ts';
import { type AddressName, type Environment, LOCAL } from '../contract/endpoints.ts';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import {
  BUILT_IN,
  checkProfileName,
  type ProfileSettings,
  type Profiles,
  type SettingName,
} from '../storage/profiles.ts';
import { type FoundSandbox, LOCAL_URL } from '../storage/sandboxes.ts';
import { ADDRESS_NAMES, isLoopback, understandAddress } from './addresses.ts';
import {
  checkTimeout,
  parseClientId,
  parseEnvironment,
  parseRate,
  parseSpelling,
  parseTimeout,
} from './values.ts';

export type Source = 'flag' | 'environment' | 'profile' | 'default';

export interface Setting<T> {
  readonly value: T;
  readonly source: Source;
}

/** What a command line may say about the target; `undefined` is the same as absent. */
export interface TargetFlags {
  readonly profile?: string | undefined;
  readonly environment?: string | undefined;
  readonly authUrl?: string | undefined;
  readonly ordersUrl?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly ca?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** A number of requests a minute, or `off`. */
  readonly rate?: string | undefined;
}

export interface Inputs {
  readonly flags: TargetFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profiles: Profiles;
  /** Whether a profile has a secret of its own stored. */
  readonly hasSecret: (profile: string) => boolean;
  /** The sandbox that the built-in profile means; its default address when left out. */
  readonly sandbox?: () => FoundSandbox;
  /** For a profile that is about to be made (`login`): an unknown name is no fault. */
  readonly mayBeNew?: boolean;
}

/** Where the secret will be read from, when it is needed. */
export type SecretFrom = 'RETURNS_CLIENT_SECRET' | 'RETURNS_CLIENT_SECRET_FILE' | 'profile' | 'built-in';

export interface Resolved {
  /** Name of the profile, or `(environment)` when there is none. */
  readonly profile: Setting<string>;
  readonly environment: Setting<Environment>;
  readonly addresses: Readonly<Partial<Record<AddressName, Setting<string>>>>;
  readonly clientId?: Setting<string>;
  readonly secret?: { readonly from: SecretFrom; readonly source: Source };
  /** Path of a PEM file. */
  readonly ca?: Setting<string>;
  readonly timeoutMs: Setting<number>;
  readonly rate?: Setting<number | 'off'>;
  readonly statusSpelling: Setting<StatusSpelling>;
  /** `CODE[:FIELD]=LEVEL` texts with commas between them. */
  readonly levels?: Setting<string>;
  /** The settings of the profile itself, before anything overrode them. */
  readonly own: ProfileSettings;
  /** The sandbox of the built-in profile, where any of its addresses is used. */
  readonly sandbox?: FoundSandbox;
  /** What was made of addresses that are written in another way than they are kept. */
  readonly understood: readonly string[];
  /** What overrides what, worth a line with --verbose. */
  readonly notes: readonly string[];
}

export const NO_PROFILE = '(environment)';
export const DEFAULT_PROFILE = 'default';
export const DEFAULT_TIMEOUT_MS = 30_000;

const ADDRESS = {
  auth: { flag: 'authUrl', option: '--auth-url', variable: 'RETURNS_AUTH_URL', setting: 'auth-url' },
  orders: {
    flag: 'ordersUrl',
    option: '--orders-url',
    variable: 'RETURNS_ORDERS_URL',
    setting: 'orders-url',
  },
  base: { flag: 'baseUrl', option: '--base-url', variable: 'RETURNS_BASE_URL', setting: 'base-url' },
} as const;

/** The settings of the built-in profile, where the sandbox is there. */
export const localSettings = (url: string): ProfileSettings => ({
  environment: 'local',
  'auth-url': url,
  'orders-url': url,
  'base-url': url,
  'client-id': LOCAL.clientId,
});

/** @throws Failure exit 2 for a value that is wrong, whatever it would be used for. */
export function resolveSettings(inputs: Inputs): Resolved {
  const { flags } = inputs;
  // An empty variable counts as unset, as `RETURNS_RATE= command` is meant.
  const env = (name: string) => inputs.env[name] || undefined;
  if (env('RETURNS_CLIENT_SECRET') && env('RETURNS_CLIENT_SECRET_FILE'))
    throw usageFailure(
      'usage.secret.twice',
      'RETURNS_CLIENT_SECRET and RETURNS_CLIENT_SECRET_FILE are both set',
      { hint: 'Unset one of them: the tool does not guess which secret is meant.' },
    );
  const { name, source, own, sandbox } = chooseProfile(inputs, env('RETURNS_PROFILE'));
  const named = source === 'flag';
  const notes: string[] = [];

  const pick = <T>(
    setting: SettingName,
    variable: string | undefined,
    parse: (text: string, from: string) => T,
    profileFirst = false,
  ): Setting<T> | undefined => {
    const fromEnv = variable === undefined ? undefined : env(variable);
    const fromProfile = own[setting];
    // Both are read, so that a wrong value never hides behind the other.
    const a = fromEnv === undefined ? undefined : parse(fromEnv, variable!);
    const b = fromProfile === undefined ? undefined : parse(fromProfile, `${setting} of profile ${name}`);
    if (a !== undefined && b !== undefined && a !== b)
      notes.push(
        profileFirst
          ? `--profile ${name}: its ${setting} is used, not ${variable}`
          : `${variable} is used, not the ${setting} of profile ${name}`,
      );
    if (b !== undefined && (profileFirst || a === undefined)) return { value: b, source: 'profile' };
    return a === undefined ? undefined : { value: a, source: 'environment' };
  };
  const flagged = <T>(given: string | undefined, option: string, parse: (text: string, from: string) => T) =>
    given === undefined ? undefined : ({ value: parse(given, option), source: 'flag' } as const);

  const addresses: Partial<Record<AddressName, Setting<string>>> = {};
  const understood: string[] = [];
  for (const address of ADDRESS_NAMES) {
    const row = ADDRESS[address];
    const parse = (text: string, from: string) => {
      const { address: kept, said } = understandAddress(text, from, address);
      if (said !== undefined) understood.push(said);
      return kept;
    };
    const found =
      flagged(flags[row.flag], row.option, parse) ?? pick(row.setting, row.variable, parse, named);
    if (found) addresses[address] = found;
  }
  const clientId =
    flagged(flags.clientId, '--client-id', parseClientId) ??
    pick('client-id', 'RETURNS_CLIENT_ID', parseClientId, named);
  const secret = secretOf(inputs, env, { name, own, named, clientId: clientId?.value });
  const loopback = isAllLoopback(addresses);
  const environment = flagged(flags.environment, '--environment', parseEnvironment) ??
    pick('environment', 'RETURNS_ENVIRONMENT', parseEnvironment) ?? {
      value: loopback ? ('local' as const) : ('production' as const),
      source: 'default',
    };
  const ca = flagged(flags.ca, '--ca', (text) => text) ?? pick('ca', 'RETURNS_CA', (text) => text);
  const rate = flagged(flags.rate, '--rate', parseRate) ?? pick('rate', 'RETURNS_RATE', parseRate);
  const levels = pick('levels', undefined, (text) => text);
  // With client id and order address from the environment, the profile's name would say the wrong thing.
  const overridden =
    (source === 'profile' || source === 'default') &&
    addresses.orders?.source === 'environment' &&
    clientId?.source === 'environment' &&
    secret?.source !== 'profile';
  return {
    profile:
      name === undefined || overridden
        ? { value: NO_PROFILE, source: 'environment' }
        : { value: name, source },
    environment,
    addresses,
    ...(clientId ? { clientId } : {}),
    ...(secret ? { secret } : {}),
    ...(ca ? { ca } : {}),
    timeoutMs:
      flags.timeoutMs === undefined
        ? (pick('timeout', 'RETURNS_TIMEOUT', parseTimeout) ?? {
            value: DEFAULT_TIMEOUT_MS,
            source: 'default',
          })
        : { value: checkTimeout(flags.timeoutMs, '--timeout'), source: 'flag' },
    ...(rate ? { rate } : {}),
    statusSpelling: pick('order-status-spelling', undefined, parseSpelling) ?? {
      value: 'Cancelled',
      source: 'default',
    },
    ...(levels ? { levels } : {}),
    own,
    ...(sandbox && ADDRESS_NAMES.some((each) => addresses[each]?.source === 'profile') ? { sandbox } : {}),
    understood,
    notes,
  };
}

/** Whether every address that is known stays on this machine, and there is one. */
export function isAllLoopback(addresses: Resolved['addresses']): boolean {
  const known = ADDRESS_NAMES.flatMap((name) => addresses[name]?.value ?? []);
  return known.length > 0 && known.every(isLoopback);
}

function chooseProfile(
  { flags, profiles, mayBeNew, sandbox: find }: Inputs,
  variable: string | undefined,
): { name: string | undefined; source: Source; own: ProfileSettings; sandbox?: FoundSandbox } {
  const [name, source]: [string | undefined, Source] =
    flags.profile !== undefined
      ? [flags.profile, 'flag']
      : variable !== undefined
        ? [variable, 'environment']
        : profiles.inUse !== undefined
          ? [profiles.inUse, 'profile']
          : [profiles.named.has(DEFAULT_PROFILE) || mayBeNew ? DEFAULT_PROFILE : undefined, 'default'];
  if (name === undefined) return { name, source, own: {} };
  if (name === BUILT_IN) {
    const sandbox = find?.() ?? { url: LOCAL_URL };
    return { name, source, own: localSettings(sandbox.url), sandbox };
  }
  const own = profiles.named.get(checkProfileName(name));
  if (own || mayBeNew) return { name, source, own: own ?? {} };
  const known = [...profiles.named.keys(), BUILT_IN];
  throw usageFailure(
    'usage.profile.unknown',
    `There is no profile ${quote(name)}.${meantText(name, known)}`,
    {
      expected: known.join(', '),
      found: name,
      hint: `Make it with: returns login --profile ${name}`,
    },
  );
}

function secretOf(
  inputs: Inputs,
  env: (name: string) => string | undefined,
  profile: { name: string | undefined; own: ProfileSettings; named: boolean; clientId: string | undefined },
): Resolved['secret'] {
  const fromEnv = (['RETURNS_CLIENT_SECRET', 'RETURNS_CLIENT_SECRET_FILE'] as const).find((name) =>
    env(name),
  );
  const given = fromEnv ? ({ from: fromEnv, source: 'environment' } as const) : undefined;
  // A stored secret belongs to the profile's client id: for another id it is not the secret.
  const belongs = profile.clientId !== undefined && profile.clientId === profile.own['client-id'];
  const stored =
    profile.name === BUILT_IN
      ? belongs && ({ from: 'built-in', source: 'profile' } as const)
      : profile.name !== undefined &&
        belongs &&
        inputs.hasSecret(profile.name) &&
        ({ from: 'profile', source: 'profile' } as const);
  return (profile.named ? stored || given : given || stored) || undefined;
}
