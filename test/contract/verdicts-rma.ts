// Verdict tables for RMA messages: alone, in sequence, and against known orders. All expectations are written by hand.
import type { Verdict } from './verdicts.ts';

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

/** The same before the carrier has scanned the package. */
const untracked = { tracking_number: null, package_tracking_status: null };
export const RMA_CREATED = {
  ...RMA,
  updated_at: '2026-11-15T10:00:00Z',
  items: RMA.items.map((item) => ({ ...item, ...untracked })),
};

const inField = (field: string, code: string, words: readonly string[], at = ''): Verdict[] =>
  words.map((word) => ({
    name: `${field} ${word} is known in the field`,
    change: { [`${at}${field}`]: word },
    expect: [`note rma.${code}.known_in_field ${at}${field}`],
  }));

const shown = (field: string, words: readonly unknown[], at = ''): Verdict[] =>
  words.map((word) => ({
    name: `${field} ${word} is shown in the interface`,
    change: { [`${at}${field}`]: word },
    expect: [],
  }));

const unknown = (field: string, code: string, words: readonly string[], at = ''): Verdict[] =>
  words.map((word) => ({
    name: `${field} ${JSON.stringify(word)} is unknown`,
    change: { [`${at}${field}`]: word },
    expect: [`warning rma.${code}.unknown ${at}${field}`],
  }));

const missing = (level: string, rule: string, paths: readonly string[]): Verdict[] =>
  paths.flatMap((path) => [
    { name: `no ${path}`, change: { [path]: undefined }, expect: [`${level} rma.field.${rule} ${path}`] },
    { name: `null as ${path}`, change: { [path]: null }, expect: [`${level} rma.field.${rule} ${path}`] },
  ]);

