// The scenarios that come with the package (samples/scenarios/), and scenarios from files of the user: JSON of the
// right shape, whose steps name orders, lines and RMAs that are there.
import path from 'node:path';
import { usageFailure } from '../../basics/failure.ts';
import { parseJsonInput } from '../../basics/json.ts';
import { meantText, quote } from '../../basics/text.ts';
import type { Clock, Platform } from '../../platform/platform.ts';
import { textOfFile } from '../flag-file.ts';
import { readShape, type Wrong, wrongIn } from '../routes/read-request.ts';
import { rmaPart, type Scenario, type ScenarioStep, scenarioShape } from './format.ts';
import { ordersOfRetailer, variantsOfRetailer } from './given-orders.ts';
import type { GivenByScenarios } from './result.ts';

/** In the order of the list: from the plain return to the failures. */
export const SCENARIO_NAMES = [
  'mail-back-single',
  'mail-back-multi',
  'mail-back-scan',
  'mail-back-late',
  'mail-back-skipped',
  'mail-back-edited',
  'mail-back-two-orders',
  'partial-return',
  'partial-cents',
  'partial-two-prices',
  'partial-refund',
  'exchange-variants',
  'exchange-even',
  'exchange-uneven',
  'exchange-partial',
  'exchange-then-return',
  'exchange-cancelled',
  'gift-card',
  'cancel-full',
  'cancel-partial',
  'cancel-return',
  'express',
  'keep',
  'drop-off',
  'pick-up',
  'tag-in-store',
  'tag-final-sale',
  'gift-order',
  'outage-31h',
  'outage-service',
  'slow',
  '401-then-right',
  '422',
  '422-new-fields',
  'duplicates',
  'reordered',
  'same-update-twice',
  'message-before-order',
  'refund-twice',
  'refund-too-large',
  'refund-never',
  'restart',
] as const;

/** The parts of the platform that are needed to read them. */
type ScenarioFiles = Pick<Platform, 'files' | 'cwd' | 'packageFolder'>;

/** One of the package. @throws Failure exit 2 for an unknown name */
export function loadScenario({ files, packageFolder }: ScenarioFiles, name: string): Scenario {
  if (!(SCENARIO_NAMES as readonly string[]).includes(name))
    throw usageFailure(
      'scenario.unknown',
      `There is no scenario ${quote(name)}.${meantText(name, SCENARIO_NAMES)}`,
      {
        found: name,
        hint: 'List them with: returns sandbox scenario list. A file is named with its extension: my-return.json',
      },
    );
  const file = `samples/scenarios/${name}.json`;
  return parseScenario(files.readText(path.join(packageFolder, file)), file);
}

/** `all`, a name, or a file: what has a slash or ends in .json. @throws Failure exit 2 or 6 */
export function findScenarios(place: ScenarioFiles, asked: string): Scenario[] {
  if (asked === 'all') return SCENARIO_NAMES.map((name) => loadScenario(place, name));
  if (!/[\\/]|\.json$/i.test(asked)) return [loadScenario(place, asked)];
  return [parseScenario(textOfFile(place, asked, 'the scenario'), asked)];
}

/** @param asked names, files or `all` @throws Failure exit 2 or 6 */
export function givenByScenarios(
  world: ScenarioFiles & { readonly clock: Pick<Clock, 'now'> },
  asked: readonly string[],
  seed = 1,
): GivenByScenarios {
  const scenarios = asked.flatMap((one) => findScenarios(world, one));
  const circumstances = { seed, now: world.clock.now() };
  return {
    orders: scenarios.flatMap((scenario) => ordersOfRetailer(scenario, circumstances)),
    variants: variantsOfRetailer(scenarios),
  };
}

/** @throws Failure exit 6 with place, found and expected */
export function parseScenario(text: string, file: string): Scenario {
  const hint =
    'See `returns sandbox scenario show mail-back-single` for a working file and `returns schema scenario` for every key.';
  const wrong = wrongIn('input.scenario', 'The scenario is', file, hint);
  const scenario = readShape(parseJsonInput(text.replace(/^\ufeff/, ''), { file }), scenarioShape, wrong);
  checkNames(scenario, wrong);
  checkSteps(scenario, wrong);
  return scenario;
}

