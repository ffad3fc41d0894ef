// The work of `whoami`: the resolved settings with their sources and the state of the token. Needs no network and no
// sign-in.
import { Failure } from '../basics/failure.ts';
import { type AddressName, type Environment, RATE_LIMITS } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { type ProfileStore, profileStore } from '../storage/profiles.ts';
import { isUsable, tokenEndsAt, tokenStore } from '../storage/tokens.ts';
import type { Resolved, SecretFrom, Source, TargetFlags } from './resolve.ts';
import { type Missing, missingOf, readSecret, readSettings, targetKey } from './settings.ts';
import { ADDRESS_NAMES, rateText } from './values.ts';

export interface TokenState {
  readonly state: 'cached' | 'expired' | 'none';
  /** ms since the epoch. */
  readonly endsAt?: number;
  /** The token's key in the cache; undefined while the credentials are incomplete. */
  readonly key?: string;
}

export interface WhoAmI {
  readonly profile: string;
  readonly environment: Environment;
  readonly addresses: Readonly<Partial<Record<AddressName, string>>>;
  readonly clientId?: string;
  readonly secretFrom?: SecretFrom;
  /** Stable id of the target; undefined while settings are missing. */
  readonly target?: string;
  readonly token: Omit<TokenState, 'key'>;
  readonly rateLimit: number;
  readonly rate?: number | string;
  readonly timeoutMs: number;
  readonly ca?: string;
  /** Every setting as text, with its source. For the secret only the source is shown. */
  readonly settings: Readonly<Record<string, { readonly value: string; readonly source: Source }>>;
  readonly missing: readonly Missing[];
  /** How addresses were understood that are not written in the normalized form. */
  readonly understood: readonly string[];
  readonly notes: readonly string[];
}

export function whoAmI(platform: Platform, folders: Folders, flags: TargetFlags): WhoAmI {
  const store = profileStore(platform, folders);
  const resolved = readSettings(platform, store, flags);
  const { clientId, secret, rate, ca, addresses } = resolved;
  const { key: _, ...token } = tokenStateOf(platform, folders, store, resolved);
  const orders = addresses.orders?.value;
  return {
    profile: resolved.profile.value,
    environment: resolved.environment.value,
    addresses: Object.fromEntries(
      ADDRESS_NAMES.flatMap((name) => (addresses[name] ? [[name, addresses[name].value]] : [])),
    ),
    ...(clientId ? { clientId: clientId.value } : {}),
    ...(secret ? { secretFrom: secret.from } : {}),
    ...(orders !== undefined && clientId ? { target: targetKey(platform, orders, clientId.value) } : {}),
    token,
    rateLimit: RATE_LIMITS[resolved.environment.value],
    ...(rate ? { rate: typeof rate.value === 'object' ? rate.value.text : rate.value } : {}),
    timeoutMs: resolved.timeoutMs.value,
    ...(ca ? { ca: ca.value } : {}),
    settings: settingsOf(resolved),
    missing: missingOf(resolved, []),
    understood: resolved.understood,
    notes: resolved.notes,
  };
}

/** The cached token for these settings. When the secret cannot be read, there is no token. */
export function tokenStateOf(
  platform: Platform,
  folders: Folders,
  store: ProfileStore,
  resolved: Resolved,
): TokenState {
  const { addresses, clientId, secret } = resolved;
  if (!addresses.auth || !clientId || !secret) return { state: 'none' };
  const tokens = tokenStore(platform, folders);
  try {
    const key = tokens.keyOf(
      addresses.auth.value,
      clientId.value,
      secret.key ?? readSecret(platform, store, resolved),
    );
    const token = tokens.load(key);
    if (!token) return { state: 'none', key };
    const state = isUsable(token, platform.clock.now()) ? 'cached' : 'expired';
    return { state, endsAt: tokenEndsAt(token), key };
  } catch (error) {
    if (error instanceof Failure) return { state: 'none' };
    throw error;
  }
}

function commandOf({ secret, own }: Resolved): { value: string; source: Source } | undefined {
  const line = own['client-secret-command'];
  return secret?.from === 'command' && line !== undefined ? { value: line, source: 'profile' } : undefined;
}

function settingsOf(resolved: Resolved): WhoAmI['settings'] {
  const { addresses, secret } = resolved;
  const rows: [string, { value: string | number; source: Source } | undefined][] = [
    ['profile', resolved.profile],
    ['environment', resolved.environment],
    ['auth-url', addresses.auth],
    ['orders-url', addresses.orders],
    ['base-url', addresses.base],
    ['client-id', resolved.clientId],
    ['client-secret', secret && { value: `(${secret.from})`, source: secret.source }],
    ['client-secret-command', commandOf(resolved)],
    ['ca', resolved.ca],
    ['timeout', { ...resolved.timeoutMs, value: `${resolved.timeoutMs.value / 1000}s` }],
    ['rate', resolved.rate && { ...resolved.rate, value: rateText(resolved.rate.value) }],
    ['cancelled-spelling', resolved.statusSpelling],
    ['minor-units', resolved.minorUnits],
    ['levels', resolved.levels],
  ];
  return Object.fromEntries(
    rows.flatMap(([name, row]) => (row ? [[name, { value: String(row.value), source: row.source }]] : [])),
  );
}
