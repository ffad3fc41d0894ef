// What `whoami` shows: the resolved settings with their sources, and the state of the token. Needs no network and no sign-in.
import { Failure } from '../basics/failure.ts';
import type { ProfileStore } from '../storage/profiles.ts';
import { isUsable, tokenEndsAt, tokenStore } from '../storage/token-cache.ts';
import type { Resolved, Source } from './resolve.ts';
import { readSecret } from './settings.ts';
import { rateText } from './values.ts';

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
