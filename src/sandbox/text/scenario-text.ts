// Scenarios in words: the list, one of them step by step, the progress of a run and its result.
import { formatCents, formatDuration, plural } from '../../basics/units.ts';
import { clean, type Paint, table } from '../../cli/presenter.ts';
import type { Order } from '../../contract/order.ts';
import { causeLine } from '../judge.ts';
import type { Scenario, ScenarioStep } from '../scenarios/format.ts';
import {
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

/** A line for the terminal, as the run goes on. What failed is told with its cause at the end. */
export function progressLine(event: ScenarioEvent, paint: Paint): string {
  if (event.type === 'begin') return `      ${clean(event.name)}: ${clean(event.title)}`;
  if (event.type === 'check') return `        ${checkLine(event.check, paint)}`;
  if (event.type === 'left-out') return `        ${paint.yellow('not tried')}  ${clean(event.text)}`;
  return endLine(event.outcome, event.ms, paint);
}

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

/** What is wrong, each mistake in one line with what was seen of it; then the counts. @param again the command that tries the rest */
export function resultText(result: ScenarioResult, paint: Paint, again?: string): string {
  const lines = result.causes.flatMap((cause) => [
    `${paint.red('FAIL')}  ${clean(causeLine(cause))}`,
    `      ${clean(cause.evidence)}`,
  ]);
  const untried = new Map<string, string[]>();
  for (const { name, not_tried: why, left_out: leftOut = [] } of result.scenarios) {
    const reasons = leftOut.map((text) => text.replace(/^[^:]*: /, ''));
    for (const reason of new Set(why === undefined ? reasons : [why]))
      untried.set(reason, [...(untried.get(reason) ?? []), clean(name)]);
  }
  if (untried.size > 0) lines.push('not tried, whole or in part:');
  for (const [reason, names] of untried) lines.push(`  ${clean(reason)}: ${names.join(', ')}`);
  for (const text of result.unseen ?? []) lines.push(`not tried: ${clean(text)}`);
  const count = (is: (one: ScenarioOutcome) => boolean) => result.scenarios.filter(is).length;
  const notTried = count((one) => one.not_tried !== undefined);
  const [good, partly] = [count((one) => one.passed), count(isPartly)];
  const counts = [
    `${good - partly} passed`,
    ...(partly > 0 ? [paint.yellow(`${partly} passed in part`)] : []),
    `${result.scenarios.length - good - notTried} failed`,
    notTried > 0 ? paint.yellow(`${notTried} not tried`) : '0 not tried',
  ].join(', ');
  const rest = again === undefined ? '' : `. What was not tried: ${again}`;
  return [...lines, `${plural(result.scenarios.length, 'scenario')}: ${counts}${rest}`].join('\n');
}
