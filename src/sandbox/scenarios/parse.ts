// Reads a scenario file: JSON, its shape, and that its steps name orders, lines and RMAs that are there.
import { inputFailure } from '../../basics/failure.ts';
import { lineAndColumn, parseJsonStrictly } from '../../basics/json.ts';
import { meantText } from '../../basics/text.ts';
import { rmaPart, type Scenario, type ScenarioStep, scenarioShape } from './format.ts';
import { checkShape, type Spot, scenarioFailure } from './shape.ts';

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
  unique(
    orders.map(({ id }) => id),
    (i) => ({ file, path: `orders[${i}].id` }),
  );
  orders.forEach(({ lines }, o) => {
    unique(
      lines.map(({ line }) => line),
      (i) => ({ file, path: `orders[${o}].lines[${i}].line` }),
    );
    lines.forEach(({ units, shipped = 0, canceled = 0 }, i) => {
      if (shipped + canceled > units)
        throw scenarioFailure(
          { file, path: `orders[${o}].lines[${i}].units` },
          `at least shipped + canceled, ${shipped + canceled}`,
          units,
        );
    });
  });
}

function unique(words: readonly string[], spotOf: (index: number) => Spot): void {
  words.forEach((word, i) => {
    if (words.indexOf(word) < i) throw scenarioFailure(spotOf(i), 'another word than before', word);
  });
}

/** Every order, line and RMA that a step names is there when the step runs. */
function checkSteps({ orders, steps }: Scenario, file: string): void {
  const rmas: string[] = [];
  steps.forEach((step, i) => {
    const spot = (key: string): Spot => ({ file, path: `steps[${i}].${key}` });
    const checkOrder = (at: string, id: string, named: ReturnType<typeof linesNamed>) => {
      const lines = orders.find((order) => order.id === id)?.lines.map(({ line }) => line);
      const ids = orders.map((order) => order.id);
      if (!lines) throw unknown(spot(at), id, ids, 'order');
      for (const { key, line } of named)
        if (!lines.includes(line)) throw unknown(spot(key), line, lines, `order line of ${id}`);
    };
    const others = ('do' in step && step.do === 'message' && step.others) || {};
    if ('order' in step && step.order !== undefined) checkOrder('order', step.order, linesNamed(step));
    for (const [id, units] of Object.entries(others))
      checkOrder(`others.${id}`, id, keysOf(`others.${id}`, units));
    if (!('rma' in step) || step.rma === undefined) {
      if ('do' in step && step.do === 'return' && step.refused === undefined)
        throw scenarioFailure(spot('rma'), 'a name for the RMA, or "refused"', undefined);
    } else if ('do' in step && (step.do === 'return' || step.do === 'message')) {
      if (step.do === 'return' && step.refused !== undefined)
        throw scenarioFailure(spot('refused'), 'either "rma" or "refused"', 'both');
      // A second message of a made-up RMA names it again.
      if (step.do === 'return' && rmas.includes(step.rma))
        throw scenarioFailure(spot('rma'), 'a name that no step before has', step.rma);
      rmas.push(step.rma);
      for (const id of Object.keys(others)) rmas.push(rmaPart(step.rma, id));
    } else {
      const name = rmaPart(step.rma, 'expect' in step && step.expect === 'refund' ? step.order : undefined);
      if (!rmas.includes(name)) throw unknown(spot('rma'), name, rmas, 'RMA of a step before');
    }
    if (
      'expect' in step &&
      step.expect === 'refund' &&
      step.amount_cents !== undefined &&
      step.at_most_cents !== undefined
    )
      throw scenarioFailure(spot('at_most_cents'), 'only one of amount_cents and at_most_cents', 'both');
  });
}

const keysOf = (key: string, record: Readonly<Record<string, unknown>> | undefined) =>
  Object.keys(record ?? {}).map((line) => ({ key: `${key}.${line}`, line }));

function linesNamed(step: ScenarioStep): { readonly key: string; readonly line: string }[] {
  if ('expect' in step) return step.expect === 'variants' ? [{ key: 'line', line: step.line }] : [];
  if (step.do === 'post-order')
    return [
      ...keysOf('shipped', step.shipped),
      ...keysOf('canceled', step.canceled),
      ...keysOf('discount_cents', step.discount_cents),
    ];
  if (step.do === 'message') return keysOf('lines', step.lines);
  if (step.do === 'variants') return [{ key: 'line', line: step.line }];
  if (step.do !== 'return') return [];
  return (step.lines ?? []).map(({ line }, i) => ({ key: `lines[${i}].line`, line }));
}

const unknown = (spot: Spot, word: string, known: readonly string[], what: string) =>
  scenarioFailure(
    spot,
    `the name of an ${what} (${known.join(', ') || 'there is none'})`,
    word,
    meantText(word, known),
  );
