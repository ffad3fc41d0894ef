// Verdict tables for RMA messages: alone, in sequence, and against known orders. All expectations are written by hand.
import { at, each, fields, found, many, row, type Verdict } from './verdicts.ts';

/** A valid message: two hats and a scarf in transit. */
export const RMA = {
  rma_identifier: 'RMA-77',
  status: 'CREATED',
  created_at: '2026-11-15T10:00:00Z',
  updated_at: '2026-11-16T08:00:00.123-05:00',
  items: [0, 1, 2].map((i) => ({
    order_line_item_identifier: i < 2 ? '1' : '2',
    order_identifier: 'W-20077',
    exchange_order_identifier: null,
    original_order_identifier: '',
    return_reason: 'does not fit',
    is_exchange: false,
    sku: i < 2 ? 'HAT-BLK' : 'SCARF-RED',
    tracking_number: '1Z77',
    package_tracking_status: 'TRANSIT',
    receiving_status: 'PENDING',
    refund_financials: {
      estimated_refund_amount_cents: i < 2 ? 3240 : 1620,
      anybrand_refund_amount_cents: 0,
      shopper_refund_amount_cents: i < 2 ? 3240 : 1620,
    },
    refund_type: 'REFUND',
    upc: '400000000017',
    never_seen: { deep: [1] },
  })),
  return_method: 'mail-back',
  return_shipping_cost_cents: 0,
  gift_refund_only: false,
  receiving_complete: false,
  bonus_credit_amount_cents: 0,
  'customer.tags': ['vip'],
};

const inField = (field: string, code: string, words: readonly string[], under = ''): Verdict[] =>
  words.map((word) =>
    at(`${field} ${word} is known in the field`, `${under}${field}`, word, `note rma.${code}.known_in_field`),
  );

const shown = (field: string, words: readonly unknown[], under = ''): Verdict[] =>
  words.map((word) => at(`${field} ${word} is shown in the interface`, `${under}${field}`, word));

const unknown = (field: string, code: string, words: readonly string[], under = ''): Verdict[] =>
  words.map((word) =>
    at(
      `${field} ${JSON.stringify(word)} is unknown`,
      `${under}${field}`,
      word,
      `warning rma.${code}.unknown`,
    ),
  );

const missing = (level: string, rule: string, paths: readonly string[]): Verdict[] =>
  paths.flatMap((path) => [
    at(`no ${path}`, path, undefined, `${level} rma.field.${rule}`),
    at(`null as ${path}`, path, null, `${level} rma.field.${rule}`),
  ]);

