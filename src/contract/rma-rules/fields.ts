// Required fields of an RMA message, recommended fields, and fields that must not be empty; findings of the shapes.
import { isObject } from '../../basics/json.ts';
import {
  isGiven,
  itemPrefix,
  type Loose,
  leafOf,
  type Report,
  RMA_IDENTITY,
  RMA_MESSAGE,
  type Rule,
  ruleList,
  UNREADABLE,
  wrongType,
} from '../finding.ts';
import { textRules, timeRules } from '../message-rules.ts';
import { refundFinancialsShape, rmaItemShape, rmaShape } from '../rma.ts';
import { amountsOf, providerKeyOf } from '../rma-words.ts';
import { inTransit, preTransit, sampleFinancials, sampleRma, sampleUnit, withUnit } from '../sample-rma.ts';
import {
  fieldCheck,
  filledFields,
  isAbsent,
  isBlank,
  isNegative,
  sayMissing,
  sayType,
  sizeText,
} from '../shape-findings.ts';

/** The most units that one message may have. */
export const MAX_UNITS = 10_000;

const rules = ruleList({ source: RMA_MESSAGE, good: sampleRma() });

export const rmaSize = rules.error('rma.size.limit', {
  ...sizeText('An RMA message has', 'The message has', MAX_UNITS, 'units', 'The message is recorded. '),
  bad: () => sampleRma({ items: Array.from({ length: MAX_UNITS + 1 }, () => sampleUnit()) }),
});

export const rmaMissing = rules.error('rma.field.missing', {
  fixed: RMA_IDENTITY,
  title: 'A field that an RMA message cannot do without is there',
  explanation:
    'Without it the message cannot be matched to an RMA, an order or a line, or not be acted upon. Answer 200 all the same, or the service sends it again; then ask the service about it.',
  say: sayMissing,
  bad: withUnit({ sku: undefined }),
});

export const rmaType = rules.error('rma.field.type', {
  fixed: UNREADABLE,
  title: 'A field of the RMA message has the type the interface names',
  explanation:
    'Identifiers are texts even when they look like numbers, money is an integer of cents, flags are true or false. A receiver that reads strictly would refuse the message.',
  say: sayType,
  bad: sampleRma({ return_shipping_cost_cents: 4.95 }),
});

const rmaRecommended = rules.warning('rma.field.recommended', {
  title: 'A field that the interface lists for RMA messages is given',
  explanation:
    'The interface lists the field without calling it optional. The message can be acted upon without it, but a receiver that counts on it would not. Of refund_financials it lists three amounts: estimated, shopper and provider. The name of the provider amount carries a brand word: any other key that ends in _refund_amount_cents is it.',
  say: (_args, path) => `${leafOf(path)} is missing; the interface lists it.`,
  bad: withUnit({ return_reason: undefined }),
});

const rmaEmpty = rules.error('rma.field.empty', {
  fixed: RMA_IDENTITY,
  title: 'An identifier of the RMA message is not empty',
  explanation: 'An empty identifier refers to nothing: neither the order nor the line could be found.',
  say: (_args, path) => `${leafOf(path)} is empty; it must identify something.`,
  bad: withUnit({ order_identifier: '' }),
});

const rmaItemsEmpty = rules.error('rma.items.empty', {
  title: 'An RMA has units',
  explanation:
    'Each message carries the current full list of items, one object per returned unit; a return of nothing cannot be refunded.',
  say: () => 'The RMA has no items.',
  bad: sampleRma({ items: [] }),
});

const rmaUnitQuantity = rules.warning('rma.unit.quantity', {
  title: 'An item of an RMA is one unit',
  explanation:
    'If several units of one order line are returned, the line appears once per unit. An extra field quantity is not part of the interface; a receiver that counts objects would miss units.',
  say: (args) => `The item has a quantity of ${args.found}; one object stands for one unit.`,
  good: sampleRma({ items: [sampleUnit(), sampleUnit()] }),
  bad: withUnit({ quantity: 2 }),
});

/** What exports do to texts. */
export const rmaTexts = textRules('rma', rmaShape, withUnit, 'return_reason');

const checkFields = fieldCheck(
  [rmaEmpty, ['rma_identifier'], isBlank],
  [rmaRecommended, ['return_shipping_cost_cents', 'gift_refund_only'], isAbsent],
);
const checkFieldsOfUnit = fieldCheck(
  [rmaEmpty, filledFields(rmaItemShape), isBlank],
  [rmaRecommended, ['return_reason', 'is_exchange', 'refund_financials'], isAbsent],
);

