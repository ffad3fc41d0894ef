// The real world, assembled: the only place where every narrow interface meets its implementation.
import { createHash, randomBytes } from 'node:crypto';
import type { Host } from '../base/host.ts';
import { realClock } from './clock.ts';
import { realFiles } from './files.ts';
import { gunzip } from './gunzip.ts';
import { realKeyValues } from './key-values.ts';
import { realNet } from './net.ts';
import { realSettings } from './settings.ts';
import { realSystem } from './system.ts';
import { realTerminal } from './terminal.ts';

/** A host on this process, this machine and its network. What costs time to load (LMDB, undici, conf) loads on first use. */
export function realHost(env: NodeJS.ProcessEnv = process.env): Host {
  return {
    env,
    cwd: process.cwd(),
    clock: realClock,
    random: { unit: () => Math.random(), hex: (bytes) => randomBytes(bytes).toString('hex') },
    files: realFiles,
    keyValues: realKeyValues,
    net: realNet,
    terminal: realTerminal(),
    system: realSystem(),
    crypto: {
      sha256: (content) => createHash('sha256').update(content).digest('hex'),
      sha256Stream() {
        const hash = createHash('sha256');
        return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') };
      },
    },
    gunzip,
    settings: realSettings,
  };
}
