// Where the secret of a profile is kept: a file, the keychain, or nowhere, because a command prints it. Moves it without losing it.
import { withMachineLock } from '../storage/machine.ts';
import type { ProfileStore, ProfilesDraft, StagedSecret } from '../storage/profiles.ts';
import type { SecretKey } from '../storage/token-cache.ts';
import { removeLeftEntries, retireEntry, type SecretLeft, stageInKeychain } from './keychain-secret.ts';

export const STORES = ['file', 'keychain'] as const;
export type SecretStore = (typeof STORES)[number];

/** Where a secret goes: its store, or the line of the command that prints it. */
export type SecretPlace = SecretStore | { readonly command: string };

/** Longer than a person needs to unlock a keychain, ms. */
const LOCK_WAIT = 120_000;

/** One process at a time moves the secret of a profile. */
export function withSecretLock<T>(
  { platform, folders }: ProfileStore,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const digest = platform.crypto.sha256(JSON.stringify([folders.config, name])).slice(0, 32);
  const options = { purpose: `the secret of profile ${name}`, waitMs: LOCK_WAIT };
  return withMachineLock(platform, folders, `secret/${digest}`, options, work);
}

/** A new secret beside the one in use; `key` as for the token cache. */
export async function stageSecretIn(
  store: ProfileStore,
  place: SecretPlace,
  name: string,
  secret: string,
): Promise<StagedSecret & { readonly key: SecretKey }> {
  if (place === 'keychain') {
    const staged = await stageInKeychain(store, name, secret);
    return { ...staged, key: { standIn: `keychain ${staged.id}` } };
  }
  if (place !== 'file')
    return {
      key: { standIn: `command ${place.command}` },
      join: (draft) => moveOut(draft, name),
      commit: () => store.removeSecret(name),
      discard: () => {},
    };
  const staged = store.stageSecret(name, secret);
  return {
    ...staged,
    key: secret,
    join(draft) {
      retireEntry(draft, name);
      staged.join(draft);
    },
  };
}

/** Removes a profile's secret from file and keychain. `had`: there was one. */
export async function forgetSecret(
  store: ProfileStore,
  name: string,
): Promise<{ readonly had: boolean; readonly left: SecretLeft | undefined }> {
  const had = store.hasSecret(name);
  if (store.read().keychain?.get(name)?.entry !== undefined)
    await store.change((draft) => retireEntry(draft, name));
  store.removeSecret(name);
  return { had, left: await removeLeftEntries(store, name) };
}

function moveOut(draft: ProfilesDraft, name: string): void {
  retireEntry(draft, name);
  draft.staged?.delete(name);
}