export const RMA_VERDICTS: readonly Verdict[] = [
  each('damaged and invisible characters', {
    'items[0].tracking_number': ['9.4E+21', 'error rma.identifier.exponent'],
    'items[0].return_reason': ['1.5E+03', 'warning rma.text.exponent'],
    'items[1].tracking_number': ['#N/A', 'warning rma.text.spreadsheet'],
    'items[1].return_reason': ['zu gro?e Gr\ufffd\u00dfe', 'warning rma.text.replaced'],
    'items[1].sku': ['null', 'warning rma.text.null'],
    'items[0].sku': ['1280.0', 'warning rma.text.decimal'],
    'items[2].order_line_item_identifier': ['2\u00a0', 'warning rma.text.invisible'],
  }),
  row('a valid message with extra fields', {}),
  ...missing(
    'error',
    'missing',
    fields(`
  rma_identifier status created_at items return_method items[1].order_line_item_identifier
  items[1].order_identifier items[1].sku items[1].refund_type
`),
  ),
  ...missing(
    'warning',
    'recommended',
    fields(`
  return_shipping_cost_cents gift_refund_only items[2].return_reason items[2].is_exchange
  items[2].refund_financials items[2].refund_financials.estimated_refund_amount_cents
  items[2].refund_financials.shopper_refund_amount_cents
`),
  ),
  ...['exchange_order_identifier', 'original_order_identifier'].flatMap((field) =>
    [null, '', undefined, 'EX-1'].map((value) =>
      at(`${field} ${JSON.stringify(value)}`, `items[0].${field}`, value),
    ),
  ),
  ...[null, '', undefined].map((value) =>
    at(`updated_at ${JSON.stringify(value)}`, 'updated_at', value, 'note rma.updated_at.missing'),
  ),
  ...[null, '', undefined, 'PENDING', 'RECEIVED', 'NOT_RECEIVED'].map((value) =>
    at(`receiving_status ${JSON.stringify(value)}`, 'items[0].receiving_status', value),
  ),
  at('not an object', '', [1], 'error rma.field.type'),
  at('null', '', null, 'error rma.field.type'),
  at('no units', 'items', [], 'error rma.items.empty'),
  at('items as an object', 'items', {}, 'error rma.field.type'),
  at('a unit that is a text', 'items[1]', 'HAT', 'error rma.field.type'),
  at('a unit that is null', 'items[1]', null, 'error rma.field.type'),
  each('a unit without the keys of its parcel', {
    'items[0].tracking_number': [undefined, 'warning rma.tracking.absent'],
    'items[0].package_tracking_status': [undefined, 'warning rma.tracking.absent'],
  }),
  each('everything wrong at once', {
    rma_identifier: [7, 'error rma.field.type'],
    status: ['Created', 'warning rma.status.unknown'],
    'items[0].sku': [5, 'error rma.field.type'],
    'items[2].refund_type': ['CASH', 'warning rma.refund_type.unknown'],
    created_at: ['x', 'error rma.date.invalid'],
  }),
  ...(
    [
      ['items[0].order_identifier', 20077],
      ['items[0].is_exchange', 'false'],
      ['items[0].refund_financials', []],
      ['items[0].refund_financials.anybrand_refund_amount_cents', 0.5],
      ['giftee_email', 5],
      ['updated_at', 1763200000],
    ] as const
  ).map(([path, value]) =>
    row(
      `${path} as ${JSON.stringify(value)}`,
      { [path]: value },
      `error rma.field.type ${path}`,
      ...(path === 'giftee_email' ? ['note rma.giftee.unexpected giftee_email'] : []),
    ),
  ),
  each('blank identifiers', {
    rma_identifier: [' ', 'error rma.field.empty'],
    'items[0].sku': ['', 'error rma.field.empty'],
  }),
  at('a quantity at a unit', 'items[0].quantity', 2, 'warning rma.unit.quantity'),
  at('a quantity of 1 at a unit', 'items[0].quantity', 1),
  ...shown('status', ['CREATED', 'REFUNDED']),
  ...inField('status', 'status', ['PENDING_EXCHANGE', 'PARTIAL_REFUND', 'CANCELED']),
  ...unknown('status', 'status', ['CANCELLED', 'created', '', 'DONE']),
  ...shown('return_method', ['mail-back', 'express-returns', 'customer-keep']),
  ...inField('return_method', 'return_method', ['home-pickup']),
  ...unknown('return_method', 'return_method', ['mail_back', 'MAIL-BACK']),
  ...shown('package_tracking_status', ['PRE_TRANSIT', 'TRANSIT'], 'items[0].'),
  ...inField(
    'package_tracking_status',
    'package_status',
    ['ACCEPTED', 'DELIVERED', 'RETURNED', 'FAILURE', 'NOT_DROPPED_OFF'],
    'items[0].',
  ),
  ...unknown('package_tracking_status', 'package_status', ['IN_TRANSIT'], 'items[0].'),
  ...unknown('receiving_status', 'receiving_status', ['Received', 'NOT RECEIVED'], 'items[0].'),
  ...shown('refund_type', ['REFUND', 'EVEN_EXCHANGE', 'UNEVEN_EXCHANGE'], 'items[0].'),
  ...inField(
    'refund_type',
    'refund_type',
    ['UNEVEN_GC', 'STANDARD_EXCHANGE', 'INSTANT_EXCHANGE', 'INSTANT_STORE_CREDIT'],
    'items[0].',
  ),
  ...unknown('refund_type', 'refund_type', ['', 'refund'], 'items[0].'),
  ...['PRE_TRANSIT', 'TRANSIT', 'ACCEPTED', 'DELIVERED', 'RETURNED'].flatMap((status) =>
    [null, '', undefined].map((number) =>
      row(
        `${status} with ${JSON.stringify(number)} as tracking number`,
        { 'items[0].package_tracking_status': status, 'items[0].tracking_number': number },
        'error rma.tracking.missing items[0].tracking_number',
        ...(/TRANSIT/.test(status)
          ? []
          : ['note rma.package_status.known_in_field items[0].package_tracking_status']),
      ),
    ),
  ),
  row(
    'FAILURE without a tracking number',
    { 'items[0].package_tracking_status': 'FAILURE', 'items[0].tracking_number': null },
    'note rma.package_status.known_in_field items[0].package_tracking_status',
  ),
  row('express returns that travel together', {
    return_method: 'express-returns',
    'items[0].tracking_number': null,
  }),
  row(
    'PRE_TRANSIT without a tracking number in an express return',
    {
      return_method: 'express-returns',
      'items[0].package_tracking_status': 'PRE_TRANSIT',
      'items[0].tracking_number': null,
    },
    'error rma.tracking.missing items[0].tracking_number',
  ),
  at(
    'a number before its status',
    'items[0].package_tracking_status',
    null,
    'note rma.tracking.without_status',
  ),
  each('negative amounts', {
    return_shipping_cost_cents: [-1, 'warning rma.amount.negative'],
    'items[0].refund_financials.estimated_refund_amount_cents': [-3240, 'warning rma.amount.negative'],
    'items[1].refund_financials.anybrand_refund_amount_cents': [-5, 'warning rma.amount.negative'],
    'items[2].refund_financials.shopper_refund_amount_cents': [-1, 'warning rma.amount.negative'],
  }),
  at(
    'a shopper who gets more than there is',
    'items[0].refund_financials.shopper_refund_amount_cents',
    3241,
    'warning rma.amount.shopper_exceeds',
  ),
  ...[undefined, null].map((value) =>
    row(
      `a provider amount that is ${value}`,
      { 'items[0].refund_financials.anybrand_refund_amount_cents': value },
      `warning rma.field.recommended items[0].refund_financials.${value === null ? 'anybrand' : 'provider'}_refund_amount_cents`,
    ),
  ),
  row('a gift', { gift_refund_only: true, giftee_email: 'g@mail.example' }),
  row('a gift without giftee', { gift_refund_only: true }, 'note rma.giftee.missing giftee_email'),
  at('a giftee without gift', 'giftee_email', 'g@mail.example', 'note rma.giftee.unexpected'),
  at('an empty giftee_email', 'giftee_email', ''),
  at('a date as created_at', 'created_at', '2026-11-15', 'error rma.date.invalid'),
  at('an unreadable updated_at', 'updated_at', 'yesterday', 'error rma.date.invalid'),
  at('an updated_at without offset', 'updated_at', '2026-11-16T08:00:00', 'warning rma.date.offset'),
  at(
    'before created_at',
    'updated_at',
    '2026-11-15T09:59:59.999999Z',
    'warning rma.updated_at.before_created',
  ),
  at('too many units', 'items', many(), 'error rma.size.limit'),
];

