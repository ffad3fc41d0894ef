// Signing in: asks for missing settings, fetches a token, and only then saves profile, secret and token.
import path from 'node:path';
import { Failure, usageFailure } from '../basics/failure.ts';
import type { Ask } from '../cli/ask.ts';
import type { Platform } from '../platform/platform.ts';
import { requestToken } from '../sending/token-source.ts';
import type { Folders } from '../storage/folders.ts';
import {
  BUILT_IN,
  checkProfileName,
  DEFAULT_PROFILE,
  type ProfileSettings,
  type ProfileStore,
  profileStore,
} from '../storage/profiles.ts';
import { type StoredToken, tokenEndsAt, tokenStore } from '../storage/token-cache.ts';
import { type ConnectOptions, connect } from './connect.ts';
import { putProfile, refuseBuiltIn, removeToken, tokenKeyOf } from './profiles.ts';
import type { Resolved, TargetFlags } from './resolve.ts';
import {
  removeLeftEntries,
  type SecretPlace,
  type SecretStore,
  stageSecretIn,
  withSecretLock,
} from './secret-places.ts';
import { fetchSecret, readSecret, readSettings, type Target, targetOf } from './settings.ts';
import { type Answers, askClientId, askSecret, completeAnswers } from './sign-in-questions.ts';

export interface SignInRequest {
  readonly flags: TargetFlags;
  /** The secret from stdin. */
  readonly secret?: string | undefined;
  /** True to test a new secret for an existing profile and replace the stored one. */
  readonly rotate: boolean;
  /** Where to keep the secret; undefined: where it is, for a new profile in a file. */
  readonly store?: SecretStore | undefined;
  readonly warn?: (text: string) => void;
}

export type SignedIn = Readonly<Awaited<ReturnType<typeof signIn>>>;

/**
 * `ask` is undefined when there is no terminal: then everything missing is reported at once. @throws Failure exit 2
 * (missing), exit 4 (refused), exit 75 (no service), exit 7 (not saved; the old profile stays)
 */
export async function signIn(
  platform: Platform,
  folders: Folders,
  request: SignInRequest,
  ask: Ask | undefined,
) {
  const store = profileStore(platform, folders);
  const name = profileName(store, request);
  const resolved = readSettings(platform, folders, { ...request.flags, profile: name }, true);
  const place = placeOf(store, name, request, resolved);
  // Without a keychain nobody is asked anything.
  if (place === 'keychain') await platform.keychain();
  const given =
    request.secret ??
    secretOfEnvironment(store, resolved) ??
    (await secretToMove(store, request, resolved, ask));
  let answers = await completeAnswers(resolved, given, request.rotate, ask);
  if (typeof place === 'object') {
    const from = { secret: { from: 'command', source: 'profile' } } as const;
    const secret = await fetchSecret(store, { ...answers.resolved, ...from });
    answers = { ...answers, secret };
  }
  // What a command prints is not typed anew.
  const again = typeof place === 'object' ? undefined : ask;
  const { target, token } = await tryUntilRight(request, store, answers, again);
  const verified = { name, target, resolved: answers.resolved, secret: await target.secret(), place, token };
  checkProfileName(name);
  const { inUse, left } = await withSecretLock(store, name, () => saveLocked(store, verified));
  return {
    profile: name,
    target,
    /** ms since the epoch. */
    tokenEndsAt: tokenEndsAt(token),
    rotated: request.rotate,
    /** True when later commands use this profile without --profile. */
    inUse,
    secretIn: place,
    /** The file, when the secret is in one. */
    secretFile: store.secretFile(name),
    /** Earlier entries of the keychain that could not be removed. */
    left,
  };
}

/** @throws Failure exit 2 when a secret or a store is given for a profile whose secret a command prints */
function placeOf(store: ProfileStore, name: string, request: SignInRequest, { own }: Resolved): SecretPlace {
  const command = own['client-secret-command'];
  if (command === undefined)
    return request.store ?? (store.read().keychain?.get(name)?.entry === undefined ? 'file' : 'keychain');
  const other =
    request.secret !== undefined
      ? '--client-secret-stdin'
      : request.store !== undefined
        ? `--store ${request.store}`
        : SECRET_VARIABLES.find((variable) => store.platform.env[variable]);
  if (other === undefined) return { command };
  throw usageFailure(
    'usage.secret.twice',
    `${other} gives profile ${name} a second secret: its client-secret-command prints one`,
    {
      hint: `Leave out ${other}, or take the command out first: returns profile set ${name} client-secret-command=`,
    },
  );
}

/** With --store the stored secret is moved: nobody is asked for it, unless the keychain does not give it out. */
async function secretToMove(
  store: ProfileStore,
  request: SignInRequest,
  resolved: Resolved,
  ask: Ask | undefined,
): Promise<string | undefined> {
  const isStored = resolved.secret?.from === 'profile' || resolved.secret?.from === 'keychain';
  if (request.store === undefined || request.rotate || !isStored) return undefined;
  try {
    return await fetchSecret(store, resolved);
  } catch (error) {
    if (!ask || !(error instanceof Failure)) throw error;
    ask.tell(`${error.message}.`);
    return undefined;
  }
}

