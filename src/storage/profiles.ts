// Profiles: addresses and client ids by name in one settings file; each client secret in a separate file, or in the keychain.
import path from 'node:path';
import { stateFailure, usageFailure } from '../basics/failure.ts';
import { isObject, lineAndColumn, parseJsonStrictly } from '../basics/json.ts';
import { trimSecret } from '../basics/secret.ts';
import { quote } from '../basics/text.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, guardDisk, readPrivate, writePrivate } from './folders.ts';
import { findSandbox } from './running.ts';

/** The settings that a profile may have; the client secret is never one of them. */
export const SETTING_NAMES = [
  'environment',
  'auth-url',
  'orders-url',
  'base-url',
  'client-id',
  'client-secret-command',
  'ca',
  'timeout',
  'rate',
  'timezone',
  'minor-units',
  'levels',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];
export type ProfileSettings = Readonly<Partial<Record<SettingName, string>>>;

/** The profile that every installation has: the local sandbox. It cannot be changed. */
export const BUILT_IN = 'local';

/** The one in use when no other is chosen. */
export const DEFAULT_PROFILE = 'default';

/** The entries of one profile in the keychain, by id. An entry is never changed: a new secret gets a new one. */
interface KeychainUse {
  /** Holds the secret in use; undefined when that is elsewhere. */
  readonly entry?: string;
  /** May exist and are not used: of a sign-in that was killed, or still to be removed. */
  readonly left: readonly string[];
}

export interface Profiles {
  /** The name chosen with `profile use`. */
  readonly inUse?: string;
  readonly named: ReadonlyMap<string, ProfileSettings>;
  /** The staged secret of each profile, by id: it is the secret in use until it has been moved to its final place. */
  readonly staged?: ReadonlyMap<string, string>;
  readonly keychain?: ReadonlyMap<string, KeychainUse>;
}

export interface ProfilesDraft {
  inUse?: string;
  readonly named: Map<string, ProfileSettings>;
  staged?: Map<string, string>;
  readonly keychain: Map<string, KeychainUse>;
}

export type ProfileStore = ReturnType<typeof profileStore>;
/** A new secret that is kept beside the one in use. */
export type StagedSecret = ReturnType<ProfileStore['stageSecret']>;

export function profileStore(platform: Platform, folders: Folders) {
  const file = profilesFile(folders);
  const secretFile = (name: string) => path.join(folders.config, 'secrets', checkProfileName(name));
  const read = () => readProfiles(platform, folders);
  // A profile name cannot begin with a dot, so a file left by a killed process is never taken for a profile's secret.
  const stagedFile = (name: string, id: string) =>
    path.join(path.dirname(secretFile(name)), `.${name}~${id}`);
  /** The staged secret that was written with the profile, while its move is not finished; else the one in its final place. */
  const readSecret = (name: string): string | undefined => {
    const finalFile = secretFile(name);
    const id = read().staged?.get(name);
    const text = (id && readPrivate(platform, stagedFile(name, id))) ?? readPrivate(platform, finalFile);
    return text && trimSecret(text);
  };
  /** Also those of sign-ins that were killed. */
  const removeStaged = (name: string) => {
    const folder = path.dirname(secretFile(name));
    for (const entry of platform.files.list(folder))
      if (entry.startsWith(`.${name}~`)) platform.files.remove(path.join(folder, entry));
  };
  return {
    file,
    platform,
    folders,
    /** @throws Failure exit 7 when the file is damaged. */
    read,
    /** Reads, lets `work` change a draft, writes it and calls `written`, all under one lock between processes. */
    async change(work: (draft: ProfilesDraft) => void, written?: () => void): Promise<Profiles> {
      // Most commands only read.
      const { withConfigLock } = await import('./machine.ts');
      return await withConfigLock(platform, folders, 'profiles', async () => {
        const before = read();
        const draft: ProfilesDraft = {
          ...before,
          named: new Map(before.named),
          staged: new Map(before.staged),
          keychain: new Map(before.keychain),
        };
        work(draft);
        await write(platform, file, draft);
        written?.();
        return read();
      });
    },
    /** True when the secret is in its file or, as the profiles say, in the keychain. */
    hasSecret: (name: string): boolean =>
      readSecret(name) !== undefined || read().keychain?.get(name)?.entry !== undefined,
    /** The file that holds, or would hold, the secret of a profile. */
    secretFile,
    /** The secret in the profile's file, as somebody may have edited it: not checked, so that it can be replaced and removed. */
    readSecret,
    /** The running sandbox that the built-in profile refers to, else the default address. */
    sandbox: () => findSandbox(platform, folders),
    /** One process at a time stages and commits the secret of a profile. */
    stageSecret(name: string, secret: string) {
      const finalFile = secretFile(name);
      const id = platform.random.hex(6);
      const staged = stagedFile(name, id);
      writePrivate(platform, staged, secret);
      return {
        /** Adds the secret to the draft: profile and secret become visible to other processes with the same write. */
        join(draft: ProfilesDraft): void {
          draft.staged ??= new Map();
          draft.staged.set(name, id);
        },
        /** Moves the secret to its final place, and removes what other sign-ins left; needs no disk space. */
        commit: (): void =>
          guardDisk(finalFile, () => {
            platform.files.rename(staged, finalFile);
            removeStaged(name);
          }),
        /** Removes it, unless it is the profile's secret by now. */
        discard: (): void | Promise<void> =>
          guardDisk(staged, () => {
            if (read().staged?.get(name) !== id) platform.files.remove(staged);
          }),
      };
    },
    /** Removes the files; entries of the keychain stay. */
    removeSecret(name: string): void {
      const finalFile = secretFile(name);
      guardDisk(finalFile, () => {
        platform.files.remove(finalFile);
        removeStaged(name);
      });
    },
  };
}

