// The format of scenario files: what is accepted, how mistakes are told, the published schema, and the given orders.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/basics/failure.ts';
import { validateVariantsAnswer } from '../../../src/contract/validate-exchange.ts';
import { validateOrdersMessage } from '../../../src/contract/validate-order.ts';
import { ABILITIES } from '../../../src/sandbox/scenarios/abilities.ts';
import {
  ordersOfRetailer,
  snapshotsOf,
  variantsOfRetailer,
} from '../../../src/sandbox/scenarios/given-orders.ts';
import { parseScenario, SCENARIO_NAMES } from '../../../src/sandbox/scenarios/load-scenarios.ts';
import { shipped } from './stage-support.ts';

const NOW = Date.UTC(2026, 10, 22, 15);
const FOLDER = 'samples/scenarios';

describe('the scenarios of the package', () => {
  test('every file is in the list, and has its name', () => {
    const files = fs.readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''));
    expect(files.sort()).toEqual([...SCENARIO_NAMES].sort());
    expect(shipped().map(({ name }) => name)).toEqual([...SCENARIO_NAMES]);
  });

  test('every family of the interface and every failure of the plan has one', () => {
    const families = new Set(shipped().map(({ family }) => family));
    const named = 'mail-back partial exchange gift-card cancel express keep drop-off pick-up tag gift-order';
    const failures =
      'outage slow 401 422 duplicates reordered same-update-twice message-before-order refund restart';
    expect([...families].sort()).toEqual([...named.split(' '), ...failures.split(' ')].sort());
  });

  test('what they need is known, and each names its heading', () => {
    for (const { needs = [], interface: heading } of shipped()) {
      expect(ABILITIES).toEqual(expect.arrayContaining([...needs]));
      expect(heading.length).toBeGreaterThan(10);
    }
  });
});

describe('given orders', () => {
  const orders = shipped().flatMap((scenario) => [
    ...ordersOfRetailer(scenario, { seed: 1, now: NOW }),
    ...scenario.orders.flatMap(({ id }) => snapshotsOf(scenario, id, { seed: 1, now: NOW })),
  ]);

  test('are valid order messages without an error or a warning', () => {
    const findings = orders.flatMap((order) =>
      validateOrdersMessage(
        { returns_portal_order: { orders: [order] } },
        { now: NOW, statusSpelling: 'Cancelled' },
      ).filter(({ severity }) => severity !== 'note'),
    );
    expect(findings).toEqual([]);
    expect(orders.length).toBeGreaterThan(60);
  });

  test('have identifiers of their scenario, so that all scenarios work with one file', () => {
    const given = shipped().flatMap((scenario) => ordersOfRetailer(scenario, { seed: 1, now: NOW }));
    const names = given.map(({ identifier }) => identifier);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('mail-back-single-A');
  });

  test('are the same on the same day, and others with another seed', () => {
    const scenario = shipped()[0]!;
    const at = (now: number, seed = 1) => ordersOfRetailer(scenario, { seed, now });
    expect(at(NOW + 3_600_000)).toEqual(at(NOW));
    expect(at(NOW, 7)[0]!.identifier).toBe('mail-back-single-A-7');
  });

  test('of a split shipment: first a part with status Created, then everything with a later updated_at', () => {
    const scenario = shipped().find(({ name }) => name === 'mail-back-multi')!;
    const [first, second] = snapshotsOf(scenario, 'A', { seed: 1, now: NOW });
    expect(first).toMatchObject({ status: 'Created', raw_status: 'PARTIALLY_FULFILLED' });
    expect(first!.items[1]).toMatchObject({ quantity_shipped: 0, product_amount_cents: 0 });
    expect(first!.items[1]).not.toHaveProperty('shipped_date');
    // 99.00 + 7.92 + 2 x (25.00 + 2.00) + 7.00 shipping.
    expect(second).toMatchObject({ status: 'Shipped', total_amount_cents: 16_792 });
    expect(Date.parse(second!.updated_at)).toBeGreaterThan(Date.parse(first!.updated_at));
  });

  test('that the retailer does not know are not printed for it', () => {
    const scenario = shipped().find(({ name }) => name === 'message-before-order')!;
    expect(ordersOfRetailer(scenario, { seed: 1, now: NOW })).toEqual([]);
  });

  test('variants are what the portal can show', () => {
    const offered = variantsOfRetailer(shipped());
    expect(Object.keys(offered)).toEqual(['TEE-GRN', 'A/B C', 'GRÜN 50%']);
    for (const list of Object.values(offered)) expect(validateVariantsAnswer(list)).toEqual([]);
  });
});

const LINE = { line: '1', sku: 'TEE', units: 1, price_cents: 100 };
const GOOD = {
  name: 'own-return',
  family: 'own',
  title: 'A return of ours',
  why: 'To see it.',
  interface: 'RMA message',
  orders: [{ id: 'A', lines: [LINE] }],
  steps: [
    { do: 'post-order', order: 'A' },
    { do: 'return', order: 'A', rma: 'R' },
    { expect: 'answered', rma: 'R', within: '2s' },
  ],
};

