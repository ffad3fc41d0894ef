// A retailer in front of the judge, for tests of scenarios: real sockets, short waits.
import { onTestFinished } from 'vitest';
import { realPlatform } from '../../../src/platform/node-platform.ts';
import type { CustomerAuth } from '../../../src/sandbox/deliveries/types.ts';
import { judge, resultOf } from '../../../src/sandbox/judge.ts';
import { ABILITIES, type Ability } from '../../../src/sandbox/scenarios/abilities.ts';
import type { Scenario } from '../../../src/sandbox/scenarios/format.ts';
import { ordersOfRetailer, variantsOfRetailer } from '../../../src/sandbox/scenarios/given-orders.ts';
import { loadScenario, SCENARIO_NAMES } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import type {
  ScenarioEvent,
  ScenarioOutcome,
  ScenarioResult,
} from '../../../src/sandbox/scenarios/result.ts';
import type { Sandbox } from '../../../src/sandbox/start.ts';
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
  readonly onReady?: (sandbox: Sandbox) => void | Promise<void>;
}

/** A retailer that knows the orders of these scenarios. Closed after the test. */
export async function scenarioDesk(scenarios: readonly Scenario[], lateMs?: number) {
  const retailer = await startRetailer(
    {
      orders: scenarios.flatMap((scenario) => ordersOfRetailer(scenario, { seed: 1, now: Date.now() })),
      variants: variantsOfRetailer(scenarios),
      key: KEY,
      ...(lateMs !== undefined && { lateMs }),
    },
    onTestFinished,
  );
  const events: ScenarioEvent[] = [];
  return {
    retailer,
    events,
    async run(
      some: readonly Scenario[] = scenarios,
      { auth, waitMs = WAIT_MS, abilities = ABILITIES, url, onReady, signal }: RunChanges = {},
    ): Promise<ScenarioResult> {
      const verdict = await judge(
        platform,
        some,
        {
          customerUrl: url ?? retailer.url,
          customerAuth: () => auth ?? { kind: 'header', name: 'X-Api-Key', value: KEY },
          wait: waitMs,
          retailerCan: abilities,
          settle: 20,
          restart: () => retailer.restart(),
          onReady: async (sandbox) => {
            retailer.service = () => sandbox;
            await onReady?.(sandbox);
          },
          onEvent: (event) => events.push(event),
          signal,
        },
        { isPatient: true },
      );
      return resultOf(verdict);
    },
  };
}

/** What failed, for a message that helps. */
export const failuresOf = (outcomes: readonly ScenarioOutcome[]): string[] =>
  outcomes.flatMap(({ name, checks, not_tried: why }) => [
    ...(why === undefined ? [] : [`${name}: not tried: ${why}`]),
    ...checks.filter(({ passed }) => !passed).map(({ what, evidence }) => `${name}: ${what}: ${evidence}`),
  ]);
