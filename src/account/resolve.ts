// Resolves every setting as one pure function: flag > environment > profile in use > default. Addresses and credentials
// of a profile named by --profile win over the environment.
import { type Failure, usageFailure } from '../basics/failure.ts';
import { meantText, quote } from '../basics/text.ts';
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
import type { SecretKey } from '../storage/token-cache.ts';
import {
  ADDRESS_NAMES,
  checkTimeout,
  flagOf,
  isLoopback,
  type Parse,
  parseAddress,
  parseClientId,
  parseEnvironment,
  parseMinorUnits,
  parseRate,
  parseSpelling,
  parseTimeout,
  parseZone,
  type Rate,
  variableOf,
} from './values.ts';

export type Source = 'flag' | 'environment' | 'profile' | 'agreements' | 'default';

export interface Setting<T> {
  readonly value: T;
  readonly source: Source;
}

/** Flags about the target; `undefined` means not given. */
export interface TargetFlags extends Readonly<Partial<Record<TextFlag, string | undefined>>> {
  readonly timeoutMs?: number | undefined;
}
/** `rate`: requests a minute as a number, `off`, or a timetable. */
type TextFlag = `${AddressName}Url` | 'profile' | 'environment' | 'clientId' | 'ca' | 'rate';

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
type SecretFrom =
  | 'RETURNS_CLIENT_SECRET'
  | 'RETURNS_CLIENT_SECRET_FILE'
  /** Its file. */
  | 'profile'
  | 'keychain'
  | 'command'
  | 'built-in';

interface SecretSetting {
  readonly from: SecretFrom;
  readonly source: Source;
  readonly key?: SecretKey | undefined;
}

/** The secret of a profile. `key` stands for it in the key of the cached token, where reading it may ask a person. */
interface StoredSecret {
  readonly from: 'profile' | 'keychain' | 'command';
  readonly key?: SecretKey;
}

type Addresses = Partial<Record<AddressName, Setting<string>>>;

export type Resolved = Readonly<ReturnType<typeof resolveSettings>>;

export const NO_PROFILE = '(environment)';
export const DEFAULT_TIMEOUT_MS = 30_000;

/** Only a profile has these. */
const OF_PROFILE: ReadonlySet<SettingName> = new Set(['timezone', 'minor-units', 'levels']);
/** With these a profile that is named by --profile comes before the environment. */
const OF_NAMED: ReadonlySet<SettingName> = new Set(['auth-url', 'orders-url', 'base-url', 'client-id']);

/** The settings of the built-in profile for a sandbox at this address. */
export const localSettings = (url: string): ProfileSettings => ({
  environment: 'local',
  'auth-url': url,
  'orders-url': url,
  'base-url': url,
  'client-id': LOCAL.clientId,
});

