// The format of scenario files: what is accepted, how mistakes are told, the published schema, and the given orders.
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/basics/failure.ts';
import { validateVariantsAnswer } from '../../../src/contract/exchange-rules/answers.ts';
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
const ORDER = { id: 'A', lines: [LINE] };
const GOOD = {
  name: 'own-return',
  family: 'own',
  title: 'A return of ours',
  why: 'To see it.',
  interface: 'RMA message',
  orders: [ORDER],
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

describe('a file of the user', () => {
  test('is accepted; durations become milliseconds', () => {
    const { steps } = parseScenario(JSON.stringify(GOOD), 'own.json');
    expect(steps[2]).toEqual({ expect: 'answered', rma: 'R', within: 2000 });
  });

  const OTHERS = { do: 'message', rma: 'S', order: 'A', lines: {} };
  const REFUND = { expect: 'refund', rma: 'R' };
  const withLine = (change: object) => ({ ...GOOD, orders: [{ id: 'A', lines: [{ ...LINE, ...change }] }] });
  const isTold = (value: unknown, path: string, message: RegExp) => {
    const failure = failureOf(value);
    expect(failure.exitCode).toBe(6);
    expect(failure.place).toEqual({ file: 'own.json', ...(path && { path }) });
    expect(failure.message).toMatch(message);
    expect(failure.hint).toMatch(/returns schema scenario/);
  };

  test.each<[string, unknown, string, RegExp]>([
    ['an unknown key', { ...GOOD, titel: 'x' }, 'titel', /Did you mean "title"/],
    ['a missing key', { ...GOOD, why: undefined }, 'why', /expected a text, found nothing/],
    ['a name of another family', { ...GOOD, name: 'x-return' }, 'name', /begins with the family, own/],
    ['capitals in the name', { ...GOOD, name: 'Own' }, 'name', /lower-case words with hyphens/],
    ['no steps', { ...GOOD, steps: [] }, 'steps', /at least 1 element/],
    ['one id twice', { ...GOOD, orders: [ORDER, ORDER] }, 'orders[1].id', /another word/],
    [
      'too many shipped',
      withLine({ shipped: 2 }),
      'orders[0].lines[0].units',
      /at least shipped \+ canceled, 2/,
    ],
    ['a fraction', withLine({ price_cents: 1.5 }), 'orders[0].lines[0].price_cents', /whole number from 0/],
  ])('%s', (_what, value, path, message) => isTold(value, path, message));

  // The third step, the field of it that is wrong, and what is said of it.
  test.each<[string, Record<string, unknown>, string, RegExp]>([
    ['neither', { order: 'A' }, '', /either "do" or "expect"/],
    ['both', { do: 'cancel', expect: 'answered', rma: 'R' }, '.expect', /one of do, rma, needs/],
    ['a misspelt deed', { do: 'carier', rma: 'R', step: 'scan' }, '.do', /Did you mean "carrier"/],
    ['an unknown order', { do: 'post-order', order: 'B' }, '.order', /an order \(A\), found "B"/],
    ['an unknown line', { do: 'variants', order: 'A', line: '2' }, '.line', /order line of A \(1\)/],
    ['units of an unknown order', { ...OTHERS, others: { B: { 1: 1 } } }, '.others.B', /\(A\), found "B"/],
    [
      'a line of another order',
      { ...OTHERS, others: { A: { 2: 1 } } },
      '.others.A.2',
      /order line of A \(1\)/,
    ],
    ['a refund of another order', { expect: 'refund', rma: 'R', order: 'A' }, '.rma', /found "R of order A"/],
    ['an RMA that no step made', { do: 'cancel', rma: 'Q' }, '.rma', /RMA of a step before \(R\)/],
    ['an RMA made twice', { do: 'return', order: 'A', rma: 'R' }, '.rma', /no step before has/],
    ['a return without a name', { do: 'return', order: 'A' }, '.rma', /a name for the RMA, or "refused"/],
    ['a duration without a unit', { do: 'advance', by: '5' }, '.by', /duration with its unit/],
    ['both amounts', { ...REFUND, amount_cents: 1, at_most_cents: 1 }, '.at_most_cents', /only one of/],
    [
      'an unknown need',
      { expect: 'answered', rma: 'R', needs: 'variant' },
      '.needs',
      /Did you mean "variants"/,
    ],
  ])('a step with %s', (_what, step, field, message) => {
    isTold({ ...GOOD, steps: [...GOOD.steps.slice(0, 2), step] }, `steps[2]${field}`, message);
  });

  test('broken JSON is told with line and column', () => {
    expect(failureOf('{\n  "name": }').place).toMatchObject({ file: 'own.json', line: 2 });
  });

  test('a key that stands twice is refused', () => {
    expect(failureOf('{"name": "a", "name": "b"}').message).toMatch(/stands twice/);
  });
});
