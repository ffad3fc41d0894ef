// The corpus itself: names, headers and forms of its exports, and how its answerer chooses among sums.
import { expect, it } from 'vitest';
import { equationChoice } from './equations.ts';
import { EXPORTS } from './exports/all.ts';
import { factsOf } from './facts.ts';
import { write } from './write.ts';

it('every export has a name and a seed of its own, and no header twice', () => {
  expect(EXPORTS.length).toBeGreaterThanOrEqual(60);
  const names = EXPORTS.map(({ name }) => name);
  const seeds = EXPORTS.map(({ shop }) => shop.seed);
  expect([new Set(names).size, new Set(seeds).size]).toEqual([names.length, seeds.length]);
  for (const one of EXPORTS) {
    const headers = write(one, factsOf(one.shop)).columns.map(({ header }) => header);
    expect(new Set(headers).size, `${one.name}: ${headers.join(', ')}`).toBe(headers.length);
  }
});

it('an export is the same on every run', () => {
  const bytes = () => EXPORTS.map((one) => write(one, factsOf(one.shop)).bytes.toString('hex'));
  expect(bytes()).toEqual(bytes());
});

it('among sums the answerer takes the one that is true of every order, and none when no sum is', () => {
  const orders = [{ lines: [{ price: 250, quantity: 2 }], freight: 90, total: 590 }];
  type One = (typeof orders)[number];
  const column = (
    header: string,
    amount: (order: One, line: One['lines'][number]) => number,
    isLine = false,
  ) => ({
    header,
    amount,
    of: isLine ? ('line' as const) : ('order' as const),
    isTotal: header === 'Total',
  });
  const columns = [
    column('Price', (_, { price }) => price, true),
    column('Qty', (_, { quantity }) => quantity, true),
    column('Shipping', ({ freight }) => freight),
    column('Total', ({ total }) => total),
    { ...column('Weight', () => 90), amount: undefined },
  ];
  const choose = (...texts: string[]) =>
    equationChoice(
      columns,
      orders,
      (sum, { total }) => sum === total,
      texts.map((text) => ({ value: text, text })),
    );
  const right = 'Price x Qty + Shipping = Total';
  expect(choose('Price x Qty = Total', right, 'sum of Price + Shipping = Total')).toBe(right);
  expect(choose('Price x Qty + Shipping = the total')).toBe('Price x Qty + Shipping = the total');
  expect(choose('Price x Qty + Weight = Total', 'Price x Qty + Shipping = Shipping')).toBeUndefined();
});
