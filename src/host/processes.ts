// Who a process is among those of this machine, and whether another one still lives.
import fs from 'node:fs';
import os from 'node:os';
import { isSameBoot } from '../base/boot.ts';
import type { ProcessIdentity } from '../base/host.ts';

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= {
    pid: process.pid,
    started: statOf('self')?.started ?? '',
    boot: bootId(),
    ...pidNamespace(),
  };
  return own;
}

function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // No such file outside Linux: the boot's minute is close enough to tell two boots apart.
    return String(Math.round((Date.now() / 1000 - os.uptime()) / 60));
  }
}

function pidNamespace(): Pick<ProcessIdentity, 'pidNamespace'> {
  try {
    return { pidNamespace: fs.readlinkSync('/proc/self/ns/pid') };
  } catch {
    // None outside Linux: all processes see each other.
    return {};
  }
}

/** /proc may be that of another namespace, where our numbers mean others. */
const isOwnProc = (): boolean => {
  try {
    return fs.readlinkSync('/proc/self') === String(process.pid);
  } catch {
    return false;
  }
};

/** State and start in clock ticks since boot (fields 3 and 22 of /proc/PID/stat); undefined where they are unknown. */
function statOf(pid: number | 'self'): { state: string; started: string } | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0]!, started: fields[19]! };
  } catch {
    return undefined;
  }
}

/** Of another PID namespace (a container): its number says nothing here. */
export function isForeign({ pidNamespace: theirs }: ProcessIdentity): boolean {
  const { pidNamespace: ours } = ownIdentity();
  return theirs !== undefined && ours !== undefined && theirs !== ours;
}

/** False only when that process is certainly gone: a suspended one is alive, and so is one that cannot be seen from here. */
export function isAlive(other: ProcessIdentity): boolean {
  if (!isSameBoot(ownIdentity().boot, other.boot)) return false;
  if (isForeign(other)) return true;
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const stat = isOwnProc() ? statOf(other.pid) : undefined;
  if (!stat) return true;
  // It has ended, and only its parent does not know yet.
  if (stat.state === 'Z' || stat.state === 'X') return false;
  return other.started === '' || stat.started === other.started;
}

/** Of a boot's name eight digits are enough: one machine has few boots. */
const shortBoot = (boot: string): string => boot.slice(0, 8);

/** A process in so few characters that they fit into the name of a file, or into an inode as the target of a link. */
export function nameOf({ pid, started, boot, pidNamespace = '' }: ProcessIdentity): string {
  return [pid, started, shortBoot(boot), /\d+/.exec(pidNamespace)?.[0] ?? ''].join('-');
}

export function identityOf(name: string): ProcessIdentity | undefined {
  const [, pid, started, boot, space] = /^(\d+)-(\d*)-([0-9a-f]+)-(\d*)$/.exec(name) ?? [];
  if (pid === undefined || started === undefined || boot === undefined) return undefined;
  const { boot: ours } = ownIdentity();
  return {
    pid: Number(pid),
    started,
    boot: boot === shortBoot(ours) ? ours : boot,
    ...(space ? { pidNamespace: `pid:[${space}]` } : {}),
  };
}