export const RMA_VERDICTS: readonly Verdict[] = [
  {
    name: 'damaged and invisible characters',
    change: {
      'items[0].tracking_number': '9.4E+21',
      'items[0].return_reason': '1.5E+03',
      'items[1].tracking_number': '#N/A',
      'items[1].return_reason': 'zu gro?e Gr\ufffd\u00dfe',
      'items[1].sku': 'null',
      'items[2].order_line_item_identifier': '2\u00a0',
    },
    expect: [
      'error rma.identifier.exponent items[0].tracking_number',
      'warning rma.text.exponent items[0].return_reason',
      'warning rma.text.spreadsheet items[1].tracking_number',
      'warning rma.text.replaced items[1].return_reason',
      'warning rma.text.null items[1].sku',
      'warning rma.text.invisible items[2].order_line_item_identifier',
    ],
  },
  { name: 'a valid message with extra fields', change: {}, expect: [] },
  ...missing('error', 'missing', [
    'rma_identifier',
    'status',
    'created_at',
    'items',
    'return_method',
    'items[1].order_line_item_identifier',
    'items[1].order_identifier',
    'items[1].sku',
    'items[1].refund_type',
  ]),
  ...missing('warning', 'recommended', [
    'return_shipping_cost_cents',
    'gift_refund_only',
    'items[2].return_reason',
    'items[2].is_exchange',
    'items[2].refund_financials',
    'items[2].refund_financials.estimated_refund_amount_cents',
    'items[2].refund_financials.shopper_refund_amount_cents',
  ]),
  ...['exchange_order_identifier', 'original_order_identifier'].flatMap((field) =>
    [null, '', undefined, 'EX-1'].map((value) => ({
      name: `${field} ${JSON.stringify(value)}`,
      change: { [`items[0].${field}`]: value },
      expect: [],
    })),
  ),
  ...[null, '', undefined].map((value) => ({
    name: `updated_at ${JSON.stringify(value)}`,
    change: { updated_at: value },
    expect: ['note rma.updated_at.missing updated_at'],
  })),
  ...[null, '', undefined, 'PENDING', 'RECEIVED', 'NOT_RECEIVED'].map((value) => ({
    name: `receiving_status ${JSON.stringify(value)}`,
    change: { 'items[0].receiving_status': value },
    expect: [],
  })),
  { name: 'not an object', change: { '': [1] }, expect: ['error rma.field.type '] },
  { name: 'null', change: { '': null }, expect: ['error rma.field.type '] },
  { name: 'no units', change: { items: [] }, expect: ['error rma.items.empty items'] },
  { name: 'items as an object', change: { items: {} }, expect: ['error rma.field.type items'] },
  { name: 'a unit that is a text', change: { 'items[1]': 'HAT' }, expect: ['error rma.field.type items[1]'] },
  { name: 'a unit that is null', change: { 'items[1]': null }, expect: ['error rma.field.type items[1]'] },
  {
    name: 'a unit without the keys of its parcel',
    change: { 'items[0].tracking_number': undefined, 'items[0].package_tracking_status': undefined },
    expect: [
      'warning rma.tracking.absent items[0].package_tracking_status',
      'warning rma.tracking.absent items[0].tracking_number',
    ],
  },
  {
    name: 'everything wrong at once',
    change: {
      rma_identifier: 7,
      status: 'Created',
      'items[0].sku': 5,
      'items[2].refund_type': 'CASH',
      created_at: 'x',
    },
    expect: [
      'error rma.field.type rma_identifier',
      'error rma.field.type items[0].sku',
      'warning rma.status.unknown status',
      'warning rma.refund_type.unknown items[2].refund_type',
      'error rma.date.invalid created_at',
    ],
  },
  ...(
    [
      ['items[0].order_identifier', 20077],
      ['items[0].is_exchange', 'false'],
      ['items[0].tracking_number', 1],
      ['items[0].refund_financials', []],
      ['items[0].refund_financials.estimated_refund_amount_cents', 32.4],
      ['items[0].refund_financials.shopper_refund_amount_cents', '3240'],
      ['items[0].refund_financials.anybrand_refund_amount_cents', '0'],
      ['items[0].refund_financials.anybrand_refund_amount_cents', 0.5],
      ['return_shipping_cost_cents', '495'],
      ['return_shipping_cost_cents', 4.95],
      ['gift_refund_only', 'no'],
      ['giftee_email', 5],
      ['updated_at', 1763200000],
      ['items[0].package_tracking_status', 3],
    ] as const
  ).map(([path, value]) => ({
    name: `${path} as ${JSON.stringify(value)}`,
    change: { [path]: value },
    expect: [
      `error rma.field.type ${path}`,
      // A number in giftee_email still counts as a given value.
      ...(path === 'giftee_email' ? ['note rma.giftee.unexpected giftee_email'] : []),
    ],
  })),
  {
    name: 'blank identifiers',
    change: { rma_identifier: ' ', 'items[0].sku': '' },
    expect: ['error rma.field.empty rma_identifier', 'error rma.field.empty items[0].sku'],
  },
  {
    name: 'a quantity at a unit',
    change: { 'items[0].quantity': 2 },
    expect: ['warning rma.unit.quantity items[0].quantity'],
  },
  { name: 'a quantity of 1 at a unit', change: { 'items[0].quantity': 1 }, expect: [] },
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
    [null, '', undefined].map((number) => ({
      name: `${status} with ${JSON.stringify(number)} as tracking number`,
      change: { 'items[0].package_tracking_status': status, 'items[0].tracking_number': number },
      expect: [
        'error rma.tracking.missing items[0].tracking_number',
        ...(/TRANSIT/.test(status)
          ? []
          : ['note rma.package_status.known_in_field items[0].package_tracking_status']),
      ],
    })),
  ),
  {
    name: 'FAILURE without a tracking number',
    change: { 'items[0].package_tracking_status': 'FAILURE', 'items[0].tracking_number': null },
    expect: ['note rma.package_status.known_in_field items[0].package_tracking_status'],
  },
  {
    name: 'express returns that travel together',
    change: { return_method: 'express-returns', 'items[0].tracking_number': null },
    expect: [],
  },
  {
    name: 'PRE_TRANSIT without a tracking number in an express return',
    change: {
      return_method: 'express-returns',
      'items[0].package_tracking_status': 'PRE_TRANSIT',
      'items[0].tracking_number': null,
    },
    expect: ['error rma.tracking.missing items[0].tracking_number'],
  },
  {
    name: 'a tracking number before its status',
    change: { 'items[0].package_tracking_status': null },
    expect: ['note rma.tracking.without_status items[0].package_tracking_status'],
  },
  {
    name: 'negative amounts',
    change: {
      return_shipping_cost_cents: -1,
      'items[0].refund_financials.estimated_refund_amount_cents': -3240,
      'items[1].refund_financials.anybrand_refund_amount_cents': -5,
      'items[2].refund_financials.shopper_refund_amount_cents': -1,
    },
    expect: [
      'warning rma.amount.negative return_shipping_cost_cents',
      'warning rma.amount.negative items[0].refund_financials.estimated_refund_amount_cents',
      'warning rma.amount.negative items[1].refund_financials.anybrand_refund_amount_cents',
      'warning rma.amount.negative items[2].refund_financials.shopper_refund_amount_cents',
    ],
  },
  {
    name: 'a shopper who gets more than there is',
    change: { 'items[0].refund_financials.shopper_refund_amount_cents': 3241 },
    expect: ['warning rma.amount.shopper_exceeds items[0].refund_financials.shopper_refund_amount_cents'],
  },
  {
    name: 'no provider amount',
    change: { 'items[0].refund_financials.anybrand_refund_amount_cents': undefined },
    expect: ['warning rma.field.recommended items[0].refund_financials.provider_refund_amount_cents'],
  },
  {
    name: 'a provider amount that is null',
    change: { 'items[0].refund_financials.anybrand_refund_amount_cents': null },
    expect: ['warning rma.field.recommended items[0].refund_financials.anybrand_refund_amount_cents'],
  },
  { name: 'a gift', change: { gift_refund_only: true, giftee_email: 'g@mail.example' }, expect: [] },
  {
    name: 'a gift without giftee',
    change: { gift_refund_only: true },
    expect: ['note rma.giftee.missing giftee_email'],
  },
  {
    name: 'a giftee without gift',
    change: { giftee_email: 'g@mail.example' },
    expect: ['note rma.giftee.unexpected giftee_email'],
  },
  { name: 'an empty giftee_email', change: { giftee_email: '' }, expect: [] },
  {
    name: 'a date as created_at',
    change: { created_at: '2026-11-15' },
    expect: ['error rma.date.invalid created_at'],
  },
  { name: 'an empty created_at', change: { created_at: '' }, expect: ['error rma.date.invalid created_at'] },
  {
    name: 'an unreadable updated_at',
    change: { updated_at: 'yesterday' },
    expect: ['error rma.date.invalid updated_at'],
  },
  {
    name: 'an updated_at without offset',
    change: { updated_at: '2026-11-16T08:00:00' },
    expect: ['warning rma.date.offset updated_at'],
  },
  {
    name: 'updated_at before created_at',
    change: { updated_at: '2026-11-15T09:59:59.999999Z' },
    expect: ['warning rma.updated_at.before_created updated_at'],
  },
  {
    name: 'too many units',
    change: { items: Array.from({ length: 10_001 }, () => 1) },
    expect: ['error rma.size.limit items'],
  },
];

