// Verdict tables for the whole body of a post, and for the client's preparation of an order before it is checked.
import { ORDER, REFUNDED, type Verdict } from './verdicts.ts';

/** The body that the rows below change: two different orders. */
export const BODY = { returns_portal_order: { orders: [ORDER, { ...ORDER, identifier: 'W-20078' }] } };
const ORDERS = 'returns_portal_order.orders';
const other = { ...REFUNDED, identifier: 'W-20078' };

export const BODY_VERDICTS: readonly Verdict[] = [
  { name: 'two orders', change: {}, expect: [] },
  { name: 'a body that is a list', change: { '': [ORDER] }, expect: ['error orders.body.form '] },
  { name: 'a bare order', change: { '': ORDER }, expect: ['error orders.body.form returns_portal_order'] },
  {
    name: 'keys beside the orders',
    change: { meta: {}, 'returns_portal_order.page': 1 },
    expect: ['error orders.body.key meta', 'error orders.body.key returns_portal_order.page'],
  },
  {
    name: 'no orders',
    change: { [ORDERS]: undefined },
    expect: ['error orders.body.form returns_portal_order.orders'],
  },
  {
    name: 'one order without a list',
    change: { [ORDERS]: ORDER },
    expect: ['error orders.body.form returns_portal_order.orders'],
  },
  {
    name: 'an empty list',
    change: { [ORDERS]: [] },
    expect: ['warning orders.body.empty returns_portal_order.orders'],
  },
  {
    name: 'a fault in the second order',
    change: { [`${ORDERS}[1].items[0].sku`]: undefined },
    expect: ['error order.field.missing orders[1].items[0].sku'],
  },
  {
    name: 'an order that is null',
    change: { [`${ORDERS}[0]`]: null },
    expect: ['error order.field.type orders[0]'],
  },
  {
    name: 'the same order twice',
    change: { [`${ORDERS}[1].identifier`]: 'W-20077' },
    expect: ['warning orders.order.repeated orders[1].identifier'],
  },
  {
    name: 'the same order twice with its refund',
    change: { [ORDERS]: [REFUNDED, REFUNDED] },
    expect: ['warning orders.order.repeated orders[1].identifier'],
  },
  {
    name: 'two orders with one refund identifier',
    change: {
      [ORDERS]: [
        REFUNDED,
        {
          ...other,
          refunds: [
            {
              ...other.refunds[0],
              refund_line_items: [{ identifier: 'RFL-2', quantity: 1, order_item_identifier: '1' }],
            },
          ],
        },
      ],
    },
    expect: ['error refund.identifier.duplicate orders[1].refunds[0].identifier'],
  },
  {
    name: 'two orders with one refund line identifier',
    change: { [ORDERS]: [REFUNDED, { ...other, refunds: [{ ...other.refunds[0], identifier: 'RF-2' }] }] },
    expect: ['error refund.line.identifier.duplicate orders[1].refunds[0].refund_line_items[0].identifier'],
  },
];

/** Changes of the order, which the client finishes before it is checked. */
export const FINISH_VERDICTS: readonly Verdict[] = [
  { name: 'a complete order', change: {}, expect: [] },
  {
    name: 'without transactions',
    change: { transactions: undefined },
    expect: ['note order.derived transactions'],
  },
  { name: 'refunds null', change: { refunds: null }, expect: ['note order.derived refunds'] },
  {
    name: 'without the discount of the order, which all lines have',
    change: { discount_amount_cents: undefined },
    expect: ['note order.derived discount_amount_cents'],
  },
  { name: 'without discounts', change: { discounts: undefined }, expect: ['note order.derived discounts'] },
  {
    name: 'without any product_identifier: one note',
    change: { 'items[0].product_identifier': undefined, 'items[1].product_identifier': undefined },
    expect: ['note order.derived items[].product_identifier'],
  },
  {
    name: 'without line amounts: one note',
    change: { 'items[0].product_amount_cents': undefined, 'items[1].product_amount_cents': undefined },
    expect: ['note order.derived items[].product_amount_cents'],
  },
  {
    name: 'without sums',
    change: { total_amount_cents: undefined, product_amount_cents: undefined, tax_amount_cents: undefined },
    expect: [
      'note order.derived product_amount_cents',
      'note order.derived tax_amount_cents',
      'note order.derived total_amount_cents',
    ],
  },
  {
    name: 'without a total where shipping makes it undecidable',
    change: { total_amount_cents: undefined, shipping_amount_cents: 500 },
    expect: ['error order.field.missing total_amount_cents'],
  },
  {
    name: 'without line tax nothing is invented',
    change: { 'items[0].tax_amount_cents': undefined, tax_amount_cents: undefined },
    expect: [
      'error order.field.missing items[0].tax_amount_cents',
      'error order.field.missing tax_amount_cents',
    ],
  },
  {
    name: 'null in optional fields',
    change: { 'items[0].upc': null, 'shipping_address.street2': null, concept: null },
    expect: [],
  },
  {
    name: 'null in a recommended field is absent',
    change: { raw_status: null },
    expect: ['warning order.field.recommended raw_status'],
  },
  {
    name: 'null in a required field',
    change: { 'customer.email': null },
    expect: ['error order.field.missing customer.email'],
  },
  {
    name: 'what is given is not touched',
    change: { total_amount_cents: 1 },
    expect: ['error order.total.unexplained total_amount_cents'],
  },
  {
    name: 'a status is not mended',
    change: { status: 'created' },
    expect: ['error order.status.unknown status'],
  },
];
