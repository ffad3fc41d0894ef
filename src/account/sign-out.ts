// Signing out: removes the secret and the cached token. The profile's addresses stay for the next sign-in.
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { BUILT_IN, profileStore } from '../storage/profiles.ts';
import { removeToken, tokenKeyOf } from './profiles.ts';
import { NO_PROFILE, type TargetFlags } from './resolve.ts';
import { readSettings } from './settings.ts';
import { tokenStateOf } from './who-am-i.ts';

export interface SignedOut {
  readonly profile: string;
  readonly removed: { readonly secret: boolean; readonly token: boolean };
}

export function signOut(platform: Platform, folders: Folders, flags: TargetFlags): SignedOut {
  const store = profileStore(platform, folders);
  const resolved = readSettings(platform, store, flags);
  const name = resolved.profile.value;
  // Credentials from the environment also have a token in the cache.
  const used = removeToken(platform, folders, tokenStateOf(platform, folders, store, resolved).key);
  if (name === NO_PROFILE) return { profile: name, removed: { secret: false, token: used } };
  const own = removeToken(platform, folders, tokenKeyOf(platform, folders, store, name));
  const secret = name !== BUILT_IN && store.hasSecret(name);
  if (name !== BUILT_IN) store.removeSecret(name);
  return { profile: name, removed: { secret, token: used || own } };
}
