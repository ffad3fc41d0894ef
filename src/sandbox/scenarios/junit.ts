// The result of a run as JUnit XML, for the test report of a build server: a suite is a scenario, a case is a check.
import { type JunitCase, junitXml } from '../../basics/markup.ts';
import type { ScenarioOutcome, ScenarioResult } from './result.ts';

export const junitOf = ({ scenarios }: ScenarioResult): string =>
  junitXml(
    'returns sandbox scenario run',
    scenarios.map((outcome) => ({ name: outcome.name, cases: casesOf(outcome) })),
  );

function casesOf({ checks, not_tried: why, left_out: leftOut = [] }: ScenarioOutcome): JunitCase[] {
  if (why !== undefined) return [{ name: 'not tried', result: 'not_tried', evidence: why }];
  return [
    ...checks.map(
      ({ what: name, passed, ...of }): JunitCase => ({ name, result: passed ? 'passed' : 'failed', ...of }),
    ),
    ...leftOut.map((text): JunitCase => {
      return { name: text.split(':')[0]!, result: 'not_tried', evidence: text };
    }),
  ];
}
