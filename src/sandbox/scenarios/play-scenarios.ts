// Plays scenarios on a sandbox of their own, from its start to its end: for the command and for tests of a retailer.

import { DEFAULT_PATHS, endpointAddress } from '../../contract/customer-endpoints.ts';
import { durationOf } from '../acts/clock-acts.ts';
import type { AgreedOptions } from '../agreed.ts';
import type { Customer, CustomerAuth } from '../deliveries/types.ts';
import type { Sandbox, SandboxPlatform } from '../start.ts';
import { type Ability, USUAL_ABILITIES } from './abilities.ts';
import { ordersOfRetailer, variantsOfRetailer } from './given-orders.ts';
import { findScenarios } from './load-scenarios.ts';
import type { Restart, ScenarioEvent, ScenarioResult } from './result.ts';
import { runOnStage } from './run-scenario.ts';
import { openStage } from './stage.ts';

export interface ScenarioOptions {
  /** The address of the retailer's endpoints. */
  readonly customerUrl: string;
  /** How the sandbox signs in there; asked again after a 401. Default: not at all. */
  readonly customerAuth?: (() => CustomerAuth) | undefined;
  /** Default: those of `returns listen`. */
  readonly customerPaths?: Partial<Customer['paths']> | undefined;
  /** What the retailer can do: what needs more is not tried. Default: what most can. */
  readonly retailerCan?: Iterable<Ability>;
  /** Port of the sandbox; 0, the default, picks a free one. */
  readonly port?: number;
  /** Real time that the retailer has for each thing, ms or a text such as `10s`, the default. */
  readonly wait?: number | string;
  /** Real time in which nothing more may come where nothing is expected, ms or a text such as `1s`, the default. */
  readonly settle?: number | string;
  /** Another number gives other order identifiers; default 1. */
  readonly seed?: number;
  /** Called before the first scenario: the retailer posts its refunds to this sandbox. */
  readonly onReady?: (sandbox: Sandbox) => void | Promise<void>;
  readonly onEvent?: (event: ScenarioEvent) => void;
  /** Restarts the retailer's side, for the scenario `restart`: without it, that is not tried. A text it resolves with says why it failed. */
  readonly restart?: Restart | undefined;
  /** Ends the run early. */
  readonly signal?: AbortSignal;
}

export const DEFAULT_WAIT_MS = 10_000;
export const DEFAULT_SETTLE_MS = 1000;

type World = SandboxPlatform & { readonly packageFolder: string };

/** The endpoints that are played against. */
export const customerFor = ({
  customerUrl,
  customerPaths,
  customerAuth,
}: Pick<ScenarioOptions, 'customerUrl' | 'customerPaths' | 'customerAuth'>): Customer => ({
  url: endpointAddress(customerUrl),
  paths: { ...DEFAULT_PATHS, ...customerPaths },
  auth: customerAuth ?? (() => ({ kind: 'none' })),
  agent: 'returns-scenario',
});

/**
 * @param asked names, files or `all` @throws Failure exit 2 for an unknown name or a taken port, 6 for a wrong file, 75 when
 * nobody answers at `customerUrl`
 */
export async function playScenarios(
  world: World,
  asked: readonly string[],
  options: ScenarioOptions,
  own: {
    readonly onDefect?: (error: unknown) => void;
    readonly agreed?: AgreedOptions;
  } = {},
): Promise<ScenarioResult> {
  const scenarios = asked.flatMap((one) => findScenarios(world, one));
  const customer = customerFor(options);
  const stage = await openStage(world, { ...own, port: options.port ?? 0, customerPaths: customer.paths });
  try {
    await options.onReady?.(stage.sandbox);
    return await runOnStage(
      world,
      stage,
      scenarios,
      {
        customer,
        abilities: new Set(options.retailerCan ?? USUAL_ABILITIES),
        waitMs: durationOf(options.wait ?? DEFAULT_WAIT_MS, 'wait'),
        settleMs: durationOf(options.settle ?? DEFAULT_SETTLE_MS, 'settle'),
        seed: options.seed ?? 1,
        startedAt: world.clock.now(),
        fees: own.agreed?.fees,
        restart: options.restart,
      },
      options.onEvent ?? (() => {}),
      options.signal,
    );
  } finally {
    await stage.close();
  }
}

/** What the retailer's side has to know before the scenarios are played. */
export interface GivenByScenarios {
  /** Order snapshots, as in the order message. */
  readonly orders: readonly Readonly<Record<string, unknown>>[];
  /** Variants by variant_identifier, as in the answer to a variants request. */
  readonly variants: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

/** @param asked names, files or `all` @throws Failure exit 2 or 6 */
export function givenByScenarios(
  world: Pick<World, 'files' | 'cwd' | 'packageFolder' | 'clock'>,
  asked: readonly string[],
  seed = 1,
): GivenByScenarios {
  const scenarios = asked.flatMap((one) => findScenarios(world, one));
  const circumstances = { seed, now: world.clock.now() };
  return {
    orders: scenarios.flatMap((scenario) => ordersOfRetailer(scenario, circumstances)),
    variants: variantsOfRetailer(scenarios),
  };
}
