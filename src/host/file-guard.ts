// A lock file that lets one process at a time through, held for milliseconds and waited for without a turn of the event
// loop. A holder that died is taken over, a suspended one is waited for. It is a symbolic link to nowhere, whose target is
// the holder's name: made in one step, so there is no moment at which it names nobody.
import fs from 'node:fs';
import { stateFailure } from '../base/failure.ts';
import { identityOf, isAlive, isForeign, nameOf, ownIdentity } from './processes.ts';

/** How long to wait for a live holder, ms. */
const PATIENCE = 60_000;
/** Where links cannot be made: a file that names nobody is of a process that died while writing it, once this old, ms. */
const UNNAMED = 5_000;
/**
 * Of another container nobody can tell without waiting for an answer whether the holder lives, so it is taken for dead
 * once it is this old, ms: longer than a slow disk takes for a commit, shorter than our patience.
 */
const FOREIGN = 20_000;

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Returns a function that runs work while no other process runs work under the same file; it may be nested. */
export function fileGuard(file: string): <T>(work: () => T) => T {
  let depth = 0;
  return (work) => {
    if (depth === 0) take(file);
    depth++;
    try {
      return work();
    } finally {
      if (--depth === 0) release(file);
    }
  };
}

/** What cannot be removed is our own at the next turn, and a dead process's after that: the work itself is done. */
function release(file: string): void {
  try {
    remove(file);
  } catch {
    leftBehind.add(file);
  }
}

/** Guards that this process holds only because the disk did not let go of them. */
const leftBehind = new Set<string>();

function take(file: string): void {
  // Still there, or gone by now: it is ours either way, for nobody takes over from the living.
  if (leftBehind.has(file)) {
    remove(file);
    leftBehind.delete(file);
  }
  const start = process.hrtime.bigint();
  for (let round = 0; !create(file); round++) {
    if (!holderLives(file)) takeOver(file);
    else if (Number(process.hrtime.bigint() - start) / 1e6 > PATIENCE)
      throw stateFailure(
        'state.locked',
        `Another process has kept ${file} for more than ${PATIENCE / 1000} s`,
        {
          hint: 'It is probably suspended: continue it or end it, then run the same command again.',
        },
      );
    else Atomics.wait(pause, 0, 0, Math.min(0.2 * 2 ** round, 5) * (0.5 + Math.random()));
  }
}

function create(file: string): boolean {
  try {
    fs.symlinkSync(nameOf(ownIdentity()), file);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (NO_LINKS.has(code)) return createFile(file);
    throw error;
  }
}

/** What file systems without symbolic links answer, and Windows to most of its users. */
const NO_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'UNKNOWN']);

function createFile(file: string): boolean {
  let fd: number;
  try {
    fd = fs.openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  try {
    fs.writeSync(fd, nameOf(ownIdentity()));
    return true;
  } catch (error) {
    release(file);
    throw error;
  } finally {
    fs.closeSync(fd);
  }
}

function holderLives(file: string): boolean {
  const holder = holderOf(file);
  // Gone again, or not written yet.
  if (!holder) return age(file) < UNNAMED;
  return isAlive(holder) && !(isForeign(holder) && age(file) > FOREIGN);
}

function holderOf(file: string) {
  try {
    return identityOf(fs.lstatSync(file).isFile() ? fs.readFileSync(file, 'utf8') : fs.readlinkSync(file));
  } catch {
    return undefined;
  }
}

/** ms; none at all for what is gone. */
function age(file: string): number {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  return stat ? Date.now() - stat.mtimeMs : 0;
}

function remove(file: string): void {
  try {
    fs.unlinkSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Removes a dead holder's file. One process at a time looks again and removes: it could be a new holder's by now. */
function takeOver(file: string): void {
  const turn = `${file}-turn`;
  if (create(turn)) {
    try {
      if (!holderLives(file)) remove(file);
    } finally {
      remove(turn);
    }
  } else if (!holderLives(turn)) remove(turn);
}
