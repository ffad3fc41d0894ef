// The part of the target that is known without credentials: enough for a check to compare orders with the ledger.

import { usageFailure } from '../basics/failure.ts';
import { RATE_LIMITS } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import type { TargetFlags } from './resolve.ts';
import { readSettings, targetKey } from './settings.ts';

export type KnownTarget = Readonly<NonNullable<ReturnType<typeof knownTarget>>>;

/** The machine that a command runs on. */
export interface Where {
  readonly platform: Platform;
  readonly folders: Folders;
}

/** The same where a command is of no use without one. @throws Failure exit 2 when no profile of this machine has signed in */
export function neededTarget({ platform, folders, globals }: Where & { readonly globals: TargetFlags }) {
  const target = knownTarget(platform, folders, globals);
  if (target) return target;
  throw usageFailure('usage.target', 'No target is known: the ledger is kept per target', {
    hint: 'Sign in with: returns login; or name a profile with --profile NAME.',
  });
}

/** Undefined on a machine without any sign-in; a profile named by a flag must exist. @throws Failure exit 2 */
export function knownTarget(platform: Platform, folders: Folders, flags: TargetFlags) {
  const resolved = readSettings(platform, folders, flags);
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
