// Files on a real disk: private by default, atomic replacement, folders synced after a rename.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FileReader, FileStat, Files, FileWriter } from './platform.ts';

/** Small, so that what a chunk became is garbage before the next one: with 256 KiB, a check spends a tenth more on collecting it. */
const CHUNK = 64 * 1024;

export const realFiles: Files = {
  stat: (file) => {
    try {
      return statOf(fs.statSync(file));
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
      throw error;
    }
  },
  readText: (file) => fs.readFileSync(file, 'utf8'),
  open: openReader,
  create(file, { append, mode } = {}) {
    const fd = fs.openSync(file, append ? 'a' : 'w', mode ?? 0o600);
    if (mode !== undefined) setMode(fd, mode);
    return writerOn(fd);
  },
  replace(file, content, mode = 0o600) {
    const temporary = `${file}.${process.pid}.${Math.trunc(Math.random() * 1e9).toString(36)}.tmp`;
    try {
      const writer = writerOn(fs.openSync(temporary, 'wx', mode));
      try {
        writer.write(content);
        writer.sync();
      } finally {
        writer.close();
      }
      fs.renameSync(temporary, file);
    } catch (error) {
      try {
        fs.rmSync(temporary, { force: true });
      } catch {
        // Report the first error, not this one.
      }
      throw error;
    }
    syncFolder(path.dirname(file));
  },
  makeFolder,
  syncFolder,
  list(folder) {
    try {
      return fs.readdirSync(folder).sort();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  },
  remove: (file) => fs.rmSync(file, { force: true, recursive: true }),
  rename(from, to) {
    fs.renameSync(from, to);
    syncFolder(path.dirname(to));
  },
  make(file, content) {
    const temporary = `${file}.${process.pid}.new.tmp`;
    realFiles.replace(temporary, content);
    try {
      fs.linkSync(temporary, file);
    } catch (error) {
      // A file system without links, such as FAT.
      if (codeOf(error) !== 'EEXIST' && !fs.existsSync(file)) fs.renameSync(temporary, file);
    }
    fs.rmSync(temporary, { force: true });
    syncFolder(path.dirname(file));
  },
  realPath: (file) => (fs.existsSync(file) ? fs.realpathSync(file) : file),
  temporaryFolder: (prefix) => fs.mkdtempSync(path.join(os.tmpdir(), prefix)),
};

function statOf(stat: fs.Stats): FileStat {
  return {
    kind: stat.isFile()
      ? 'file'
      : stat.isDirectory()
        ? 'directory'
        : stat.isFIFO() || stat.isSocket() || stat.isCharacterDevice()
          ? 'pipe'
          : 'other',
    size: stat.size,
    modified: stat.mtimeMs,
    inode: stat.ino,
    device: stat.dev,
    mode: stat.mode & 0o7777,
  };
}

/** Allocates a new buffer per chunk, because consumers hold slices of it. Resolves to undefined at the end. */
function readChunk(fd: number, at: number, end: number): Promise<Uint8Array | undefined> {
  if (at >= end) return Promise.resolve(undefined);
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, end - at));
  return new Promise((resolve, reject) => {
    fs.read(fd, buffer, 0, buffer.length, at, (error, count) => {
      if (error) reject(error);
      else resolve(count === 0 ? undefined : buffer.subarray(0, count));
    });
  });
}

function openReader(file: string): FileReader {
  const fd = fs.openSync(file, 'r');
  return {
    stat: statOf(fs.fstatSync(fd)),
    async *stream(start = 0, end = Number.POSITIVE_INFINITY) {
      let next = readChunk(fd, start, end);
      try {
        for (let at = start; ; ) {
          const chunk = await next;
          if (!chunk) return;
          at += chunk.length;
          // Read the next chunk while the consumer works on this one.
          next = readChunk(fd, at, end);
          // It is awaited in the next iteration; this handler prevents an unhandled rejection until then.
          next.catch(() => {});
          yield chunk;
        }
      } finally {
        // The file must not be closed while a read is under way.
        await next.catch(() => {});
      }
    },
    read(start, length) {
      const buffer = Buffer.allocUnsafe(length);
      let filled = 0;
      for (; filled < length; ) {
        const count = fs.readSync(fd, buffer, filled, length - filled, start + filled);
        if (count === 0) break;
        filled += count;
      }
      return buffer.subarray(0, filled);
    },
    close: () => fs.closeSync(fd),
  };
}

/** Also against the umask. Never of a device: with the rights of root, the mode of /dev/null would change for everybody. */
function setMode(fd: number, mode: number): void {
  const stat = fs.fstatSync(fd);
  if (!stat.isFile() || (stat.mode & 0o7777) === mode) return;
  try {
    fs.fchmodSync(fd, mode);
  } catch {
    // A file system without rights (FAT, some network disks) decides itself who may read.
  }
}

function writerOn(fd: number): FileWriter {
  return {
    write(content) {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at);
    },
    sync() {
      try {
        fs.fsyncSync(fd);
      } catch (error) {
        if (!isUnsyncable(error)) throw error;
      }
    },
    datasync: () =>
      new Promise((resolve, reject) => {
        fs.fdatasync(fd, (error) => (error && !isUnsyncable(error) ? reject(error) : resolve()));
      }),
    close: () => fs.closeSync(fd),
  };
}

/** EINVAL is what targets without storage answer, such as /dev/null or a pipe; a failing disk answers with another code. */
const isUnsyncable = (error: unknown): boolean => codeOf(error) === 'EINVAL';

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/**
 * Makes a folder and its parents. Node's own `recursive` never returns where an existing folder answers ENOENT when
 * something is created in it (/proc, the root of an automounter).
 */
export function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const above = path.dirname(folder);
    if (codeOf(error) !== 'ENOENT' || above === folder) throw error;
    // Another process may create the same folders at the same time: the parent may exist by now.
    if (!fs.existsSync(above)) makeFolder(above);
    try {
      fs.mkdirSync(folder, { mode: 0o700 });
    } catch (again) {
      if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw again;
    }
  }
}

function syncFolder(folder: string): void {
  try {
    const fd = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    // Some file systems and Windows refuse to sync a folder. A real I/O error is thrown.
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes(codeOf(error))) throw error;
  }
}
