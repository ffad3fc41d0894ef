// Network file systems, as far as the kernel names them: on them, mmap and locks of files are not safe.
import fs from 'node:fs';
import path from 'node:path';

/** By the magic numbers of statfs(2). */
const NETWORK: Record<number, string> = {
  26985: 'nfs',
  20859: 'smb',
  4283649346: 'cifs',
  4266872130: 'smb2',
  1397113167: 'afs',
  1702057286: 'fuse (a network file system may be behind it)',
};

/**
 * The type of a network file system (`nfs`, `cifs`, ...) as far as known; undefined for a local one. Of a file that is
 * not there yet, the folder above counts.
 */
export function networkFileSystem(file: string): string | undefined {
  for (let place = file; ; place = path.dirname(place)) {
    try {
      return NETWORK[fs.statfsSync(place).type];
    } catch {
      if (place === path.dirname(place)) return undefined;
    }
  }
}