/** The message after RMA (status TRANSIT, created); rows change this next message. */
const NEXT = { updated_at: '2026-11-16T18:00:00Z' };
const first = (field: string) => `items[0].${field}`;

export const STORY_VERDICTS: readonly Verdict[] = [
  { name: 'a newer message with nothing new', change: NEXT, expect: [] },
  { name: 'the same message', change: {}, expect: [] },
  {
    name: 'other content at the same time',
    change: { [first('return_reason')]: 'too warm' },
    expect: ['error rma.updated_at.unmoved updated_at'],
  },
  {
    name: 'the same time, written otherwise, and other content',
    change: { updated_at: '2026-11-16T13:00:00.123Z', [first('return_reason')]: 'too warm' },
    expect: ['error rma.updated_at.unmoved updated_at'],
  },
  {
    name: 'the same time, written otherwise',
    change: { updated_at: '2026-11-16T13:00:00.123Z' },
    expect: [],
  },
  {
    name: 'an older message that is otherwise a step back',
    change: { updated_at: '2026-11-15T10:05:00Z', [first('package_tracking_status')]: 'PRE_TRANSIT' },
    expect: [],
  },
  { name: 'REFUNDED', change: { ...NEXT, status: 'REFUNDED' }, expect: [] },
  { name: 'CANCELED', change: { ...NEXT, status: 'CANCELED' }, expect: [] },
  {
    name: 'back to PENDING_EXCHANGE',
    change: { ...NEXT, status: 'PENDING_EXCHANGE' },
    expect: ['warning rma.status.backward status'],
  },
  { name: 'an unknown status', change: { ...NEXT, status: 'WAITING' }, expect: [] },
  {
    name: 'TRANSIT back to PRE_TRANSIT',
    change: { ...NEXT, [first('package_tracking_status')]: 'PRE_TRANSIT' },
    expect: [`error rma.package_status.backward ${first('package_tracking_status')}`],
  },
  {
    name: 'TRANSIT back to nothing',
    change: { ...NEXT, [first('package_tracking_status')]: null },
    expect: [`error rma.package_status.backward ${first('package_tracking_status')}`],
  },
  {
    name: 'TRANSIT back to ACCEPTED',
    change: { ...NEXT, [first('package_tracking_status')]: 'ACCEPTED' },
    expect: [`warning rma.package_status.unusual ${first('package_tracking_status')}`],
  },
  {
    name: 'TRANSIT back to PRE_TRANSIT with a new label',
    change: {
      ...NEXT,
      [first('package_tracking_status')]: 'PRE_TRANSIT',
      [first('tracking_number')]: '1Z78',
    },
    expect: [
      `warning rma.package_status.unusual ${first('package_tracking_status')}`,
      `note rma.tracking.replaced ${first('tracking_number')}`,
    ],
  },
  ...['DELIVERED', 'RETURNED', 'FAILURE', 'SOMEWHERE'].map((status) => ({
    name: `TRANSIT to ${status}`,
    change: { ...NEXT, [first('package_tracking_status')]: status },
    expect: [],
  })),
  ...['RECEIVED', 'NOT_RECEIVED'].map((status) => ({
    name: `PENDING to ${status}`,
    change: { ...NEXT, [first('receiving_status')]: status },
    expect: [],
  })),
  {
    name: 'a refund_type that changed',
    change: { ...NEXT, 'items[2].refund_type': 'EVEN_EXCHANGE' },
    expect: ['note rma.refund_type.changed items[2].refund_type'],
  },
  {
    name: 'another created_at and return_method',
    change: { ...NEXT, created_at: '2026-11-15T11:00:00Z', return_method: 'customer-keep' },
    expect: ['warning rma.created_at.changed created_at', 'warning rma.return_method.changed return_method'],
  },
  {
    name: 'one unit less',
    change: { ...NEXT, items: RMA.items.slice(1) },
    expect: ['warning rma.units.gone items'],
  },
  {
    name: 'one unit more',
    change: { ...NEXT, items: [...RMA.items, RMA.items[2]] },
    expect: ['warning rma.units.appeared items'],
  },
  {
    name: 'a unit of another line instead',
    change: { ...NEXT, [first('order_line_item_identifier')]: '9' },
    expect: ['warning rma.units.appeared items', 'warning rma.units.gone items'],
  },
  { name: 'units in another order', change: { ...NEXT, items: [...RMA.items].reverse() }, expect: [] },
];

