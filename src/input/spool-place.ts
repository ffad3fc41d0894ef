// A place on disk for data that a run reads again: private, removed at the end of the run, or by the next run after a
// kill.
import path from 'node:path';
import { Failure, troubleFailure, troubleOf } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from '../storage/folders.ts';

export const spoolFolder = (folders: Folders): string => path.join(folders.state, 'spool');

export type SpoolPlace = ReturnType<typeof spoolPlace>;

const NAME = /^(spool-[0-9a-f]{32})(\.lock)?$/;

/** Finds a free name in the folder and holds it with a lock while this process lives. @throws Failure exit 7 */
export function spoolPlace(platform: Platform, folder: string) {
  return onDisk(folder, () => {
    platform.files.makeFolder(folder);
    for (;;) {
      const place = path.join(folder, `spool-${platform.random.hex(16)}`);
      const lock = platform.databases.tryLock(`${place}.lock`);
      // Another process that was removing old spools may have held the lock for a moment.
      if (!lock) continue;
      let isThere = true;
      return {
        /** The path at which a file or folder may be made. */
        path: place,
        /** Removes the file or folder; may be called more than once. */
        remove() {
          if (!isThere) return;
          isThere = false;
          removePlace(platform, place);
          lock.release();
        },
      };
    }
  });
}

/** Removes the spools of processes that have ended: they hold personal data, and are not needed any more. */
export function sweepSpools(platform: Platform, folder: string): void {
  const names = platform.files.list(folder).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  for (const name of new Set(names)) {
    const place = path.join(folder, name);
    const lock = platform.databases.tryLock(`${place}.lock`);
    if (!lock) continue;
    try {
      removePlace(platform, place);
    } finally {
      lock.release();
    }
  }
}

function removePlace({ files }: Platform, place: string): void {
  onDisk(path.dirname(place), () => {
    files.remove(place);
    files.remove(`${place}.lock`);
  });
}

/** Throws an error of the disk in this folder as a failure with exit 7. */
export function onDisk<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw troubleFailure(troubleOf(cause) ?? 'unusable', folder, cause);
  }
}