/** Checks empty and recommended fields of the message itself. */
export function checkRmaFields(message: Loose, report: Report): void {
  checkFields(message, '', report);
  if (Array.isArray(message.items) && message.items.length === 0) report(rmaItemsEmpty, 'items');
}

/** Checks empty and recommended fields of one unit. */
export function checkUnitFields(item: Loose, index: number, report: Report): void {
  const at = itemPrefix(index);
  checkFieldsOfUnit(item, at, report);
  const quantity = item.quantity;
  if (typeof quantity === 'number' && quantity !== 1)
    report(rmaUnitQuantity, `${at}quantity`, { found: quantity });
  const financials = item.refund_financials;
  if (!isObject(financials)) return;
  const provider = providerKeyOf(financials) ?? 'provider_refund_amount_cents';
  for (const field of ['estimated_refund_amount_cents', provider, 'shopper_refund_amount_cents'])
    if (!isGiven(financials[field])) report(rmaRecommended, `${at}refund_financials.${field}`);
}

// How far an RMA is: its timestamps (readable, with an offset, in a plausible order), and the tracking numbers of its units against
// their package_tracking_status.

const times = timeRules('rma', (created_at) => sampleRma({ created_at }));
const progress = ruleList({ good: sampleRma() });

const rmaUpdatedMissing = progress.note('rma.updated_at.missing', {
  title: 'An RMA message has an updated_at',
  explanation:
    'The interface lists it; in the field it is not always there. Messages without it are taken in the order of their arrival, so a late one cannot be distinguished from a new one.',
  source: 'field notes',
  say: () => 'updated_at is missing, so the message is taken in the order of its arrival.',
  bad: sampleRma({ updated_at: undefined }),
});

const rmaUpdatedBefore = progress.warning('rma.updated_at.before_created', {
  title: 'updated_at of an RMA is not before created_at',
  explanation: 'A message cannot be older than its RMA.',
  say: () => 'updated_at is before created_at.',
  bad: sampleRma({ updated_at: '2026-03-09T09:00:00Z' }),
});

export function checkRmaTimes(message: Loose, report: Report): void {
  const created = times.check(message.created_at, 'created_at', report);
  if (!isGiven(message.updated_at)) {
    report(rmaUpdatedMissing, 'updated_at');
    return;
  }
  const updated = times.check(message.updated_at, 'updated_at', report);
  if (updated < created) report(rmaUpdatedBefore, 'updated_at');
}

const tracking = ruleList({ source: 'RMA' });

const trackingMissing = tracking.error('rma.tracking.missing', {
  title: 'A unit whose label was made has a tracking number',
  explanation:
    'The carrier supplies tracking number and label together: with PRE_TRANSIT the number is set, and a mail-back unit keeps it from there on.',
  say: (args) => `package_tracking_status is ${args.status}, but there is no tracking_number.`,
  good: withUnit(preTransit),
  bad: withUnit({ package_tracking_status: 'PRE_TRANSIT' }),
});

const trackingEarly = tracking.note('rma.tracking.without_status', {
  title: 'A tracking number comes with a package_tracking_status',
  explanation:
    'The interface sets both at once, when the carrier supplies the label. A number alone is kept; the status should follow with the next message.',
  say: () => 'There is a tracking_number, but no package_tracking_status yet.',
  good: withUnit(inTransit),
  bad: withUnit({ tracking_number: '1Z0002' }),
});

const trackingAbsent = tracking.warning('rma.tracking.absent', {
  title: 'Every unit has tracking_number and package_tracking_status, null on creation',
  explanation:
    'Both are a text or null. A sender that leaves them out never says that the carrier has scanned the parcel, so a refund at the scan would wait for ever.',
  source: RMA_MESSAGE,
  say: (args) => `Expected ${args.field}, a text or null; found neither.`,
  good: sampleRma(),
  bad: withUnit({ package_tracking_status: undefined }),
});

// Items dropped off without a box are shipped together, so only mail-back needs a tracking number per unit in transit.
const ON_THE_WAY: ReadonlySet<unknown> = new Set(['ACCEPTED', 'TRANSIT', 'DELIVERED', 'RETURNED']);
const OTHER_METHODS: ReadonlySet<unknown> = new Set(['express-returns', 'customer-keep', 'home-pickup']);

