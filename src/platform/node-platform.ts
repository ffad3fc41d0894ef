// The real world, assembled: the only place where every narrow interface meets its implementation.
import { realClock } from './clock.ts';
import { realCrypto, realRandom } from './crypto.ts';
import { realDatabases } from './database.ts';
import { realFiles } from './files.ts';
import { gunzip } from './gunzip.ts';
import { realNet } from './net.ts';
import { packageFolder } from './package-folder.ts';
import { realPacking } from './packing.ts';
import type { Host } from './platform.ts';
import { realSettings } from './settings.ts';
import { realSystem } from './system.ts';
import { realTerminal } from './terminal.ts';

/** A host on this process, this machine and its network. What costs time to load (SQLite, undici, conf) loads on first use. */
export function realHost(env: NodeJS.ProcessEnv = process.env): Host {
  return {
    env,
    cwd: process.cwd(),
    packageFolder: packageFolder(),
    clock: realClock,
    random: realRandom,
    files: realFiles,
    databases: realDatabases,
    net: realNet,
    terminal: realTerminal(),
    system: realSystem(),
    crypto: realCrypto,
    packing: realPacking,
    gunzip,
    settings: realSettings,
  };
}
