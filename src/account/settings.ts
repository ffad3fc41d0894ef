// The target of a command: service, client id and rate. Resolved from flags, environment and profile, then checked.

import { usageFailure } from '../basics/failure.ts';
import { CLIENT_SECRET, clientSecret, givenText, secretInFile } from '../basics/secret.ts';
import { type AddressName, LOCAL, RATE_LIMITS } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import { agreedIn } from '../storage/agreements.ts';
import type { Folders } from '../storage/folders.ts';
import { BUILT_IN, type ProfileStore, profileStore } from '../storage/profiles.ts';
import { isAllLoopback, NO_PROFILE, type Resolved, resolveSettings, type TargetFlags } from './resolve.ts';
import {
  ADDRESS_NAMES,
  flagOf,
  parseAddress,
  type Rate,
  rateText,
  SETTING_TEXTS,
  variableOf,
} from './values.ts';

export type { Resolved, TargetFlags } from './resolve.ts';

export type Target = Readonly<ReturnType<typeof targetOf>>;

interface TargetOptions {
  /** Addresses that the command calls besides the token endpoint; `orders` when absent. */
  readonly needs?: readonly AddressName[];
  /** A secret that was entered now: used instead of any other. */
  readonly secret?: string | undefined;
}

/** @throws Failure exit 2 (missing or wrong settings), exit 7 (damaged profiles) */
export async function resolveTarget(
  platform: Platform,
  folders: Folders,
  flags: TargetFlags,
  options: TargetOptions = {},
): Promise<Target> {
  const store = profileStore(platform, folders);
  return targetOf(store, readSettings(platform, folders, flags), options);
}

/** The settings with their sources, even when some are missing: shown by `whoami`. */
export function readSettings(
  platform: Platform,
  folders: Folders,
  flags: TargetFlags,
  mayBeNew = false,
): Resolved {
  const { hasSecret, sandbox, read } = profileStore(platform, folders);
  const profiles = read();
  const { answers } = agreedIn(platform, folders, flags, profiles);
  return resolveSettings({ flags, env: platform.env, profiles, hasSecret, sandbox, mayBeNew, answers });
}

export function targetOf(store: ProfileStore, resolved: Resolved, options: TargetOptions = {}) {
  const { platform } = store;
  const { addresses, clientId, ca, secret: stored } = resolved;
  const given = options.secret;
  const missing = missingOf(resolved, options.needs ?? ['orders']).filter(
    (name) => name !== 'secret' || given === undefined,
  );
  if (missing.length > 0 || !clientId) throw missingFailure(resolved, missing);
  if (given === undefined) checkConflict(resolved);
  checkRate(resolved);
  const orders = addresses.orders?.value ?? '';
  const environment = resolved.environment.value;
  return {
    /** Name of the profile, or `(environment)`. */
    profile: resolved.profile.value,
    environment,
    /** Without trailing slash; `base` is empty when it is not configured and the command does not need it. */
    addresses: { auth: addresses.auth?.value ?? '', orders, base: addresses.base?.value ?? '' },
    clientId: clientId.value,
    /**
     * Read when it is needed and not stored in this object, so that logging the object does not show it. It may run a
     * program or open the keychain. @throws Failure exit 2 (missing), exit 4 (the program failed), exit 7 (keychain)
     */
    secret: async (signal?: AbortSignal) => given ?? (await fetchSecret(store, resolved, signal)),
    /** Stands for the secret in the key of the cached token; undefined: the secret itself does. */
    secretKey: given === undefined ? stored?.key : undefined,
    /** PEM text of additional roots, read when connecting. @throws Failure exit 2, exit 6 (a damaged block) */
    ca: async () => (await rootsOf(platform, ca))?.pem,
    timeoutMs: resolved.timeoutMs.value,
    /** Requests a minute that the environment allows. */
    rateLimit: RATE_LIMITS[environment],
    /** The limit to use instead; above `rateLimit` or `off` on loopback only. */
    rate: resolved.rate?.value,
    /** Stable id of the target, from orders address and client id: 16 hexadecimal digits. */
    key: targetKey(platform, orders, clientId.value),
    /** Of decimal amounts in a currency that has not two decimals. */
    minorUnits: resolved.minorUnits?.value,
    /** What was agreed with the service. */
    answers: resolved.answers,
    /** For the built-in profile: nothing is sent before this sandbox has been checked. */
    sandbox: resolved.sandbox,
    /** Variables of the environment that are not used, because a profile was named. */
    ignored: resolved.ignored,
    /** Which settings are overridden, shown with --verbose. */
    notes: resolved.notes,
  };
}

