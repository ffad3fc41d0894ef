// Resolves every setting as one pure function: flag > environment > profile in use > default. Addresses and credentials
// of a profile named by --profile win over the environment.
import { usageFailure } from '../basics/failure.ts';
import { meantText, quote } from '../basics/text.ts';
import type { MinorUnits } from '../basics/units.ts';
import { type AddressName, type Environment, LOCAL } from '../contract/endpoints.ts';
import type { StatusSpelling } from '../contract/status-spelling.ts';
import type { Answers } from '../storage/agreements.ts';
import {
  BUILT_IN,
  checkProfileName,
  DEFAULT_PROFILE,
  type ProfileSettings,
  type Profiles,
  type SettingName,
} from '../storage/profiles.ts';
import { type FoundSandbox, LOCAL_URL } from '../storage/running.ts';
import type { SecretKey } from '../storage/tokens.ts';
import {
  ADDRESS_NAMES,
  checkTimeout,
  isLoopback,
  parseClientId,
  parseEnvironment,
  parseMinorUnits,
  parseRate,
  parseSpelling,
  parseTimeout,
  parseZone,
  type Rate,
  understandAddress,
} from './values.ts';

export type Source = 'flag' | 'environment' | 'profile' | 'agreements' | 'default';

export interface Setting<T> {
  readonly value: T;
  readonly source: Source;
}

/** Flags about the target; `undefined` means not given. */
export interface TargetFlags {
  readonly profile?: string | undefined;
  readonly environment?: string | undefined;
  readonly authUrl?: string | undefined;
  readonly ordersUrl?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly ca?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** Requests a minute as a number, `off`, or a timetable. */
  readonly rate?: string | undefined;
}

export interface SettingSources {
  readonly flags: TargetFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profiles: Profiles;
  /** True when a secret is stored for this profile, in its file or in the keychain. */
  readonly hasSecret: (profile: string) => boolean;
  /** The sandbox of the built-in profile; when absent, one at the default address. */
  readonly sandbox?: () => FoundSandbox;
  /** True for a profile that is being created (`login`): then an unknown name is accepted. */
  readonly mayBeNew?: boolean;
  /** What was agreed with the service; nothing when absent. */
  readonly answers?: Answers;
}

/** Where the secret is read from when it is needed. */
export type SecretFrom =
  | 'RETURNS_CLIENT_SECRET'
  | 'RETURNS_CLIENT_SECRET_FILE'
  /** Its file. */
  | 'profile'
  | 'keychain'
  | 'command'
  | 'built-in';

/** The secret of a profile. `key` stands for it in the key of the cached token, where reading it may ask a person. */
export interface StoredSecret {
  readonly from: 'profile' | 'keychain' | 'command';
  readonly key?: SecretKey;
}

export interface Resolved {
  /** Name of the profile, or `(environment)` without a profile. */
  readonly profile: Setting<string>;
  readonly environment: Setting<Environment>;
  readonly addresses: Readonly<Partial<Record<AddressName, Setting<string>>>>;
  readonly clientId?: Setting<string>;
  readonly secret?: { readonly from: SecretFrom; readonly source: Source; readonly key?: SecretKey };
  /** Path of a PEM file. */
  readonly ca?: Setting<string>;
  readonly timeoutMs: Setting<number>;
  readonly rate?: Setting<Rate>;
  readonly statusSpelling: Setting<StatusSpelling>;
  readonly minorUnits?: Setting<MinorUnits>;
  /** `CODE[:FIELD]=LEVEL` texts, separated by commas. */
  readonly levels?: Setting<string>;
  readonly answers: Answers;
  /** The settings of the profile itself, before flags and environment were applied. */
  readonly own: ProfileSettings;
  /** The sandbox of the built-in profile, when one of its addresses is used. */
  readonly sandbox?: FoundSandbox;
  /** How addresses were understood that are not written in the normalized form. */
  readonly understood: readonly string[];
  /** Variables of the environment that are not used, because a profile was named. */
  readonly ignored: readonly string[];
  /** Which settings are overridden, shown with --verbose. */
  readonly notes: readonly string[];
}

export const NO_PROFILE = '(environment)';
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

/** The settings of the built-in profile for a sandbox at this address. */
export const localSettings = (url: string): ProfileSettings => ({
  environment: 'local',
  'auth-url': url,
  'orders-url': url,
  'base-url': url,
  'client-id': LOCAL.clientId,
});

