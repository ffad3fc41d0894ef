// One input file in memory: only those parts of a file system that reading needs.
import path from 'node:path';
import type { FileStat, Files } from '../../src/platform/platform.ts';

/** Small enough that a file is read in several chunks. */
const PIECE = 8192;

/** Every path gives this file. */
export function filesOf(text: string): Files {
  const bytes = Buffer.from(text);
  const stat: FileStat = {
    kind: 'file',
    size: bytes.length,
    modified: 0,
    inode: 1,
    device: 1,
    mode: 0o600,
  };
  const not = (): never => {
    throw new Error('a model writes no files');
  };
  return {
    stat: (file) => (path.basename(file) === 'export.ndjson' ? stat : undefined),
    open: () => ({
      stat,
      async *stream(start = 0, end = bytes.length) {
        for (let at = start; at < end; at += PIECE) yield bytes.subarray(at, Math.min(end, at + PIECE));
      },
      read: (start, length) => bytes.subarray(start, start + length),
      close() {},
    }),
    list: () => [],
    remove() {},
    readText: not,
    create: not,
    replace: not,
    makeFolder: not,
    syncFolder: not,
    rename: not,
    make: not,
    realPath: (file) => file,
    temporaryFolder: not,
  };
}
