// The work of `returns profile`: list, show, set, use, remove. The built-in profile can be used but not changed. Also what
// `logout` and `whoami` do with a profile.
import { Failure, stateFailure, usageFailure } from '../basics/failure.ts';
import { quote } from '../basics/text.ts';
import { LOCAL } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import {
  BUILT_IN,
  checkProfileName,
  DEFAULT_PROFILE,
  type ProfileSettings,
  type ProfileStore,
  type Profiles,
  type ProfilesDraft,
  profileStore,
  SETTING_NAMES,
  type SettingName,
} from '../storage/profiles.ts';
import { isUsable, tokenEndsAt, tokenStore } from '../storage/token-cache.ts';
import {
  localSettings,
  NO_PROFILE,
  type Resolved,
  type Source,
  storedSecret,
  type TargetFlags,
  unknownProfile,
} from './resolve.ts';
import { commandWords } from './secret-command.ts';
import { forgetSecret, type SecretLeft, withSecretLock } from './secret-places.ts';
import { readSecret, readSettings } from './settings.ts';
import { normalSetting, rateText, settingName } from './values.ts';

/** A profile as `profile/1` has it. */
export type ProfileView = Readonly<ReturnType<typeof viewOf>>;

/** The built-in profile comes last, the others are sorted by name. */
export function listProfiles(platform: Platform, folders: Folders): ProfileView[] {
  const store = profileStore(platform, folders);
  const profiles = store.read();
  return [...[...profiles.named.keys()].sort(), BUILT_IN].map((name) => viewOf(store, profiles, name));
}

/** The named profile, else the one in use. @throws Failure exit 2 when it does not exist */
export function showProfile(platform: Platform, folders: Folders, name: string | undefined): ProfileView {
  const store = profileStore(platform, folders);
  const profiles = store.read();
  return viewOf(store, profiles, known(profiles, name ?? profileInUse(profiles) ?? DEFAULT_PROFILE));
}

/** `KEY=VALUE` words, or one `KEY VALUE` pair; without a value the setting is removed. @throws Failure exit 2 */
export function parseChanges(words: readonly string[]) {
  const [key = '', ...rest] = words;
  const pair = rest.length === 1 && SETTING_NAMES.some((name) => name === key);
  const texts = pair ? [words.join('=')] : words;
  return texts.map((text) => {
    const at = text.indexOf('=');
    if (at === -1) {
      // The word is not repeated in the message: it may be a misplaced secret.
      throw usageFailure('usage.setting', 'A word without `=` is no setting with a value', {
        expected: 'KEY=VALUE',
        hint: `Write KEY=VALUE; an empty value takes the setting out. Settings: ${SETTING_NAMES.join(', ')}.`,
      });
    }
    return { name: settingName(text.slice(0, at)), value: text.slice(at + 1) || undefined };
  });
}

export async function setProfile(
  platform: Platform,
  folders: Folders,
  name: string,
  changes: ReturnType<typeof parseChanges>,
): Promise<ProfileView> {
  refuseBuiltIn(name);
  const checked = changes.map(({ name: key, value }) => ({
    name: key,
    value: value === undefined ? undefined : normalSetting(key, value, platform.cwd),
  }));
  for (const { name: key, value } of checked)
    if (key === 'client-secret-command' && value !== undefined) commandWords(value);
  const store = profileStore(platform, folders);
  const before = tokenKeyOf(store, name);
  const profiles = await store.change((draft) => {
    const settings: Partial<Record<SettingName, string>> = { ...draft.named.get(name) };
    for (const change of checked)
      if (change.value === undefined) delete settings[change.name];
      else settings[change.name] = change.value;
    putProfile(draft, name, settings);
  });
  if (tokenKeyOf(store, name) !== before) removeToken(store, before);
  return viewOf(store, profiles, name);
}

export async function useProfile(platform: Platform, folders: Folders, name: string): Promise<ProfileView> {
  const store = profileStore(platform, folders);
  const profiles = await store.change((draft) => {
    draft.inUse = known(draft, name);
  });
  return viewOf(store, profiles, name);
}

