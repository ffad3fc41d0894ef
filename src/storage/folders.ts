// The folders of the tool: config (profiles, tokens), state (ledger, refused orders, spool), cache (the request rate of the machine, compiled code).
import path from 'node:path';
import { troubleFailure, troubleOf } from '../basics/failure.ts';
import type { Platform, System } from '../platform/platform.ts';

/** Where the refused orders and ASNs of a run go when the user names no place. */
export const rejectsFolder = ({ state }: Folders): string => path.join(state, 'rejects');

export interface Folders {
  /** Profiles, secrets, tokens and remembered mappings; 0700. */
  readonly config: string;
  /** Ledger, runs, refused orders, spool; 0700. */
  readonly state: string;
  /** Data that all processes of this user on this machine share: request rate, short locks, compiled code. */
  readonly machine: string;
}

/** Precedence: flags, then RETURNS_*_DIR, then the XDG folders. Relative paths are resolved from the working directory. */
export function foldersOf(
  platform: Pick<Platform, 'env' | 'cwd'> & { readonly system: Pick<System, 'home'> },
  flags: { configDir?: string | undefined; stateDir?: string | undefined } = {},
): Folders {
  // Every command needs a working directory, also one that names no relative path: asked for here, it is missed in one place.
  const { env, cwd, system } = platform;
  const pick = (flag: string | undefined, own: string, xdg: string, home: string) => {
    const given = flag ?? env[own];
    if (given) return path.resolve(cwd, given);
    const base = env[xdg];
    return path.join(base && path.isAbsolute(base) ? base : path.join(system.home, home), 'returns');
  };
  return {
    config: pick(flags.configDir, 'RETURNS_CONFIG_DIR', 'XDG_CONFIG_HOME', '.config'),
    state: pick(flags.stateDir, 'RETURNS_STATE_DIR', 'XDG_STATE_HOME', '.local/state'),
    machine: pick(undefined, 'RETURNS_PACE_DIR', 'XDG_CACHE_HOME', '.cache'),
  };
}

/** Runs work on `file`; disk errors become a Failure with exit 7. */
export function guardDisk<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskFailure(file, error);
  }
}

/** A disk error as a Failure (exit 7); any other error unchanged. */
export function diskFailure(file: string, error: unknown): unknown {
  // ENOENT counts as a disk error here (the folder was removed): readers check first whether the file exists.
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'unusable' : undefined;
  const trouble = troubleOf(error) ?? missing;
  return trouble ? troubleFailure(trouble, file, error) : error;
}

/** Replaces the whole content (file 0600 in a 0700 folder), or leaves the old content. @throws Failure exit 7 */
export function writePrivate(platform: Platform, file: string, content: string): void {
  guardDisk(file, () => {
    platform.files.makeFolder(path.dirname(file));
    platform.files.replace(file, content);
  });
}

/** The text of a file, undefined when the file does not exist. @throws Failure exit 7 */
export function readPrivate(platform: Pick<Platform, 'files'>, file: string): string | undefined {
  return guardDisk(file, () => (platform.files.stat(file) ? platform.files.readText(file) : undefined));
}
