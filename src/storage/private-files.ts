// Small private files (profiles, secrets, tokens): written completely or not at all; a full or read-only disk is reported clearly.
import path from 'node:path';
import { troubleFailure, troubleOf } from '../basics/disk-trouble.ts';
import type { Platform } from '../platform/platform.ts';

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
export function readPrivate(platform: Platform, file: string): string | undefined {
  return guardDisk(file, () => (platform.files.stat(file) ? platform.files.readText(file) : undefined));
}
