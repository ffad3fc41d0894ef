// Order messages, and what every inbound request needs, judged by hand: see judged.ts.
import { fields } from '../contract/verdicts.ts';
import { type Json, type Judged, missing, refuses, takes, without } from './judged.ts';

// Two units of one line, shipped: "total_amount_cents ... equals product_amount_cents + tax_amount_cents".
const LINE = {
  identifier: 'L1',
  sku: 'TEE-M',
  quantity: 2,
  quantity_shipped: 2,
  quantity_canceled: 0,
  tracking_number: '1Z999',
  shipped_date: '2026-03-02T08:00:00Z',
  product_identifier: 'TEE-M',
  variant_identifier: 'TEE',
  title: 'Tee, medium',
  tags: [] as unknown[],
  product_amount_cents: 5000,
  tax_amount_cents: 400,
  discount_amount_cents: 0,
  unit_price_amount_cents: 2500,
  image_url: 'https://images.example/tee.jpg',
  weight: 0.4,
};
/** "unshipped line with quantity_shipped 0 and amounts 0"; tracking number and ship date are absent. */
const UNSHIPPED = {
  ...without(LINE, 'tracking_number', 'shipped_date'),
  identifier: 'L2',
  quantity_shipped: 0,
  product_amount_cents: 0,
  tax_amount_cents: 0,
};
const ADDRESS = {
  name: 'Ada Byron',
  street1: '1 Long Street',
  city: 'Springfield',
  state: 'IL',
  zip_code: '62701',
  country_code: 'US',
  phone: '5550100',
};
const CUSTOMER = {
  identifier: 'C-1',
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@shop.example',
  phone: '5550100',
};
const ORDER = {
  identifier: 'SO-1',
  raw_status: 'shipped',
  status: 'Shipped',
  total_amount_cents: 5400,
  product_amount_cents: 5000,
  tax_amount_cents: 400,
  discount_amount_cents: 0,
  shipping_amount_cents: 0,
  shipping_tax_amount_cents: 0,
  currency: 'USD',
  tags: [] as unknown[],
  created_at: '2026-03-01T10:00:00Z',
  updated_at: '2026-03-02T10:00:00Z',
  items: [LINE] as unknown[],
  customer: CUSTOMER as unknown,
  shipping_address: ADDRESS as unknown,
  billing_address: ADDRESS as unknown,
  transactions: [] as unknown[],
  refunds: [] as unknown[],
  discounts: [] as unknown[],
};
const REFUND_LINE = { identifier: 'RL-1', quantity: 2, order_item_identifier: 'L1' };
/** A full refund of the order: both units, the whole total. */
const REFUND = {
  identifier: 'R-1',
  total_refund_amount_cents: 5400,
  refund_line_items: [REFUND_LINE] as unknown[],
  created_at: '2026-12-01T10:00:00Z',
};
const message = (...orders: unknown[]) => ({ returns_portal_order: { orders } });
export const order = (changes: Json = {}) => message({ ...ORDER, ...changes });
const line = (changes: Json, more: Json = {}) => order({ items: [{ ...LINE, ...changes }], ...more });
const refund = (changes: Json, more: Json = {}) => order({ refunds: [{ ...REFUND, ...changes }], ...more });
const refunding = (changes: Json) => refund({ refund_line_items: [{ ...REFUND_LINE, ...changes }] });
/** Without this field, by the list of the field notes: "Error when missing". */
const orderWithout = (field: string): Judged =>
  refuses(`without ${field}`, message(without(ORDER, field)), missing(`orders[0].${field}`), NOTES_REQUIRED);
const inOrder = (name: string, changes: Json, field: string, says = NOTES_REQUIRED) =>
  refuses(name, order(changes), missing(`orders[0].${field}`), says);
const lineWithout = (field: string, says?: string) =>
  inOrder(`a line without ${field}`, { items: [without(LINE, field)] }, `items[0].${field}`, says);
