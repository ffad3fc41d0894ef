// From the result of a scenario to findings: whose failure it is, and what is open when a scenario ended early.
import { expect, test } from 'vitest';
import { Findings } from '../../src/certify/endpoint-findings.ts';
import { judgeOutcome } from '../../src/certify/endpoint-outcome.ts';
import { ENDPOINT_PLAN } from '../../src/certify/endpoint-plan.ts';
import { ABILITIES } from '../../src/sandbox/scenarios/abilities.ts';
import { loadScenario } from '../../src/sandbox/scenarios/load-scenarios.ts';
import type { ScenarioCheck } from '../../src/sandbox/scenarios/result.ts';
import { platform } from '../sandbox/scenarios/stage-support.ts';

const check = (
  kind: ScenarioCheck['kind'],
  passed = true,
  more: Partial<ScenarioCheck> = {},
): ScenarioCheck => ({ kind, what: `step: ${kind}`, passed, evidence: 'seen', ...more });

/** The checks that are not untouched after this outcome of a scenario, by id. */
function judged(name: string, checks: readonly ScenarioCheck[]): Record<string, string> {
  const findings = new Findings();
  const planned = ENDPOINT_PLAN.find((one) => one.name === name)!;
  const outcome = { name, passed: false, checks };
  const played = { outcome, abilities: new Set(ABILITIES), isSignedIn: true };
  judgeOutcome(planned, loadScenario(platform, name), played, findings);
  const known = findings.checks().filter(({ evidence }) => !evidence.startsWith('nothing that was played'));
  return Object.fromEntries(
    known.map(({ id, result, evidence }) => [id, result === 'not_tried' ? evidence : result]),
  );
}

test('a check of which only a part was seen is open, and says what ended the scenario', () => {
  const found = judged('slow', [check('answered'), check('answered'), check('answered', false)]);
  expect(found).toEqual({
    'messages.bursts': 'failed',
    'refunds.named': 'because messages.bursts failed',
  });
  expect(judged('duplicates', [check('answered'), check('refund-named', false)])).toEqual({
    'messages.duplicates': 'because refunds.named failed',
    'refunds.named': 'failed',
    'refunds.once': 'because refunds.named failed',
  });
});

test('401 and 403 are about credentials, REFUNDED that is refused about closing, whatever the scenario', () => {
  const answer = (status: number, rma = 'CREATED') => ({
    exchanges: [{ at: 1, request: 'POST /rmas', rma_status: rma, status, fault: null, ms: 1 }],
  });
  expect(judged('422', [check('answered', false, answer(401))])).toMatchObject({
    'messages.credentials': 'failed',
  });
  expect(judged('422', [check('answered', false, answer(400))])).toEqual({ 'messages.accepted': 'failed' });
  expect(judged('express', [check('answered', false, answer(500, 'REFUNDED'))])).toMatchObject({
    'refunds.closed': 'failed',
  });
});

test('a step that the sandbox refuses is no failure of the retailer, but nothing is passed by it', () => {
  const found = judged('mail-back-late', [check('answered'), check('step', false)]);
  expect(found).toEqual({
    'refunds.late-scan': expect.stringMatching(/^because the scenario mail-back-late could not be played/),
  });
});

test('every check is told by a scenario, a probe, or the whole', () => {
  const told = new Set(ENDPOINT_PLAN.flatMap(({ tells }) => tells.map(([id]) => id as string)));
  const others = new Findings()
    .checks()
    .filter(({ id }) => !told.has(id))
    .map(({ id }) => id);
  expect(others).toEqual([
    'messages.reachable',
    'messages.answered-in-time',
    'messages.status',
    'messages.orders-known',
    'variants.answered',
    'variants.well-formed',
    'variants.offered',
    'variants.unknown',
  ]);
});
