// What tests of scenarios share: the platform, the scenarios, what failed.
import { realPlatform } from '../../../src/platform/node-platform.ts';
import type { Scenario } from '../../../src/sandbox/scenarios/format.ts';
import { loadScenario, SCENARIO_NAMES } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import type { ScenarioOutcome } from '../../../src/sandbox/scenarios/result.ts';

export const platform = realPlatform();
export const KEY = 'the-right-key';
export const shipped = (): Scenario[] => SCENARIO_NAMES.map((name) => loadScenario(platform, name));

/** What failed, for a message that helps. */
export const failuresOf = (outcomes: readonly ScenarioOutcome[]): string[] =>
  outcomes.flatMap(({ name, checks, not_tried: why }) => [
    ...(why === undefined ? [] : [`${name}: not tried: ${why}`]),
    ...checks.filter(({ passed }) => !passed).map(({ what, evidence }) => `${name}: ${what}: ${evidence}`),
  ]);
