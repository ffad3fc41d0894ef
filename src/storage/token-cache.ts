// The token cache: one private file per (token address, client id, secret or what stands for it), so that a token is never
// used for other credentials.
import path from 'node:path';
import { isObject, parseJsonStrictly } from '../basics/json.ts';
import { isTokenText } from '../contract/error-body.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, writePrivate } from './folders.ts';

export interface StoredToken {
  readonly access_token: string;
  /** When the service made the token, seconds since the epoch on the service's clock; 0 when it did not say. */
  readonly created_at: number;
  /** Lifetime in seconds. */
  readonly expires_in: number;
  /** When this tool got it, seconds since the epoch on this machine's clock. */
  readonly obtained_at: number;
}

/**
 * The secret; or, where reading it may ask a person, what is replaced with it: its entry in the keychain, or the command
 * that prints it. So a cached token is used without asking.
 */
export type SecretKey = string | { readonly standIn: string };

/** A token is not used any more this long before its end. */
const MARGIN_MS = 60_000;
/** How far this machine's clock may have gone back since a token was obtained before its age counts as unknown. */
const CLOCK_SLACK_MS = 300_000;

/**
 * When a token ends, ms on this machine's clock: computed from the service's time of creation and from the time it was
 * obtained; the earlier one counts. If this machine's clock is ahead, the first would make every new token look expired:
 * a token that had no lifetime left on arrival is measured by the second alone.
 */
export function tokenEndsAt(token: StoredToken): number {
  const lifetime = token.expires_in * 1000;
  const byUs = token.obtained_at * 1000 + lifetime;
  const byService = token.created_at * 1000 + lifetime;
  return byService - MARGIN_MS <= token.obtained_at * 1000 ? byUs : Math.min(byUs, byService);
}

/** Whether a token may still be sent at `now` (ms). */
export function isUsable(token: StoredToken, now: number): boolean {
  return now < tokenEndsAt(token) - MARGIN_MS && now > token.obtained_at * 1000 - CLOCK_SLACK_MS;
}

export function tokenStore(platform: Platform, folders: Folders) {
  const folder = path.join(folders.config, 'tokens');
  const fileOf = (key: string) => path.join(folder, `${key}.json`);
  const read = (file: string) => {
    try {
      const { value } = parseJsonStrictly(platform.files.readText(file)) as { value?: unknown };
      return isStoredToken(value) ? value : undefined;
    } catch {
      return undefined;
    }
  };
  return {
    keyOf(authUrl: string, clientId: string, secret: SecretKey): string {
      const parts = typeof secret === 'string' ? [secret] : [null, secret.standIn];
      return platform.crypto.sha256(JSON.stringify([authUrl, clientId, ...parts])).slice(0, 32);
    },
    /** Undefined when there is no token or it cannot be read: then a new one is fetched. */
    load: (key: string) => read(fileOf(key)),
    /** @throws Failure exit 7 */
    save(key: string, token: StoredToken): void {
      writePrivate(platform, fileOf(key), `${JSON.stringify(token)}\n`);
      removeExpired(platform, folder, read);
    },
    remove: (key: string) => platform.files.remove(fileOf(key)),
  };
}

// Removes expired tokens also of settings that were changed since: their file names cannot be computed any more.
function removeExpired(
  platform: Platform,
  folder: string,
  read: (file: string) => StoredToken | undefined,
): void {
  for (const name of platform.files.list(folder)) {
    const file = path.join(folder, name);
    const token = name.endsWith('.json') ? read(file) : undefined;
    if (token && platform.clock.now() >= tokenEndsAt(token)) platform.files.remove(file);
  }
}

function isStoredToken(value: unknown): value is StoredToken {
  if (!isObject(value) || !isTokenText(value.access_token)) return false;
  return ['created_at', 'expires_in', 'obtained_at'].every((name) => {
    const number = value[name];
    return typeof number === 'number' && Number.isFinite(number) && number >= 0;
  });
}
