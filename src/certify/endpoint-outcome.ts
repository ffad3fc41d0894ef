// Turns the result of one scenario into findings about checks.

import type { Ability } from '../sandbox/scenarios/abilities.ts';
import { causeOf, isAboutAnswers } from '../sandbox/scenarios/blame.ts';
import type { Scenario } from '../sandbox/scenarios/format.ts';
import type { ScenarioCheck, ScenarioCheckKind, ScenarioOutcome } from '../sandbox/scenarios/result.ts';
import { ASKING, type RetailerCheckId, remedyOf } from '../sandbox/scenarios/retailer-checks.ts';
import { type Cause, exchangeOf, type Findings, type Seen } from './endpoint-findings.ts';
import type { PlannedScenario } from './endpoint-plan.ts';

/** What can be judged although what the retailer refunds is known to be wrong, or not to be seen. */
const OF_ANSWERS: readonly ScenarioCheckKind[] = [
  'answered',
  'exchange-amount',
  'exchange-order',
  'same-exchange-order',
  'unauthorized',
];

/** With refunds that are known to be wrong, these say nothing new. */
const OF_SNAPSHOTS: readonly ScenarioCheckKind[] = ['refund-once', 'snapshots-accepted', 'snapshots-newer'];

/** Whether a scenario says anything when one of these failed: refunds and bursts do not decide how messages are answered. */
export const saysOfAnswers = (
  { name, tells }: PlannedScenario,
  obstacles: readonly RetailerCheckId[],
): boolean =>
  obstacles.every((id) => id.startsWith('refunds.') || id === 'messages.bursts') &&
  (isAboutAnswers(name) || tells.some(([, kind]) => OF_ANSWERS.includes(kind)));

/** How many results of a kind the steps give; the others come once, at the end of a scenario. */
const EXPECTED: Readonly<Partial<Record<ScenarioCheckKind, string>>> = {
  answered: 'answered',
  'exchange-amount': 'exchange-order',
  'exchange-order': 'exchange-order',
  'no-refund': 'no-refund',
  'refund-amount': 'refund',
  'refund-arrives': 'refund',
  'same-exchange-order': 'same-exchange-order',
  status: 'status',
  unauthorized: 'unauthorized',
};

export interface Played {
  readonly outcome: ScenarioOutcome;
  /** What the scenario was played with. */
  readonly abilities: ReadonlySet<Ability>;
  /** Because of this failure only answers were looked at. */
  readonly obstacle?: RetailerCheckId | undefined;
  /** Whether credentials were given for the endpoint. */
  readonly isSignedIn: boolean;
}

export function judgeOutcome(
  planned: PlannedScenario,
  scenario: Scenario,
  { outcome, abilities, obstacle, isSignedIn }: Played,
  findings: Findings,
): void {
  const { checks, not_tried: why } = outcome;
  if (why !== undefined) {
    for (const [id] of planned.tells) findings.lacks(id, why);
    return;
  }
  const failed = checks.filter(
    ({ passed, kind }) => !passed && (obstacle === undefined || !OF_SNAPSHOTS.includes(kind)),
  );
  const blamed = failed.map((check) => causeOf(scenario.name, check, checks));
  failed.forEach((check, i) => {
    const id = blamed[i];
    if (!id) return;
    const seen = seenIn(scenario.name, checks, check);
    const isAsking = id === 'messages.credentials' && !isSignedIn;
    findings.failed(id, isAsking ? { ...seen, evidence: `${ASKING}: ${seen.evidence}` } : seen);
  });
  const [first] = failed;
  const end: Cause | undefined =
    first === undefined
      ? obstacle
      : (blamed[0] ?? {
          reason: `because the scenario ${scenario.name} could not be played to its end: ${first.what}: ${first.evidence}`,
        });
  for (const [id, kind] of planned.tells) {
    const given = checks.filter((check) => check.kind === kind);
    const wanted = wantedOf(scenario, kind, abilities);
    const good = given.filter(({ passed }) => passed);
    if (wanted === 0) findings.lacks(id, lackOf(scenario, kind, abilities));
    else if (good.length >= wanted) findings.passed(id, seenIn(scenario.name, checks, good.at(-1)!));
    else if (end !== undefined && end !== id) findings.open(id, end);
  }
}

const stepsOf = ({ steps }: Scenario, kind: ScenarioCheckKind) =>
  steps.filter((step) => 'expect' in step && step.expect === EXPECTED[kind]);

function wantedOf(scenario: Scenario, kind: ScenarioCheckKind, abilities: ReadonlySet<Ability>): number {
  // At the end: one for each RMA whose refund is expected.
  if (EXPECTED[kind] === undefined) return wantedOf(scenario, 'refund-arrives', abilities) === 0 ? 0 : 1;
  return stepsOf(scenario, kind).filter(({ needs }) => needs === undefined || abilities.has(needs)).length;
}

function lackOf(scenario: Scenario, kind: ScenarioCheckKind, abilities: ReadonlySet<Ability>): string {
  const steps = stepsOf(scenario, EXPECTED[kind] === undefined ? 'refund-arrives' : kind);
  const missing = steps.find(({ needs }) => needs !== undefined && !abilities.has(needs))?.needs;
  return `your side needs ${missing ?? 'another ability'} (--retailer-can)`;
}

/** With the requests that led to it. */
function seenIn(name: string, checks: readonly ScenarioCheck[], check: ScenarioCheck): Seen {
  const before = checks.slice(0, checks.indexOf(check) + 1);
  const what = check.passed ? name : `${name}, ${check.what}`;
  return {
    evidence: `${what}: ${check.evidence}`,
    // The sentence of another check may stand there: what failed is looked at again, with what the plan knows.
    hint:
      check.cause !== undefined && check.hint === remedyOf(check.cause as RetailerCheckId)
        ? undefined
        : check.hint,
    exchanges: before.flatMap(({ exchanges = [] }) => exchanges).map(exchangeOf),
  };
}