const failureOf = (value: unknown): Failure => {
  try {
    parseScenario(typeof value === 'string' ? value : JSON.stringify(value), 'own.json');
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('it was accepted');
};
const withSteps = (...steps: unknown[]) => ({ ...GOOD, steps: [...GOOD.steps.slice(0, 2), ...steps] });

describe('a file of the user', () => {
  test('is accepted; durations become milliseconds', () => {
    const { steps } = parseScenario(JSON.stringify(GOOD), 'own.json');
    expect(steps[2]).toEqual({ expect: 'answered', rma: 'R', within: 2000 });
  });

  const step = 'steps[2]';
  test.each<[string, unknown, string, RegExp]>([
    ['an unknown key', { ...GOOD, titel: 'x' }, 'titel', /Did you mean "title"/],
    ['a missing key', { ...GOOD, why: undefined }, 'why', /expected a text, found nothing/],
    ['a name of another family', { ...GOOD, name: 'x-return' }, 'name', /begins with the family, own/],
    ['capitals in the name', { ...GOOD, name: 'Own' }, 'name', /lower-case words with hyphens/],
    ['no steps', { ...GOOD, steps: [] }, 'steps', /at least 1 element/],
    [
      'two orders of one id',
      { ...GOOD, orders: [GOOD.orders[0], GOOD.orders[0]] },
      'orders[1].id',
      /another word/,
    ],
    [
      'too many shipped',
      { ...GOOD, orders: [{ id: 'A', lines: [{ ...LINE, shipped: 2 }] }] },
      'orders[0].lines[0].units',
      /at least shipped \+ canceled, 2/,
    ],
    [
      'a price with a fraction',
      { ...GOOD, orders: [{ id: 'A', lines: [{ ...LINE, price_cents: 1.5 }] }] },
      'orders[0].lines[0].price_cents',
      /whole number from 0/,
    ],
    ['a step that is neither', withSteps({ order: 'A' }), step, /either "do" or "expect"/],
    [
      'a step that is both',
      withSteps({ do: 'cancel', expect: 'answered', rma: 'R' }),
      `${step}.expect`,
      /one of do, rma, needs/,
    ],
    [
      'a misspelt deed',
      withSteps({ do: 'carier', rma: 'R', step: 'scan' }),
      `${step}.do`,
      /Did you mean "carrier"/,
    ],
    [
      'an unknown order',
      withSteps({ do: 'post-order', order: 'B' }),
      `${step}.order`,
      /an order \(A\), found "B"/,
    ],
    [
      'an unknown line',
      withSteps({ do: 'variants', order: 'A', line: '2' }),
      `${step}.line`,
      /order line of A \(1\)/,
    ],
    [
      'units of another order that is none',
      withSteps({ do: 'message', rma: 'S', order: 'A', lines: {}, others: { B: { 1: 1 } } }),
      `${step}.others.B`,
      /an order \(A\), found "B"/,
    ],
    [
      'a line that the other order does not have',
      withSteps({ do: 'message', rma: 'S', order: 'A', lines: {}, others: { A: { 2: 1 } } }),
      `${step}.others.A.2`,
      /order line of A \(1\)/,
    ],
    [
      'a refund of an order that the RMA is not about',
      withSteps({ expect: 'refund', rma: 'R', order: 'A' }),
      `${step}.rma`,
      /RMA of a step before \(R\), found "R of order A"/,
    ],
    [
      'an RMA that no step made',
      withSteps({ do: 'cancel', rma: 'Q' }),
      `${step}.rma`,
      /RMA of a step before \(R\)/,
    ],
    [
      'an RMA made twice',
      withSteps({ do: 'return', order: 'A', rma: 'R' }),
      `${step}.rma`,
      /no step before has/,
    ],
    [
      'a return without a name',
      withSteps({ do: 'return', order: 'A' }),
      `${step}.rma`,
      /a name for the RMA, or "refused"/,
    ],
    [
      'a duration without a unit',
      withSteps({ do: 'advance', by: '5' }),
      `${step}.by`,
      /duration with its unit/,
    ],
    [
      'both amounts',
      withSteps({ expect: 'refund', rma: 'R', amount_cents: 1, at_most_cents: 1 }),
      `${step}.at_most_cents`,
      /only one of/,
    ],
    [
      'an unknown need',
      withSteps({ expect: 'answered', rma: 'R', needs: 'variant' }),
      `${step}.needs`,
      /Did you mean "variants"/,
    ],
  ])('%s', (_what, value, path, message) => {
    const failure = failureOf(value);
    expect(failure.exitCode).toBe(6);
    expect(failure.place).toEqual({ file: 'own.json', ...(path && { path }) });
    expect(failure.message).toMatch(message);
    expect(failure.hint).toMatch(/returns schema scenario/);
  });

  test('broken JSON is told with line and column', () => {
    expect(failureOf('{\n  "name": }').place).toMatchObject({ file: 'own.json', line: 2 });
  });

  test('a key that stands twice is refused', () => {
    expect(failureOf('{"name": "a", "name": "b"}').message).toMatch(/stands twice/);
  });
});
