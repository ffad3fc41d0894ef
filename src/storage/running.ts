// Sandboxes and receivers that run on this machine: each records its address, so that the profile `local` and other commands
// find it on any port. A sandbox also records a proof of its identity.
import path from 'node:path';
import { Failure } from '../basics/failure.ts';
import { isObject } from '../basics/json.ts';
import { completeAddress, isLoopbackHost } from '../basics/web-address.ts';
import { LOCAL } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import { type Folders, writePrivate } from './folders.ts';

/** The sandbox that the profile `local` refers to. */
export interface FoundSandbox {
  readonly url: string;
  /** A secret known only to that sandbox and to programs of this user; undefined when no running sandbox is recorded. */
  readonly proof?: string;
  /** It is one of several, and only its start says that it is the one. */
  readonly isLast?: boolean;
}

/** The name of the folder of their records. */
type Kind = 'sandboxes' | 'receivers';

interface RunningRecord extends Pick<FoundSandbox, 'url' | 'proof'> {
  /** Host name of the machine or container: another container that shares the folder has another loopback interface. */
  readonly host: string;
  /** ms since the epoch. */
  readonly since: number;
  /** The state folder that it was started with. */
  readonly state?: string;
}

export const LOCAL_URL = `http://127.0.0.1:${LOCAL.port}`;

const folderOf = (folders: Folders, kind: Kind) => path.join(folders.machine, kind);
const lockOf = (file: string) => file.replace(/\.json$/, '.lock');

/** Records what runs, or says why not: it works without, too. The returned function removes the record. */
export function recordRunning(
  platform: Platform,
  folders: Folders,
  kind: Kind,
  { url, proof = '' }: FoundSandbox,
  unrecorded: (failure: Failure) => void = () => {},
): () => void {
  const file = path.join(folderOf(folders, kind), `${platform.random.hex(8)}.json`);
  const record: RunningRecord = {
    url,
    proof,
    host: platform.system.hostname,
    since: platform.clock.now(),
    state: folders.state,
  };
  let lock: ReturnType<typeof platform.databases.tryLock>;
  try {
    // Held as long as this process lives: a record without its lock is ignored.
    lock = platform.databases.tryLock(lockOf(file));
    writePrivate(platform, file, `${JSON.stringify(record)}\n`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    unrecorded(error);
  }
  return () => {
    try {
      for (const one of [file, lockOf(file)]) platform.files.remove(one);
    } catch {
      // Ignored: the process ends, and its lock with it.
    }
    lock?.release();
  };
}

/**
 * The sandbox for the profile `local`: the one on the default port, else the one that was started last. When none runs, the
 * default address without a proof: a process of another user or container may answer there.
 */
export function findSandbox(platform: Platform, folders: Folders): FoundSandbox {
  const running = runningOf(platform, folders, 'sandboxes');
  const usual = running.find(({ url }) => url === LOCAL_URL);
  const { url, proof } = usual ?? running[0] ?? {};
  return url && proof ? { url, proof, isLast: !usual && running.length > 1 } : { url: LOCAL_URL };
}

/** The address of the receiver on this machine that was started last; one at `usual` comes first. */
export function findReceiver(platform: Platform, folders: Folders, usual: string): string {
  const running = runningOf(platform, folders, 'receivers').map(({ url }) => url);
  return running.includes(usual) ? usual : (running[0] ?? usual);
}

/** Those of this state folder, else all; last started first. Removes the records of killed ones. */
function runningOf(platform: Platform, folders: Folders, kind: Kind) {
  const folder = folderOf(folders, kind);
  const running: RunningRecord[] = [];
  try {
    for (const name of platform.files.list(folder)) {
      const file = path.join(folder, name);
      const record = name.endsWith('.json') ? readRecord(platform, file) : undefined;
      if (!record || record.host !== platform.system.hostname) continue;
      const free = platform.databases.tryLock(lockOf(file));
      if (!free) running.push(record);
      else {
        for (const one of [file, lockOf(file)]) platform.files.remove(one);
        free.release();
      }
    }
  } catch {
    // When the folder cannot be read or cleaned, the default address is used.
  }
  const own = running.filter(({ state }) => state === folders.state);
  return (own.length > 0 ? own : running).sort((a, b) => b.since - a.since);
}

function readRecord(platform: Platform, file: string) {
  let value: unknown;
  try {
    value = JSON.parse(platform.files.readText(file));
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value.host !== 'string') return undefined;
  const { url, proof, since } = value;
  if (typeof url !== 'string' || typeof proof !== 'string' || typeof since !== 'number') return undefined;
  const parsed = completeAddress(url);
  // The file could contain any address; only a loopback address is used, so that the profile's credentials stay on this machine.
  return parsed?.protocol === 'http:' && isLoopbackHost(parsed.hostname) && parsed.origin === url
    ? (value as unknown as RunningRecord)
    : undefined;
}
