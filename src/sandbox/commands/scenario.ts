// `returns sandbox scenario`: the scenarios; what one of them gives and expects; and a run against a retailer's endpoints.

import { EXIT, type ExitCode } from '../../basics/exit-codes.ts';
import { usageFailure } from '../../basics/failure.ts';
import { shellWord } from '../../basics/text.ts';
import { formatCents, formatDuration, plural } from '../../basics/units.ts';
import { type Context, defineCommand, flag, type OptionsOf } from '../../cli/command.ts';
import { clean, type Paint, table } from '../../cli/presenter.ts';
import type { Order } from '../../contract/order.ts';
import { openOutFile } from '../../storage/out-file.ts';
import { causeLine, resultOf } from '../judge.ts';
import type { Scenario, ScenarioStep } from '../scenarios/format.ts';
import {
  findScenarios,
  givenByScenarios,
  loadScenario,
  SCENARIO_NAMES,
} from '../scenarios/load-scenarios.ts';
import {
  isPartly,
  junitOf,
  type ScenarioEvent,
  type ScenarioOutcome,
  type ScenarioResult,
} from '../scenarios/result.ts';
import { judgeFlags, judgeOf, withoutFlags } from './judge-flags.ts';
import { checkAct, wrongAct } from './running-sandbox.ts';

const NAME = 'a NAME, a FILE or all';
const ACTS = { list: '', show: NAME, run: NAME };
export const SCENARIO_ACTS = Object.keys(ACTS);
/** The others are of run; `--seed` is of both. */
const OF_SHOW: readonly string[] = ['orders', 'variants'];

const RUN_FLAGS = [...judgeFlags('run: '), flag('--junit <file>', 'run: write the result as JUnit XML, too')];

const FLAGS = [
  flag('--orders', 'show: only the given orders, one a line, to load them into your system'),
  flag('--variants', 'show: only the given variants, for returns listen --variants'),
  ...RUN_FLAGS,
];

export const command = defineCommand({
  args: '[act] [name]',
  flags: FLAGS,
  more: 'Acts: list, show NAME|FILE|all, run NAME|FILE|all. A run ends with 8 when your side did not do what was expected.',
  examples: [
    ['returns sandbox scenario list', 'every family of returns, then the failures'],
    ['returns sandbox scenario show all --orders > orders.ndjson', 'the orders that your side has to know'],
    [
      'returns sandbox scenario run mail-back-single --customer-url localhost:3000',
      'one return, against your own endpoints',
    ],
    [
      'returns sandbox scenario run all --customer-url localhost:3000 --junit r.xml',
      'all of them, for a build server',
    ],
  ],
  async run(context, [act = 'list', name], options, isGiven): Promise<ExitCode> {
    checkAct('sandbox scenario', ACTS, act, name);
    for (const { name: flagName, word } of FLAGS)
      if (isGiven(flagName) && flagName !== 'seed' && act !== (OF_SHOW.includes(flagName) ? 'show' : 'run'))
        throw wrongAct('sandbox scenario', `${act} does not use ${word}`, 'flags of this act', flagName);
    if (name === undefined) return list(context);
    if (act === 'show') return show(context, name, options);
    if (options.customerUrl === undefined)
      throw usageFailure('usage.flag.missing', 'run needs the address of your endpoints', {
        expected: '--customer-url URL',
        hint: 'Give --customer-url, for example http://127.0.0.1:4400 of a `returns listen` that runs.',
      });
    return runAgainst(context, name, options.customerUrl, options);
  },
});

async function list({ platform, show }: Context): Promise<ExitCode> {
  const scenarios = SCENARIO_NAMES.map((name) => {
    const { family, title, needs = [], interface: heading } = loadScenario(platform, name);
    return { name, family, title, needs, interface: heading };
  });
  await show.result({ schema: 'scenario-list/1', scenarios }, () => scenarioListText(scenarios));
  show.next('returns sandbox scenario show mail-back-single');
  return EXIT.done;
}

async function show(
  { platform, globals, show: out }: Context,
  name: string,
  { orders, variants, seed }: OptionsOf<typeof FLAGS>,
): Promise<ExitCode> {
  const scenarios = findScenarios(platform, name);
  if (orders && variants)
    throw usageFailure('usage.conflict', '--orders and --variants exclude each other', {
      hint: 'Write each into a file of its own.',
    });
  const given = givenByScenarios(platform, [name], seed);
  if (orders || variants) {
    if (globals.json) await out.result({ schema: 'scenario-given/1', ...given }, () => '');
    else if (orders) await out.raw(given.orders.map((order) => `${JSON.stringify(order)}\n`).join(''));
    else await out.raw(`${JSON.stringify(given.variants, null, 2)}\n`);
    return EXIT.done;
  }
  await out.result({ schema: 'scenario/1', scenarios, orders: given.orders }, () =>
    scenarios
      .map((scenario) => scenarioText(scenario, given.orders as readonly Order[], out.outPaint))
      .join('\n\n'),
  );
  out.next(`returns sandbox scenario show ${name} --orders > orders.ndjson`);
  return EXIT.done;
}

/** Plays scenarios, draws how it goes, tells the result. */
async function runAgainst(
  context: Context,
  asked: string,
  customerUrl: string,
  flags: OptionsOf<typeof RUN_FLAGS>,
): Promise<ExitCode> {
  const { platform, show, argv } = context;
  const ask = judgeOf(context, { ...flags, customerUrl });
  // Before anything is played: a run of minutes must not end with a file that cannot be written.
  const junit =
    flags.junit === undefined ? undefined : openOutFile(platform, flags.junit, { flag: '--junit' });
  const stopping = new AbortController();
  const interrupt = () => stopping.abort();
  const unsubscribe = platform.system.onSignal(interrupt);
  let isWritten = false;
  try {
    const verdict = await ask(asked, {
      ...{ signal: stopping.signal, interrupt },
      onEvent(event) {
        const line = progressLine(event, show.errPaint);
        if (event.type === 'end') show.note(line);
        else show.detail(line);
      },
    });
    const result = resultOf(verdict);
    junit?.write(junitOf(result));
    junit?.finish();
    isWritten = true;
    const { lacks } = verdict;
    const words = ['returns', ...withoutFlags(argv, lacks).map(shellWord), ...lacks];
    const again = lacks.length === 0 ? undefined : words.join(' ');
    await show.result(result, () => resultText(result, show.outPaint, again));
    if (stopping.signal.aborted) {
      show.warn('interrupted: the other scenarios were not played');
      return EXIT.interrupted;
    }
    const first = result.causes.find(({ scenario }) => scenario !== null)?.scenario;
    if (first) show.next(`returns sandbox scenario show ${first}`);
    return result.causes.length > 0 ? EXIT.unmet : EXIT.done;
  } finally {
    unsubscribe();
    if (!isWritten) junit?.abandon();
  }
}

// Scenarios in words: the list, one of them step by step, the progress of a run and its result.

function scenarioListText(scenarios: readonly Pick<Scenario, 'name' | 'title'>[]): string {
  return table(scenarios.map(({ name, title }) => [name, clean(title)])).join('\n');
}

function scenarioText(scenario: Scenario, orders: readonly Order[], paint: Paint): string {
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
function progressLine(event: ScenarioEvent, paint: Paint): string {
  if (event.type === 'begin') return `      ${clean(event.name)}: ${clean(event.title)}`;
  if (event.type === 'check') {
    const { what, passed, evidence } = event.check;
    return `        ${passed ? paint.green('ok') : paint.red('FAIL')}  ${clean(what)}: ${clean(evidence)}`;
  }
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
