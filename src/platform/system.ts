// This process and machine: who we are among processes, signals, memory, the editor.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import type { System } from './platform.ts';

export function realSystem(): System {
  return {
    identity: ownIdentity(),
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

function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
export const ownIdentity = (): System['identity'] => ({ pid: process.pid, boot: bootId() });
function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // No such file outside Linux: the boot's minute is close enough to tell two boots apart.
    return String(Math.round((Date.now() / 1000 - os.uptime()) / 60));
  }
}
