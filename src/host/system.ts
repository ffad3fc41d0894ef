// This process and machine: who we are among processes, signals, memory, the editor.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import type { ProcessIdentity, System } from '../base/host.ts';

export function realSystem(): System {
  return {
    identity: ownIdentity(),
    isAlive,
    hostname: os.hostname(),
    user: userName(),
    home: os.homedir(),
    platform: process.platform,
    memory: () => process.memoryUsage.rss(),
    onSignal(listener) {
      const handlers = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
        let seen = false;
        const handler = () => {
          if (seen) {
            // The person insists: die of the signal, so that the shell sees it.
            process.removeListener(signal, handler);
            process.kill(process.pid, signal);
            return;
          }
          seen = true;
          listener(signal);
        };
        process.on(signal, handler);
        return () => process.removeListener(signal, handler);
      });
      return () => {
        for (const off of handlers) off();
      };
    },
    edit(file) {
      const editor = process.env['VISUAL'] || process.env['EDITOR'] || 'vi';
      return new Promise((resolve, reject) => {
        // The editor may have arguments of its own; the file's name is none of the shell's business.
        const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
        child.on('error', reject);
        child.on('exit', (code) => resolve(code === 0));
      });
    },
  };
}

let own: ProcessIdentity | undefined;

export function ownIdentity(): ProcessIdentity {
  own ??= { pid: process.pid, started: startOf(process.pid) ?? '', boot: bootId() };
  return own;
}

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // No such file outside Linux: the boot's minute is close enough to tell two boots apart.
    return String(Math.round((Date.now() / 1000 - os.uptime()) / 60));
  }
}

/** The process's start in clock ticks since boot (field 22 of /proc/PID/stat); undefined where that is unknown. */
function startOf(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

export function isAlive(other: ProcessIdentity): boolean {
  if (other.boot !== bootId()) return false;
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const started = startOf(other.pid);
  return started === undefined || other.started === '' || started === other.started;
}