/** The additional roots. @throws Failure exit 2 (the file), exit 6 (a block in it) */
export async function rootsOf(platform: Platform, ca: Resolved['ca']) {
  if (!ca) return undefined;
  const { readRoots } = await import('../storage/root-certificates.ts');
  const from = { flag: '--ca', environment: 'RETURNS_CA' }[ca.source as string] ?? 'ca of the profile';
  return await readRoots(platform.net, givenText(platform, ca.value, from), from, ca.value);
}

/** Their PEM text, by flag, environment or profile in use. */
export const additionalRoots = async (
  platform: Platform,
  folders: Folders,
  flags: TargetFlags,
): Promise<string | undefined> => (await rootsOf(platform, readSettings(platform, folders, flags).ca))?.pem;

/** Of this machine: `localhost` and `127.0.0.1` are one target. */
export function targetKey(platform: Platform, ordersAddress: string, clientId: string): string {
  const address = ordersAddress.replace(/^(https?:)\/\/(?:localhost|\[::1\])(?=[:/]|$)/, '$1//127.0.0.1');
  return platform.crypto.sha256(`${address}\n${clientId}`).slice(0, 16);
}

export type Missing = AddressName | 'clientId' | 'secret';

/** What is missing, and the flag and the variable that give it. */
function whereOf(name: Missing): readonly [text: string, flag: string, variable: string] {
  if (name === 'secret')
    return ['client secret', '--client-secret-stdin', 'RETURNS_CLIENT_SECRET or RETURNS_CLIENT_SECRET_FILE'];
  const setting = name === 'clientId' ? 'client-id' : (`${name}-url` as const);
  const text = name === 'clientId' ? 'client id' : SETTING_TEXTS[setting];
  return [text, flagOf(setting), variableOf(setting)];
}

export function missingOf(resolved: Resolved, needs: readonly AddressName[]): Missing[] {
  const addresses = ADDRESS_NAMES.filter(
    (name) => (name !== 'base' || needs.includes('base')) && !resolved.addresses[name],
  );
  return [
    ...addresses,
    ...(resolved.clientId ? [] : (['clientId'] as const)),
    ...(resolved.secret ? [] : (['secret'] as const)),
  ];
}

/** The missing settings as a text: `client id (--client-id or RETURNS_CLIENT_ID)`. */
export function missingText(missing: readonly Missing[], flags: boolean): string {
  return missing
    .map(whereOf)
    .map(([text, flag, variable]) => `${text} (${flags ? `${flag} or ` : ''}${variable})`)
    .join(', ');
}

function missingFailure(resolved: Resolved, missing: readonly Missing[]) {
  const of = resolved.profile.value === NO_PROFILE ? '' : ` of profile ${resolved.profile.value}`;
  return usageFailure('usage.target.missing', `Not signed in: missing ${missingText(missing, false)}${of}`, {
    hint: 'Run `returns login`, or set those environment variables; `--profile local` is the sandbox on this machine.',
  });
}

/**
 * A stored secret, and the token fetched with it, are sent only to the addresses of its profile. When the environment
 * sets another address, it must also set the credentials.
 */
