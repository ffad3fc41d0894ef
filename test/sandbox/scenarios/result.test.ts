// The result of a run: as text, as JUnit XML, and when a run is interrupted or a retailer never answers.
import { describe, expect, test } from 'vitest';
import { resultText } from '../../../src/sandbox/commands/scenario.ts';
import { loadScenario } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import { junitOf, type ScenarioResult } from '../../../src/sandbox/scenarios/result.ts';
import { presenterOf } from '../../calls/support.ts';
import { testPlatform } from '../../helpers/platform.ts';
import { judgeDesk } from '../judge-desk.ts';
import { platform } from './stage-support.ts';

const RESULT: ScenarioResult = {
  schema: 'scenario-result/1',
  causes: [
    {
      id: 'refunds.closed',
      symptom: 'never',
      hint: 'Give the refund its name.',
      evidence: 'bad, step 2: wrong: answered \u001b[31m500\nin 2 ms',
      scenario: 'bad',
      others: 2,
    },
  ],
  scenarios: [
    {
      name: 'good',
      passed: true,
      checks: [{ kind: 'answered', what: 'step 1: fine', passed: true, evidence: 'all <well> & "good"' }],
      left_out: ['step 2 (expect refund): your side needs refund-keep'],
    },
    {
      name: 'bad',
      passed: false,
      checks: [
        { kind: 'answered', what: 'step 1: fine', passed: true, evidence: 'x' },
        { kind: 'status', what: 'step 2: wrong', passed: false, evidence: 'answered \u001b[31m500\nin 2 ms' },
      ],
    },
    { name: 'other', passed: false, checks: [], not_tried: 'your side needs variants (--retailer-can)' },
  ],
};

test('as text: what failed with its evidence, what was not tried, counts that add up', () => {
  const text = resultText(RESULT, presenterOf(testPlatform()).outPaint);
  expect(text).toBe(
    [
      'FAIL  Give the refund its name. (refunds.closed: bad, also in 2 others)',
      '      bad, step 2: wrong: answered \\u{1b}[31m500\\u{a}in 2 ms',
      'not tried, whole or in part:',
      '  your side needs refund-keep: good',
      '  your side needs variants (--retailer-can): other',
      '3 scenarios: 0 passed, 1 passed in part, 1 failed, 1 not tried',
    ].join('\n'),
  );
});

test('as JUnit: a suite is a scenario, a case is a check, what is not tried is skipped', () => {
  expect(junitOf(RESULT)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="returns sandbox scenario run" tests="5" failures="1" skipped="2">
  <testsuite name="good" tests="2" failures="0" skipped="1">
    <testcase classname="good" name="step 1: fine"><system-out>all &lt;well&gt; &amp; &quot;good&quot;</system-out></testcase>
    <testcase classname="good" name="step 2 (expect refund)"><skipped message="step 2 (expect refund): your side needs refund-keep"/></testcase>
  </testsuite>
  <testsuite name="bad" tests="2" failures="1" skipped="0">
    <testcase classname="bad" name="step 1: fine"><system-out>x</system-out></testcase>
    <testcase classname="bad" name="step 2: wrong"><failure message="step 2: wrong">answered \ufffd[31m500&#10;in 2 ms</failure></testcase>
  </testsuite>
  <testsuite name="other" tests="1" failures="0" skipped="1">
    <testcase classname="other" name="not tried"><skipped message="your side needs variants (--retailer-can)"/></testcase>
  </testsuite>
</testsuites>
`);
});

describe('a run', () => {
  test('that is interrupted ends at once, without the scenario under way', async () => {
    const scenarios = ['cancel-full', 'refund-never', 'keep'].map((name) => loadScenario(platform, name));
    const { judged, retailer, events } = await judgeDesk();
    retailer.fault = 'never-refunds';
    const stopping = new AbortController();
    const running = judged({ scenarios, wait: 3_600_000, signal: stopping.signal });
    await expect
      .poll(() => events.filter(({ type }) => type === 'begin').length, { timeout: 20_000 })
      .toBe(2);
    stopping.abort();
    expect((await running).scenarios.map(({ name }) => name)).toEqual(['cancel-full']);
  }, 30_000);
});
