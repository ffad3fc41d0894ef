// The same orders from the database of Magento and from its REST API: what the sample of order items must become by its second
// path is also what the answers of the API must become.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../helpers/platform.ts';
import { carrierFor, uploadedSample } from './carrier.ts';
import { sample } from './export-rows.ts';
import { expected } from './magento-expected.ts';

const FILE = sample('exports/magento-rest.ndjson');
const MAP = sample('mappings/magento-rest.json');
const records = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Answer);
const { orders, refused } = expected();
/** Stands in no grid: the API has no such order. */
const ONLY_DATABASE = '000000022';

interface Answer {
  increment_id: string;
  creditmemos?: unknown[];
  shipments?: unknown[];
}

const STATUS: Readonly<Record<string, string>> = { 'On Hold': 'holded' };

/** The API has codes for statuses, the lines of a street apart, and times without a `Z`. */
function inRest(order: Record<string, unknown>): unknown {
  const status = String(order['raw_status']);
  const text = JSON.stringify({ ...order, raw_status: STATUS[status] ?? status.toLowerCase() });
  return JSON.parse(text.replaceAll(/(\d\d:\d\d:\d\d)Z"/g, '$1+00:00"').replaceAll('\\n', ', '));
}

const its = uploadedSample(FILE, MAP);

describe('all orders', () => {
  test('27 of 34 orders are accepted, 5 refused, 2 skipped', () => {
    expect(records).toHaveLength(34);
    expect([...its.stored.keys()].sort()).toEqual([...orders.keys()].sort());
    expect(its.uploaded.document).toMatchObject({
      ...{ state: 'completed', balanced: true, input: { orders: 34 } },
      orders: { accepted: 27, refused: 5, skipped: 2, superseded: 0, pending: 0 },
    });
  });

  test.each([...orders.keys()])('order %s is that of the database', (id) => {
    expect(its.order(id)).toEqual(inRest(orders.get(id)!));
  });

  test.each(Object.keys(refused).filter((id) => id !== ONLY_DATABASE))('order %s is refused', (id) => {
    const reason = { '000000028': 'awaiting_pickup' }[id] ?? refused[id]!;
    const rejects = readFileSync(its.uploaded.document.refused.files[0]!, 'utf8').trim().split('\n');
    const own = rejects.map((line) => JSON.parse(line)).find(({ order }) => order.increment_id === id);
    expect(JSON.stringify(own.errors)).toContain(reason);
  });

  test('two were skipped, and the parts of configurable products', () => {
    const found = its.uploaded.document.skipped_by!.map((one) => [one.reason, one.orders]);
    expect(new Map(found as [string, number][])).toEqual(
      new Map([
        ['payment pending', 1],
        ['suspected fraud', 1],
        ['part of a configurable product or a bundle', 0],
      ]),
    );
  });

  test('the plan names the mapping, and what it assumes', () => its.expectPlanNamesMapping());
  test('no key of the export is unknown to the mapping', async () => {
    const { stdout } = await its.carrier.text('orders', 'check', FILE, '--map', MAP);
    expect(stdout).not.toMatch(/^ +unmapped/m);
  });
});

describe('the answer as it is, without credit memos and shipments', () => {
  const answered = async (id: string, more: object) => {
    const { creditmemos: _, shipments: __, ...order } = records.find((one) => one.increment_id === id)!;
    const file = path.join(temporaryFolder(), 'answer.json');
    writeFileSync(
      file,
      JSON.stringify({ items: [{ ...order, ...more }], search_criteria: {}, total_count: 1 }),
    );
    const { document } = await (await carrierFor()).json('orders', 'check', file, '--map', MAP);
    return document;
  };

  test('refunded money is reported, whether it has items or not', async () => {
    for (const [id, money] of [
      ['000000014', 25.92],
      ['000000017', 5],
    ] as const) {
      const { warnings, orders: counts } = await answered(id, { total_refunded: money });
      expect(counts).toMatchObject({ refused: 0 });
      expect(warnings).toContainEqual(expect.objectContaining({ code: 'order.map.warned' }));
    }
  });

  test('an order without a refund has no such warning', async () => {
    const { warnings } = await answered('000000001', { total_refunded: 0 });
    expect(warnings.map(({ code }) => code)).not.toContain('order.map.warned');
  });
});

test('amounts are those of the order, not of the base currency', () => {
  expect(its.order('000000003')).toMatchObject({ currency: 'EUR', total_amount_cents: 3700 });
  expect(readFileSync(FILE, 'utf8').split('\n')[2]).toContain('"base_grand_total":40.7');
});
