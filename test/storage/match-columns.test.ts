// The columns of a header beside those that mappings were made for.
import { describe, expect, test } from 'vitest';
import { matchColumns } from '../../src/storage/match-columns.ts';

const match = (columns: readonly string[], ...candidates: readonly (readonly string[])[]) =>
  matchColumns(
    columns,
    candidates.map((one, i) => ({ id: i, columns: one })),
  );

test('the same columns are exact, in any order; those that begin with _ and those without a name do not count', () => {
  expect(match(['b', 'a', '_x', ''], ['a', 'b'])).toMatchObject({
    ...{ exact: true, same: ['a', 'b'], added: [], missing: [], renamed: [] },
  });
  // One letter, written as one character and as two.
  expect(match(['Gr\u00f6\u00dfe'], ['Gro\u0308\u00dfe'])).toMatchObject({ exact: true });
});

test('a column that stands twice counts twice', () => {
  expect(match(['a', 'Price', 'Price'], ['a', 'Price'])).toMatchObject({ exact: false, added: ['Price'] });
  expect(match(['a', 'Price', 'Price'], ['Price', 'a', 'Price'])).toMatchObject({ exact: true });
});

test('the exact one wins, else the one with the largest part in common, else none', () => {
  expect(match(['a', 'b'], ['a', 'b', 'c'], ['b', 'a'], ['a'])?.candidate.id).toBe(1);
  expect(match(['a', 'b', 'x', 'y'], ['a'], ['a', 'b', 'c'])?.candidate.id).toBe(1);
  expect(match(['a', 'b'], ['a', 'c'], ['a', 'd'])?.candidate.id).toBe(0);
  expect(match(['a', 'b'], ['c'], [])).toBeUndefined();
  expect(match([], [], ['a'])).toBeUndefined();
  expect(match(['_a'], ['_a'])).toBeUndefined();
});

describe('a missing and an added column are one renamed column', () => {
  test.each([
    ['case', 'Order ID', 'order id'],
    ['spaces and punctuation', 'Lineitem name', 'lineitem_name'],
    ['accents', 'Größe café', 'große cafe'],
    ['one letter of many', 'Billing Adress', 'Billing Address'],
    ['letters that are not Latin', 'Номер заказа', 'номер-заказа'],
  ])('by %s', (_how, from, to) => {
    expect(match(['Total', to], ['Total', from])).toMatchObject({
      ...{ exact: false, same: ['Total'], renamed: [{ from, to }], added: [], missing: [] },
    });
  });

  test.each([
    ['another word', 'Subtotal', 'Discount'],
    ['another number', 'Address 1', 'Address 2'],
    ['another rate', 'Tax 7', 'Tax 19'],
    ['short names', 'Tag', 'Tax'],
    ['nothing but punctuation', '#', '%'],
  ])('but not with %s', (_how, from, to) => {
    expect(match(['Total', to], ['Total', from])).toMatchObject({
      ...{ renamed: [], added: [to], missing: [from] },
    });
  });

  test('each only once, the nearest first', () => {
    expect(match(['k', 'Order Number', 'Order Numbr'], ['k', 'order number', 'Order Numbers'])).toMatchObject(
      {
        renamed: [
          { from: 'order number', to: 'Order Number' },
          { from: 'Order Numbers', to: 'Order Numbr' },
        ],
      },
    );
  });
});

test('headers of thousands of other columns are compared without pairing each with each', () => {
  const of = (what: string) => Array.from({ length: 4000 }, (_, i) => `${what} column ${i}`);
  expect(match(['a', ...of('left')], ['a', ...of('right')])).toMatchObject({ same: ['a'], renamed: [] });
});