const refundWithout = (field: string, says = 'Field notes: of a refund what is not called optional') =>
  inOrder(`a refund without ${field}`, { refunds: [without(REFUND, field)] }, `refunds[0].${field}`, says);
const NOTES_REQUIRED = 'Field notes, Order message: error when missing';

const CENTS = 'Resources: money fields are integers in cents';
const NOT_NEGATIVE = 'Field notes, Order message: errors: negative amounts';
const DATE_TIMES = 'Resources: timestamps are ISO 8601 date-times';

/** A value that a field of the order cannot have: that field is the one of the answer. The same of a line, and of a refund. */
const wrong = (name: string, field: string, value: unknown, says: string) =>
  refuses(name, order({ [field]: value }), [`orders[0].${field}`], says);
const wrongLine = (name: string, field: string, value: unknown, says: string, more: Json = {}) =>
  refuses(name, line({ [field]: value }, more), [`orders[0].items[0].${field}`], says);
const wrongRefunding = (name: string, field: string, value: unknown, says: string) =>
  refuses(name, refunding({ [field]: value }), [`orders[0].refunds[0].refund_line_items[0].${field}`], says);

export const ORDERS: readonly Judged[] = [
  takes('a shipped order', order(), 'Mail-back, full refund (single-line order), 1'),
  takes(
    'an order of which a part has shipped',
    order({ status: 'Created', items: [LINE, UNSHIPPED] }),
    'Mail-back, full refund (multi-line order): status Created, unshipped line with amounts 0',
  ),
  takes(
    'two orders',
    message(ORDER, { ...ORDER, identifier: 'SO-2' }),
    'Returns portal order message: an orders array',
  ),
  takes(
    'a second snapshot',
    order({ updated_at: '2026-03-03T10:00:00Z' }),
    'Rules for when messages are sent, 3',
    { before: [order()] },
  ),
  refuses(
    'a right and a wrong order',
    message(ORDER, { ...ORDER, identifier: 'SO-2', status: 'Lost' }),
    ['orders[1].status'],
    'Errors: 422; design: all-or-nothing',
  ),
  refuses(
    'a second key beside returns_portal_order',
    { ...message(ORDER), meta: {} },
    ['meta'],
    'Returns portal order message: the body is an object with one key',
  ),
  refuses(
    'no key returns_portal_order',
    {},
    missing('returns_portal_order'),
    'Returns portal order message: one key',
  ),
  refuses(
    'orders that are no array',
    { returns_portal_order: { orders: ORDER } },
    ['returns_portal_order.orders'],
    'Returns portal order message: an orders array',
  ),
  ...fields(`
    identifier status shipping_amount_cents shipping_tax_amount_cents discount_amount_cents currency
    tags created_at updated_at customer shipping_address billing_address transactions refunds discounts
    items total_amount_cents product_amount_cents tax_amount_cents
  `).map((field) => orderWithout(field)),
  takes(
    'no raw_status',
    message(without(ORDER, 'raw_status')),
    'Field notes, Order message: every other field is a warning',
  ),
  takes(
    'a field that the interface does not name',
    order({ loyalty: { points: 3 } }),
    'Field notes: unknown extra fields are never an error',
  ),
  wrong('null for an array', 'transactions', null, 'Order object: must be sent; an empty array'),
  wrong('an identifier that is a number', 'identifier', 1001, 'Order object: identifier, string'),
  wrong('the status in lower case', 'status', 'shipped', 'Order object: Created, Shipped or Cancelled'),
  wrong('Canceled, with one l', 'status', 'Canceled', 'Field notes: a wrong spelling is an error'),
  takes(
    'a cancelled order',
    order({
      status: 'Cancelled',
      total_amount_cents: 0,
      product_amount_cents: 0,
      tax_amount_cents: 0,
      items: [{ ...UNSHIPPED, quantity_canceled: 2 }],
    }),
    'Order object: Cancelled',
  ),
  refuses(
    'Shipped with a line that has not shipped',
    order({ items: [LINE, UNSHIPPED] }),
    ['orders[0].status'],
    'Order object: Shipped once the full order has shipped',
  ),
  wrong('Created, every line shipped', 'status', 'Created', 'Order object: while some lines are unshipped'),
  takes(
    'Created with every line shipped but for cancelled units',
    line({ quantity: 3, quantity_canceled: 1 }, { status: 'Created' }),
    'Order object: whether a cancelled unit is unshipped is not said',
  ),
  wrong('an amount as text', 'shipping_amount_cents', '0', CENTS),
  wrongLine('an amount in dollars', 'discount_amount_cents', 1.5, CENTS),
  wrong('a negative amount', 'shipping_tax_amount_cents', -1, NOT_NEGATIVE),
  wrong('tags that are a text', 'tags', 'FinalSale', 'Order object: tags, array of strings'),
  takes(
    'times with an offset and a fraction',
    order({ created_at: '2026-03-01T11:00:00.250+02:00' }),
    'Resources: an explicit offset and Z, fractional seconds allowed',
  ),
  wrong('a day without a time', 'created_at', '2026-03-01', DATE_TIMES),
  wrong('a day that no calendar has', 'updated_at', '2026-02-30T10:00:00Z', DATE_TIMES),
  takes(
    'a snapshot that is ahead of the clock of the service',
    order({ updated_at: '2999-01-01T00:00:00Z' }),
    'Order object: updated_at, a timestamp; nothing is said about its distance from now',
  ),
  takes(
    'a time without an offset',
    order({ created_at: '2026-03-01T10:00:00' }),
    'Field notes, Order message: warnings: a time without offset',
  ),
  wrong('a total that is a cent off', 'total_amount_cents', 5401, 'Order object: product + tax'),
  refuses(
    'a product amount that is not the sum of the lines',
    order({ product_amount_cents: 4900, total_amount_cents: 5300 }),
    ['orders[0].product_amount_cents'],
    'Order object: sum of product_amount_cents of the lines',
  ),
  takes(
    'a total with the shipping',
    order({ shipping_amount_cents: 500, total_amount_cents: 5900 }),
    'Order object: behaviour with non-zero shipping is not shown, so nothing is breached',
  ),
];

