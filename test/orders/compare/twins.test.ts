// Lines of one sku that discount, tax or title tell apart keep their identifiers and their money when rows move. The right
// values were worked out by hand.
import { describe, expect, it } from 'vitest';
import type { Order } from '../../../src/contract/order.ts';
import { bestPairs, withAcceptedNames } from '../../../src/orders/compare/accepted-lines.ts';
import { type KnownOrder, orderFactsOf } from '../../../src/storage/order-record.ts';
import { json, orders, useOrderDesk, write } from '../../helpers/order-desk.ts';
import { fc } from '../../helpers/random.ts';
import { codesOf, exported, type Row, refundOf, stored, withSums } from './support.ts';

useOrderDesk();

/** A line of the sku TEE: units, cents, shipped units, and what tells it apart. */
type Tee = readonly [units: number, cents: number, shipped: number, more?: Row[6]];
const on = (day: number, lines: readonly Tee[]): Row[] =>
  lines.map(([units, cents, shipped, more]) => [
    'W-1',
    `2026-05-0${day}T08:00:00Z`,
    'TEE',
    units,
    cents,
    shipped,
    more,
  ]);

const held = (): string[] =>
  stored('W-1')
    .items.map(
      ({ identifier, title, ...one }) =>
        `${identifier.slice(4)} ${title} ${one.quantity_shipped}/${one.quantity} tax ${one.tax_amount_cents} off ${one.discount_amount_cents}`,
    )
    .sort();

const refund = (file: string, line: string) => refundOf(file, 'RMA-1', '--lines', `${line}=1`);

const off = (cents: number, tax = 0) => ({ title: 'Tee', off: cents, tax });
const size = (title: string, more: Row[6] = {}) => ({ title, ...more });
/** Lines at 10.00 that these tell apart. */
const lines = (units: number, shipped: number, ...all: Row[6][]): readonly Tee[] =>
  all.map((more) => [units, 1000, shipped, more]);
const tees = (...all: Row[6][]) => lines(1, 1, ...all);
const M_S = tees(size('M'), size('S'));

type Case = readonly [
  what: string,
  before: readonly Tee[],
  after: readonly Tee[],
  lines: readonly string[],
  refunds: readonly [line: string, cents: number],
  codes?: readonly string[],
];

