// Reads a scenario file: JSON, its shape, and that its steps name orders, lines and RMAs that are there.
import { inputFailure } from '../../basics/failure.ts';
import { lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { meantText } from '../../basics/text.ts';
import { rmaPart, type Scenario, type ScenarioStep, scenarioShape } from './format.ts';
import { checkShape, scenarioFailure } from './shape.ts';

/** @throws Failure exit 6 with place, found and expected */
export function parseScenario(text: string, file: string): Scenario {
  const parsed = parseJsonStrictly(text.replace(/^\ufeff/, ''));
  if (parsed.fault)
    throw inputFailure(`input.json.${parsed.fault.code}`, parsed.fault.message, {
      place: { file, ...lineAndColumn(text, parsed.fault.offset) },
      hint: 'Correct the file at that place and run it again.',
    });
  const scenario = checkShape(scenarioShape, parsed.value, file);
  checkNames(scenario, file);
  checkSteps(scenario, file);
  return scenario;
}

function checkNames({ name, family, orders }: Scenario, file: string): void {
  if (name !== family && !name.startsWith(`${family}-`))
    throw scenarioFailure({ file, path: 'name' }, `a name that begins with the family, ${family}`, name);
  const fresh = (word: string, before: readonly string[], path: string) => {
    if (before.includes(word)) throw scenarioFailure({ file, path }, 'another word than before', word);
  };
  for (const [o, { id, lines }] of orders.entries()) {
    fresh(
      id,
      orders.slice(0, o).map((one) => one.id),
      `orders[${o}].id`,
    );
    for (const [l, { line, units, shipped = 0, canceled = 0 }] of lines.entries()) {
      const path = `orders[${o}].lines[${l}]`;
      fresh(
        line,
        lines.slice(0, l).map((one) => one.line),
        `${path}.line`,
      );
      const least = shipped + canceled;
      if (least > units)
        throw scenarioFailure(
          { file, path: `${path}.units` },
          `at least shipped + canceled, ${least}`,
          units,
        );
    }
  }
}

/** Every order, line and RMA that a step names is there when the step runs. */
function checkSteps({ orders, steps }: Scenario, file: string): void {
  const rmas: string[] = [];
  for (const [i, step] of steps.entries()) {
    const fail = (key: string, expected: string, found?: string, meant?: string) =>
      scenarioFailure({ file, path: `steps[${i}].${key}` }, expected, found, meant);
    const known = (key: string, word: string, words: readonly string[], what: string) => {
      const expected = `the name of an ${what} (${words.join(', ') || 'there is none'})`;
      if (!words.includes(word)) throw fail(key, expected, word, meantText(word, words));
    };
    const checkOrder = (
      key: string,
      id: string,
      named: readonly (readonly [key: string, line: string])[],
    ) => {
      known(
        key,
        id,
        orders.map((order) => order.id),
        'order',
      );
      const lines = orders.find((order) => order.id === id)!.lines.map(({ line }) => line);
      for (const [at, line] of named) known(at, line, lines, `order line of ${id}`);
    };
    const makes = 'do' in step && (step.do === 'return' || step.do === 'message') ? step : undefined;
    const others = makes?.do === 'message' ? (makes.others ?? {}) : {};
    if ('order' in step && step.order !== undefined) checkOrder('order', step.order, linesNamed(step));
    for (const [id, units] of Object.entries(others))
      checkOrder(`others.${id}`, id, keysOf(`others.${id}`, units));
    if (makes?.do === 'return' && (makes.rma === undefined) === (makes.refused === undefined))
      throw makes.rma === undefined
        ? fail('rma', 'a name for the RMA, or "refused"')
        : fail('refused', 'either "rma" or "refused"', 'both');
    if (makes?.rma !== undefined) {
      // A second message of a made-up RMA names it again.
      if (makes.do === 'return' && rmas.includes(makes.rma))
        throw fail('rma', 'a name that no step before has', makes.rma);
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
