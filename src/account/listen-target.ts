// Whose messages are heard: the environment, and the ledger that knows the orders, as far as the settings say.
import type { Environment } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';
import { profileStore } from '../storage/profiles.ts';
import type { TargetFlags } from './resolve.ts';
import { readCa, readSettings, targetKey } from './settings.ts';

export interface ListenTarget {
  readonly environment: Environment;
  /** Undefined on a machine where nobody has signed in. */
  readonly key: string | undefined;
  /** PEM text of additional roots. @throws Failure exit 2 */
  ca(): string | undefined;
}

/** Without any address nothing real is near: that is `local`. @throws Failure exit 2 */
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
