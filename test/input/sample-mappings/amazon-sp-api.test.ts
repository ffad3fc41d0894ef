// The Amazon sample of the Selling Partner API through check and upload: every order against the second path, every trap by
// name.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../helpers/platform.ts';
import { answers, expected, idOf, orders, REFUSED, SKIPPED } from './amazon-sp-api-expected.ts';
import { carrierFor, uploadedSample } from './carrier.ts';
import { sample } from './export-rows.ts';

const FILE = sample('exports/amazon-sp-api.ndjson');
const MAP = sample('mappings/amazon-sp-api.json');
const WITH = ['--with', `orders=${sample('exports/amazon-sp-api-orders.json')}`];

const its = uploadedSample(FILE, MAP, ...WITH);
const order = (number: number) => its.order(idOf(number));

describe('figures', () => {
  test('the files are what the README says', () => {
    expect([answers.length, orders.length]).toEqual([36, 34]);
    expect(new Set(answers.map(({ payload }) => payload.AmazonOrderId)).size).toBe(35);
  });

  test('21 orders are accepted, 11 refused, 3 skipped, every row accounted for, exit 3', () => {
    expect(its.uploaded.code).toBe(3);
    expect(its.uploaded.document).toMatchObject({
      state: 'completed',
      balanced: true,
      input: { rows: 41, orders: 35 },
      orders: { accepted: 21, refused: 11, skipped: 3, superseded: 0, pending: 0 },
      rows: { read: 41, accounted: 41 },
    });
    expect([...its.stored.keys()].sort()).toEqual([...expected.keys()].sort());
    expect(its.uploaded.document.skipped_by!.map(({ reason }) => reason)).toEqual([
      ...new Set(Object.values(SKIPPED)),
    ]);
  });

  test.each([...expected.keys()])('order %s arrives as the second path has it', (id) => {
    expect(its.order(id)).toEqual(expected.get(id));
  });

  test('every refused order has its reason', async () => {
    const rejects = path.join(temporaryFolder(), 'rejects.ndjson');
    await its.carrier.json('orders', 'check', FILE, '--map', MAP, ...WITH, '--rejects', rejects);
    const found = fs
      .readFileSync(rejects, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { order: (typeof answers)[number]; errors: { code: string }[] });
    const codes = Object.entries(REFUSED).map(([number, code]) => [idOf(number), code]);
    for (const [id, code] of codes) {
      const own = found.find((one) => one.order.payload.AmazonOrderId === id);
      expect(
        own?.errors.map((error) => error.code),
        id,
      ).toContain(code);
    }
    expect(found).toHaveLength(codes.length);
  });

  test('again: nothing is sent', async () => {
    const again = await its.carrier.json('orders', 'upload', FILE, '--map', MAP, ...WITH, '--rate', 'off');
    expect(again.document.orders).toMatchObject({ accepted: 0, already_accepted: 21 });
  });

  test('plan and JSON name the mapping and what it assumes', () => its.expectPlanNamesMapping());
});

test('an array of answers, and orders with a record a line, make the same orders', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'items.json');
  fs.writeFileSync(file, JSON.stringify(answers));
  const lines = path.join(folder, 'orders.ndjson');
  fs.writeFileSync(lines, orders.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const carrier = await carrierFor();
  const { document } = await carrier.json(
    ...['orders', 'upload', file, '--map', MAP, '--with', `orders=${lines}`, '--rate', 'off'],
  );
  expect(document.orders).toMatchObject({ accepted: 21, refused: 11, skipped: 3 });
  expect(carrier.stored()).toEqual(its.stored);
});

describe('traps', () => {
  test('the price of a unit is that of the line by its units', () => {
    expect(order(301).items.map((item) => item['unit_price_amount_cents'])).toEqual([2990, 1450]);
    expect(order(333).items[0]).toMatchObject({ quantity: 12, unit_price_amount_cents: 1450 });
  });

  test('tax on top in one order, inside in the other', () => {
    expect(order(301)).toMatchObject({ tax_amount_cents: 660, total_amount_cents: 7430 + 660 });
    expect(order(302)).toMatchObject({ tax_amount_cents: 0, shipping_tax_amount_cents: 0 });
    expect(order(302).total_amount_cents).toBe(6989);
  });

  test('promotions are taken off the products, with their tax; discounts of the shipping off the shipping', () => {
    expect(order(311)).toMatchObject({ discount_amount_cents: 598, tax_amount_cents: 478 });
    expect(order(312)).toMatchObject({ shipping_amount_cents: 0, shipping_tax_amount_cents: 0 });
  });

  test('gift wrap is shipping; where it is hidden, the order does not add up', () => {
    expect(order(315)).toMatchObject({ shipping_amount_cents: 400, shipping_tax_amount_cents: 36 });
    expect(its.stored.has(idOf(316))).toBe(false);
  });

  test('partly shipped, and a line that was cancelled', () => {
    expect(order(305).items.map((item) => item['quantity_shipped'])).toEqual([3, 0]);
    expect(order(305).total_amount_cents).toBe(4350 + 386);
    expect(order(310).items).toHaveLength(1);
  });

  test('FBA is told apart by its status; pages of items are one order', () => {
    expect(order(304)['raw_status']).toBe('Shipped / AFN');
    expect(order(322).items).toHaveLength(3);
  });

  test('a street in the second line alone', () => {
    expect(order(323)['shipping_address']).toMatchObject({ street1: 'Elbchaussee 40', street2: '2. Stock' });
  });
});