/** @throws Failure exit 2 for any wrong value, whether the command uses it or not. */
export function resolveSettings(inputs: SettingSources) {
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

  const settle = <T>(setting: SettingName, parse: Parse<T>, flag?: string): Setting<T> | undefined => {
    if (flag !== undefined) return from(parse(flag, flagOf(setting)), 'flag');
    const variable = variableOf(setting);
    const fromEnv = OF_PROFILE.has(setting) ? undefined : env(variable);
    const fromProfile = own[setting];
    // Both are parsed, so that a wrong value is reported even when the other one is used.
    const a = fromEnv === undefined ? undefined : parse(fromEnv, variable);
    const b = fromProfile === undefined ? undefined : parse(fromProfile, `${setting} of profile ${name}`);
    const profileFirst = named && OF_NAMED.has(setting);
    if (a !== undefined && b !== undefined && a !== b) {
      if (profileFirst) ignored.push(variable);
      notes.push(
        profileFirst
          ? `--profile ${name}: its ${setting} is used, not ${variable}`
          : `${variable} is used, not the ${setting} of profile ${name}`,
      );
    }
    if (b !== undefined && (profileFirst || a === undefined)) return from(b, 'profile');
    return a === undefined ? undefined : from(a, 'environment');
  };
  const asIs = (text: string) => text;

  const addresses: Addresses = {};
  for (const address of ADDRESS_NAMES) {
    const parse = (text: string, from: string) => parseAddress(text, from, address);
    const found = settle(`${address}-url`, parse, flags[`${address}Url`]);
    if (found) addresses[address] = found;
  }
  const clientId = settle('client-id', parseClientId, flags.clientId);
  const secret = secretOf(inputs, env, { name, own, named, clientId: clientId?.value });
  const environment =
    settle('environment', parseEnvironment, flags.environment) ??
    from<Environment>(isAllLoopback(addresses) ? 'local' : 'production', 'default');
  const zone = settle('timezone', parseZone)?.value;
  const parseZonedRate = (text: string, from: string): Rate => {
    const parsed = parseRate(text, from);
    return typeof parsed === 'object' && zone !== undefined ? { ...parsed, zone } : parsed;
  };
  // When client id and order address come from the environment, the profile's name would be misleading.
  const overridden =
    (source === 'profile' || source === 'default') &&
    addresses.orders?.source === 'environment' &&
    clientId?.source === 'environment' &&
    secret?.source !== 'profile';
  const { answers = new Map() } = inputs;
  const agreed = <T>(id: string, parse: Parse<T>): Setting<T> | undefined => {
    const answer = answers.get(id);
    return answer && from(parse(answer.value, `agreements ${id}`), 'agreements');
  };
  return {
    /** Name of the profile, or `(environment)` without a profile. */
    profile: name === undefined || overridden ? from(NO_PROFILE, 'environment') : from(name, source),
    environment,
    addresses: addresses as Readonly<Addresses>,
    clientId,
    secret,
    /** Path of a PEM file. */
    ca: settle('ca', asIs, flags.ca),
    timeoutMs:
      flags.timeoutMs === undefined
        ? (settle('timeout', parseTimeout) ?? from(DEFAULT_TIMEOUT_MS, 'default'))
        : from(checkTimeout(flags.timeoutMs, '--timeout'), 'flag'),
    rate: settle('rate', parseZonedRate, flags.rate),
    statusSpelling:
      agreed('cancelled-spelling', parseSpelling) ?? from<StatusSpelling>('Cancelled', 'default'),
    minorUnits: settle('minor-units', parseMinorUnits) ?? agreed('minor-units', parseMinorUnits),
    /** `CODE[:FIELD]=LEVEL` texts, separated by commas. */
    levels: settle('levels', asIs),
    answers,
    /** The settings of the profile itself, before flags and environment were applied. */
    own,
    /** The sandbox of the built-in profile, when one of its addresses is used. */
    sandbox: ADDRESS_NAMES.some((each) => addresses[each]?.source === 'profile') ? sandbox : undefined,
    /** Variables of the environment that are not used, because a profile was named. */
    ignored,
    /** Which settings are overridden, shown with --verbose. */
    notes,
  };
}

const from = <T>(value: T, source: Source): Setting<T> => ({ value, source });

/** True when there is an address, and all known addresses are on this machine. */
export function isAllLoopback(addresses: Addresses): boolean {
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
  throw unknownProfile(profiles, name, `Make it with: returns login --profile ${name}`);
}

/** Exit 2. */
export function unknownProfile(profiles: Pick<Profiles, 'named'>, name: string, hint: string): Failure {
  const known = [...profiles.named.keys(), BUILT_IN];
  const message = `There is no profile ${quote(name)}.${meantText(name, known)}`;
  return usageFailure('usage.profile.unknown', message, { expected: known.join(', '), found: name, hint });
}

function secretOf(
  inputs: SettingSources,
  env: (name: string) => string | undefined,
  profile: { name: string | undefined; own: ProfileSettings; named: boolean; clientId: string | undefined },
): SecretSetting | undefined {
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

function ofProfile(inputs: SettingSources, name: string, own: ProfileSettings): SecretSetting | undefined {
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
