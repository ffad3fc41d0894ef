// Verdict tables for the whole body of a post, and for the client's preparation of an order before it is checked.
import { at, each, found, ORDER, REFUNDED, row, type Verdict } from './verdicts.ts';

/** The body that the rows below change: two different orders. */
export const BODY = { returns_portal_order: { orders: [ORDER, { ...ORDER, identifier: 'W-20078' }] } };
const ORDERS = 'returns_portal_order.orders';
const other = { ...REFUNDED, identifier: 'W-20078' };

export const BODY_VERDICTS: readonly Verdict[] = [
  row('two orders', {}),
  at('a body that is a list', '', [ORDER], 'error orders.body.form'),
  row('a bare order', { '': ORDER }, 'error orders.body.form returns_portal_order'),
  each('keys beside the orders', {
    meta: [{}, 'error orders.body.key'],
    'returns_portal_order.page': [1, 'error orders.body.key'],
  }),
  row('no orders', { [ORDERS]: undefined }, 'error orders.body.form returns_portal_order.orders'),
  row('one order without a list', { [ORDERS]: ORDER }, 'error orders.body.form returns_portal_order.orders'),
  row('an empty list', { [ORDERS]: [] }, 'warning orders.body.empty returns_portal_order.orders'),
  row(
    'a fault in the second order',
    { [`${ORDERS}[1].items[0].sku`]: undefined },
    'error order.field.missing orders[1].items[0].sku',
  ),
  row('an order that is null', { [`${ORDERS}[0]`]: null }, 'error order.field.type orders[0]'),
  ...found('warning orders.order.repeated orders[1].identifier', {
    'the same order twice': { [`${ORDERS}[1].identifier`]: 'W-20077' },
    'the same order twice with its refund': { [ORDERS]: [REFUNDED, REFUNDED] },
  }),
  row(
    'two orders with one refund line identifier',
    { [ORDERS]: [REFUNDED, { ...other, refunds: [{ ...other.refunds[0], identifier: 'RF-2' }] }] },
    'error refund.line.identifier.duplicate orders[1].refunds[0].refund_line_items[0].identifier',
  ),
];

/** Changes of the order, which the client finishes before it is checked. */
export const FINISH_VERDICTS: readonly Verdict[] = [
  row('a complete order', {}),
  at('without transactions', 'transactions', undefined, 'note order.derived'),
  at('refunds null', 'refunds', null, 'note order.derived'),
  at('without the discount, which all lines have', 'discount_amount_cents', undefined, 'note order.derived'),
  at('without discounts', 'discounts', undefined, 'note order.derived'),
  row(
    'without any product_identifier: one note',
    { 'items[0].product_identifier': undefined, 'items[1].product_identifier': undefined },
    'note order.derived items[].product_identifier',
  ),
  row(
    'without line amounts: one note',
    { 'items[0].product_amount_cents': undefined, 'items[1].product_amount_cents': undefined },
    'note order.derived items[].product_amount_cents',
  ),
  each('without sums', {
    total_amount_cents: [undefined, 'note order.derived'],
    product_amount_cents: [undefined, 'note order.derived'],
    tax_amount_cents: [undefined, 'note order.derived'],
  }),
  row(
    'without a total where shipping makes it undecidable',
    { total_amount_cents: undefined, shipping_amount_cents: 500 },
    'error order.field.missing total_amount_cents',
  ),
  each('without line tax nothing is invented', {
    'items[0].tax_amount_cents': [undefined, 'error order.field.missing'],
    tax_amount_cents: [undefined, 'error order.field.missing'],
  }),
  row('null in optional fields', { 'items[0].upc': null, 'shipping_address.street2': null, concept: null }),
  at('null in a recommended field is absent', 'raw_status', null, 'warning order.field.recommended'),
  at('null in a required field', 'customer.email', null, 'error order.field.missing'),
  at('what is given is not touched', 'total_amount_cents', 1, 'error order.total.unexplained'),
  at('a status is not mended', 'status', 'created', 'error order.status.unknown'),
];
