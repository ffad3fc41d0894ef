// Turns the result of one scenario into findings about checks.
import type { Ability, Scenario } from '../sandbox/scenarios/format.ts';
import type {
  ScenarioCheck,
  ScenarioCheckKind,
  ScenarioExchange,
  ScenarioOutcome,
} from '../sandbox/scenarios/result.ts';
import { exchangeOf, type Findings, type Seen } from './endpoint-findings.ts';
import { BLAMED, type PlannedScenario } from './endpoint-plan.ts';
import type { EndpointCheckId } from './endpoint-subjects.ts';

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

/** @param abilities what the scenario was played with */
export function judgeOutcome(
  planned: PlannedScenario,
  scenario: Scenario,
  { checks, not_tried: why }: ScenarioOutcome,
  abilities: ReadonlySet<Ability>,
  findings: Findings,
): void {
  if (why !== undefined) {
    for (const [id] of planned.tells) findings.lacks(id, why);
    return;
  }
  const failed = checks.filter(({ passed }) => !passed);
  const blamed = failed.map((check) => blamedFor(planned, check));
  failed.forEach((check, i) => {
    const id = blamed[i];
    if (id) findings.failed(id, seenIn(scenario.name, checks, check));
  });
  const [first] = failed;
  const end: Parameters<Findings['open']>[1] | undefined =
    first &&
    (blamed[0] ?? {
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

function blamedFor({ blames = {} }: PlannedScenario, check: ScenarioCheck): EndpointCheckId | undefined {
  const { kind, exchanges = [] } = check;
  const bad = exchanges.filter(({ status }) => status === null || status >= 300);
  const isEach = (test: (one: ScenarioExchange) => boolean) => bad.length > 0 && bad.every(test);
  if (kind === 'answered') {
    if (isEach(({ status }) => status === 401 || status === 403)) return 'messages.credentials';
    // The sandbox may send it before the message that asked for the refund has been looked at.
    if (isEach((one) => one.rma_status === 'REFUNDED')) return 'refunds.closed';
  }
  return blames[kind] ?? BLAMED[kind];
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
    exchanges: before.flatMap(({ exchanges = [] }) => exchanges).map(exchangeOf),
  };
}