/** @throws Failure exit 2 for any wrong value, whether the command uses it or not. */
export function resolveSettings(inputs: SettingSources): Resolved {
  const { flags } = inputs;
  // An empty variable counts as not set: `RETURNS_RATE= command` means that.
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
  const ignored: string[] = [];

  const pick = <T>(
    setting: SettingName,
    variable: string | undefined,
    parse: (text: string, from: string) => T,
    profileFirst = false,
  ): Setting<T> | undefined => {
    const fromEnv = variable === undefined ? undefined : env(variable);
    const fromProfile = own[setting];
    // Both are parsed, so that a wrong value is reported even when the other one is used.
    const a = fromEnv === undefined ? undefined : parse(fromEnv, variable!);
    const b = fromProfile === undefined ? undefined : parse(fromProfile, `${setting} of profile ${name}`);
    if (a !== undefined && b !== undefined && a !== b) {
      if (profileFirst) ignored.push(variable!);
      notes.push(
        profileFirst
          ? `--profile ${name}: its ${setting} is used, not ${variable}`
          : `${variable} is used, not the ${setting} of profile ${name}`,
      );
    }
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
      const { address: normal, said } = understandAddress(text, from, address);
      if (said !== undefined) understood.push(said);
      return normal;
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
  const zone = pick('timezone', undefined, parseZone)?.value;
  const parseZonedRate = (text: string, from: string): Rate => {
    const parsed = parseRate(text, from);
    return typeof parsed === 'object' && zone !== undefined ? { ...parsed, zone } : parsed;
  };
  const rate = flagged(flags.rate, '--rate', parseZonedRate) ?? pick('rate', 'RETURNS_RATE', parseZonedRate);
  const levels = pick('levels', undefined, (text) => text);
  // When client id and order address come from the environment, the profile's name would be misleading.
  const overridden =
    (source === 'profile' || source === 'default') &&
    addresses.orders?.source === 'environment' &&
    clientId?.source === 'environment' &&
    secret?.source !== 'profile';
  const { answers = new Map() } = inputs;
  const agreed = <T>(id: string, parse: (text: string, from: string) => T): Setting<T> | undefined => {
    const answer = answers.get(id);
    return answer && { value: parse(answer.value, `agreements ${id}`), source: 'agreements' };
  };
  const minorUnits =
    pick('minor-units', undefined, parseMinorUnits) ?? agreed('minor-units', parseMinorUnits);
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
    statusSpelling: agreed('cancelled-spelling', parseSpelling) ?? {
      value: 'Cancelled',
      source: 'default',
    },
    ...(minorUnits ? { minorUnits } : {}),
    ...(levels ? { levels } : {}),
    answers,
    own,
    ...(sandbox && ADDRESS_NAMES.some((each) => addresses[each]?.source === 'profile') ? { sandbox } : {}),
    understood,
    ignored,
    notes,
  };
}

/** True when there is an address, and all known addresses are on this machine. */
export function isAllLoopback(addresses: Resolved['addresses']): boolean {
  const known = ADDRESS_NAMES.flatMap((name) => addresses[name]?.value ?? []);
  return known.length > 0 && known.every(isLoopback);
}

function chooseProfile(
  { flags, profiles, mayBeNew, sandbox: find }: SettingSources,
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
  inputs: SettingSources,
  env: (name: string) => string | undefined,
  profile: { name: string | undefined; own: ProfileSettings; named: boolean; clientId: string | undefined },
): Resolved['secret'] {
  const fromEnv = (['RETURNS_CLIENT_SECRET', 'RETURNS_CLIENT_SECRET_FILE'] as const).find((name) =>
    env(name),
  );
  const given = fromEnv ? ({ from: fromEnv, source: 'environment' } as const) : undefined;
  // A stored secret belongs to the profile's client id. It is not used with another client id.
  const belongs = profile.clientId !== undefined && profile.clientId === profile.own['client-id'];
  const stored =
    belongs && profile.name !== undefined ? ofProfile(inputs, profile.name, profile.own) : undefined;
  return profile.named ? (stored ?? given) : (given ?? stored);
}

function ofProfile(inputs: SettingSources, name: string, own: ProfileSettings): Resolved['secret'] {
  if (name === BUILT_IN) return { from: 'built-in', source: 'profile' };
  const stored = storedSecret(inputs.profiles, name, own, inputs.hasSecret);
  return stored && { ...stored, source: 'profile' };
}

/** Where a profile's own secret is. A command wins over what is stored: `login` tries it, and then removes that. */
export function storedSecret(
  profiles: Profiles,
  name: string,
  own: ProfileSettings,
  hasSecret: SettingSources['hasSecret'],
): StoredSecret | undefined {
  const command = own['client-secret-command'];
  if (command !== undefined) return { from: 'command', key: { standIn: `command ${command}` } };
  const entry = profiles.keychain?.get(name)?.entry;
  if (entry !== undefined) return { from: 'keychain', key: { standIn: `keychain ${entry}` } };
  return hasSecret(name) ? { from: 'profile' } : undefined;
}
