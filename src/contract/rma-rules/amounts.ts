// Money of an RMA message, and gifts: impossible amounts, and rules about giftee_email.
import { isObject } from '../../basics/json.ts';
import { fieldCheck, isNegative } from '../checks.ts';
import { isGiven, itemPrefix, type Loose, leafOf, type Report, wrongType } from '../report.ts';
import { refundFinancialsShape } from '../rma.ts';
import { amountsOf, providerKeyOf } from '../rma-words.ts';
import { RMA_MESSAGE, ruleList } from '../rule-list.ts';
import { sampleFinancials, sampleRma, withUnit } from '../sample-rma.ts';
import { rmaType } from './fields.ts';

const giftWithEmail = sampleRma({ gift_refund_only: true, giftee_email: 'giftee@mail.example' });
const rules = ruleList({ source: RMA_MESSAGE });

const rmaNegative = rules.warning('rma.amount.negative', {
  title: 'Amounts of an RMA are not negative',
  explanation:
    'The interface does not forbid a negative amount, but gives none a meaning. Do not book it before the service has explained it.',
  source: 'this tool',
  say: (args, path) => `${leafOf(path)} is ${args.found} cents.`,
  good: sampleRma({ return_shipping_cost_cents: 495 }),
  bad: sampleRma({ return_shipping_cost_cents: -495 }),
});

const shopperExceeds = rules.warning('rma.amount.shopper_exceeds', {
  title: 'The shopper does not get more than the total possible refund of the unit',
  explanation:
    'estimated_refund_amount_cents is the total possible refund of the unit; shopper_refund_amount_cents is the part of it that is estimated to go to the shopper.',
  say: (args) =>
    `The shopper would get ${args.shopper} cents of a total possible refund of ${args.estimated}.`,
  good: sampleRma(),
  bad: withUnit({ refund_financials: sampleFinancials({ shopper_refund_amount_cents: 2701 }) }),
});

const gifteeUnexpected = rules.note('rma.giftee.unexpected', {
  title: 'giftee_email comes with gift_refund_only',
  explanation:
    'The interface sends giftee_email only when gift_refund_only is true; in the field it is seen without. Go by gift_refund_only.',
  source: 'field notes',
  say: () => 'There is a giftee_email, but gift_refund_only is not true.',
  good: giftWithEmail,
  bad: sampleRma({ giftee_email: 'giftee@mail.example' }),
});

const gifteeMissing = rules.note('rma.giftee.missing', {
  title: 'A gift refund names the giftee',
  explanation:
    'gift_refund_only is true, so the refund goes to a gift card rather than to the original payment; giftee_email says to whom. The interface does not say that it is always sent.',
  say: () => 'gift_refund_only is true, but there is no giftee_email.',
  good: giftWithEmail,
  bad: sampleRma({ gift_refund_only: true }),
});

export const rmaAmountRules = rules.all;

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
