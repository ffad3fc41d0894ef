// Profiles: addresses and client ids by name in one settings file, each client secret in a file of its own.
import path from 'node:path';
import { stateFailure, usageFailure } from '../base/failure.ts';
import type { Host } from '../base/host.ts';
import { isObject, lineAndColumn, parseJsonStrictly } from '../base/json.ts';
import { quote } from '../base/text.ts';
import type { Folders } from './folders.ts';
import { takeLock } from './locks.ts';
import { openMachine } from './machine.ts';
import { guardDisk, readPrivate, writePrivate } from './private-files.ts';

/** What a profile may hold; the client secret is never among it. */
export const SETTING_NAMES = [
  'environment',
  'auth-url',
  'orders-url',
  'base-url',
  'client-id',
  'ca',
  'timeout',
  'rate',
  'order-status-spelling',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];
export type ProfileSettings = Readonly<Partial<Record<SettingName, string>>>;

/** The profile that every installation has: the sandbox on this machine. It cannot be changed. */
export const BUILT_IN = 'local';

export interface Profiles {
  /** The name chosen with `profile use`. */
  readonly inUse?: string;
  readonly named: ReadonlyMap<string, ProfileSettings>;
}

export interface ProfilesDraft {
  inUse?: string;
  readonly named: Map<string, ProfileSettings>;
}

export interface ProfileStore {
  readonly file: string;
  /** @throws Failure exit 7 when the file is damaged. */
  read(): Profiles;
  /** Reads, lets `work` change a draft, writes it and calls `written`, all under one lock between processes. */
  change(work: (draft: ProfilesDraft) => void, written?: () => void): Promise<Profiles>;
  hasSecret(name: string): boolean;
  readSecret(name: string): string | undefined;
  /** Puts a secret on disk beside the one in use; `commit` swaps them and needs no room, `discard` forgets it. */
  stageSecret(name: string, secret: string): { commit(): void; discard(): void };
  removeSecret(name: string): void;
}

/** How long one `profile set` waits for others, ms. */
const LOCK_WAIT = 20_000;

export function profileStore(host: Host, folders: Folders): ProfileStore {
  const file = path.join(folders.config, 'profiles.json');
  const secretFile = (name: string) => path.join(folders.config, 'secrets', checkProfileName(name));
  const read = () => parseProfiles(file, readPrivate(host, file));
  return {
    file,
    read,
    async change(work, written) {
      const machine = openMachine(host, folders);
      try {
        const name = `profiles/${host.crypto.sha256(folders.config).slice(0, 32)}`;
        const lock = await takeLock(host, machine, name, {
          purpose: `the profiles in ${folders.config}`,
          waitMs: LOCK_WAIT,
        });
        try {
          const before = read();
          const draft: ProfilesDraft = { ...before, named: new Map(before.named) };
          work(draft);
          await write(host, file, draft);
          written?.();
          return read();
        } finally {
          lock.release();
        }
      } finally {
        machine.close();
      }
    },
    hasSecret: (name) => guardDisk(secretFile(name), () => host.files.stat(secretFile(name)) !== undefined),
    readSecret: (name) => readPrivate(host, secretFile(name)),
    stageSecret(name, secret) {
      const kept = secretFile(name);
      // A leading dot is no profile name, so what a killed process leaves behind is never taken for a secret.
      const staged = path.join(path.dirname(kept), `.${name}~${host.random.hex(6)}`);
      writePrivate(host, staged, secret);
      return {
        commit: () => guardDisk(kept, () => host.files.rename(staged, kept)),
        discard: () => guardDisk(staged, () => host.files.remove(staged)),
      };
    },
    removeSecret(name) {
      const kept = secretFile(name);
      guardDisk(kept, () => {
        for (const entry of host.files.list(path.dirname(kept)))
          if (entry === name || entry.startsWith(`.${name}~`))
            host.files.remove(path.join(path.dirname(kept), entry));
      });
    },
  };
}

/**
 * Letters, digits, dot, dash and underscore, the first one a letter or digit: a name is also a file name.
 * @throws Failure exit 2
 */
export function checkProfileName(name: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return name;
  throw usageFailure('usage.profile.name', `${quote(name)} cannot be the name of a profile`, {
    expected: 'up to 64 letters, digits, dots, dashes and underscores, the first one a letter or a digit',
    found: name,
    hint: 'Choose another name, for example: default, staging, shop-1.',
  });
}

// conf truncates its file on a full disk, so it writes beside it; only what read back whole takes the place of the old.
async function write(host: Host, file: string, draft: ProfilesDraft): Promise<void> {
  const next = path.join(path.dirname(file), 'profiles.next.json');
  const value = {
    version: 1,
    ...(draft.inUse === undefined ? {} : { in_use: draft.inUse }),
    profiles: Object.fromEntries(draft.named),
  };
  guardDisk(file, () => {
    host.files.makeFolder(path.dirname(file));
    host.files.remove(next);
  });
  try {
    const settings = await host.settings(next);
    settings.write(value);
    guardDisk(file, () => host.files.rename(next, file));
  } catch (error) {
    try {
      host.files.remove(next);
    } catch {
      // The disk that refused the write may refuse this too; the next change removes it first.
    }
    throw error;
  }
}

function parseProfiles(file: string, text: string | undefined): Profiles {
  if (text === undefined) return { named: new Map() };
  const parsed = parseJsonStrictly(text);
  if (parsed.fault) throw damaged(file, parsed.fault.message, lineAndColumn(text, parsed.fault.offset));
  const { value } = parsed;
  if (!isObject(value) || !isObject(value['profiles']) || value['version'] !== 1)
    throw damaged(file, 'it is not a file of profiles of this version of the tool');
  const named = new Map<string, ProfileSettings>();
  for (const [name, settings] of Object.entries(value['profiles'])) {
    if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name) || name === BUILT_IN)
      throw damaged(file, `${quote(name)} cannot be the name of a profile`);
    if (!isObject(settings) || Object.values(settings).some((setting) => typeof setting !== 'string'))
      throw damaged(file, `the settings of the profile ${quote(name)} are not texts by name`);
    named.set(name, settings as ProfileSettings);
  }
  const inUse = value['in_use'];
  if (inUse !== undefined && typeof inUse !== 'string') throw damaged(file, '"in_use" is not a text');
  return { named, ...(inUse === undefined ? {} : { inUse }) };
}

function damaged(file: string, why: string, spot: { line?: number; column?: number } = {}) {
  return stateFailure('state.profiles', `The profiles are damaged: ${why}`, {
    place: { file, ...spot },
    hint: 'Correct that file, or move it away and run `returns login` again; orders and the ledger are not affected.',
  });
}
