// A place on disk for what a run reads again: private, gone at its end, and removed by the next run when it was killed.
import path from 'node:path';
import { troubleFailure, troubleOf } from '../basics/disk-trouble.ts';
import { Failure } from '../basics/failure.ts';
import type { Platform } from '../platform/platform.ts';

export interface SpoolPlace {
  /** A file or folder of this name may be made. */
  readonly path: string;
  /** Removes what was made there; safe more than once. */
  remove(): void;
}

const NAME = /^(spool-[0-9a-f]{32})(\.lock)?$/;

/** A name in the folder that nobody else has, claimed by a lock as long as this process lives. @throws Failure exit 7 */
export function spoolPlace(platform: Platform, folder: string): SpoolPlace {
  return onDisk(folder, () => {
    platform.files.makeFolder(folder);
    for (;;) {
      const place = path.join(folder, `spool-${platform.random.hex(16)}`);
      const lock = platform.databases.tryLock(`${place}.lock`);
      // Somebody who was sweeping may have had it just before.
      if (!lock) continue;
      let isThere = true;
      return {
        path: place,
        remove() {
          if (!isThere) return;
          isThere = false;
          onDisk(folder, () => {
            platform.files.remove(place);
            platform.files.remove(`${place}.lock`);
          });
          lock.release();
        },
      };
    }
  });
}

/** Removes what processes left behind that are gone: it holds personal data, and nobody will read it again. */
export function sweepSpools(platform: Platform, folder: string): void {
  const names = platform.files.list(folder).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  for (const name of new Set(names)) {
    const place = path.join(folder, name);
    const lock = platform.databases.tryLock(`${place}.lock`);
    if (!lock) continue;
    try {
      onDisk(folder, () => {
        platform.files.remove(place);
        platform.files.remove(`${place}.lock`);
      });
    } finally {
      lock.release();
    }
  }
}

/** What the disk refuses in the folder, as exit 7. */
export function onDisk<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw troubleFailure(troubleOf(cause) ?? 'unusable', folder, cause);
  }
}
