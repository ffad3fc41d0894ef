// Who this process is, and which boot of the machine it runs in.
import fs from 'node:fs';
import os from 'node:os';
import type { System } from './platform.ts';

export const ownIdentity = (): System['identity'] => ({ pid: process.pid, boot: bootId() });

function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // No such file outside Linux: the boot's minute is close enough to tell two boots apart.
    return String(Math.round((Date.now() / 1000 - os.uptime()) / 60));
  }
}
