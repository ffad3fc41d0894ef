// The entry point of `returns-cli/sandbox`: the service on this machine, for tests of customers and for our own.

import { checkOptions, type OptionKinds } from '../basics/options.ts';
import { realDatabases } from '../platform/database.ts';
import { realFiles } from '../platform/files.ts';
import { packageFolder, realClock, realCrypto, realNet, realRandom } from '../platform/node-platform.ts';
import { judge, resultOf } from './judge.ts';
import { givenByScenarios } from './scenarios/load-scenarios.ts';
import type { GivenByScenarios, ScenarioOptions, ScenarioResult } from './scenarios/result.ts';
import { openSandbox, type Sandbox, type SandboxOptions } from './start.ts';

export type * from './documents.ts';
export type { StoredOrder, Version } from './intake/receive-orders.ts';
export type { RequestRecord } from './intake/records.ts';
export { RefusedAct } from './life-cycle/parts.ts';
export type { ReturnRequest } from './returns/wanted-lines.ts';
export type { SandboxActs } from './routes/methods.ts';
export type {
  GivenByScenarios,
  ScenarioCause,
  ScenarioCheck,
  ScenarioEvent,
  ScenarioOptions,
  ScenarioOutcome,
  ScenarioResult,
} from './scenarios/result.ts';
export type { Sandbox, SandboxOptions } from './start.ts';

/**
 * Starts a sandbox on a free port of this machine: `const sandbox = await startSandbox(); ... await sandbox.close()`.
 * All three addresses of a target are `sandbox.url`.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return await openSandbox(world(), checkOptions(options, SANDBOX_OPTIONS, 'startSandbox'));
}

/**
 * Plays scenarios against the endpoints of a retailer, as `returns sandbox scenario run` does: `all`, names, or files.
 * `result.causes` is what is wrong, each mistake once; `result.scenarios` has every check with its evidence.
 */
export async function runScenarios(
  scenarios: string | readonly string[],
  options: ScenarioOptions,
): Promise<ScenarioResult> {
  const checked = checkOptions(options, SCENARIO_OPTIONS, 'runScenarios');
  return resultOf(await judge(world(), [scenarios].flat(), checked));
}

const SANDBOX_OPTIONS: OptionKinds<SandboxOptions> = {
  ...{ port: 'number', host: 'string', data: 'string', seed: 'number', history: 'number', maxBody: 'number' },
  ...{ customerUrl: 'string', customerAuth: 'function', customerPaths: 'any', ca: 'string', delivery: 'any' },
  ...{
    clock: ['real', 'manual'],
    clockStart: 'number',
    rateLimit: 'any',
    faults: 'any',
    levels: 'any',
  },
  ...{ credentials: 'any', keepBodies: 'boolean', asnDelayMs: 'number', assume: 'any', proof: 'string' },
  ...{ statusSpelling: ['Cancelled', 'Canceled'], onDefect: 'function' },
};
const SCENARIO_OPTIONS: OptionKinds<ScenarioOptions> = {
  ...{ customerUrl: 'string', customerAuth: 'function', customerPaths: 'any', retailerCan: 'any' },
  ...{ port: 'number', wait: 'any', settle: 'any', answer: 'any', seed: 'number', restart: 'any' },
  signal: 'any',
  ...{ onReady: 'function', onEvent: 'function' },
};

/** The orders and variants that the retailer's side has to know before these scenarios are played. */
export function scenarioOrders(scenarios: string | readonly string[], seed = 1): GivenByScenarios {
  return givenByScenarios(world(), [scenarios].flat(), seed);
}

const world = () => ({
  clock: realClock,
  random: realRandom,
  crypto: realCrypto,
  files: realFiles,
  databases: realDatabases,
  net: realNet,
  cwd: process.cwd(),
  packageFolder: packageFolder(),
});