function checkConflict(resolved: Resolved): void {
  if (resolved.secret?.source !== 'profile' || resolved.secret.from === 'built-in') return;
  const moved = ADDRESS_NAMES.filter((name) => {
    const own = resolved.own[`${name}-url`];
    const used = resolved.addresses[name];
    if (own === undefined || used?.source !== 'environment') return false;
    return used.value !== parseAddress(own, `${name}-url`, name);
  });
  if (moved.length === 0) return;
  const variables = moved.map((name) => variableOf(`${name}-url`));
  throw usageFailure(
    'usage.address.conflict',
    `${variables.join(' and ')} would send the credentials of profile ${resolved.profile.value} to another address than its own`,
    {
      expected: moved.map((name) => resolved.own[`${name}-url`]).join(', '),
      found: moved.map((name) => resolved.addresses[name]?.value).join(', '),
      hint: `Unset ${variables.join(' and ')}, or name the profile with --profile ${resolved.profile.value} (its addresses then win), or set RETURNS_CLIENT_ID and RETURNS_CLIENT_SECRET as well.`,
    },
  );
}

/** The highest limit of any time. */
export const mostOf = (rate: Rate): number =>
  typeof rate === 'object'
    ? Math.max(...rate.steps.map(({ limit }) => limit))
    : rate === 'off'
      ? Number.POSITIVE_INFINITY
      : rate;

function checkRate({ rate, environment, addresses }: Resolved): void {
  if (!rate || isAllLoopback(addresses)) return;
  const limit = RATE_LIMITS[environment.value];
  if (mostOf(rate.value) <= limit) return;
  throw usageFailure(
    'usage.rate',
    `A rate of ${rateText(rate.value)} is beyond what ${environment.value} allows`,
    {
      expected: `at most ${limit} requests a minute`,
      found: rateText(rate.value),
      hint: `Use --rate ${limit} or less; more, or off, is for addresses on this machine only.`,
    },
  );
}

/** Reads the secret, wherever it is: in the keychain, and from a command, only here. */
export async function fetchSecret(
  store: ProfileStore,
  resolved: Pick<Resolved, 'secret' | 'profile' | 'own'>,
  signal?: AbortSignal,
): Promise<string> {
  const { secret, profile, own } = resolved;
  if (secret?.from === 'keychain')
    return (await import('./secret-places.ts')).readKeychainSecret(store, profile.value);
  if (secret?.from !== 'command') return readSecret(store, resolved);
  const { runSecretCommand } = await import('./secret-command.ts');
  const line = own['client-secret-command'] ?? '';
  return runSecretCommand(store.platform, store.folders, { line, profile: profile.value }, signal);
}

/** Reads a secret that lies in the environment or in a file. @throws Failure exit 2 */
export function readSecret(
  store: ProfileStore,
  { secret, profile }: Pick<Resolved, 'secret' | 'profile'>,
): string {
  switch (secret?.from) {
    case 'RETURNS_CLIENT_SECRET':
      return clientSecret(store.platform.env[secret.from] ?? '', secret.from);
    case 'RETURNS_CLIENT_SECRET_FILE':
      return secretInFile(store.platform, store.platform.env[secret.from] ?? '', secret.from, CLIENT_SECRET);
    case 'built-in':
      return LOCAL.clientSecret;
    default: {
      const stored = profile.value === BUILT_IN ? undefined : store.readSecret(profile.value);
      const file = store.secretFile(profile.value);
      if (stored) return clientSecret(stored, file, { file });
      throw usageFailure('usage.secret.missing', `The secret of profile ${profile.value} is gone`, {
        hint: `Run: returns login --profile ${profile.value}`,
      });
    }
  }
}

/** Says which settings are overridden: variables that a named profile leaves unused always, the rest with --verbose. */
export function sayNotes(
  show: { note(text: string): void; detail(text: string): void },
  { profile, ignored, notes }: Pick<Target, 'profile' | 'ignored' | 'notes'>,
): void {
  if (ignored.length > 0)
    show.note(`Not used, since --profile ${profile} has its own: ${ignored.join(', ')}`);
  for (const note of notes) show.detail(note);
}
