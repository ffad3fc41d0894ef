// What `returns listen` needs from the settings: the environment, and the key of the ledger with the orders.
import type { Environment } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { profileStore } from '../storage/profiles.ts';
import type { TargetFlags } from './resolve.ts';
import { readCa, readSettings, targetKey } from './settings.ts';

export interface ListenTarget {
  readonly environment: Environment;
  /** Undefined on a machine without any sign-in. */
  readonly key: string | undefined;
  /** PEM text of additional roots. @throws Failure exit 2 */
  ca(): string | undefined;
}

/** Without any address it is `local`, since no real service is configured. @throws Failure exit 2 */
export function listenTarget(platform: Platform, folders: Folders, flags: TargetFlags): ListenTarget {
  const resolved = readSettings(platform, profileStore(platform, folders), flags);
  const { addresses, clientId, environment, ca } = resolved;
  const isUnknown = environment.source === 'default' && Object.keys(addresses).length === 0;
  return {
    environment: isUnknown ? 'local' : environment.value,
    key: addresses.orders && clientId && targetKey(platform, addresses.orders.value, clientId.value),
    ca: () => (ca === undefined ? undefined : readCa(platform, ca.value)),
  };
}
