// How answers change a mapping that is there already.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readCommon, readerOf } from '../../../src/input/mapping/values/date-format.ts';
import { withAnswers } from '../../../src/orders/map/ask/kinds.ts';
import { commonFormats } from '../../../src/orders/map/look/columns.ts';
import { REPOSITORY } from '../../helpers/cli.ts';

const shipped = (name: string) =>
  JSON.parse(fs.readFileSync(path.join(REPOSITORY, 'samples/mappings', `${name}.json`), 'utf8'));

test('a new word is like the plainest one with its meaning, not like one that is refused', () => {
  const mapping = shipped('bigcommerce-orders');
  const { values } = mapping.order.status.else;
  const first = Object.keys(values).filter((word) => values[word] === 'Created');
  expect(first.slice(0, 2)).toEqual(['Partially Refunded', mapping.rows.refuse[0].when.equals]);
  const edited = withAnswers(mapping, { statuses: { Packing: 'Created', Sent: 'Shipped' } });
  expect(edited['rows']).toEqual(mapping.rows);
  expect(edited).toMatchObject({
    order: { status: { else: { values: { Packing: 'Created', Sent: 'Shipped' } } } },
    item: {
      quantity_shipped: {
        cases: [{ when: { any: [{ equals: ['Shipped', 'Completed', 'Sent'] }, {}] } }],
      },
    },
  });
});

test('a new word is not like one that the status treats in another way', () => {
  const mapping = shipped('bigcommerce-rest');
  // 4 is a refunded order, which counts as shipped when units have left; 5 is a cancelled one.
  const edited = withAnswers(mapping, { statuses: { '99': 'Cancelled' } });
  expect(edited).toMatchObject({
    order: { status: { cases: mapping.order.status.cases } },
    item: {
      quantity_shipped: mapping.item.quantity_shipped,
      quantity_canceled: { cases: [{}, { when: { equals: ['2', '4', '5', '6', '10', '99'] } }, {}] },
    },
  });
});

test('a known word with another meaning leaves the conditions of the old one', () => {
  const edited = withAnswers(shipped('woocommerce-orders'), { statuses: { 'On hold': 'Cancelled' } });
  expect(edited).toMatchObject({
    item: {
      quantity_shipped: {
        cases: [
          {},
          { when: { equals: ['Processing', 'Partially Shipped', 'Cancelled', 'Refunded', 'On hold'] } },
        ],
      },
      quantity_canceled: { cases: [{ when: { any: [{ equals: ['Cancelled', 'On hold'] }, {}] } }] },
    },
  });
  const open = withAnswers(shipped('woocommerce-orders'), { statuses: { Completed: 'Created' } });
  expect(open).toMatchObject({
    item: { quantity_shipped: { cases: [{ when: { any: [{ equals: [] }, {}] } }, {}] } },
  });
});

test('an answer that says what the mapping says changes nothing', () => {
  const mapping = shipped('woocommerce-orders');
  expect(withAnswers(mapping, { statuses: { Completed: 'Shipped' }, currency: 'USD' })).toEqual(mapping);
});

test('refused refunds leave other warnings as they are', () => {
  const warn = [{ when: { column: 'Gift', equals: 'yes' }, reason: 'a gift' }];
  const edited = withAnswers(
    { rows: { order: 'No', warn } },
    { refunds: 'refuse' },
    { column: 'Back', mapping: {} },
  );
  expect(edited['rows']).toMatchObject({
    order: 'No',
    warn,
    refuse: [{ when: { column: 'Back', matches: '[1-9]' } }],
  });
  expect(withAnswers({ rows: { warn } }, { refunds: 'refuse' })).toEqual({ rows: { warn } });
});

test.each(['day first', 'month first'] as const)(
  '%s: the formats read what is read without them',
  (order) => {
    const readers = commonFormats(order).map((format) => readerOf(format)!);
    const days = [
      '2026-05-04',
      ...['/', '.', '-'].flatMap((sign) => [`04${sign}05${sign}2026`, `4${sign}5${sign}2026`]),
    ];
    const times = [
      '',
      ' 9:15',
      ' 09:15:30',
      ', 09:15',
      ', 09:15:30',
      ' 9:15 PM',
      ', 9:15:30 PM',
      ' 09:15:30 +02:00',
    ];
    const texts = days.flatMap((day) =>
      times.filter((time) => !(day.startsWith('2026') && /,|PM/.test(time))).map((time) => day + time),
    );
    for (const text of [
      ...texts,
      '2026-05-04T09:15:30',
      '2026-05-04T09:15:30Z',
      '2026-05-04T09:15:30+02:00',
    ]) {
      const expected = readCommon(text, order);
      expect(expected, text).toBeDefined();
      const read = readers.map((one) => one(text)).filter((one) => one !== undefined);
      expect(read[0], text).toEqual(expected);
      expect(new Set(read.map(({ wall }) => wall)).size, text).toBe(1);
    }
  },
);

test('a title that is put together stands for a missing sku, too', () => {
  const mapping = shipped('wix-orders');
  expect(withAnswers(mapping, { sku: 'title' })).toMatchObject({
    item: {
      sku: { cases: [{ when: { column: 'SKU', empty: false }, value: 'SKU' }], else: mapping.item.title },
      variant_identifier: { else: mapping.item.title },
    },
  });
});
