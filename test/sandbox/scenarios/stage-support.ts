// A stage with a retailer in front of it, for tests of scenarios: real sockets, short waits.
import { onTestFinished } from 'vitest';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import type { Customer, CustomerAuth } from '../../../src/sandbox/deliveries/types.ts';
import { ABILITIES, type Ability } from '../../../src/sandbox/scenarios/abilities.ts';
import type { Scenario } from '../../../src/sandbox/scenarios/format.ts';
import { ordersOfRetailer, variantsOfRetailer } from '../../../src/sandbox/scenarios/given-orders.ts';
import { loadScenario, SCENARIO_NAMES } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import type {
  ScenarioEvent,
  ScenarioOutcome,
  ScenarioResult,
} from '../../../src/sandbox/scenarios/result.ts';
import { runOnStage } from '../../../src/sandbox/scenarios/run-scenario.ts';
import { openStage } from '../../../src/sandbox/scenarios/stage.ts';
import { startRetailer } from '../../helpers/retailer.ts';

export const platform = realPlatform();
export const KEY = 'the-right-key';
/** Real time that a retailer gets; a good one needs a few ms. */
const WAIT_MS = 8000;

export const shipped = (): Scenario[] => SCENARIO_NAMES.map((name) => loadScenario(platform, name));

export interface RunChanges {
  readonly waitMs?: number;
  readonly abilities?: readonly Ability[];
  readonly auth?: CustomerAuth;
  readonly url?: string;
  readonly signal?: AbortSignal;
}

/** A stage and a retailer that knows the orders of these scenarios. Closed after the test. */
export async function scenarioDesk(scenarios: readonly Scenario[], lateMs?: number) {
  const stage = await openStage(platform, { port: 0 });
  onTestFinished(() => stage.close());
  const startedAt = platform.clock.now();
  const retailer = await startRetailer({
    orders: scenarios.flatMap((scenario) => ordersOfRetailer(scenario, { seed: 1, now: startedAt })),
    variants: variantsOfRetailer(scenarios),
    key: KEY,
    ...(lateMs !== undefined && { lateMs }),
  });
  retailer.service = () => stage.sandbox;
  const events: ScenarioEvent[] = [];
  return {
    stage,
    retailer,
    events,
    run(some: readonly Scenario[] = scenarios, changes: RunChanges = {}): Promise<ScenarioResult> {
      const auth = changes.auth ?? { kind: 'header', name: 'X-Api-Key', value: KEY };
      const customer: Customer = {
        url: changes.url ?? retailer.url,
        paths: { rmas: '/rmas', variants: 'variants', exchangeOrders: '/exchange_orders' },
        auth: () => auth,
      };
      const options = {
        ...{ customer, startedAt, seed: 1 },
        abilities: new Set(changes.abilities ?? ABILITIES),
        waitMs: changes.waitMs ?? WAIT_MS,
        settleMs: 20,
        restart: () => retailer.restart(),
      };
      return runOnStage(platform, stage, some, options, (event) => events.push(event), changes.signal);
    },
  };
}

/** What failed, for a message that helps. */
export const failuresOf = (outcomes: readonly ScenarioOutcome[]): string[] =>
  outcomes.flatMap(({ name, checks, not_tried: why }) => [
    ...(why === undefined ? [] : [`${name}: not tried: ${why}`]),
    ...checks.filter(({ passed }) => !passed).map(({ what, evidence }) => `${name}: ${what}: ${evidence}`),
  ]);