export const LINES: readonly Judged[] = [
  ...fields(`
    identifier product_identifier variant_identifier title tags quantity_canceled discount_amount_cents
  `).map((field) => lineWithout(field)),
  lineWithout('sku', 'Field notes, Order message: here a missing sku is an error'),
  takes(
    'a line without the fields that are warnings',
    order({ items: [without(LINE, 'tracking_number', 'shipped_date', 'image_url', 'weight')] }),
    'Field notes, Order message: warning when missing',
  ),
  refuses(
    'a product amount that is not price x shipped',
    line({ product_amount_cents: 4000 }, { product_amount_cents: 4000, total_amount_cents: 4400 }),
    ['orders[0].items[0].product_amount_cents'],
    'Item object: unit price multiplied by quantity_shipped',
  ),
  refuses(
    'an unshipped line with an amount',
    order({
      status: 'Created',
      items: [LINE, { ...UNSHIPPED, product_amount_cents: 5000 }],
      product_amount_cents: 10_000,
      total_amount_cents: 10_400,
    }),
    ['orders[0].items[1].product_amount_cents'],
    'Item object: unit price multiplied by quantity_shipped',
  ),
  refuses(
    'discount on a line of which nothing has shipped',
    order({ status: 'Created', items: [LINE, { ...UNSHIPPED, discount_amount_cents: 200 }] }),
    ['orders[0].items[1].discount_amount_cents'],
    'Multi-line story: unshipped line with quantity_shipped 0 and amounts 0',
  ),
  wrongLine('more shipped than ordered', 'quantity', 1, 'Field notes: quantity below shipped + canceled'),
  wrongLine('1001 units', 'quantity', 1001, 'Field notes: quantity above 1000', { status: 'Created' }),
  wrongLine('half a unit', 'quantity', 2.5, 'Item object: quantity, integer'),
  wrongLine('a weight as text', 'weight', '0.4 kg', 'Item object: weight, number'),
  takes(
    'an image address that is none',
    line({ image_url: 'tee.jpg' }),
    'Item object: image_url, string (URL); a picture keeps no order out: a warning, by --level an error',
  ),
  takes(
    'a tracking number on a line that has not shipped',
    order({ status: 'Created', items: [LINE, { ...UNSHIPPED, tracking_number: '1Z1' }] }),
    'Field notes, Order message: warnings: tracking number on an unshipped line',
  ),
  ...['email', 'identifier'].map((field) =>
    inOrder(`a customer without ${field}`, { customer: without(CUSTOMER, field) }, `customer.${field}`),
  ),
  takes(
    'a customer without a phone, an address without one',
    order({ customer: without(CUSTOMER, 'phone', 'first_name'), billing_address: without(ADDRESS, 'phone') }),
    'Field notes, Order message: warning when missing',
  ),
  ...['name', 'street1', 'city', 'state', 'zip_code', 'country_code'].map((field) =>
    inOrder(`no ${field}`, { shipping_address: without(ADDRESS, field) }, `shipping_address.${field}`),
  ),
  takes(
    'a transaction with the fields of the field',
    order({
      transactions: [
        {
          identifier: 'T-1',
          amount_cents: 5400,
          status: 'SUCCESS',
          type: 'SALE',
          gateway: 'card',
          is_online: true,
          is_test: false,
          created_at: '2026-03-01T10:00:00Z',
          updated_at: '2026-03-01T10:00:00Z',
          parent_identifier: null,
          payment_details: {},
        },
      ],
    }),
    'Field notes, Order message: note when each element has the fields',
  ),
  refuses(
    'a transaction without its fields',
    order({ transactions: [{ note: 'paid' }] }),
    undefined,
    'Field notes, Order message: if given, it must be valid',
  ),
];

