// Scenarios in words: the list, one of them step by step, the progress of a run and its result.
import { formatCents, formatDuration, plural } from '../../basics/units.ts';
import { type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { Order } from '../../contract/order.ts';
import type { Scenario, ScenarioStep } from '../scenarios/format.ts';
import {
  countScenarios,
  isPartly,
  type ScenarioCheck,
  type ScenarioEvent,
  type ScenarioOutcome,
  type ScenarioResult,
} from '../scenarios/result.ts';

export function scenarioListText(scenarios: readonly Pick<Scenario, 'name' | 'title'>[]): string {
  return table(scenarios.map(({ name, title }) => [name, clean(title)])).join('\n');
}

export function scenarioText(scenario: Scenario, orders: readonly Order[], paint: Paint): string {
  const { name, title, why, interface: heading, needs = [], steps } = scenario;
  const given = orders.filter(({ identifier }) => identifier.startsWith(`${name}-`));
  return [
    `${paint.bold(clean(name))}  ${clean(title)}`,
    clean(why),
    `interface: ${clean(heading)}`,
    ...(needs.length > 0 ? [`your side needs: ${needs.join(', ')}`] : []),
    ...given.map(
      ({ identifier, total_amount_cents: total, items }) =>
        `given: order ${clean(identifier)}, ${formatCents(total)}: ${items.map((item) => `line ${clean(item.identifier)} ${item.quantity} x ${clean(item.sku)} at ${formatCents(item.unit_price_amount_cents)}`).join(', ')}`,
    ),
    ...steps.map((step, i) => `${String(i + 1).padStart(3)}  ${stepLine(step)}`),
  ].join('\n');
}

/** `return order=A rma=R`, `-> refund rma=R amount_cents=5400`. */
function stepLine(step: ScenarioStep): string {
  const { needs, ...rest } = step;
  const words = Object.entries(rest)
    .filter(([key]) => key !== 'do' && key !== 'expect')
    .map(([key, value]) => `${key}=${valueText(key, value)}`);
  const head = 'do' in step ? step.do : `-> ${step.expect}`;
  return clean([head, ...words, ...(needs === undefined ? [] : [`(needs ${needs})`])].join(' '));
}

const TIMES = new Set(['by', 'for', 'delay', 'within', 'updated']);

const valueText = (key: string, value: unknown): string =>
  typeof value === 'number' && TIMES.has(key)
    ? formatDuration(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** What a check failed for: checks with one cause are mended together. */
const causeKey = ({ cause, hint, evidence }: ScenarioCheck): string =>
  cause === undefined ? evidence : `${cause} ${hint}`;

const failedOf = ({ checks }: ScenarioOutcome): ScenarioCheck[] => checks.filter(({ passed }) => !passed);

/** The lines for the terminal, as the run goes on: a cause stands under the first scenario that has it. */
export function makeProgress(paint: Paint): (event: ScenarioEvent) => string {
  const firsts = new Map<string, string>();
  return (event) => {
    if (event.type === 'begin') return `      ${clean(event.name)}: ${clean(event.title)}`;
    if (event.type === 'check') return `        ${checkLine(event.check, paint)}`;
    if (event.type === 'left-out') return `        ${paint.yellow('not tried')}  ${clean(event.text)}`;
    const { outcome } = event;
    const before = new Set<string>();
    const lines = failedOf(outcome).flatMap((check) => {
      const first = firsts.get(causeKey(check)) ?? outcome.name;
      firsts.set(causeKey(check), first);
      if (first === outcome.name) return reasonLines(check);
      before.add(clean(first));
      return [];
    });
    const same = before.size === 0 ? '' : `, as in ${[...before].join(', ')}`;
    return [`${endLine(outcome, event.ms, paint)}${same}`, ...new Set(lines)].join('\n');
  };
}

const INDENT = ' '.repeat(8);

function endLine(outcome: ScenarioOutcome, ms: number, paint: Paint): string {
  const { checks, not_tried: why, left_out: leftOut = [] } = outcome;
  const text =
    why !== undefined
      ? `not tried: ${clean(why)}`
      : [
          plural(checks.length, 'check'),
          ...(leftOut.length > 0 ? [`${plural(leftOut.length, 'step')} not tried`] : []),
          formatDuration(ms),
        ].join(', ');
  return `${signOf(outcome, paint)}  ${clean(outcome.name).padEnd(21)} ${text}`;
}

const signOf = (outcome: ScenarioOutcome, paint: Paint): string => {
  if (outcome.not_tried !== undefined) return paint.yellow('--  ');
  if (!outcome.passed) return paint.red('FAIL');
  return isPartly(outcome) ? paint.yellow('part') : paint.green('ok  ');
};

const checkLine = ({ what, passed, evidence }: ScenarioCheck, paint: Paint): string =>
  `${passed ? paint.green('ok') : paint.red('FAIL')}  ${clean(what)}: ${clean(evidence)}`;

const reasonLines = ({ what, evidence, hint }: ScenarioCheck): string[] => [
  `${INDENT}${clean(what)}: ${clean(evidence)}`,
  ...hintLines(hint),
];

const hintLines = (hint: string | undefined): string[] =>
  hint === undefined ? [] : [`${INDENT}do this: ${clean(hint)}`];

/** @param isTold the reasons stand above on the same screen: then only what to do, and where, is said again */
export function resultText(result: ScenarioResult, paint: Paint, isTold = false): string {
  const failed = result.scenarios.filter((one) => !one.passed && one.not_tried === undefined);
  const { passed, partly, failed: failures, notTried } = countScenarios(result);
  const lines = isTold ? causeLines(failed, paint) : failureLines(failed, paint);
  const untried = new Map<string, string[]>();
  for (const { name, not_tried: why, left_out: leftOut = [] } of result.scenarios)
    for (const reason of why === undefined
      ? new Set(leftOut.map((text) => text.replace(/^[^:]*: /, '')))
      : [why])
      untried.set(reason, [...(untried.get(reason) ?? []), clean(name)]);
  if (untried.size > 0) lines.push('not tried, whole or in part:');
  for (const [reason, names] of untried) lines.push(`  ${clean(reason)}: ${names.join(', ')}`);
  const counts = [
    `${passed} passed`,
    ...(partly > 0 ? [`${partly} passed in part`] : []),
    `${failures} failed`,
    `${notTried} not tried`,
  ].join(', ');
  return [...lines, `${plural(result.scenarios.length, 'scenario')}: ${counts}`].join('\n');
}

/** One line for each cause: what to do, and which scenarios need it. */
function causeLines(failed: readonly ScenarioOutcome[], paint: Paint): string[] {
  const causes = new Map<string, { readonly what: string; readonly names: Set<string> }>();
  for (const outcome of failed)
    for (const check of failedOf(outcome)) {
      const cause = causes.get(causeKey(check)) ?? { what: check.hint ?? check.what, names: new Set() };
      causes.set(causeKey(check), cause);
      cause.names.add(clean(outcome.name));
    }
  return [...causes.values()].map(
    ({ what, names }) => `${paint.red('FAIL')}  ${clean(what)} (${[...names].join(', ')})`,
  );
}

/** What failed and why, each cause once. */
function failureLines(failed: readonly ScenarioOutcome[], paint: Paint): string[] {
  const said = new Set<string>();
  return failed.flatMap((outcome) => {
    const fresh = failedOf(outcome).filter((check) => !said.has(causeKey(check)));
    const reasons = fresh.flatMap((check) => {
      const { what, evidence, hint } = check;
      const head = [`  ${paint.red('FAIL')}  ${clean(what)}`, `${INDENT}${clean(evidence)}`];
      // Two of one scenario are two things that were seen of one cause.
      if (said.has(causeKey(check))) return head;
      said.add(causeKey(check));
      const same = failed.filter(
        (one) => one !== outcome && failedOf(one).some((other) => causeKey(other) === causeKey(check)),
      );
      const names = same.map(({ name }) => clean(name)).join(', ');
      const others = same.length === 1 ? 'in' : `in ${same.length} others:`;
      return [
        ...head,
        ...hintLines(hint),
        ...(same.length > 0 ? [`${INDENT}the same ${others} ${names}`] : []),
      ];
    });
    return reasons.length > 0 ? [paint.bold(clean(outcome.name)), ...reasons] : [];
  });
}