describe('twins keep their identifiers', () => {
  const cases: readonly Case[] = [
    [
      'by discount and tax, three in a circle',
      tees(off(0, 80), off(250, 60), off(500, 40)),
      tees(off(500, 40), off(0, 80), off(250, 60)),
      ['TEE Tee 1/1 tax 80 off 0', 'TEE-2 Tee 1/1 tax 60 off 250', 'TEE-3 Tee 1/1 tax 40 off 500'],
      ['TEE-2', 810],
    ],
    [
      'by tax of a unit, when one has shipped as many as the other had',
      [...lines(3, 1, off(0, 300)), ...lines(1, 0, off(0, 50))],
      [...lines(3, 3, off(0, 300)), ...lines(1, 1, off(0, 50))],
      ['TEE Tee 1/1 tax 50 off 0', 'TEE-2 Tee 3/3 tax 300 off 0'],
      ['TEE-2', 1100],
    ],
    [
      'by the discount for each unit, while more units ship',
      lines(2, 1, off(250), off(0)),
      lines(2, 2, off(0), off(500)),
      ['TEE Tee 2/2 tax 0 off 0', 'TEE-2 Tee 2/2 tax 0 off 500'],
      ['TEE-2', 750],
      ['order.line.edited'],
    ],
    [
      'by the discount of the whole line, while more units ship',
      lines(2, 1, off(500), off(0)),
      lines(2, 2, off(0), off(500)),
      ['TEE Tee 2/2 tax 0 off 0', 'TEE-2 Tee 2/2 tax 0 off 500'],
      ['TEE-2', 750],
    ],
    [
      'by their discount, when a third one comes',
      tees(off(500), off(0)),
      tees(off(100), off(0), off(500)),
      ['TEE Tee 1/1 tax 0 off 0', 'TEE-2 Tee 1/1 tax 0 off 500', 'TEE-3 Tee 1/1 tax 0 off 100'],
      ['TEE-2', 500],
    ],
    [
      'by their title, when a third one comes',
      M_S,
      tees(size('A'), size('S'), size('M')),
      ['TEE M 1/1 tax 0 off 0', 'TEE-2 S 1/1 tax 0 off 0', 'TEE-3 A 1/1 tax 0 off 0'],
      ['TEE', 1000],
    ],
    [
      'by their title, when one that had not shipped goes',
      lines(1, 0, size('M'), size('S')),
      tees(size('S')),
      ['TEE-2 S 1/1 tax 0 off 0'],
      ['TEE-2', 1000],
      ['order.line.edited'],
    ],
    [
      'by their tax, when a title changes',
      tees(size('M', { tax: 100 }), size('S', { tax: 300 })),
      tees(size('A small tee', { tax: 300 }), size('A tee', { tax: 100 })),
      ['TEE A tee 1/1 tax 100 off 0', 'TEE-2 A small tee 1/1 tax 300 off 0'],
      ['TEE-2', 1300],
    ],
  ];
  it.each(cases.map((one) => [one[0], one] as const))(
    '%s',
    async (_what, [, before, after, names, [line, cents], codes = []]) => {
      expect(await json(...exported('a.csv', on(2, before)))).toMatchObject({ exit: 0 });
      const moved = exported('b.csv', on(2, [...before].reverse()));
      expect(await json(...moved)).toMatchObject({ exit: 0, orders: { accepted: 0, already_accepted: 1 } });
      expect(await json('reconcile', 'b.csv', '--map', 'map.json')).toMatchObject({ exit: 0 });
      const next = await json(...exported('c.csv', on(3, after)));
      expect([next['exit'], codesOf(next)]).toEqual([0, codes]);
      expect(held()).toEqual(names);
      expect(await refund('c.csv', `W-1-${line}`)).toMatchObject({
        refund: { total_refund_amount_cents: cents },
      });
    },
  );

  it('in a refund from a file whose rows moved, without an upload of it', async () => {
    const before = tees(off(500), off(0));
    await json(...exported('a.csv', on(2, before)));
    exported('b.csv', on(2, [...before].reverse()));
    expect(await refund('b.csv', 'W-1-TEE-2')).toMatchObject({
      exit: 0,
      refund: { total_refund_amount_cents: 500 },
    });
    expect(held()).toEqual(['TEE Tee 1/1 tax 0 off 0', 'TEE-2 Tee 1/1 tax 0 off 500']);
  });
});

describe('what moved to a twin is named', () => {
  it.each<readonly [what: string, before: readonly Tee[], after: readonly Tee[], codes: readonly string[]]>([
    [
      'a discount',
      tees(size('M', { off: 500 }), size('S')),
      tees(size('M'), size('S', { off: 500 })),
      ['order.line.price'],
    ],
    [
      'a tax, of lines that other units tell apart',
      [...lines(1, 1, off(0, 80)), ...lines(2, 2, off(0))],
      [...lines(1, 1, off(0)), ...lines(2, 2, off(0, 160))],
      ['order.line.price'],
    ],
    [
      'a title, of lines that the price tells apart',
      [
        [1, 1000, 1, size('M')],
        [1, 1200, 1, size('S')],
      ],
      [
        [1, 1000, 1, size('S')],
        [1, 1200, 1, size('M')],
      ],
      ['order.line.article'],
    ],
  ])('%s: refused', async (_what, before, after, codes) => {
    await json(...exported('a.csv', on(2, before)));
    const first = held();
    const refused = await json(...exported('b.csv', on(3, after)));
    expect([refused['exit'], codesOf(refused)]).toEqual([3, codes]);
    expect(held()).toEqual(first);
    expect(await refund('b.csv', 'W-1-TEE')).toMatchObject({ exit: 6 });
  });

  const [base] = orders(1) as [Order];
  const order = (day: number, lines: readonly Partial<Order['items'][number]>[]): Order => {
    const items = lines.map((more, i) => {
      const {
        quantity_shipped: shipped,
        unit_price_amount_cents: price,
        ...item
      } = { ...base.items[0]!, ...more };
      const [all, unit] = [{ quantity_shipped: shipped, product_amount_cents: shipped * price }, price];
      return { ...item, ...all, unit_price_amount_cents: unit, identifier: `${i + 1}` };
    });
    const status = items.some((item) => item.quantity_shipped > 0) ? 'Shipped' : 'Created';
    return withSums({ ...base, status, updated_at: `2026-05-0${day}T08:00:00Z`, items });
  };
  const upload = async (one: Order) => await json('orders', 'upload', write([one]), '--yes');
  const [plain, cheap] = [{ discount_amount_cents: 0 }, { discount_amount_cents: 100 }];
  const open = { quantity_shipped: 0, tax_amount_cents: 0, discount_amount_cents: 0 };

  it.each<[what: string, before: readonly object[], after: readonly object[], codes: readonly string[]]>([
    ['a discount', [cheap, plain], [plain, cheap], ['order.line.price']],
    ['a title', [{ title: 'M' }, { title: 'S' }], [{ title: 'S' }, { title: 'M' }], ['order.line.article']],
    [
      'a title, where positions are counted anew',
      [{ title: 'M' }, { title: 'S' }],
      [{ title: 'S' }],
      ['order.line.article', 'order.line.lost'],
    ],
    [
      'a title of lines that had not shipped: a note',
      [
        { ...open, title: 'M' },
        { ...open, title: 'S' },
      ],
      [
        { ...open, title: 'S' },
        { ...open, title: 'M' },
      ],
      ['order.line.edited'],
    ],
    ['not a discount that both have now', [cheap, plain], [cheap, cheap], ['order.line.edited']],
    [
      'not a title that both have now',
      [{ title: 'M' }, { title: 'S' }],
      [{ title: 'Tee' }, { title: 'Tee' }],
      [],
    ],
    [
      'not a cent that rounding moves',
      [{ tax_amount_cents: 33 }, { tax_amount_cents: 34 }],
      [{ tax_amount_cents: 34 }, { tax_amount_cents: 33 }],
      [],
    ],
  ])('under identifiers of the export: %s', async (_what, before, after, codes) => {
    await upload(order(2, before));
    expect(stored('SO-1').items).toHaveLength(before.length);
    expect([...new Set(codesOf(await upload(order(3, after))))].sort()).toEqual(codes);
  });
});

