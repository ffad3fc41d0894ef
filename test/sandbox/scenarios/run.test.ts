// What a scenario says of a retailer that does not do everything right. Each fault: test/sandbox/judge-faults.test.ts; one that
// does: test/sandbox/judge.test.ts.
import { expect, test } from 'vitest';
import type { Scenario } from '../../../src/sandbox/scenarios/format.ts';
import { loadScenario } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import type { ScenarioOutcome } from '../../../src/sandbox/scenarios/result.ts';
import { HANGING } from '../../helpers/patience.ts';
import { judgeDesk } from '../judge-desk.ts';
import { makeRetailer } from '../retailer.ts';
import { platform } from './stage-support.ts';

/** The sentence of a check names its case in JUnit XML: what is computed would rename it from server to server. */
const AMOUNT = /\d\.\d\d/;
const namesOf = (outcomes: readonly ScenarioOutcome[]): string[] =>
  outcomes.flatMap(({ checks }) => checks.map(({ what }) => what));

test('a unit that was refunded twice is told with both refunds, under a name without amounts', async () => {
  const { judged, retailer } = await judgeDesk({ lateMs: 60_000 });
  retailer.fault = 'refunds-duplicates';
  const { scenarios } = await judged({ scenarios: [loadScenario(platform, 'duplicates')] });
  const failed = scenarios[0]!.checks.find(({ passed }) => !passed);
  expect(failed?.what).toMatch(/a refund of 1 unit|each unit of R is refunded once/);
  expect(failed?.evidence).toMatch(/27\.00 for 1 unit .*27\.00 for 1 unit/);
  expect(namesOf(scenarios).filter((name) => AMOUNT.test(name))).toEqual([]);
});

test('an endpoint that never answers: how long was waited', async () => {
  const scenario = loadScenario(platform, 'mail-back-single');
  const { judged } = await judgeDesk();
  const { url: customerUrl } = await makeRetailer(() => new Promise(() => {}) as never);
  const { causes } = await judged({ scenarios: [scenario], customerUrl, wait: 200 });
  expect(causes).toMatchObject([{ id: 'messages.answered-in-time', symptom: 'time-out' }]);
  expect(causes[0]?.evidence).toMatch(/no answer after \d+ ms: timeout/);
});

test('a refund before its time is named, not the step that it hinders', async () => {
  const given = loadScenario(platform, 'mail-back-single');
  const steps = given.steps.filter((step) => !('expect' in step) || step.expect === 'answered');
  const scenario: Scenario = { ...given, steps: [...steps, { do: 'warehouse', rma: 'R', step: 'receive' }] };
  const { judged } = await judgeDesk();
  const { scenarios } = await judged({ scenarios: [scenario] });
  const failed = scenarios[0]!.checks.filter(({ passed }) => !passed);
  expect(failed).toMatchObject([{ kind: 'no-refund', cause: 'refunds.unasked' }]);
  expect(failed[0]?.what).toBe(`step ${steps.length + 1}: no refund yet`);
  expect(failed[0]?.evidence).toMatch(
    /refund \S+ of 54\.00 .*nobody expected it yet: the last message was .* CREATED, TRANSIT/,
  );
});

test('a snapshot that the service refuses ends the wait at once', async () => {
  const scenario = loadScenario(platform, 'mail-back-single');
  const { judged, retailer } = await judgeDesk();
  retailer.fault = 'incomplete-snapshot';
  // Whoever waited for all of it would be taken for hanging.
  const { scenarios } = await judged({ scenarios: [scenario], wait: 20 * HANGING });
  expect(scenarios[0]!.checks.find(({ passed }) => !passed)).toMatchObject({
    cause: 'refunds.snapshot',
    hint: expect.stringMatching(
      /^Mend what the service says to your snapshot: 422, orders\[0\]\.transactions missing_field/,
    ),
  });
});
