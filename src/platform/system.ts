// This process and machine: process id, boot id, signals, memory and its growth, the editor.
import type childProcess from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import type nodeV8 from 'node:v8';
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

/** Bytes: the young generation does not grow beyond this. */
const ENOUGH = 16 * 1024 * 1024;
const LOOK_EVERY_MS = 20;

/**
 * Limits heap growth. By default V8's young generation grows to three times 16 MB within the first thousands of rows, and
 * the old generation to four times what is in use. That saves little time and takes a third of the memory limit of a
 * backfill. The limits themselves can be set only on node's command line, but the growth rate can be set at any time.
 */
export function limitHeapGrowth(): void {
  let v8: typeof nodeV8 | undefined;
  const timer = setInterval(() => {
    // Not at once: a command that ends before has no use for it, and loading it takes time.
    if (!v8) {
      v8 = process.getBuiltinModule('node:v8') as typeof nodeV8;
      v8.setFlagsFromString('--heap-growing-percent=50');
    }
    const size =
      v8.getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0;
    if (size < ENOUGH) return;
    v8.setFlagsFromString('--semi-space-growth-factor=1');
    clearInterval(timer);
  }, LOOK_EVERY_MS);
  timer.unref();
}
