// Required fields of an RMA message, recommended fields, and fields that must not be empty; findings of the shapes.
import { isObject } from '../../basics/json.ts';
import { fieldCheck, isAbsent, isBlank, sayMissing, sayType, sizeText } from '../checks.ts';
import { textRules } from '../message-rules.ts';
import { isGiven, itemPrefix, type Loose, leafOf, type Report } from '../report.ts';
import { rmaItemShape, rmaShape } from '../rma.ts';
import { providerKeyOf } from '../rma-words.ts';
import { RMA_IDENTITY, RMA_MESSAGE, ruleList, UNREADABLE } from '../rule-list.ts';
import { sampleRma, sampleUnit, withUnit } from '../sample-rma.ts';
import { filledFields } from '../shape-findings.ts';

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

export const rmaFieldRules = rules.all;

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
