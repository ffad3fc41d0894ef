// The mistakes that a trial has planted before (J1 to J14), each with what a judge has to say about it.
import { ADVICE as A } from './advice.ts';
import type { Mistake } from './mistakes.ts';
import { RIGHT, shareOf, shippingOf, sumOf, type Total, worthOfLine } from './planted-plan.ts';

const withoutTax = (total: Total): number =>
  total.parts.reduce((sum, part) => {
    const { line } = part;
    return sum + shareOf(line.product_amount_cents - line.discount_amount_cents, part);
  }, 0);

export const BRIEFED_FIRST: readonly Mistake[] = [
  {
    id: 'J1',
    mistake: 'A mail-back unit is refunded at PRE_TRANSIT, when only the label exists.',
    cause: 'Refund when the carrier has the parcel (TRANSIT), not at PRE_TRANSIT.',
    says: [/PRE_TRANSIT/, /refund/i],
    not: [A.cancelled, A.remember, A.compare],
    plan: () => ({
      isDue: (item, rma) =>
        RIGHT.isDue(item, rma) ||
        (item.refund_type === 'REFUND' &&
          rma.return_method === 'mail-back' &&
          item.package_tracking_status === 'PRE_TRANSIT'),
    }),
  },
  {
    id: 'J2',
    mistake: 'When one unit is due, every unit of the order is refunded.',
    cause: 'Refund only the units that are items of the RMA, not the whole order.',
    says: [
      /units?\b/i,
      /not (returned|in the RMA|come back|part of)|only (the )?(units|items)|more units|whole order|every unit/i,
    ],
    not: [A.remember, A.estimate, A.shipping],
    plan: () => ({ widen: (order) => new Map(order.items.map((line) => [line, line.quantity_shipped])) }),
  },
  {
    id: 'J3',
    mistake: 'Each refund has the whole shipping of the order in it.',
    cause: 'A refund of a part has the shipping, which only one refund of the whole order has.',
    says: [/shipping/i, /too much|more than|instead of/i],
    not: [A.estimate, A.perUnit, A.remember],
    plan: () => ({ total: (total) => sumOf(total.parts) + shippingOf(total) }),
  },
  {
    id: 'J3a',
    mistake:
      'A refund that has half of the units of every line counts as the whole order: two such refunds have the shipping.',
    cause: 'Both refunds of a line that came back in two parts have the shipping.',
    says: [/shipping/i, /too much|more than|instead of|twice/i],
    not: [A.estimate, A.remember],
    plan: () => ({
      total: (total) =>
        sumOf(total.parts) +
        (total.order.items.every((line) =>
          total.parts.some((part) => part.line === line && 2 * part.units >= line.quantity_shipped),
        )
          ? shippingOf(total)
          : 0),
    }),
  },
  {
    id: 'J3b',
    mistake: 'The last of several refunds of an order has the shipping, although nobody agreed on that.',
    cause: 'The last of several refunds has the shipping, which only one refund of the whole order has.',
    says: [/shipping/i, /too much|more than|instead of|last/i],
    not: [A.estimate, A.remember],
    plan: () => ({
      total: (total) => {
        const isLast = total.order.items.every((line) => {
          const part = total.parts.find((one) => one.line === line);
          const earlier = total.order.refunds
            .flatMap((refund) => refund.refund_line_items)
            .filter((item) => item.order_item_identifier === line.identifier)
            .reduce((sum, item) => sum + item.quantity, 0);
          return earlier + (part?.units ?? 0) === line.quantity_shipped;
        });
        return sumOf(total.parts) + (isLast ? shippingOf(total) : 0);
      },
    }),
  },
  {
    id: 'J4',
    mistake: 'A message that is older than one before is acted upon like any other.',
    cause: 'Ignore a message whose updated_at is not newer than the newest of its RMA.',
    says: [/updated_at/, /older|newest|newer|order of arrival/i],
    not: [A.estimate, A.group],
    plan: () => ({ isOld: () => false }),
  },
  {
    id: 'J5',
    mistake: 'All refunds of an order have one identifier, so a second RMA uses it again.',
    cause: 'The identifier of a refund is unique over all refunds; this one is used twice.',
    says: [/identifier/i, /unique|twice|again|already/i],
    not: [A.remember, A.compare, A.postIt],
    plan: () => ({ refundIdentifier: (order) => `RF-${order.identifier}` }),
  },
  {
    id: 'J5a',
    mistake: 'Refund identifiers are counted in each order: every order has an R-1.',
    cause: 'The identifier of a refund is unique over all orders; that of another order is used again.',
    says: [/identifier/i, /unique|another order|already|order \S+ has/i],
    not: [A.remember, A.compare, A.postIt],
    plan: () => ({ refundIdentifier: (order) => `R-${order.refunds.length + 1}` }),
  },
  {
    id: 'J6',
    mistake: 'The line of a returned unit is looked up by its SKU: the first line of that SKU is refunded.',
    cause: 'Find the line by order_line_item_identifier, not by sku.',
    says: [/order_line_item_identifier|line/, /another line|wrong line|sku|order_line_item_identifier/i],
    not: [A.remember, A.estimate, A.shipping],
    plan: () => ({ lineOf: (order, item) => order.items.find((line) => line.sku === item.sku) }),
  },
  {
    id: 'J7',
    mistake:
      'The answer about variants does not look at the identifier: it is always all variants there are.',
    cause: 'Answer with the variants of the identifier in the path only.',
    says: [/variant/i, /identifier|other|unknown|asked/i],
    not: [A.loadVariants, A.giftCard],
    plan: () => ({ variants: (variants) => Object.values(variants).flat() }),
  },
  {
    id: 'J8',
    mistake: 'The variant identifier is taken from the path without decoding it.',
    cause: 'Decode the variant identifier of the path (percent encoding).',
    says: [/decod|encod|%/i, /variant|path|identifier/i],
    not: [A.loadVariants, A.giftCard],
    plan: () => ({ decode: (segment) => segment }),
  },
  {
    id: 'J9',
    mistake: 'An exchange order is the same only if its body is the same text.',
    cause: 'Two exchange orders were made of one: compare the order and the RMA, not the text of the body.',
    says: [/exchange/i, /twice|second|again|same|another/i],
    not: [A.giftCard, A.loadVariants],
    plan: () => ({ exchangeKey: (_message, text) => text }),
  },
  {
    id: 'J9a',
    mistake: 'Every exchange order message makes a new order.',
    cause:
      'Look for an exchange order of this original_order_id and RMA first; a repeat made a second order.',
    says: [/exchange/i, /twice|second|again|same|another|first/i],
    not: [A.giftCard, A.loadVariants],
    plan: () => ({ exchangeKey: (_message, _text, count) => `${count}` }),
  },
  {
    id: 'J10',
    mistake: 'Each 20th message is answered 500 after it was marked as seen; its copy is ignored.',
    cause: 'A message that was answered 500 was lost: mark it as seen only when it is stored.',
    says: [/\b500\b|5xx/, /lost|again|copy|repeat|second time/i],
    not: [/redirect/i, A.rmaIdentifier, A.cancelled, A.doNothing, A.compare],
    plan: () => {
      let count = 0;
      return { refuses: () => (++count % 20 === 0 ? 500 : undefined) };
    },
  },
  {
    id: 'J11',
    mistake: 'A message that comes while another is worked on (150 ms) is answered 200 and dropped.',
    cause: 'A message was answered 200 and lost: answer 200 only when it is stored.',
    says: [/\b200\b|answered/, /lost|lose|drop|stored?/i],
    not: [A.cancelled, A.doNothing, A.rmaIdentifier, A.compare],
    plan: () => {
      let lockedUntil = 0;
      return {
        drops: () => {
          if (Date.now() < lockedUntil) return true;
          lockedUntil = Date.now() + 150;
          return false;
        },
      };
    },
  },
  {
    id: 'J12',
    mistake: 'A snapshot has only the newest refund; earlier ones are gone from the list.',
    cause: 'Earlier refunds stay in the refunds array of every later snapshot.',
    says: [/refunds?\b/i, /earlier|gone|missing|keep|kept|add|replace/i],
    not: [A.remember, A.estimate],
    plan: () => ({
      snapshot: (order) => ({ ...order, refunds: order.refunds.slice(-1) }),
    }),
  },
  {
    id: 'J13',
    mistake: 'No refund has the tax.',
    cause: 'The tax is missing in the refunds.',
    says: [/\btax\b/i, /too little|less|missing|without|instead of/i],
    not: [A.remember, A.group, A.estimate, A.exchange],
    plan: () => ({ total: (total) => withoutTax(total) + (total.isWhole ? shippingOf(total) : 0) }),
  },
  {
    id: 'J13a',
    mistake: 'Refunds of a part of an order do not have the tax; the refund of a whole order has it.',
    cause: 'The tax is missing in the refund of a part.',
    says: [/\btax\b/i, /too little|less|missing|without|instead of/i],
    not: [A.remember, A.group, A.estimate, A.exchange],
    plan: () => ({ total: (total) => (total.isWhole ? total.order.total_amount_cents : withoutTax(total)) }),
  },
  {
    id: 'J14',
    mistake: 'Each unit is worth its share rounded down: what does not divide evenly is never given back.',
    cause: 'A cent of rounding is missing: all units of a line together have to be the worth of the line.',
    says: [/\bcents?\b|0\.01|round/i, /rest|divide|round|together|evenly/i],
    not: [A.estimate, A.remember, A.shipping, A.tax],
    plan: () => ({
      worth: ({ line, units }) => Math.floor(worthOfLine(line) / line.quantity_shipped) * units,
      total: (total) => sumOf(total.parts) + (total.isWhole ? shippingOf(total) : 0),
    }),
  },
];
