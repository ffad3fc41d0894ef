// Sandboxes that run on this machine: each leaves its address and what proves it, so that the profile `local` finds it.
import path from 'node:path';
import { isObject } from '../basics/json.ts';
import { completeAddress, isLoopbackHost } from '../basics/web-address.ts';
import { LOCAL } from '../contract/endpoints.ts';
import type { Platform } from '../platform/platform.ts';
import type { Folders } from './folders.ts';
import { writePrivate } from './private-files.ts';

/** A sandbox as the profile `local` means it. */
export interface FoundSandbox {
  readonly url: string;
  /** What only that sandbox and programs of this user know; undefined where no running one is known. */
  readonly proof?: string;
}

interface SandboxRecord extends Required<FoundSandbox> {
  /** Whose loopback it listens on: a container that shares the folder has another one. */
  readonly host: string;
  /** ms since the epoch. */
  readonly since: number;
}

export const LOCAL_URL = `http://127.0.0.1:${LOCAL.port}`;

const folderOf = (folders: Folders) => path.join(folders.machine, 'sandboxes');
const lockOf = (file: string) => file.replace(/\.json$/, '.lock');

/** Makes a running sandbox known; the returned function takes it back. @throws Failure exit 7 */
export function recordSandbox(
  platform: Platform,
  folders: Folders,
  { url, proof }: Required<FoundSandbox>,
): () => void {
  const file = path.join(folderOf(folders), `${platform.random.hex(8)}.json`);
  const record: SandboxRecord = { url, proof, host: platform.system.hostname, since: platform.clock.now() };
  // Held as long as this process lives: without its lock a record counts no more.
  const lock = platform.databases.tryLock(lockOf(file));
  writePrivate(platform, file, `${JSON.stringify(record)}\n`);
  return () => {
    try {
      for (const one of [file, lockOf(file)]) platform.files.remove(one);
    } catch {
      // The process ends, and its lock with it.
    }
    lock?.release();
  };
}

/**
 * The one that the profile `local` means: that on the default port; else the one that was started last. Without any, the
 * default address, where one of another user or container may answer.
 */
export function findSandbox(platform: Platform, folders: Folders): FoundSandbox {
  const running = runningSandboxes(platform, folders);
  const found = running.find(({ url }) => url === LOCAL_URL) ?? running[0];
  return found ? { url: found.url, proof: found.proof } : { url: LOCAL_URL };
}

/** Last started first. What a killed one left behind goes away. */
function runningSandboxes(platform: Platform, folders: Folders): SandboxRecord[] {
  const folder = folderOf(folders);
  const running: SandboxRecord[] = [];
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
    // A folder that cannot be read or cleaned knows of no more sandboxes; the default address is left.
  }
  return running.sort((a, b) => b.since - a.since);
}

function readRecord(platform: Platform, file: string): SandboxRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(platform.files.readText(file));
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value['host'] !== 'string') return undefined;
  const { url, proof, since } = value;
  if (typeof url !== 'string' || typeof proof !== 'string' || typeof since !== 'number') return undefined;
  const parsed = completeAddress(url);
  // Whatever is written there, credentials of the profile stay on this machine.
  return parsed?.protocol === 'http:' && isLoopbackHost(parsed.hostname) && parsed.origin === url
    ? (value as unknown as SandboxRecord)
    : undefined;
}