/** How often a user may enter a wrong secret. */
const MOST_TRIES = 3;

/**
 * When the service refuses the credentials, the user is asked for client id and secret again; with --rotate for the
 * secret only.
 */
async function tryUntilRight(
  { rotate, warn = () => {} }: SignInRequest,
  store: ProfileStore,
  { resolved: first, secret: given }: Answers,
  ask: Ask | undefined,
) {
  for (let [resolved, secret, tries] = [first, given, 1]; ; tries++) {
    const target = targetOf(store, resolved, { secret });
    try {
      return { target, token: await tryOut(store, target, { warn }) };
    } catch (error) {
      const isRefused = error instanceof Failure && error.code === 'auth.refused';
      if (!isRefused || !ask || tries >= MOST_TRIES) throw error;
      ask.tell(
        `${error.message.replace(/\.+$/, '')}. Nothing was saved; Ctrl-C ends this when an address is wrong.`,
      );
      if (!rotate) {
        const clientId = { value: await askClientId(ask, target.clientId), source: 'flag' as const };
        resolved = { ...resolved, clientId };
      }
      secret = await askSecret(resolved, rotate, ask);
    }
  }
}

/** The named profile, else the one in use. Signing in while the built-in profile is in use creates a new profile. */
function profileName(store: ProfileStore, { flags, rotate }: SignInRequest): string {
  const profiles = store.read();
  const given = flags.profile ?? (store.platform.env['RETURNS_PROFILE'] || undefined);
  if (given !== undefined) refuseBuiltIn(given);
  const inUse = profiles.inUse === BUILT_IN ? undefined : profiles.inUse;
  const name = given ?? inUse ?? DEFAULT_PROFILE;
  if (rotate && !profiles.named.has(name))
    throw usageFailure('usage.profile.unknown', `There is no profile ${name} whose secret could be rotated`, {
      hint: `Sign in first: returns login --profile ${name}`,
    });
  return name;
}

/**
 * A secret from the environment wins over a stored one here, even with --profile: it is about to replace the stored
 * one.
 */
const SECRET_VARIABLES = ['RETURNS_CLIENT_SECRET', 'RETURNS_CLIENT_SECRET_FILE'] as const;

function secretOfEnvironment(store: ProfileStore, { profile }: Resolved): string | undefined {
  const from = SECRET_VARIABLES.find((name) => store.platform.env[name]);
  return from && readSecret(store, { profile, secret: { from, source: 'environment' } });
}

/** Fetches a token with these credentials, ignoring the cache: this shows whether they are right. */
async function tryOut(
  { platform, folders }: ProfileStore,
  target: Target,
  options: ConnectOptions,
): Promise<StoredToken> {
  const connection = await connect(platform, folders, target, options);
  try {
    return await requestToken(connection.parts, await target.secret());
  } finally {
    await connection.close();
  }
}

interface Verified {
  readonly name: string;
  readonly target: Target;
  readonly resolved: Resolved;
  readonly secret: string;
  readonly place: SecretPlace;
  readonly token: StoredToken;
}

/** Writes the secret next to the old one first; it replaces the old one when the profile is written. */
async function saveLocked(store: ProfileStore, verified: Verified) {
  const { name, target, secret, place, token } = verified;
  const tokens = tokenStore(store.platform, store.folders);
  const before = tokenKeyOf(store, name);
  const staged = await stageSecretIn(store, place, name, secret);
  const key = tokens.keyOf(target.addresses.auth, target.clientId, staged.key);
  let inUse: string | undefined;
  try {
    const profiles = await store.change((draft) => {
      putProfile(draft, name, { ...draft.named.get(name), ...settingsOf(store.platform, verified) });
      // Later commands use the first profile without --profile.
      draft.inUse ??= name;
      staged.join(draft);
    }, staged.commit);
    inUse = profiles.inUse;
  } catch (error) {
    try {
      await staged.discard();
    } catch {
      // The first error is reported. A staged secret that remains is not used by any command.
    }
    throw error;
  }
  if (before !== key) removeToken(store, before);
  tokens.save(key, token);
  return { inUse: inUse === name, left: await removeLeftEntries(store, name) };
}

/** The settings to write to the profile: the used ones from all sources, without defaults. */
function settingsOf(platform: Platform, { target, resolved }: Verified): ProfileSettings {
  const { auth, orders, base } = target.addresses;
  return {
    'auth-url': auth,
    'orders-url': orders,
    ...(base === '' ? {} : { 'base-url': base }),
    'client-id': target.clientId,
    ...(resolved.environment.source === 'default' ? {} : { environment: resolved.environment.value }),
    ...(resolved.ca ? { ca: path.resolve(platform.cwd, resolved.ca.value) } : {}),
  };
}