/** The message after the same RMA, refunded. */
export const REFUNDED_VERDICTS: readonly Verdict[] = [
  { name: 'the same message', change: {}, expect: [] },
  { name: 'a newer one', change: NEXT, expect: ['warning rma.refunded.again status'] },
  ...['CREATED', 'CANCELED', 'PARTIAL_REFUND', 'NEW'].map((status) => ({
    name: `${status}`,
    change: { ...NEXT, status },
    expect: ['error rma.refunded.left status'],
  })),
  {
    name: 'REFUNDED at the same time with other content',
    change: { [first('return_reason')]: 'too warm' },
    expect: ['error rma.updated_at.unmoved updated_at'],
  },
  {
    name: 'an older one that is CREATED',
    change: { updated_at: '2026-11-15T10:05:00Z', status: 'CREATED' },
    expect: [],
  },
  {
    name: 'CREATED at the same time',
    change: { status: 'CREATED' },
    expect: ['error rma.refunded.left status', 'error rma.updated_at.unmoved updated_at'],
  },
];

/** The message after RMA with the first package in FAILURE: delivery is tried again. */
export const FAILURE_VERDICTS: readonly Verdict[] = [
  ...['PRE_TRANSIT', 'ACCEPTED', 'TRANSIT', 'DELIVERED', 'RETURNED'].map((status) => ({
    name: `to ${status}`,
    change: { ...NEXT, [first('package_tracking_status')]: status },
    expect: [],
  })),
  {
    name: 'back to nothing',
    change: { ...NEXT, [first('package_tracking_status')]: null },
    expect: [`warning rma.package_status.unusual ${first('package_tracking_status')}`],
  },
];

