// Small private files (profiles, secrets, tokens): written whole or not at all, and a full or read-only disk said plainly.
import path from 'node:path';
import { troubleFailure, troubleOf } from '../basics/disk-trouble.ts';
import type { Platform } from '../platform/platform.ts';

/** Runs file work on `file`; what the disk refuses becomes exit 7. */
export function guardDisk<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw diskFailure(file, error);
  }
}

/** What the disk refused as a failure (exit 7); any other error as it is. */
export function diskFailure(file: string, error: unknown): unknown {
  // A folder that went away is the disk's, too; readers look first whether the file is there.
  const missing = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'unusable' : undefined;
  const trouble = troubleOf(error) ?? missing;
  return trouble ? troubleFailure(trouble, file, error) : error;
}

/** The whole content, 0600 in a 0700 folder, or the old content stays. @throws Failure exit 7 */
export function writePrivate(platform: Platform, file: string, content: string): void {
  guardDisk(file, () => {
    platform.files.makeFolder(path.dirname(file));
    platform.files.replace(file, content);
  });
}

/** The text of a file, undefined when there is none. @throws Failure exit 7 */
export function readPrivate(platform: Platform, file: string): string | undefined {
  return guardDisk(file, () => (platform.files.stat(file) ? platform.files.readText(file) : undefined));
}