/** Removes the profile, its secret and its cached token. @returns what could not be removed from the keychain */
export async function removeProfile(
  platform: Platform,
  folders: Folders,
  name: string,
): Promise<SecretLeft | undefined> {
  refuseBuiltIn(name);
  const store = profileStore(platform, folders);
  known(store.read(), name);
  removeToken(store, tokenKeyOf(store, name));
  return await withSecretLock(store, name, async () => {
    const { left } = await forgetSecret(store, name);
    await store.change((draft) => {
      draft.named.delete(name);
      draft.keychain.delete(name);
      if (draft.inUse === name) delete draft.inUse;
    });
    return left;
  });
}

/**
 * Stores settings under a name. Two names that differ in case only are refused: on some disks they would be the same
 * file.
 */
export function putProfile(draft: ProfilesDraft, name: string, settings: ProfileSettings): void {
  checkProfileName(name);
  const twin = [...draft.named.keys(), BUILT_IN].find(
    (other) => other !== name && other.toLowerCase() === name.toLowerCase(),
  );
  if (twin !== undefined)
    throw usageFailure('usage.profile.name', `There is a profile ${quote(twin)} already`, {
      expected: 'a name that differs by more than upper and lower case',
      found: name,
      hint: `Use ${twin}, or choose another name.`,
    });
  draft.named.set(name, settings);
}

/** The key of a profile's token in the cache; undefined while its credentials are incomplete. */
export function tokenKeyOf(store: ProfileStore, name: string): string | undefined {
  const profiles = store.read();
  const own = name === BUILT_IN ? localSettings(store.sandbox().url) : profiles.named.get(name);
  const key = own && name !== BUILT_IN ? storedSecret(profiles, name, own, store.hasSecret)?.key : undefined;
  const secret = name === BUILT_IN ? LOCAL.clientSecret : (key ?? store.readSecret(name));
  const authUrl = own?.['auth-url'];
  const clientId = own?.['client-id'];
  if (!secret || authUrl === undefined || clientId === undefined) return undefined;
  return tokenStore(store.platform, store.folders).keyOf(authUrl, clientId, secret);
}

/** Removes a token from the cache; returns true when there was one. */
export function removeToken({ platform, folders }: ProfileStore, key: string | undefined): boolean {
  if (key === undefined) return false;
  const tokens = tokenStore(platform, folders);
  const found = tokens.load(key) !== undefined;
  tokens.remove(key);
  return found;
}

export function refuseBuiltIn(name: string): void {
  if (name !== BUILT_IN) return;
  throw usageFailure('usage.profile.built-in', `The profile ${BUILT_IN} is built in and cannot be changed`, {
    expected: 'the name of a profile of your own',
    found: name,
    hint: `Choose another name; ${BUILT_IN} is the sandbox on this machine (returns sandbox start).`,
  });
}

export const profileInUse = (profiles: Profiles | ProfilesDraft): string | undefined =>
  profiles.inUse ?? (profiles.named.has(DEFAULT_PROFILE) ? DEFAULT_PROFILE : undefined);

function known(profiles: Profiles | ProfilesDraft, name: string): string {
  if (name === BUILT_IN || profiles.named.has(name)) return name;
  const make = `returns login --profile NAME\` or \`returns profile set NAME ${SETTING_NAMES[1]}=...`;
  throw unknownProfile(profiles, name, `Make it with \`${make}\`.`);
}

function viewOf(store: ProfileStore, profiles: Profiles, name: string) {
  const builtIn = name === BUILT_IN;
  const settings = builtIn ? localSettings(store.sandbox().url) : (profiles.named.get(name) ?? {});
  const from = builtIn ? undefined : storedSecret(profiles, name, settings, store.hasSecret)?.from;
  return {
    profile: name,
    in_use: profileInUse(profiles) === name,
    built_in: builtIn,
    /** True when a secret is stored, or a command prints it. The secret itself is not included. */
    has_secret: builtIn || from !== undefined,
    /** Where the secret is; null without one, and for the built-in profile. */
    secret_in: from === 'profile' ? ('file' as const) : (from ?? null),
    settings,
  };
}

// Signing out: removes the secret and the cached token. The profile's addresses stay for the next sign-in.

