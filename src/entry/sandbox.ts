// The door of `returns-cli/sandbox`: the service on this machine, for other people's tests and ours.
import { realClock } from '../host/clock.ts';
import { realCrypto, realRandom } from '../host/crypto.ts';
import { realFiles } from '../host/files.ts';
import { realNet } from '../host/net.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from '../sandbox/start.ts';

export type { FaultAction, FaultRule } from '../sandbox/fault-rules.ts';
export type { StoredOrder, Version } from '../sandbox/orders.ts';
export type { RequestRecord } from '../sandbox/records.ts';
export type { Sandbox, SandboxOptions } from '../sandbox/start.ts';

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
      net: realNet,
      cwd: process.cwd(),
    },
    options,
  );
}