/** The message after RMA (status TRANSIT, created); rows change this next message. */
const NEXT = { updated_at: '2026-11-16T18:00:00Z' };
const next = (name: string, change: Verdict['change'], ...expect: readonly string[]): Verdict =>
  row(name, { ...NEXT, ...change }, ...expect);
const OTHER = { 'items[0].return_reason': 'too warm' };
const [PARCEL, NUMBER] = ['items[0].package_tracking_status', 'items[0].tracking_number'];
const RECEIVING = 'items[0].receiving_status';

export const STORY_VERDICTS: readonly Verdict[] = [
  next('a newer message with nothing new', {}),
  row('the same message', {}),
  ...found('error rma.updated_at.unmoved updated_at', {
    'other content at the same time': OTHER,
    'the same time, written otherwise, and other content': {
      updated_at: '2026-11-16T13:00:00.123Z',
      ...OTHER,
    },
  }),
  at('the same time, written otherwise', 'updated_at', '2026-11-16T13:00:00.123Z'),
  row('an older message that is otherwise a step back', {
    updated_at: '2026-11-15T10:05:00Z',
    [PARCEL]: 'PRE_TRANSIT',
  }),
  next('REFUNDED', { status: 'REFUNDED' }),
  next('CANCELED', { status: 'CANCELED' }),
  next('back to PENDING_EXCHANGE', { status: 'PENDING_EXCHANGE' }, 'warning rma.status.backward status'),
  next('an unknown status', { status: 'WAITING' }),
  ...found(`error rma.package_status.backward ${PARCEL}`, {
    'TRANSIT back to PRE_TRANSIT': { ...NEXT, [PARCEL]: 'PRE_TRANSIT' },
    'TRANSIT back to nothing': { ...NEXT, [PARCEL]: null },
  }),
  next('TRANSIT back to ACCEPTED', { [PARCEL]: 'ACCEPTED' }, `warning rma.package_status.unusual ${PARCEL}`),
  next(
    'TRANSIT back to PRE_TRANSIT with a new label',
    { [PARCEL]: 'PRE_TRANSIT', [NUMBER]: '1Z78' },
    `warning rma.package_status.unusual ${PARCEL}`,
    `note rma.tracking.replaced ${NUMBER}`,
  ),
  ...['DELIVERED', 'RETURNED', 'FAILURE', 'SOMEWHERE'].map((status) =>
    next(`TRANSIT to ${status}`, { [PARCEL]: status }),
  ),
  ...['RECEIVED', 'NOT_RECEIVED'].map((status) => next(`PENDING to ${status}`, { [RECEIVING]: status })),
  next(
    'a refund_type that changed',
    { 'items[2].refund_type': 'EVEN_EXCHANGE' },
    'note rma.refund_type.changed items[2].refund_type',
  ),
  next(
    'another created_at and return_method',
    { created_at: '2026-11-15T11:00:00Z', return_method: 'customer-keep' },
    'warning rma.created_at.changed created_at',
    'warning rma.return_method.changed return_method',
  ),
  next('one unit less', { items: RMA.items.slice(1) }, 'warning rma.units.gone items'),
  next('one unit more', { items: [...RMA.items, RMA.items[2]] }, 'warning rma.units.appeared items'),
  next('units in another order', { items: [...RMA.items].reverse() }),
];

