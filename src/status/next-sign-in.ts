// What is known on this machine of the next sign-in: whether there is a secret, and when the token in the cache ends. When a secret
// ends, only the service knows.
import type { Resolved, TargetFlags } from '../account/resolve.ts';
import { readSecret, readSettings } from '../account/settings.ts';
import { tokenStateOf } from '../account/who-am-i.ts';
import { shellWord } from '../basics/text.ts';
import type { Database, Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { BUILT_IN, type ProfileStore, profileStore } from '../storage/profiles.ts';
import { itemOf, type StatusItem } from './kinds.ts';

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
  const secret = isAsked ? 'unknown' : canRead(store, resolved) ? 'present' : 'missing';
  const next =
    profile.source === 'environment'
      ? 'returns whoami'
      : `returns login --profile ${shellWord(profile.value)}`;
  const isMissing = secret === 'missing' && (clientId !== undefined || addresses.orders !== undefined);
  return {
    secret,
    from: resolved.secret?.from ?? null,
    tokenEndsAt: tokenStateOf(store, resolved).endsAt ?? null,
    items: itemOf('secret_missing', isMissing ? [{ id: profile.value, at: null }] : [], () => next),
  } as const;
}

/** False for a file that is missing, empty or unreadable: whoever signs in is told which. */
function canRead(store: ProfileStore, resolved: Resolved): boolean {
  try {
    return resolved.secret !== undefined && readSecret(store, resolved) !== '';
  } catch {
    return false;
  }
}

// What is said where no profile is in use.

/** The profiles of the runs since then, when none is in use: a look that sees nothing must not say that nothing is to be done. */
export function profileItem(
  platform: Platform,
  folders: Folders,
  store: Database,
  since: number,
): StatusItem[] {
  const there = profileStore(platform, folders).read().named;
  const used = store
    .all(
      'SELECT profile, max(started_at) FROM runs WHERE started_at >= ? GROUP BY profile ORDER BY 2 DESC',
      since,
    )
    .map(([id, at]) => ({ id: String(id), at: Number(at) }));
  // One that was removed, and the settings of the environment, cannot be named.
  const named = used.find(({ id }) => id === BUILT_IN || there.has(id));
  return itemOf('no_profile', used, () =>
    named ? `returns status --profile ${shellWord(named.id)}` : 'returns profile list',
  );
}
