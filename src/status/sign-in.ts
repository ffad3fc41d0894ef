// What is known on this machine of the next sign-in: whether there is a secret, and when the token in the cache ends. When a secret
// ends, only the service knows.
import type { TargetFlags } from '../account/resolve.ts';
import { readSecret, readSettings } from '../account/settings.ts';
import { shellWord } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { profileStore } from '../storage/profiles.ts';
import { tokenEndsAt, tokenStore } from '../storage/tokens.ts';
import { itemOf, type StatusItem } from './kinds.ts';

export interface SignIn {
  /** `unknown`: it comes from somewhere that is asked only for a sign-in. */
  readonly secret: 'present' | 'missing' | 'unknown';
  /** Where the secret comes from; null when it is missing. */
  readonly from: string | null;
  /** When the cached token ends, ms since the epoch; null when there is none, or when it cannot be found without the secret. */
  readonly tokenEndsAt: number | null;
  readonly items: readonly StatusItem[];
}

/** Sources that can be read without asking anything or anybody. */
const READABLE: ReadonlySet<string> = new Set([
  ...['RETURNS_CLIENT_SECRET', 'RETURNS_CLIENT_SECRET_FILE', 'profile', 'built-in'],
]);

/** Nothing is missing where nobody signed in: neither address nor client id. @throws Failure exit 2, exit 7 */
export async function signInOf(platform: Platform, folders: Folders, flags: TargetFlags): Promise<SignIn> {
  const store = profileStore(platform, folders);
  const resolved = readSettings(platform, store, flags);
  const { clientId, addresses, profile } = resolved;
  const from = resolved.secret?.from ?? null;
  if (from !== null && !READABLE.has(from)) return { secret: 'unknown', from, tokenEndsAt: null, items: [] };
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
    return { secret: 'missing', from, tokenEndsAt: null, items };
  }
  const tokens = tokenStore(platform, folders);
  const token =
    clientId && addresses.auth && tokens.load(tokens.keyOf(addresses.auth.value, clientId.value, secret));
  return { secret: 'present', from, tokenEndsAt: token ? tokenEndsAt(token) : null, items: [] };
}
