// What was agreed on shipping (shipping_refund), two servers that keep to it and two that do not, for each value. What is expected of a judge
// was written from each mistake alone.
import { ADVICE as A } from './advice.ts';
import type { Mistake } from './mistakes.ts';
import { type Group, type Plan, shippingOf, sumOf, type Total } from './planted-plan.ts';
import type { RightServer } from './right-servers.ts';

const PER_LINE: Partial<Plan> = { split: (groups) => groups.map((group) => [group]) };
const PER_UNIT: Partial<Plan> = {
  split: (groups: readonly Group[]) =>
    groups.flatMap(({ line, units }) => Array.from({ length: units }, () => [{ line, units: 1 }])),
};

/** The units of each refund, beside the shipping where `has` says so. */
const shippingWhere = (has: (total: Total) => boolean): Partial<Plan> => ({
  total: (total) => sumOf(total.parts) + (has(total) ? shippingOf(total) : 0),
});

/** No unit came back before. */
const isFirst = ({ order }: Total): boolean => order.refunds.every((refund) => !refund.rma_identifier);

/** With it everything that shipped is back, and nothing is still to be shipped. */
const isLast = ({ order, parts }: Total): boolean =>
  order.items.every((line) => {
    const part = parts.find((one) => one.line === line);
    const earlier = order.refunds
      .filter((refund) => refund.rma_identifier)
      .flatMap((refund) => refund.refund_line_items)
      .filter((item) => item.order_item_identifier === line.identifier)
      .reduce((sum, item) => sum + item.quantity, 0);
    return (
      earlier + (part?.units ?? 0) === line.quantity_shipped &&
      line.quantity_shipped + line.quantity_canceled === line.quantity
    );
  });

const SINGLE = shippingWhere((total) => total.isWhole);
const LAST = shippingWhere(isLast);
const FIRST = shippingWhere(isFirst);
const NEVER = shippingWhere(() => false);

const right = (value: string, how: string, plan: Partial<Plan>, id = value): RightServer => ({
  id: `shipping-${id}`,
  how: `agreed on ${value}: ${how}`,
  plan: () => plan,
  agreed: ['shipping_refund', value],
});

export const RIGHT_SHIPPING: readonly RightServer[] = [
  right('single', 'one refund for each RMA; that of a whole order has the shipping', SINGLE),
  right('single', 'one refund for each line', { ...PER_LINE, ...SINGLE }, 'single-per-line'),
  right('last', 'one refund for each RMA; what completes an order has the shipping', LAST),
  right(
    'last',
    'one refund for each unit; the last unit has the shipping',
    { ...PER_UNIT, ...LAST },
    'last-per-unit',
  ),
  right('first', 'one refund for each RMA; the first of an order has the shipping', FIRST),
  right(
    'first',
    'one refund for each line; the first of an order has the shipping',
    { ...PER_LINE, ...FIRST },
    'first-per-line',
  ),
  right('never', 'one refund for each RMA, the units alone', NEVER),
  right('never', 'one refund for each unit, the unit alone', { ...PER_UNIT, ...NEVER }, 'never-per-unit'),
];

const NOT = [A.estimate, A.remember, A.perUnit, A.tax, /cancelled units/i];

const wrong = (
  value: string,
  does: string,
  plan: Partial<Plan>,
  mistake: string,
  cause: string,
  says: readonly RegExp[],
): Mistake => ({
  id: `agreed-${value}-does-${does}`,
  mistake,
  cause,
  says: [/shipping/i, ...says],
  not: NOT,
  plan: () => plan,
  agreed: ['shipping_refund', value],
});

export const WRONG_SHIPPING: readonly Mistake[] = [
  wrong(
    'single',
    'last',
    LAST,
    'Only a single refund of the whole order may have the shipping; here the last of several has it.',
    'The last of several refunds has the shipping: too much. Only a single refund of the whole order has it.',
    [/too much|more than|leave/i, /\b(only|single|one)\b/i],
  ),
  wrong(
    'single',
    'never',
    NEVER,
    'The single refund of a whole order has the shipping; here nothing ever has.',
    'The refund of the whole order lacks the shipping.',
    [/too little|less than|missing|lacks|add/i, /whole|single/i],
  ),
  wrong(
    'last',
    'single',
    SINGLE,
    'The last refund of an order has the shipping; here it has none where an order comes back in several.',
    'The refund that completes an order lacks the shipping, which was agreed to be in the last one.',
    [/too little|less than|missing|lacks|add/i, /\blast\b/i],
  ),
  wrong(
    'last',
    'first',
    FIRST,
    'The last refund of an order has the shipping; here the first has it.',
    'The shipping is in the first refund of an order: it was agreed to be in the last one.',
    [/\blast\b/i],
  ),
  wrong(
    'first',
    'last',
    LAST,
    'The first refund of an order has the shipping; here the last has it.',
    'The first refund of an order lacks the shipping, which was agreed to be in the first one.',
    [/\bfirst\b/i],
  ),
  wrong(
    'first',
    'each',
    shippingWhere(() => true),
    'The first refund of an order has the shipping; here each has it.',
    'Later refunds have the shipping again: too much. It was agreed to be in the first one.',
    [/too much|more than|leave/i, /\bfirst\b/i],
  ),
  wrong(
    'never',
    'single',
    SINGLE,
    'No refund has the shipping; here that of a whole order has it.',
    'The refund of a whole order has the shipping: too much. It was agreed that no refund has it.',
    [/too much|more than|leave/i, /never|no refund/i],
  ),
  wrong(
    'never',
    'first',
    FIRST,
    'No refund has the shipping; here the first of an order has it.',
    'The first refund of an order has the shipping: too much. It was agreed that no refund has it.',
    [/too much|more than|leave/i, /never|no refund/i],
  ),
];