function checkNames({ name, family, orders }: Scenario, wrong: Wrong): void {
  if (name !== family && !name.startsWith(`${family}-`))
    throw wrong('name', `a name that begins with the family, ${family}`, quote(name), '');
  const checkUnique = (words: readonly string[], pathOf: (i: number) => string) => {
    const twice = words.findIndex((word, i) => words.indexOf(word) !== i);
    if (twice >= 0) throw wrong(pathOf(twice), 'another word than before', quote(words[twice]), '');
  };
  checkUnique(
    orders.map(({ id }) => id),
    (o) => `orders[${o}].id`,
  );
  for (const [o, { lines }] of orders.entries()) {
    const at = (l: number) => `orders[${o}].lines[${l}]`;
    checkUnique(
      lines.map(({ line }) => line),
      (l) => `${at(l)}.line`,
    );
    for (const [l, { units, shipped = 0, canceled = 0 }] of lines.entries()) {
      const least = shipped + canceled;
      if (least > units)
        throw wrong(`${at(l)}.units`, `at least shipped + canceled, ${least}`, String(units), '');
    }
  }
}

/** Every order, line and RMA that a step names is there when the step runs. */
function checkSteps({ orders, steps }: Scenario, wrong: Wrong): void {
  const linesOf = new Map(orders.map(({ id, lines }) => [id, lines.map(({ line }) => line)]));
  const rmas: string[] = [];
  for (const [i, step] of steps.entries()) {
    const fail = (key: string, expected: string, found: string, meant = '') =>
      wrong(`steps[${i}].${key}`, expected, found, meant);
    const known = (key: string, word: string, words: readonly string[], what: string) => {
      const expected = `the name of an ${what} (${words.join(', ') || 'there is none'})`;
      if (!words.includes(word)) throw fail(key, expected, quote(word), meantText(word, words));
    };
    const checkOrder = (key: string, id: string, named: readonly Named[]) => {
      known(key, id, [...linesOf.keys()], 'order');
      for (const [at, line] of named) known(at, line, linesOf.get(id)!, `order line of ${id}`);
    };
    const makes = 'do' in step && (step.do === 'return' || step.do === 'message') ? step : undefined;
    const others = makes?.do === 'message' ? (makes.others ?? {}) : {};
    if ('order' in step && step.order !== undefined) checkOrder('order', step.order, linesNamed(step));
    for (const [id, units] of Object.entries(others))
      checkOrder(`others.${id}`, id, keysOf(`others.${id}`, units));
    if (makes?.do === 'return' && (makes.rma === undefined) === (makes.refused === undefined))
      throw fail('rma', 'either a name for the RMA, or "refused"', makes.rma === undefined ? 'none' : 'both');
    if (makes?.rma !== undefined) {
      // A second message of a made-up RMA names it again.
      if (makes.do === 'return' && rmas.includes(makes.rma))
        throw fail('rma', 'a name that no step before has', quote(makes.rma));
      rmas.push(makes.rma, ...Object.keys(others).map((id) => rmaPart(makes.rma!, id)));
    } else if ('rma' in step && step.rma !== undefined) {
      const isRefund = 'expect' in step && step.expect === 'refund';
      known('rma', rmaPart(step.rma, isRefund ? step.order : undefined), rmas, 'RMA of a step before');
      if (isRefund && step.amount_cents !== undefined && step.at_most_cents !== undefined)
        throw fail('at_most_cents', 'only one of amount_cents and at_most_cents', 'both');
    }
  }
}

type Named = readonly [key: string, line: string];

const keysOf = (key: string, units: object): Named[] =>
  Object.keys(units).map((line) => [`${key}.${line}`, line]);

/** The lines of its order that a step names, with where. */
const linesNamed = (step: ScenarioStep): Named[] =>
  Object.entries(step).flatMap(([key, value]): Named[] => {
    if (key === 'line') return [[key, value]];
    if (Array.isArray(value)) return value.map(({ line }, l) => [`lines[${l}].line`, line]);
    return ['shipped', 'canceled', 'discount_cents', 'lines'].includes(key) ? keysOf(key, value) : [];
  });