/** The message after RMA with every receiving_status RECEIVED. */
export const RECEIVED_VERDICTS: readonly Verdict[] = ['PENDING', 'NOT_RECEIVED', null].map((status) => ({
  name: `back to ${status}`,
  change: { ...NEXT, [first('receiving_status')]: status },
  expect: [`warning rma.receiving_status.backward ${first('receiving_status')}`],
}));

const estimate = (i: number) => `items[${i}].refund_financials.estimated_refund_amount_cents`;

/** RMA against the order W-20077 (two hats, one scarf) with no refund. */
export const LEDGER_VERDICTS: readonly Verdict[] = [
  { name: 'what was shipped', change: {}, expect: [] },
  {
    name: 'an unknown order, once',
    change: { 'items[0].order_identifier': 'X-1', 'items[1].order_identifier': 'X-1' },
    expect: ['note rma.order.unknown items[0].order_identifier'],
  },
  {
    name: 'an unknown line',
    change: { 'items[2].order_line_item_identifier': '3' },
    expect: ['error rma.line.unknown items[2].order_line_item_identifier'],
  },
  {
    name: 'another sku',
    change: { 'items[2].sku': 'SCARF-BLU' },
    expect: ['error rma.line.sku items[2].sku'],
  },
  {
    name: 'three hats of two',
    change: {
      'items[2].order_line_item_identifier': '1',
      'items[2].sku': 'HAT-BLK',
      'items[2].refund_financials.estimated_refund_amount_cents': 3240,
    },
    expect: ['error rma.line.units items[0].order_line_item_identifier'],
  },
  {
    name: 'a cent too much',
    change: { [estimate(0)]: 3241 },
    expect: [`warning rma.estimate.exceeded ${estimate(0)}`],
  },
  { name: 'less', change: { [estimate(0)]: 3000 }, expect: [] },
  {
    name: 'REFUNDED without a refund, once',
    change: { status: 'REFUNDED' },
    expect: ['warning rma.refunded.without_refund status'],
  },
  {
    name: 'REFUNDED exchanges',
    change: {
      status: 'REFUNDED',
      ...Object.fromEntries([0, 1, 2].map((i) => [`items[${i}].refund_type`, 'EVEN_EXCHANGE'])),
    },
    expect: [],
  },
  { name: 'nothing that can be compared', change: { items: [1, {}, { order_identifier: 5 }] }, expect: [] },
];

/** RMA-77 against the same order with one hat refunded under RMA-5. */
export const LEDGER_REFUNDED_VERDICTS: readonly Verdict[] = [
  {
    name: 'a hat too many',
    change: {},
    expect: ['warning rma.line.refunded items[0].order_line_item_identifier'],
  },
  { name: 'the same RMA', change: { rma_identifier: 'RMA-5' }, expect: [] },
  { name: 'one hat', change: { items: [RMA.items[0]] }, expect: [] },
];

/** RMA-77 with one hat against an order with one hat shipped, and one cancelled and refunded without an RMA. */
export const LEDGER_CANCELED_VERDICTS: readonly Verdict[] = [
  {
    name: 'REFUNDED: nothing was paid for the returned one',
    change: { items: [RMA.items[0]], status: 'REFUNDED' },
    expect: ['warning rma.refunded.without_refund status'],
  },
];
