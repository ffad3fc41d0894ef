// Scenarios in words: the list, one of them step by step, the progress of a run and its result.
import { formatCents, formatDuration, plural } from '../../basics/units.ts';
import { type Paint, table } from '../../cli/layout.ts';
import { clean } from '../../cli/presenter.ts';
import type { Order } from '../../contract/order.ts';
import type { Scenario, ScenarioStep } from '../scenarios/format.ts';
import {
  countScenarios,
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

/** One line for the terminal, as the run goes on. */
export function progressLine(event: ScenarioEvent, paint: Paint): string {
  if (event.type === 'begin') return `      ${clean(event.name)}: ${clean(event.title)}`;
  if (event.type === 'check') return `        ${checkLine(event.check, paint)}`;
  if (event.type === 'left-out') return `        ${paint.yellow('not tried')}  ${clean(event.text)}`;
  const { outcome, ms } = event;
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

const signOf = ({ passed, not_tried: why }: ScenarioOutcome, paint: Paint): string =>
  why !== undefined ? paint.yellow('--  ') : passed ? paint.green('ok  ') : paint.red('FAIL');

const checkLine = ({ what, passed, evidence }: ScenarioCheck, paint: Paint): string =>
  `${passed ? paint.green('ok') : paint.red('FAIL')}  ${clean(what)}: ${clean(evidence)}`;

/** What failed and why, then counts that add up. */
export function resultText(result: ScenarioResult, paint: Paint): string {
  const failed = result.scenarios.filter((one) => !one.passed && one.not_tried === undefined);
  const { passed, failed: failures, notTried } = countScenarios(result);
  const lines = failed.flatMap(({ name, checks }) => [
    paint.bold(clean(name)),
    ...checks
      .filter((check) => !check.passed)
      .flatMap(({ what, evidence }) => [
        `  ${paint.red('FAIL')}  ${clean(what)}`,
        `        ${clean(evidence)}`,
      ]),
  ]);
  const leftOut = result.scenarios.flatMap(({ name, left_out: steps = [] }) =>
    steps.map((text) => `  ${clean(name)}, ${clean(text)}`),
  );
  if (leftOut.length > 0) lines.push('not tried:', ...leftOut);
  const skipped = result.scenarios.flatMap(({ name, not_tried: why }) =>
    why === undefined ? [] : [`  ${clean(name)}: ${clean(why)}`],
  );
  if (skipped.length > 0) lines.push(...(leftOut.length > 0 ? [] : ['not tried:']), ...skipped);
  const counts = [`${passed} passed`, `${failures} failed`, `${notTried} not tried`].join(', ');
  return [...lines, `${plural(result.scenarios.length, 'scenario')}: ${counts}`].join('\n');
}