/** The message after the same RMA, refunded. */
export const REFUNDED_VERDICTS: readonly Verdict[] = [
  row('the same message', {}),
  next('a newer one', {}, 'warning rma.refunded.again status'),
  ...['CREATED', 'CANCELED', 'PARTIAL_REFUND', 'NEW'].map((status) =>
    next(`${status}`, { status }, 'error rma.refunded.left status'),
  ),
  row('REFUNDED at the same time with other content', OTHER, 'error rma.updated_at.unmoved updated_at'),
  row('an older one that is CREATED', { updated_at: '2026-11-15T10:05:00Z', status: 'CREATED' }),
  row(
    'CREATED at the same time',
    { status: 'CREATED' },
    'error rma.refunded.left status',
    'error rma.updated_at.unmoved updated_at',
  ),
];

/** The message after RMA with the first package in FAILURE: delivery is tried again. */
export const FAILURE_VERDICTS: readonly Verdict[] = [
  ...['PRE_TRANSIT', 'ACCEPTED', 'TRANSIT', 'DELIVERED', 'RETURNED'].map((status) =>
    next(`to ${status}`, { [PARCEL]: status }),
  ),
  next('back to nothing', { [PARCEL]: null }, `warning rma.package_status.unusual ${PARCEL}`),
];

/** The message after RMA with every receiving_status RECEIVED. */
export const RECEIVED_VERDICTS: readonly Verdict[] = ['PENDING', 'NOT_RECEIVED', null].map((status) =>
  next(`back to ${status}`, { [RECEIVING]: status }, `warning rma.receiving_status.backward ${RECEIVING}`),
);

const estimate = (i: number) => `items[${i}].refund_financials.estimated_refund_amount_cents`;

/** RMA against the order W-20077 (two hats, one scarf) with no refund. */
export const LEDGER_VERDICTS: readonly Verdict[] = [
  row('what was shipped', {}),
  row(
    'an unknown order, once',
    { 'items[0].order_identifier': 'X-1', 'items[1].order_identifier': 'X-1' },
    'note rma.order.unknown items[0].order_identifier',
  ),
  at('an unknown line', 'items[2].order_line_item_identifier', '3', 'error rma.line.unknown'),
  at('another sku', 'items[2].sku', 'SCARF-BLU', 'error rma.line.sku'),
  row(
    'three hats of two',
    {
      'items[2].order_line_item_identifier': '1',
      'items[2].sku': 'HAT-BLK',
      [estimate(2)]: 3240,
    },
    'error rma.line.units items[0].order_line_item_identifier',
  ),
  at('a cent too much', estimate(0), 3241, 'warning rma.estimate.exceeded'),
  at('less', estimate(0), 3000),
  at('REFUNDED without a refund, once', 'status', 'REFUNDED', 'warning rma.refunded.without_refund'),
  row('REFUNDED exchanges', {
    status: 'REFUNDED',
    ...Object.fromEntries([0, 1, 2].map((i) => [`items[${i}].refund_type`, 'EVEN_EXCHANGE'])),
  }),
  at('nothing that can be compared', 'items', [1, {}, { order_identifier: 5 }]),
];

/** RMA-77 against the same order with one hat refunded under RMA-5. */
export const LEDGER_REFUNDED_VERDICTS: readonly Verdict[] = [
  row('a hat too many', {}, 'warning rma.line.refunded items[0].order_line_item_identifier'),
  at('the same RMA', 'rma_identifier', 'RMA-5'),
  at('one hat', 'items', [RMA.items[0]]),
];

/** RMA-77 with one hat against an order with one hat shipped, and one cancelled and refunded without an RMA. */
export const LEDGER_CANCELED_VERDICTS: readonly Verdict[] = [
  row(
    'REFUNDED: nothing was paid for the returned one',
    { items: [RMA.items[0]], status: 'REFUNDED' },
    'warning rma.refunded.without_refund status',
  ),
];
