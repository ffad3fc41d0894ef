// This process and machine: process id, boot id, signals, memory, the editor.
import type childProcess from 'node:child_process';
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
            // Second signal: end by the default action of the signal, so that the shell sees it.
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
        // The editor command may contain arguments; the file name is passed as $1, so the shell does not interpret it.
        const { spawn } = process.getBuiltinModule('node:child_process') as typeof childProcess;
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
    // Outside Linux there is no such file: the minute of the boot distinguishes two boots well enough.
    return String(Math.round((Date.now() / 1000 - os.uptime()) / 60));
  }
}