const PROFILE_NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;

/**
 * Letters, digits, dot, dash and underscore, the first one a letter or digit: a name is also a file name.
 * @throws Failure exit 2
 */
export function checkProfileName(name: string): string {
  if (PROFILE_NAME.test(name)) return name;
  throw usageFailure('usage.profile.name', `${quote(name)} cannot be the name of a profile`, {
    expected: 'up to 64 letters, digits, dots, dashes and underscores, the first one a letter or a digit',
    found: name,
    hint: 'Choose another name, for example: default, staging, shop-1.',
  });
}

// conf truncates its file on a full disk, so the draft goes to a temporary file; it replaces the old one only after it was read back.
async function write(platform: Platform, file: string, draft: ProfilesDraft): Promise<void> {
  const next = path.join(path.dirname(file), 'profiles.next.json');
  const staged = [...(draft.staged ?? [])].filter(([name]) => draft.named.has(name));
  const keychain = [...draft.keychain].filter(
    ([, { entry, left }]) => entry !== undefined || left.length > 0,
  );
  const value = {
    version: 1,
    ...(draft.inUse === undefined ? {} : { in_use: draft.inUse }),
    profiles: Object.fromEntries(draft.named),
    ...(staged.length > 0 ? { staged_secrets: Object.fromEntries(staged) } : {}),
    ...(keychain.length > 0 ? { keychain: Object.fromEntries(keychain) } : {}),
  };
  guardDisk(file, () => {
    platform.files.makeFolder(path.dirname(file));
    platform.files.remove(next);
  });
  try {
    const settings = await platform.settings(next);
    settings.write(value);
    guardDisk(file, () => platform.files.rename(next, file));
  } catch (error) {
    try {
      platform.files.remove(next);
    } catch {
      // A disk that refused the write may refuse the removal too; the next change removes the file first.
    }
    throw error;
  }
}

/** The profiles without what is needed to change them. @throws Failure exit 7 when the file is damaged */
export const readProfiles = (platform: Pick<Platform, 'files'>, folders: Folders) =>
  parseProfiles(profilesFile(folders), readPrivate(platform, profilesFile(folders)));

const profilesFile = (folders: Folders): string => path.join(folders.config, 'profiles.json');

function parseProfiles(file: string, text: string | undefined): Profiles {
  if (text === undefined) return { named: new Map() };
  const parsed = parseJsonStrictly(text);
  if (parsed.fault) throw damaged(file, parsed.fault.message, lineAndColumn(text, parsed.fault.offset));
  const { value } = parsed;
  if (!isObject(value) || !isObject(value.profiles) || value.version !== 1)
    throw damaged(file, 'it is not a file of profiles of this version of the tool');
  const named = new Map<string, ProfileSettings>();
  for (const [name, settings] of Object.entries(value.profiles)) {
    if (!PROFILE_NAME.test(name) || name === BUILT_IN)
      throw damaged(file, `${quote(name)} cannot be the name of a profile`);
    if (!isObject(settings) || Object.values(settings).some((setting) => typeof setting !== 'string'))
      throw damaged(file, `the settings of the profile ${quote(name)} are not texts by name`);
    named.set(name, settings as ProfileSettings);
  }
  const inUse = value.in_use;
  if (inUse !== undefined && typeof inUse !== 'string') throw damaged(file, '"in_use" is not a text');
  return {
    named,
    ...(inUse === undefined ? {} : { inUse }),
    ...stagedOf(file, value.staged_secrets),
    ...keychainOf(file, value.keychain),
  };
}

/** Part of a file's name, or of an entry's. */
const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{12}$/.test(id);

function stagedOf(file: string, value: unknown): Pick<Profiles, 'staged'> {
  if (value === undefined) return {};
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0 || !entries.every(([, id]) => isId(id)))
    throw damaged(file, '"staged_secrets" is not ids by name');
  return { staged: new Map(entries as [string, string][]) };
}

function keychainOf(file: string, value: unknown): Pick<Profiles, 'keychain'> {
  if (value === undefined) return {};
  const isUse = (use: unknown): use is KeychainUse =>
    isObject(use) &&
    (use.entry === undefined || isId(use.entry)) &&
    Array.isArray(use.left) &&
    use.left.every(isId);
  const uses = isObject(value) ? Object.entries(value) : [];
  if (uses.length === 0 || !uses.every(([, use]) => isUse(use)))
    throw damaged(file, '"keychain" is not entries by name');
  return { keychain: new Map(uses as [string, KeychainUse][]) };
}

function damaged(file: string, why: string, spot: { line?: number; column?: number } = {}) {
  return stateFailure('state.profiles', `The profiles are damaged: ${why}`, {
    place: { file, ...spot },
    hint: 'Correct that file, or move it away and run `returns login` again; orders and the ledger are not affected.',
  });
}
