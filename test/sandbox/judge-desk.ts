// A retailer's endpoint and its judge: real sockets, short waits.
import { onTestFinished } from 'vitest';
import { type JudgeWorld, judge, type ScenarioOptions, type Verdict } from '../../src/sandbox/judge.ts';
import { ABILITIES } from '../../src/sandbox/scenarios/abilities.ts';
import type { Scenario } from '../../src/sandbox/scenarios/format.ts';
import { ordersOfRetailer, variantsOfRetailer } from '../../src/sandbox/scenarios/given-orders.ts';
import type { ScenarioEvent } from '../../src/sandbox/scenarios/result.ts';
import { inForm } from '../helpers/form.ts';
import { type Retailer, type RetailerOptions, startRetailer } from '../helpers/retailer.ts';
import { KEY, platform, shipped } from './scenarios/stage-support.ts';

export interface JudgeDesk {
  readonly retailer: Retailer;
  readonly events: ScenarioEvent[];
  judged(changes?: JudgeChanges): Promise<Verdict>;
}

export interface JudgeChanges extends Partial<ScenarioOptions> {
  readonly scenarios?: readonly (string | Scenario)[] | undefined;
}

/**
 * In `slow` the service takes half a second for each snapshot, and a post under way is waited for. This retailer posts before it
 * answers, so that none is: only the long form plays it as it is shipped.
 */
const quicker = (scenario: Scenario): Scenario => ({
  ...scenario,
  steps: scenario.steps.flatMap((step) => {
    if ('expect' in step) return step;
    if (step.do === 'while-posting') return [];
    return step.do === 'service' && step.delay !== undefined ? { ...step, delay: 20 } : step;
  }),
});
const QUICKER = shipped().map(quicker);
const ALL = inForm({ short: QUICKER, share: QUICKER, long: shipped() });
/** All of them in the long form: where each is waited for in vain, these few show the same. */
export const orAll = (...few: readonly string[]): readonly string[] =>
  inForm({ short: few, share: few, long: ['all'] });

/**
 * A retailer that knows all given orders, unless it is given others. Closed after the test.
 * @param atEnd the one of the test's own context, where several tests run at once
 */
export async function judgeDesk(
  changes: Partial<RetailerOptions> = {},
  atEnd = onTestFinished,
): Promise<JudgeDesk> {
  const scenarios = shipped();
  const day = { seed: 1, now: platform.clock.now() };
  const retailer = await startRetailer(
    {
      orders: scenarios.flatMap((scenario) => ordersOfRetailer(scenario, day)),
      variants: variantsOfRetailer(scenarios),
      key: KEY,
      ...changes,
    },
    atEnd,
  );
  const events: ScenarioEvent[] = [];
  const world: JudgeWorld = platform;
  return {
    retailer,
    events,
    judged: ({ scenarios: asked = ['all'], ...more } = {}) =>
      judge(
        world,
        asked.flatMap((one) => (one === 'all' ? ALL : one)),
        {
          customerUrl: retailer.url,
          customerAuth: () => ({ kind: 'header', name: 'X-Api-Key', value: KEY }),
          retailerCan: ABILITIES,
          wait: 5000,
          settle: 30,
          restart: () => retailer.restart(),
          onReady: (sandbox) => {
            retailer.service = () => sandbox;
          },
          onEvent: (event) => events.push(event),
          ...more,
        },
        { isPatient: true },
      ),
  };
}

/** Ids of the checks with this result. */
export const idsOf = ({ checks }: Verdict, wanted: string): string[] =>
  checks.filter(({ result }) => result === wanted).map(({ id }) => id);

/** The checks with these results, as text. */
export const resultsOf = ({ checks }: Verdict, ...wanted: readonly string[]): string[] =>
  checks
    .filter(({ result }) => wanted.includes(result))
    .map(({ id, result, evidence }) => `${id} ${result}: ${evidence}`);

/** What is wrong, with the check that it is about. */
export const causesText = ({ causes }: Verdict): string =>
  causes.map(({ id, hint, evidence }) => `${id}: ${hint}\n  ${evidence}\n`).join('');
