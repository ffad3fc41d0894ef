// The diff by units: units have no identifier, so it must not report a step back that another pairing avoids.

import { describe, expect, it } from 'vitest';
import { changesBetween, describeChange, packageRank, stateOf } from '../../src/contract/rma-units.ts';
import { fc } from '../helpers/random.ts';
import { historyFindings } from './histories.ts';
import { RMA } from './verdicts-rma.ts';

const [hat, , scarf] = RMA.items;
const rma = (items: readonly unknown[], more = {}) => ({ ...RMA, ...more, items });
const unit = (status: string | null, more = {}) => ({ ...hat, package_tracking_status: status, ...more });
const lines = (before: unknown, after: unknown) =>
  changesBetween(stateOf(before), stateOf(after)).map(describeChange);

describe('the changes between two messages', () => {
  it('count units with the same change', () => {
    expect(
      lines(
        rma([unit(null, { tracking_number: null }), unit(null, { tracking_number: null }), scarf]),
        rma([scarf, unit('PRE_TRANSIT'), unit('PRE_TRANSIT')], { status: 'REFUNDED' }),
      ),
    ).toEqual([
      'status CREATED -> REFUNDED',
      '2 units of 1 (HAT-BLK): package_tracking_status none -> PRE_TRANSIT',
      '2 units of 1 (HAT-BLK): tracking_number none -> 1Z77',
    ]);
  });

  it('are empty for reordered units, null in place of empty, and fields that are not compared', () => {
    expect(lines(RMA, rma([...RMA.items].reverse()))).toEqual([]);
    expect(
      lines(
        rma([unit(null, { receiving_status: '' })]),
        rma([unit(null, { receiving_status: null, upc: 'x' })]),
      ),
    ).toEqual([]);
  });

  it('report removed and new units, by order, line and sku', () => {
    expect(lines(RMA, rma([hat, { ...scarf, sku: 'SCARF-BLU' }]))).toEqual([
      '1 unit of 2 (SCARF-BLU): new',
      '1 unit of 1 (HAT-BLK): gone',
      '1 unit of 2 (SCARF-RED): gone',
    ]);
    expect(lines(RMA, rma(RMA.items.map((item) => ({ ...item, order_identifier: 'X' }))))).toHaveLength(4);
  });

  it('pair units with the same tracking number', () => {
    const a = { tracking_number: 'A' };
    const b = { tracking_number: 'B' };
    expect(
      lines(
        rma([unit('PRE_TRANSIT', a), unit('TRANSIT', b)]),
        rma([unit('DELIVERED', b), unit('TRANSIT', a)]),
      ).sort(),
    ).toEqual([
      '1 unit of 1 (HAT-BLK): package_tracking_status PRE_TRANSIT -> TRANSIT',
      '1 unit of 1 (HAT-BLK): package_tracking_status TRANSIT -> DELIVERED',
    ]);
  });

  it('ignore units that are in both, so that the number of changes is minimal', () => {
    const none = { tracking_number: null };
    expect(
      lines(
        rma([unit('PRE_TRANSIT', none), unit('TRANSIT', none), unit('TRANSIT', none)]),
        rma([unit('DELIVERED', none), unit('TRANSIT', none), unit('TRANSIT', none)]),
      ),
    ).toEqual(['1 unit of 1 (HAT-BLK): package_tracking_status PRE_TRANSIT -> DELIVERED']);
  });

  it('find the amount of the provider by the end of its key', () => {
    const money = (key: string) =>
      unit('TRANSIT', { refund_financials: { shopper_refund_amount_cents: 1, [key]: 5 } });
    expect(lines(rma([money('a')]), rma([money('newbrand_refund_amount_cents')]))).toEqual([
      '1 unit of 1 (HAT-BLK): provider_refund_amount_cents none -> 5',
    ]);
  });

  it('are escaped for a terminal, and limited in length', () => {
    const text = lines(rma([hat]), rma([{ ...hat, return_reason: '\u001b]0;x\u0007'.repeat(100) }])).join('');
    expect([...text].every((c) => c >= ' ')).toBe(true);
    expect(text.length).toBeLessThan(400);
  });

  const STATUSES = [null, 'PRE_TRANSIT', 'ACCEPTED', 'TRANSIT', 'DELIVERED'] as const;
  it('contain no step back when every unit moved forward', () => {
    const steps = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom('A', 'B', null),
      ),
      { minLength: 1, maxLength: 12 },
    );
    let moved = 0;
    fc.assert(
      fc.property(steps, fc.infiniteStream(fc.nat()), (moves, shuffle) => {
        const of = (at: number, number: string | null) => unit(STATUSES[at]!, { tracking_number: number });
        const before = rma(moves.map(([a, b, number]) => of(Math.min(a, b), number)));
        const order = moves
          .map((move) => ({ move, at: shuffle.next().value ?? 0 }))
          .sort((x, y) => x.at - y.at);
        const after = rma(
          order.map(({ move: [a, b, number] }) => of(Math.max(a, b), number)),
          { updated_at: '2026-11-17T00:00:00Z' },
        );
        expect(historyFindings([before, after])).toEqual([]);
        for (const change of changesBetween(stateOf(before), stateOf(after))) {
          moved++;
          expect(change.field).toBe('package_tracking_status');
          const [was, is] = [change.before, change.after] as (string | null)[];
          expect(packageRank(is!)).toBeGreaterThan(packageRank(was!)!);
        }
      }),
      { numRuns: 500 },
    );
    expect(moved).toBeGreaterThan(500);
  });

  it('transform the units before into the units after, for any units', () => {
    const any = fc.array(
      fc.tuple(fc.constantFrom('1', '2'), fc.constantFrom(...STATUSES), fc.constantFrom('A', 'B', null)),
      { maxLength: 10 },
    );
    const items = (units: readonly (readonly [string, string | null, string | null])[]) =>
      rma(
        units.map(([line, status, number]) =>
          unit(status, { order_line_item_identifier: line, tracking_number: number }),
        ),
      );
    fc.assert(
      fc.property(any, any, (before, after) => {
        const changes = changesBetween(stateOf(items(before)), stateOf(items(after)));
        const balance = changes.filter(({ field }) => field === 'unit');
        const sum = balance.reduce((total, { before: b, after: a }) => total + Number(a) - Number(b), 0);
        expect(sum).toBe(after.length - before.length);
        expect(changes.length === 0).toBe(
          JSON.stringify([...before].sort()) === JSON.stringify([...after].sort()),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('count a unit twice when it is listed twice, with units of other lines or without', () => {
    const { units } = stateOf(rma([hat, scarf]));
    expect(stateOf(rma([hat, scarf, hat, scarf])).units).toEqual(units?.map((one) => ({ ...one, units: 2 })));
  });
});