export const REFUNDS: readonly Judged[] = [
  takes('a full refund', refund({}), 'Refund object: for a full refund the total of the order'),
  takes(
    'a refund of one unit',
    refund({ total_refund_amount_cents: 2700, refund_line_items: [{ ...REFUND_LINE, quantity: 1 }] }),
    'Refund object: only the units associated with this refund',
  ),
  takes(
    'a refund with an RMA and a note',
    refund({ rma_identifier: 'RMA-1', note: 'worn' }),
    'Refund object: optional',
  ),
  takes(
    'a refund with a time that has passed',
    refund({ created_at: '2026-03-05T10:00:00Z' }),
    'Field notes, Order message: the date in the future is not enforced',
  ),
  takes(
    'the same refund in the next snapshot',
    refund({}, { updated_at: '2026-03-06T10:00:00Z' }),
    'Rules for when messages are sent, 3: a full snapshot again',
    { before: [refund({})] },
  ),
  refundWithout('created_at', 'Refund object: created_at, required'),
  refundWithout('identifier'),
  refundWithout('total_refund_amount_cents'),
  refundWithout('refund_line_items'),
  wrongRefunding('another line', 'order_item_identifier', 'L9', 'Refund object: the identifier of the line'),
  wrongRefunding('3 units of 2', 'quantity', 3, 'Refund object: the item quantity when all are returned'),
  refuses(
    'an identifier of a refund of another order',
    refund({ refund_line_items: [{ ...REFUND_LINE, identifier: 'RL-2' }] }, { identifier: 'SO-2' }),
    ['orders[0].refunds[0].identifier'],
    'Limits: refund identifiers unique across all refunds',
    { before: [refund({})] },
  ),
  refuses(
    'an identifier of a refund line of another order',
    refund({ identifier: 'R-2' }, { identifier: 'SO-2' }),
    ['orders[0].refunds[0].refund_line_items[0].identifier'],
    'Limits: refund identifiers unique across all refunds',
    { before: [refund({})] },
  ),
];
