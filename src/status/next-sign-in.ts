// What is known on this machine of the next sign-in: whether there is a secret, and when the token in the cache ends. When a secret
// ends, only the service knows.
import type { TargetFlags } from '../account/resolve.ts';
import { readSecret, readSettings } from '../account/settings.ts';
import { shellWord } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { profileStore } from '../storage/profiles.ts';
import { type SecretKey, tokenEndsAt, tokenStore } from '../storage/token-cache.ts';
import { itemOf, type StatusItem } from './kinds.ts';

/** Nothing is missing where nobody signed in: neither address nor client id. @throws Failure exit 2, exit 7 */
export async function signInOf(platform: Platform, folders: Folders, flags: TargetFlags) {
  const store = profileStore(platform, folders);
  const resolved = readSettings(platform, store, flags);
  const { clientId, addresses, profile } = resolved;
  const from = resolved.secret?.from ?? null;
  const tokens = tokenStore(platform, folders);
  const endOf = (secret: SecretKey): number | null => {
    const token =
      clientId && addresses.auth && tokens.load(tokens.keyOf(addresses.auth.value, clientId.value, secret));
    return token ? tokenEndsAt(token) : null;
  };
  // The keychain, and the command that prints a secret, may ask a person: only a sign-in asks them.
  const { key } = resolved.secret ?? {};
  if (key !== undefined) return signIn('unknown', from, endOf(key));
  let secret: string | undefined;
  try {
    secret = from === null ? undefined : await readSecret(platform, store, resolved);
  } catch {
    // The file is missing, empty or unreadable: whoever signs in is told which.
  }
  if (secret === undefined) {
    const isUsed = clientId !== undefined || addresses.orders !== undefined;
    const next =
      profile.source === 'environment'
        ? 'returns whoami'
        : `returns login --profile ${shellWord(profile.value)}`;
    const items = isUsed ? itemOf('secret_missing', [{ id: profile.value, at: null }], () => next) : [];
    return signIn('missing', from, null, items);
  }
  return signIn('present', from, endOf(secret));
}

/**
 * `unknown`: the secret is in the keychain, or a command prints it. `from`: where it comes from; null when it is missing.
 * `tokenEndsAt`: when the cached token ends, ms since the epoch; null when there is none.
 */
const signIn = (
  secret: 'present' | 'missing' | 'unknown',
  from: string | null,
  tokenEndsAt: number | null,
  items: readonly StatusItem[] = [],
) => ({ secret, from, tokenEndsAt, items });
