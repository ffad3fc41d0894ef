import { RATE_LIMITS } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { profileStore } from '../storage/profiles.ts';
import type { TargetFlags } from './resolve.ts';
import { readSettings, targetKey } from './settings.ts';

export type KnownTarget = Readonly<NonNullable<ReturnType<typeof knownTarget>>>;

/** Undefined on a machine without any sign-in; a profile named by a flag must exist. @throws Failure exit 2 */
export function knownTarget(platform: Platform, folders: Folders, flags: TargetFlags) {
  const resolved = readSettings(platform, profileStore(platform, folders), flags);
  const { addresses, clientId } = resolved;
  if (!addresses.orders || !clientId) return undefined;
  const environment = resolved.environment.value;
  return {
    key: targetKey(platform, addresses.orders.value, clientId.value),
    profile: resolved.profile.value,
    environment,
    address: addresses.orders.value,
    clientId: clientId.value,
    /** Base address of the ASN endpoints, if known. */
    baseAddress: addresses.base?.value ?? null,
    /** Requests a minute. */
    limit: RATE_LIMITS[environment],
    minorUnits: resolved.minorUnits?.value,
  };
}
