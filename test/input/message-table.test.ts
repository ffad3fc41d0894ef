// Levels, columns and kinds of cells derived from shapes: of a made-up message, and of orders and ASNs against their JSON Schema.
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { asnShape } from '../../src/contract/asn.ts';
import { orderShape } from '../../src/contract/order.ts';
import { ASN_TABLE } from '../../src/input/asn-table.ts';
import {
  fieldsOf,
  type MessageTable,
  neededColumns,
  ORDER_TABLE,
  tableOf,
} from '../../src/input/message-table.ts';

describe('a table of a shape', () => {
  const time = z.string();
  z.globalRegistry.add(time, { format: 'date-time' });
  const shape = z.looseObject({
    asn_number: z.string(),
    sent: time.optional(),
    from: z.looseObject({ name: z.string() }),
    total_amount_cents: z.int(),
    notes: z.array(z.string()),
    extra: z.array(z.unknown()).optional(),
    cartons: z.array(
      z.looseObject({ weight: z.number(), details: z.array(z.looseObject({ count: z.int() })).optional() }),
    ),
  });
  const table = tableOf(
    shape,
    [
      { name: 'asn', list: '', key: ['asn_number'] },
      { name: 'carton', list: 'cartons', key: ['weight'] },
      { name: 'detail', list: 'details', key: ['count'] },
    ],
    { of: 'asn', version: 'sent' },
  );

  it('has a level for each list with rows of its own, the other fields are columns', () => {
    expect(table.levels.map(({ fields }) => fields.map(({ name, kind }) => `${name} ${kind}`))).toEqual([
      [
        'asn_number text',
        'sent timestamp',
        'from.name text',
        'total_amount_cents cents',
        'notes list',
        'extra json',
      ],
      ['carton.weight number'],
      ['detail.count integer'],
    ]);
  });

  it('takes amounts in decimals, too, and cannot lack what tells messages and versions apart', () => {
    expect([...table.columns].filter(([, { decimal }]) => decimal).map(([name]) => name)).toEqual([
      'total_amount',
      'total',
    ]);
    expect(table.hasAmounts).toBe(true);
    expect(neededColumns(table)).toEqual(['asn_number', 'sent']);
    expect(fieldsOf(table).filter(({ isNeededList }) => isNeededList)).toMatchObject([{ name: 'notes' }]);
  });
});

/** Columns as the JSON Schema of a message has them, with the type that stands there. */
function columnsIn(
  schema: z.core.JSONSchema.JSONSchema,
  levels: Record<string, string>,
  prefix = '',
): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const one = member as z.core.JSONSchema.JSONSchema;
    const level = levels[key];
    if (level !== undefined) return columnsIn(one.items as z.core.JSONSchema.JSONSchema, levels, `${level}.`);
    return one.type === 'object'
      ? columnsIn(one, levels, `${prefix}${key}.`)
      : [`${prefix}${key} ${one.type}`];
  });
}

const TYPES: Record<string, string> = {
  integer: 'integer',
  cents: 'integer',
  number: 'number',
  list: 'array',
  json: 'array',
};

test.each<[string, MessageTable, z.ZodType, Record<string, string>, string[]]>([
  [
    'order',
    ORDER_TABLE,
    orderShape,
    { items: 'item' },
    ['transactions', 'discounts', 'item.quantity_refunded'],
  ],
  ['ASN', ASN_TABLE, asnShape, { cartons: 'carton', details: 'detail' }, []],
])(
  'the template of an %s has every field of its shape, but for those seldom sent',
  (_, table, shape, levels, seldom) => {
    const shown = fieldsOf(table).filter(({ isShown }) => isShown);
    const expected = columnsIn(z.toJSONSchema(shape), levels).filter(
      (one) => !seldom.includes(one.split(' ')[0]!),
    );
    expect(shown.map(({ name, kind }) => `${name} ${TYPES[kind] ?? 'string'}`).sort()).toEqual(
      expected.sort(),
    );
    for (const name of seldom) expect(table.columns.has(name), name).toBe(true);
  },
);

test('columns of orders that the interface does not name are read, and not shown', () => {
  const names = [
    'concept',
    'note',
    'customer.tags',
    'billing_address.street2',
    'item.concept',
    'item.variants',
  ];
  const fields = names.map((name) => ORDER_TABLE.columns.get(name)?.field);
  expect(fields.map((field) => field?.isShown)).toEqual(names.map(() => false));
});