it('of any number of twins each keeps its discount, and no unit that shipped or was cancelled is taken back', () => {
  const [base] = orders(1) as [Order];
  const line = fc.record({
    off: fc.constantFrom(0, 50, 100),
    ...{ shipped: fc.nat(2), canceled: fc.nat(1), more: fc.nat(1), gone: fc.nat(1), key: fc.nat() },
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 6 }), (lines) => {
      const make = (isLater: boolean) => {
        const items = lines.map((one, i) => ({
          ...{ ...base.items[0]!, identifier: `L-${i}`, quantity: 5, tax_amount_cents: 0 },
          discount_amount_cents: one.off,
          quantity_shipped: one.shipped + (isLater ? one.more : 0),
          quantity_canceled: one.canceled + (isLater ? one.gone : 0),
        }));
        return { ...base, items: isLater ? keys.map((i) => items[i]!) : items };
      };
      const keys = [...lines.keys()].sort((a, b) => lines[a]!.key - lines[b]!.key);
      const known = orderFactsOf(make(false));
      const named = withAcceptedNames(make(true), known as KnownOrder);
      for (const was of known.lines) {
        const is = named.items.find(({ identifier }) => identifier === was.identifier)!;
        expect(is.discount_amount_cents).toBe(was.discountCents);
        expect([is.quantity_shipped < was.shipped, is.quantity_canceled < was.canceled]).toEqual([
          false,
          false,
        ]);
      }
    }),
  );
});

/** The most that any pairing of the rows from `row` on is worth. */
function most(table: readonly (readonly number[])[], row = 0, taken: readonly number[] = []): number {
  if (row === table.length) return 0;
  const free = table[row]!.map((worth, column) => [worth, column] as const);
  return Math.max(
    ...free
      .filter(([, column]) => !taken.includes(column))
      .map(([worth, column]) => worth + most(table, row + 1, [...taken, column])),
  );
}

it('best pairs are worth the most, each row and column once', () => {
  const table = fc.integer({ min: 0, max: 5 }).chain((size) =>
    fc.array(fc.array(fc.nat(9), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  );
  fc.assert(
    fc.property(table, (worth) => {
      const rows = bestPairs(worth.length, (row, column) => worth[row]![column]!);
      expect([...rows].sort()).toEqual([...rows.keys()]);
      expect(rows.reduce((sum, row, column) => sum + worth[row]![column]!, 0)).toBe(most(worth));
    }),
  );
});

it('best pairs that are all worth the same follow the sequence', () => {
  expect(bestPairs(300, () => 1)).toEqual([...Array(300).keys()]);
});
