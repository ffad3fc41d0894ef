// Signing out: removes the secret and the cached token. The profile's addresses stay for the next sign-in.
import { stateFailure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { BUILT_IN, profileStore } from '../storage/profiles.ts';
import type { SecretLeft } from './keychain-secret.ts';
import { removeToken, tokenKeyOf } from './profiles.ts';
import { NO_PROFILE, type TargetFlags } from './resolve.ts';
import { forgetSecret, withSecretLock } from './secret-places.ts';
import { readSettings } from './settings.ts';
import { tokenStateOf } from './who-am-i.ts';

/** @throws Failure exit 7 when an entry of the keychain could not be removed; all else is */
export async function signOut(platform: Platform, folders: Folders, flags: TargetFlags) {
  const store = profileStore(platform, folders);
  const resolved = readSettings(platform, folders, flags);
  const name = resolved.profile.value;
  // Credentials from the environment also have a token in the cache.
  const used = removeToken(platform, folders, tokenStateOf(platform, store, resolved).key);
  /** A command still prints the secret. */
  const hasCommand = resolved.secret?.from === 'command';
  if (name === NO_PROFILE) return { profile: name, removed: { secret: false, token: used }, hasCommand };
  const own = removeToken(platform, folders, tokenKeyOf(platform, store, name));
  const token = used || own;
  if (name === BUILT_IN) return { profile: name, removed: { secret: false, token }, hasCommand };
  const { had, left } = await withSecretLock(platform, folders, name, () =>
    forgetSecret(platform, store, name),
  );
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
