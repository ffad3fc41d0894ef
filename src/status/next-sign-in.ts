// What is known on this machine of the next sign-in: whether there is a secret, and when the token in the cache ends. When a secret
// ends, only the service knows.
import type { Resolved, TargetFlags } from '../account/resolve.ts';
import { readSecret, readSettings } from '../account/settings.ts';
import { tokenStateOf } from '../account/who-am-i.ts';
import { shellWord } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { type ProfileStore, profileStore } from '../storage/profiles.ts';
import { itemOf } from './kinds.ts';

/**
 * `secret`: `unknown` when it is in the keychain, or a command prints it: these may ask a person, and only a sign-in asks them.
 * `from`: where it comes from. `tokenEndsAt`: when the cached token ends, ms since the epoch; null when there is none.
 * Nothing is missing where nobody signed in: neither address nor client id. @throws Failure exit 2, exit 7
 */
export function signInOf(platform: Platform, folders: Folders, flags: TargetFlags) {
  const store = profileStore(platform, folders);
  const resolved = readSettings(platform, folders, flags);
  const { clientId, addresses, profile } = resolved;
  const isAsked = resolved.secret?.key !== undefined;
  const secret = isAsked ? 'unknown' : canRead(platform, store, resolved) ? 'present' : 'missing';
  const next =
    profile.source === 'environment'
      ? 'returns whoami'
      : `returns login --profile ${shellWord(profile.value)}`;
  const isMissing = secret === 'missing' && (clientId !== undefined || addresses.orders !== undefined);
  return {
    secret,
    from: resolved.secret?.from ?? null,
    tokenEndsAt: tokenStateOf(platform, store, resolved).endsAt ?? null,
    items: itemOf('secret_missing', isMissing ? [{ id: profile.value, at: null }] : [], () => next),
  } as const;
}

/** False for a file that is missing, empty or unreadable: whoever signs in is told which. */
function canRead(platform: Platform, store: ProfileStore, resolved: Resolved): boolean {
  try {
    return resolved.secret !== undefined && readSecret(platform, store, resolved) !== '';
  } catch {
    return false;
  }
}