/** `method` is the return_method of the RMA; an unknown one counts as mail-back. */
export function checkTracking(item: Loose, index: number, method: unknown, report: Report): void {
  const at = itemPrefix(index);
  const { tracking_number: number, package_tracking_status: status } = item;
  if (status === undefined) absent('package_tracking_status', at, report);
  if (isGiven(number)) {
    if (!isGiven(status)) report(trackingEarly, `${at}package_tracking_status`);
  } else if (status === 'PRE_TRANSIT' || (ON_THE_WAY.has(status) && !OTHER_METHODS.has(method)))
    report(trackingMissing, `${at}tracking_number`, { status: String(status) });
  else if (number === undefined) absent('tracking_number', at, report);
}

const absent = (field: string, at: string, report: Report) =>
  void report(trackingAbsent, `${at}${field}`, { field });

// Money of an RMA message, and gifts: impossible amounts, and rules about giftee_email.

const giftWithEmail = sampleRma({ gift_refund_only: true, giftee_email: 'giftee@mail.example' });
const money = ruleList({ source: RMA_MESSAGE });

const rmaNegative = money.warning('rma.amount.negative', {
  title: 'Amounts of an RMA are not negative',
  explanation:
    'The interface does not forbid a negative amount, but gives none a meaning. Do not book it before the service has explained it.',
  source: 'this tool',
  say: (args, path) => `${leafOf(path)} is ${args.found} cents.`,
  good: sampleRma({ return_shipping_cost_cents: 495 }),
  bad: sampleRma({ return_shipping_cost_cents: -495 }),
});

const shopperExceeds = money.warning('rma.amount.shopper_exceeds', {
  title: 'The shopper does not get more than the total possible refund of the unit',
  explanation:
    'estimated_refund_amount_cents is the total possible refund of the unit; shopper_refund_amount_cents is the part of it that is estimated to go to the shopper.',
  say: (args) =>
    `The shopper would get ${args.shopper} cents of a total possible refund of ${args.estimated}.`,
  good: sampleRma(),
  bad: withUnit({ refund_financials: sampleFinancials({ shopper_refund_amount_cents: 2701 }) }),
});

const gifteeUnexpected = money.note('rma.giftee.unexpected', {
  title: 'giftee_email comes with gift_refund_only',
  explanation:
    'The interface sends giftee_email only when gift_refund_only is true; in the field it is seen without. Go by gift_refund_only.',
  source: 'field notes',
  say: () => 'There is a giftee_email, but gift_refund_only is not true.',
  good: giftWithEmail,
  bad: sampleRma({ giftee_email: 'giftee@mail.example' }),
});

const gifteeMissing = money.note('rma.giftee.missing', {
  title: 'A gift refund names the giftee',
  explanation:
    'gift_refund_only is true, so the refund goes to a gift card rather than to the original payment; giftee_email says to whom. The interface does not say that it is always sent.',
  say: () => 'gift_refund_only is true, but there is no giftee_email.',
  good: giftWithEmail,
  bad: sampleRma({ gift_refund_only: true }),
});

const checkShipping = fieldCheck([rmaNegative, ['return_shipping_cost_cents'], isNegative]);

export function checkRmaAmounts(message: Loose, report: Report): void {
  checkShipping(message, '', report);
  const isGift = message.gift_refund_only;
  if (isGift === true) {
    if (!isGiven(message.giftee_email)) report(gifteeMissing, 'giftee_email');
  } else if (isGiven(message.giftee_email)) report(gifteeUnexpected, 'giftee_email');
}

export function checkUnitAmounts(item: Loose, index: number, report: Report): void {
  const financials = item.refund_financials;
  if (!isObject(financials)) return;
  const at = `${itemPrefix(index)}refund_financials.`;
  const { estimated, shopper, provider } = amountsOf(item);
  const key = providerKeyOf(financials);
  // The shape knows this key without a brand word only, so its type is checked here.
  const given = key === undefined || key in refundFinancialsShape.shape ? null : financials[key];
  if (given !== null && provider === null) report(rmaType, `${at}${key}`, wrongType('an integer', given));
  for (const [field, cents] of Object.entries(financials))
    if (field.endsWith('_refund_amount_cents') && isNegative(cents))
      report(rmaNegative, at + field, { found: cents as number });
  if (estimated !== null && shopper !== null && shopper > estimated && estimated >= 0)
    report(shopperExceeds, `${at}shopper_refund_amount_cents`, { shopper, estimated });
}

/** The rules of this file. */
export const rmaFieldRules: readonly Rule[] = [
  ...[rules.all, times.all, progress.all, tracking.all, money.all, rmaTexts.all].flat(),
];
