// The part of the target that is known without credentials: enough for a check to compare orders with the ledger.

import type { MinorUnits } from '../basics/units.ts';
import { type Environment, RATE_LIMITS } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { profileStore } from '../storage/profiles.ts';
import type { TargetFlags } from './resolve.ts';
import { readSettings, targetKey } from './settings.ts';

export interface KnownTarget {
  readonly key: string;
  readonly profile: string;
  readonly environment: Environment;
  readonly address: string;
  readonly clientId: string;
  /** Base address of the ASN endpoints, if known. */
  readonly baseAddress: string | null;
  /** Requests a minute. */
  readonly limit: number;
  readonly minorUnits: MinorUnits | undefined;
}

/** Undefined on a machine without any sign-in; a profile named by a flag must exist. @throws Failure exit 2 */
export function knownTarget(
  platform: Platform,
  folders: Folders,
  flags: TargetFlags,
): KnownTarget | undefined {
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
    baseAddress: addresses.base?.value ?? null,
    limit: RATE_LIMITS[environment],
    minorUnits: resolved.minorUnits?.value,
  };
}
