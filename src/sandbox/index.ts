// The entry point of `returns-cli/sandbox`: the service on this machine, for tests of customers and for our own.

import { realDatabases } from '../platform/database.ts';
import { realFiles } from '../platform/files.ts';
import { realClock, realCrypto, realNet, realRandom } from '../platform/node-platform.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from './start.ts';

export type { SandboxActs } from './acts/acts.ts';
export { RefusedAct } from './acts/refused.ts';
export type * from './documents.ts';
export type { FaultAction, FaultRule } from './fault-rules.ts';
export type { StoredOrder, Version } from './orders.ts';
export type { RequestRecord } from './records.ts';
export type { ReturnableLine, ReturnRequest } from './returns.ts';
export type { Sandbox, SandboxOptions } from './start.ts';

/**
 * Starts a sandbox on a free port of this machine: `const sandbox = await startSandbox(); ... await sandbox.close()`.
 * All three addresses of a target are `sandbox.url`.
 */
export function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return openSandbox(
    {
      clock: realClock,
      random: realRandom,
      crypto: realCrypto,
      files: realFiles,
      databases: realDatabases,
      net: realNet,
      cwd: process.cwd(),
    },
    options,
  );
}
