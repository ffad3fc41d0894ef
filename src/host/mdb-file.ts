// The file below the key-value store as bytes: whether it is whole, room for what comes next, and what its errors mean.
import fs from 'node:fs';
import path from 'node:path';
import { troubleFailure, troubleInWords, troubleOf } from '../base/disk-trouble.ts';
import { stateFailure } from '../base/failure.ts';
import { formatBytes } from '../base/units.ts';
import { realFiles } from './files.ts';

const MAGIC = 0xbeefc0de;
// lmdb-js has the page layout of LMDB 1.0, whose header carries a transaction id.
const HEADER = 24;

/**
 * A truncated LMDB file is a SIGBUS that no handler survives, so its size is held against its header before opening:
 * both meta pages name the last page in use. (LMDB alone may leave the file shorter than that, for it does not write pages
 * that it takes and gives back: makeRoom sees to it that it never does.)
 * @throws Failure exit 7
 */
export function checkMdb(file: string): void {
  const remote = realFiles.networkFileSystem(file);
  if (remote)
    throw stateFailure('state.network', `${file} lies on a network file system (${remote})`, {
      hint: 'Put the state on a local disk: --state-dir DIR or RETURNS_STATE_DIR.',
    });
  let fd: number;
  try {
    fd = fs.openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw storeFailure(file, error);
  }
  try {
    if (fs.fstatSync(fd).size === 0) return;
    const needed = neededBytes(fd);
    // Measured after the header was read: another process may just have made the file longer, and then said so there.
    const size = fs.fstatSync(fd).size;
    if (needed === undefined || size < needed) throw damaged(file, size, needed);
  } finally {
    fs.closeSync(fd);
  }
}

/** Bytes of LMDB's lock file with 512 readers, in whole pages. */
const LOCK_BYTES = 36_864;

/**
 * LMDB makes its lock file of nothing but a hole and maps it: on a full disk the first reader that is entered there is a
 * SIGBUS, which no handler survives. Written out beforehand, a full disk is an error like any other.
 */
export function makeLockFile(file: string): void {
  let fd: number;
  try {
    fd = fs.openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  try {
    // A write may come short of the whole where the room ends; the next one then says so.
    for (let at = 0; at < LOCK_BYTES; ) at += fs.writeSync(fd, Buffer.alloc(LOCK_BYTES - at));
  } catch (error) {
    fs.rmSync(file, { force: true });
    throw error;
  } finally {
    fs.closeSync(fd);
  }
}

/**
 * Opens what LMDB is about to open, in the same ways and all at once, and lets go of it again: an open that fails inside
 * of lmdb 3.5 frees its memory twice and ends the process, so whatever stands in the way must show itself here.
 * @throws as fs does
 */
export function rehearseOpening(file: string): void {
  const { O_RDWR, O_CREAT, O_DSYNC = 0 } = fs.constants;
  const opened: number[] = [];
  try {
    for (const [name, flags] of [
      [file, O_RDWR | O_CREAT],
      [`${file}-lock`, O_RDWR],
      [file, O_RDWR | O_DSYNC],
    ] as const)
      opened.push(fs.openSync(name, flags, 0o600));
    // A new file is written at once.
    if (fs.fstatSync(opened[0]!).size === 0) needRoom(file, 0);
  } finally {
    for (const fd of opened) fs.closeSync(fd);
  }
}

/** Bytes that one transaction may add: an eighth of what is there, within these; most add some dozen pages. */
const AHEAD = { least: 32 * 1024, most: 16 * 1024 * 1024 };

/**
 * Makes the file longer than the next transaction needs, by a hole that takes no room: whatever LMDB leaves unwritten, and
 * wherever the process dies, the file is never shorter than its header says unless somebody cut it. Called again behind a
 * transaction, it makes up for one that was larger.
 */
export function makeRoom(fd: number): void {
  const needed = neededBytes(fd);
  if (needed === undefined) return;
  const ahead = aheadOf(needed);
  try {
    if (fs.fstatSync(fd).size < needed + ahead / 2) fs.ftruncateSync(fd, needed + ahead);
  } catch {
    // A limit on the size of files: the transaction itself will say whether it still fits.
  }
}

const aheadOf = (bytes: number): number => Math.min(AHEAD.most, Math.max(AHEAD.least, Math.ceil(bytes / 8)));

/**
 * Says so before a transaction that a full disk would break in the middle: LMDB then writes to stderr on its own, and may
 * have damaged the memory of the process. `bytes` is the size of the file. @throws Failure exit 7
 */
export function needRoom(file: string, bytes: number): void {
  const { blocks, bavail, bsize } = fs.statfsSync(path.dirname(file));
  // Some file systems in memory count nothing.
  if (blocks === 0) return;
  const [free, needed] = [bavail * bsize, aheadOf(bytes)];
  if (free < needed)
    throw storeFailure(
      file,
      Object.assign(new Error(`${formatBytes(free)} are free, ${formatBytes(needed)} are needed`), {
        code: 'ENOSPC',
      }),
    );
}

/** Bytes that the newest valid meta page says are in use; undefined when there is no valid meta page. */
function neededBytes(fd: number): number | undefined {
  const head = Buffer.alloc(168);
  if (fs.readSync(fd, head, 0, 168, 0) < 168) return undefined;
  const first = metaOf(head);
  if (!first) return undefined;
  const second = Buffer.alloc(168);
  const count = fs.readSync(fd, second, 0, 168, first.pageSize);
  const other = count < 168 ? undefined : metaOf(second);
  const newest = other && other.transaction > first.transaction ? other : first;
  return (newest.lastPage + 1) * first.pageSize;
}

/** Layout of an LMDB meta page (64 bit): 24 bytes page header, then magic, version, address, map size, two trees, last page, txn id. */
function metaOf(page: Buffer): { pageSize: number; lastPage: number; transaction: bigint } | undefined {
  if (page.readUInt32LE(HEADER) !== MAGIC) return undefined;
  const pageSize = page.readUInt32LE(HEADER + 24);
  if (pageSize < 512 || pageSize > 65_536) return undefined;
  const lastPage = Number(page.readBigUInt64LE(HEADER + 24 + 96));
  const transaction = page.readBigUInt64LE(HEADER + 24 + 96 + 8);
  return { pageSize, lastPage, transaction };
}

function damaged(file: string, size: number, needed: number | undefined) {
  return stateFailure(
    'state.damaged',
    `${file} is damaged (${size} bytes${needed ? `, at least ${needed} belong to it` : ''})`,
    {
      hint: `Restore it from a backup, or move it away: the next upload then sends every order again, which the service accepts.`,
    },
  );
}

/** An error of the store as exit 7. */
export function storeFailure(file: string, error: unknown) {
  const text = (error as Error).message ?? String(error);
  return troubleFailure(troubleOf(error) ?? troubleInWords(text) ?? 'unusable', file, error);
}
