// A remembered mapping and an export with other columns: what stays, what is asked, and what cannot be taken over.
import { describe, expect, test } from 'vitest';
import { takenOver } from '../../../src/orders/map/write/other-columns.ts';

const MAPPING = {
  name: 'Shop',
  order: { identifier: 'No', created_at: 'Placed', updated_at: { latest: ['Changed', 'Placed'] } },
  item: { identifier: { generate: 'line' }, quantity: 'Units', unit_price_amount_cents: 'Price' },
};
const withOrder = (more: object) => ({ ...MAPPING, order: { ...MAPPING.order, ...more } });
const withRows = (rows: object) => ({ ...MAPPING, rows });

describe('a renamed column', () => {
  const renamed = [{ from: 'Shipped', to: 'Shipped at' }];
  test.each([
    ['Shipped', 'Shipped at'],
    [{ column: ['A', 'Shipped#2'] }, { column: ['A', 'Shipped at#2'] }],
    [{ template: '{A} {Shipped}' }, { template: '{A} {Shipped at}' }],
    [{ latest: ['Shipped', 'A'] }, { latest: ['Shipped at', 'A'] }],
    [
      { sum: ['Shipped', 5, { share: 'Shipped', by: 'Shipped' }] },
      { sum: ['Shipped at', 5, { share: 'Shipped at', by: 'Shipped at' }] },
    ],
    [
      {
        cases: [{ when: { not: { column: 'Shipped', equals: 'Shipped' } }, value: { constant: 'Shipped' } }],
        else: 'Shipped',
      },
      {
        cases: [
          { when: { not: { column: 'Shipped at', equals: 'Shipped' } }, value: { constant: 'Shipped' } },
        ],
        else: 'Shipped at',
      },
    ],
    [
      { column: 'A', match: { Shipped: 'Shipped', B: { constant: 'Shipped' } } },
      { column: 'A', match: { 'Shipped at': 'Shipped at', B: { constant: 'Shipped' } } },
    ],
    // Words of the mapping that only look like the column.
    [
      { column: 'A', values: { done: 'Shipped' }, else: 'Shipped' },
      { column: 'A', values: { done: 'Shipped' }, else: 'Shipped' },
    ],
    [{ constant: 'Shipped' }, { constant: 'Shipped' }],
  ])('in %j is read under its new name', (before, after) => {
    expect(takenOver(withOrder({ status: before }), renamed, [])).toEqual({
      mapping: withOrder({ status: after }),
      lost: [],
    });
  });

  test('is found everywhere else, too', () => {
    const mapping = (name: string) => ({
      ...MAPPING,
      platform: { name: 'Shipped', ignored: [name] },
      rows: {
        order: ['No', name],
        skip: [{ when: { column: name, empty: true }, reason: 'Shipped' }],
        order_columns: [name],
      },
      tax: {
        mode: 'on_top',
        total: name,
        subtotal: { sum: [name], over: 'items' },
        tax: 'Tax',
        taxable: { column: name, empty: true },
      },
      with: { oms: { on: 'Shipped', key: name } },
    });
    expect(takenOver(mapping('Shipped'), renamed, [])?.mapping).toEqual(mapping('Shipped at'));
  });
});

describe('a missing column', () => {
  test.each([
    'Gone',
    { column: 'Gone', strip: '#' },
    { template: '{A} {Gone}' },
    { subtract: ['A', 'Gone'] },
    { cases: [{ when: { column: 'Gone', empty: true }, value: 'A' }] },
  ])('opens the field that is %j, which keeps what it says', (value) => {
    const mapping = withOrder({ note: value });
    expect(takenOver(mapping, [], ['Gone'])).toEqual({ mapping, lost: [{ field: 'note', column: 'Gone' }] });
  });

  test.each([
    [{ column: ['A', 'Gone'] }, { column: ['A'] }],
    [{ latest: ['Gone', 'A'] }, { latest: ['A'] }],
  ])('of several in %j: the others do without it', (before, after) => {
    expect(takenOver(withOrder({ note: before }), [], ['Gone'])).toEqual({
      mapping: withOrder({ note: after }),
      lost: [],
    });
  });

  test.each([
    ['tells the orders apart', withOrder({ identifier: 'Gone' })],
    ['is the only date of the last change', withOrder({ updated_at: 'Gone' })],
    ['is one of those that tell rows apart', withRows({ order: ['No', 'Gone'] })],
    ['says which rows are line items', withRows({ item: { column: 'Gone', equals: 'x' } })],
    [
      'says which rows are credit notes',
      withRows({ credit: { when: { column: 'Gone', lessThan: 0 }, reason: 'x' } }),
    ],
    [
      'stands in a rule',
      withRows({ skip: [{ when: { any: [{ column: 'Gone', empty: true }] }, reason: 'x' }] }),
    ],
    ['holds several lines', withRows({ split: { column: 'Gone', pattern: '{a}' } })],
    ['stands in the sums', { ...MAPPING, tax: { total: 'A', subtotal: 'B', tax: 'Gone' } }],
    ['stands in a refund', { ...MAPPING, refund: { identifier: 'Gone' } }],
    ['joins a second file', { ...MAPPING, with: { oms: { on: 'no', key: 'Gone' } } }],
    [
      'is units and price',
      { ...MAPPING, item: { ...MAPPING.item, quantity: 'Gone', unit_price_amount_cents: 'Gone' } },
    ],
  ])('that %s: the mapping has to be made again', (_, mapping) => {
    expect(takenOver(mapping, [], ['Gone'])).toBeUndefined();
    expect(takenOver(mapping, [], ['Other'])).toEqual({ mapping, lost: [] });
  });
});
