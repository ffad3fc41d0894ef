// Rules about calls: codes, messages and their explanations in `returns explain`.
import { expect, it } from 'vitest';
import { CALL_RULES, callFindingOfRule, callVerdictOf } from '../../../src/contract/call-rules.ts';
import { run } from '../../../src/main.ts';
import { testPlatform } from '../../helpers/platform.ts';

it.each(CALL_RULES)('$code has a complete sentence and an explanation', async (rule) => {
  expect(rule.code).toMatch(/^[a-z]+(\.[a-z_]+)+$/);
  expect(rule.title).not.toMatch(/[.\n]$/);
  expect(rule.explanation).toMatch(/\.$/);
  expect(callFindingOfRule(rule, { what: 'x', line: 1, column: 1 }).message).toMatch(/^\S.*\.$/);
  const here = testPlatform();
  expect(await run(['explain', rule.code], here.platform)).toBe(0);
  expect(here.stdout()).toContain(rule.title);
});

it('the verdict is the most severe finding', () => {
  const of = (...severities: ('note' | 'warning' | 'error')[]) =>
    callVerdictOf(severities.map((severity) => ({ severity })));
  expect([of(), of('note'), of('warning', 'note'), of('note', 'error', 'warning')]).toEqual([
    'ok',
    'note',
    'warning',
    'error',
  ]);
});