/** @throws Failure exit 7 when an entry of the keychain could not be removed; all else is */
export async function signOut(platform: Platform, folders: Folders, flags: TargetFlags) {
  const store = profileStore(platform, folders);
  const resolved = readSettings(platform, folders, flags);
  const name = resolved.profile.value;
  // Credentials from the environment also have a token in the cache.
  const used = removeToken(store, tokenStateOf(store, resolved).key);
  /** A command still prints the secret. */
  const hasCommand = resolved.secret?.from === 'command';
  if (name === NO_PROFILE) return { profile: name, removed: { secret: false, token: used }, hasCommand };
  const own = removeToken(store, tokenKeyOf(store, name));
  const token = used || own;
  if (name === BUILT_IN) return { profile: name, removed: { secret: false, token }, hasCommand };
  const { had, left } = await withSecretLock(store, name, () => forgetSecret(store, name));
  if (left)
    throw leftInKeychain(
      left,
      `Profile ${name} is signed out`,
      'unlock the keychain and run `returns logout` again',
    );
  return { profile: name, removed: { secret: had, token }, hasCommand };
}

/** Exit 7: the secret is still where the program cannot remove it. */
export function leftInKeychain({ accounts, why }: SecretLeft, done: string, orElse?: string) {
  return stateFailure(
    'state.keychain.left',
    `${done}, but the keychain still holds its secret (${accounts.join(', ')}). ${why.message}`,
    {
      hint: `Remove by hand what the keychain has of the service returns-cli under that name${orElse ? `, or ${orElse}` : ''}.`,
      cause: why,
    },
  );
}

// What `whoami` shows: the resolved settings with their sources, and the state of the token. Needs no network and no sign-in.

export interface TokenState {
  readonly state: 'cached' | 'expired' | 'none';
  /** ms since the epoch. */
  readonly endsAt?: number;
  /** The token's key in the cache; undefined while the credentials are incomplete. */
  readonly key?: string;
}

/** The cached token for these settings. When the secret cannot be read, there is no token. */
export function tokenStateOf(store: ProfileStore, resolved: Resolved): TokenState {
  const { addresses, clientId, secret } = resolved;
  if (!addresses.auth || !clientId || !secret) return { state: 'none' };
  const tokens = tokenStore(store.platform, store.folders);
  try {
    const held = secret.key ?? readSecret(store, resolved);
    const key = tokens.keyOf(addresses.auth.value, clientId.value, held);
    const token = tokens.load(key);
    if (!token) return { state: 'none', key };
    const state = isUsable(token, store.platform.clock.now()) ? 'cached' : 'expired';
    return { state, endsAt: tokenEndsAt(token), key };
  } catch (error) {
    if (error instanceof Failure) return { state: 'none' };
    throw error;
  }
}

/** Every setting as text, with its source. For the secret only the source is shown. */
export type ShownSettings = Readonly<Record<string, { readonly value: string; readonly source: Source }>>;

export function shownSettings(resolved: Resolved): ShownSettings {
  const { addresses, secret, own, rate, timeoutMs } = resolved;
  const command = secret?.from === 'command' ? own['client-secret-command'] : undefined;
  const rows: [string, { value: string; source: Source } | undefined][] = [
    ['profile', resolved.profile],
    ['environment', resolved.environment],
    ['auth-url', addresses.auth],
    ['orders-url', addresses.orders],
    ['base-url', addresses.base],
    ['client-id', resolved.clientId],
    ['client-secret', secret && { value: `(${secret.from})`, source: secret.source }],
    ['client-secret-command', command === undefined ? undefined : { value: command, source: 'profile' }],
    ['ca', resolved.ca],
    ['timeout', { value: `${timeoutMs.value / 1000}s`, source: timeoutMs.source }],
    ['rate', rate && { value: rateText(rate.value), source: rate.source }],
    ['cancelled-spelling', resolved.statusSpelling],
    ['minor-units', resolved.minorUnits],
    ['levels', resolved.levels],
  ];
  return Object.fromEntries(rows.flatMap(([name, row]) => (row ? [[name, row]] : [])));
}
