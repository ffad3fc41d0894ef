// Where the secret of a profile is kept: a file, the keychain, or nowhere, because a command prints it. Moves it without losing it.
import { Failure, stateFailure, usageFailure } from '../basics/failure.ts';
import { clientSecret } from '../basics/secret.ts';
import { withMachineLock } from '../storage/machine.ts';
import type { ProfileStore, ProfilesDraft, StagedSecret } from '../storage/profiles.ts';

export const STORES = ['file', 'keychain'] as const;
export type SecretStore = (typeof STORES)[number];

/** Where a secret goes: its store, or the line of the command that prints it. */
export type SecretPlace = SecretStore | { readonly command: string };

/** Longer than a person needs to unlock a keychain, ms. */
const LOCK_WAIT = 120_000;

/** One process at a time moves the secret of a profile. */
export function withSecretLock<T>(
  { platform, folders }: ProfileStore,
  profile: string,
  work: () => Promise<T>,
): Promise<T> {
  const digest = platform.crypto.sha256(JSON.stringify([folders.config, profile])).slice(0, 32);
  const name = `secret/${digest}`;
  const options = { name, purpose: `the secret of profile ${profile}`, waitMs: LOCK_WAIT };
  return withMachineLock(platform, folders, options, work);
}

/** A new secret beside the one in use; `key` as for the token cache. */
export async function stageSecretIn(store: ProfileStore, place: SecretPlace, name: string, secret: string) {
  if (place === 'keychain') {
    const staged = await stageInKeychain(store, name, secret);
    return { ...staged, key: { standIn: `keychain ${staged.id}` } };
  }
  if (place !== 'file')
    return {
      key: { standIn: `command ${place.command}` },
      join(draft: ProfilesDraft) {
        retireEntry(draft, name);
        draft.staged?.delete(name);
      },
      commit: () => store.removeSecret(name),
      discard: () => {},
    };
  const staged = store.stageSecret(name, secret);
  return {
    ...staged,
    key: secret,
    join(draft: ProfilesDraft) {
      retireEntry(draft, name);
      staged.join(draft);
    },
  };
}

/** Removes a profile's secret from file and keychain. `had`: there was one. */
export async function forgetSecret(store: ProfileStore, name: string) {
  const had = store.hasSecret(name);
  if (store.read().keychain?.get(name)?.entry !== undefined)
    await store.change((draft) => retireEntry(draft, name));
  store.removeSecret(name);
  return { had, left: await removeLeftEntries(store, name) };
}

// A profile's secret in the keychain. A new secret gets a new entry, and the profile switches to it with one write; so a
// process that is killed at any point leaves a working secret, and a note of every other entry.

const entryName = (profile: string, id: string) => `${profile}~${id}`;

/** @throws Failure exit 2 when the entry is gone, exit 7 when the keychain cannot be used */
export async function readKeychainSecret(store: ProfileStore, name: string): Promise<string> {
  const keychain = await store.platform.keychain();
  const current = () => store.read().keychain?.get(name)?.entry;
  for (let id = current(); ; id = current()) {
    const secret = id === undefined ? undefined : await keychain.get(entryName(name, id));
    if (secret) return clientSecret(secret, `the keychain (${entryName(name, id!)})`);
    // Another process may have switched to a new entry meanwhile.
    if (id !== current()) continue;
    throw usageFailure('usage.secret.missing', `The secret of profile ${name} is not in the keychain`, {
      expected:
        id === undefined ? 'an entry' : `the entry ${entryName(name, id)} of the service ${keychain.service}`,
      hint: `Run: returns login --profile ${name} --rotate`,
    });
  }
}

/**
 * Writes the secret into a new entry, beside the one in use. The profiles file names the entry first, so that it is
 * found and removed whatever happens. @throws Failure exit 7
 */
async function stageInKeychain(
  store: ProfileStore,
  name: string,
  secret: string,
): Promise<StagedSecret & { readonly id: string }> {
  const keychain = await store.platform.keychain();
  const id = store.platform.random.hex(6);
  const account = entryName(name, id);
  await store.change((draft) => note(draft, name, { add: id }));
  const discard = async () => {
    if (store.read().keychain?.get(name)?.entry === id) return;
    await keychain.remove(account);
    await store.change((draft) => note(draft, name, { drop: [id] }));
  };
  try {
    await keychain.set(account, secret);
    if ((await keychain.get(account)) !== secret)
      throw stateFailure('state.keychain', 'The keychain did not keep the secret as it was written', {
        hint: 'Keep it in a file: returns login --store file',
      });
  } catch (error) {
    // The first error is reported. What cannot be removed stays noted.
    await discard().catch(() => {});
    throw error;
  }
  return {
    id,
    join(draft) {
      retireEntry(draft, name);
      const left = draft.keychain.get(name)?.left ?? [];
      draft.keychain.set(name, { entry: id, left: left.filter((other) => other !== id) });
      draft.staged?.delete(name);
    },
    commit: () => store.removeSecret(name),
    discard,
  };
}

/** The profile uses its entry no more: it is noted as one to remove. */
function retireEntry(draft: ProfilesDraft, name: string): void {
  const entry = draft.keychain.get(name)?.entry;
  if (entry !== undefined) note(draft, name, { add: entry, retire: true });
}

/** Entries of the keychain that could not be removed. */
export type SecretLeft = Readonly<NonNullable<Awaited<ReturnType<typeof removeLeftEntries>>>>;

/**
 * Removes the entries that are noted and not used. Called under the lock of this profile's secret, so none of them
 * belongs to a sign-in under way. @returns the accounts that remain, and why
 */
export async function removeLeftEntries(store: ProfileStore, name: string) {
  const left = store.read().keychain?.get(name)?.left ?? [];
  const gone: string[] = [];
  let why: Failure | undefined;
  try {
    const keychain = left.length > 0 ? await store.platform.keychain() : undefined;
    for (const id of left) {
      await keychain?.remove(entryName(name, id));
      gone.push(id);
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    why = error;
  }
  if (gone.length > 0) await store.change((draft) => note(draft, name, { drop: gone }));
  const rest = left.filter((id) => !gone.includes(id));
  return why && { accounts: rest.map((id) => entryName(name, id)), why };
}

function note(
  draft: ProfilesDraft,
  name: string,
  change: { readonly add?: string; readonly drop?: readonly string[]; readonly retire?: boolean },
): void {
  const { entry, left = [] } = draft.keychain.get(name) ?? {};
  const kept = left.filter((id) => !change.drop?.includes(id));
  draft.keychain.set(name, {
    ...(entry === undefined || change.retire ? {} : { entry }),
    left: change.add === undefined ? kept : [...kept, change.add],
  });
}
