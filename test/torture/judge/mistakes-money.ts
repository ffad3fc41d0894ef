// Mistakes with money that a tired engineer makes, each with what a judge has to say about it.
import { ADVICE as A } from './advice.ts';
import type { Mistake } from './mistakes.ts';
import { shareOf, shippingOf, sumOf, worthOfLine } from './planted-plan.ts';

export const MONEY: readonly Mistake[] = [
  {
    id: 'tax-floor',
    mistake: 'The tax of a unit is divided as an integer: its rest is lost, the price is right.',
    cause: 'A cent of rounding is missing: all units of a line together have to be the worth of the line.',
    says: [/\bcents?\b|0\.0\d|round/i, /rest|divide|round|together|evenly/i],
    not: [A.estimate, A.remember, A.shipping, /without (the )?tax/i],
    plan: () => ({
      worth: (part) =>
        shareOf(part.line.product_amount_cents - part.line.discount_amount_cents, part) +
        Math.floor(part.line.tax_amount_cents / part.line.quantity_shipped) * part.units,
    }),
  },
  {
    id: 'no-discount',
    mistake: 'Refunds of a part forget the discount of the line.',
    cause: 'The discount was not taken off: the refund is too much by it.',
    says: [/discount/i, /too much|more than|instead of|taken off|subtract/i],
    not: [A.estimate, A.remember, A.shipping],
    plan: () => ({
      worth: (part) => shareOf(part.line.product_amount_cents + part.line.tax_amount_cents, part),
    }),
  },
  {
    id: 'shipping-first',
    mistake: 'The first of several refunds of an order has the shipping, although nobody agreed on that.',
    cause: 'The refund of a part has the shipping, which only one refund of the whole order has.',
    says: [/shipping/i, /too much|more than|instead of|first/i],
    not: [A.estimate, A.perUnit, A.remember],
    plan: () => ({
      total: (total) => sumOf(total.parts) + (total.order.refunds.length === 0 ? shippingOf(total) : 0),
    }),
  },
  {
    id: 'cancelled-divide',
    mistake:
      'The amount of a line is divided by the units ordered, cancelled ones too, not by those shipped.',
    cause: 'Divide by quantity_shipped, not by quantity: too little where units were cancelled.',
    says: [/quantity_shipped|cancel/i, /too little|less|instead of|divide/i],
    not: [A.estimate, A.remember, A.shipping, A.tax],
    plan: () => ({
      worth: ({ line, units }) => Math.round((worthOfLine(line) * units) / line.quantity),
      total: (total) => sumOf(total.parts) + (total.isWhole ? shippingOf(total) : 0),
    }),
  },
  {
    id: 'cancelled-again',
    mistake: 'The first refund of a line also pays back its cancelled units, which were never charged.',
    cause: 'Cancelled units are in the refund: they were settled with the cancellation.',
    says: [/cancel/i, /too much|more than|instead of|again/i],
    not: [A.estimate, A.shipping, A.perUnit],
    plan: () => ({
      total: (total) =>
        total.parts.reduce(
          (sum, { line, from, cents }) =>
            sum + cents + (from === 0 ? line.quantity_canceled * line.unit_price_amount_cents : 0),
          total.isWhole ? shippingOf(total) : 0,
        ),
    }),
  },
  {
    id: 'cancelled-units',
    mistake:
      'When units of a line come back, its cancelled units are refunded with them, as units and as money.',
    cause: 'More units are refunded than came back: cancelled units are not returned.',
    says: [/units?\b/i, /cancel|more|not returned|only (the )?(units|items)/i],
    not: [A.estimate, A.shipping],
    plan: () => ({
      open: (line, refunded) => line.quantity - refunded,
      widen: (_order, due) =>
        new Map([...due].map(([line, units]) => [line, units + line.quantity_canceled] as const)),
      total: (total) => {
        const { order, parts } = total;
        const isAll = order.items.every((line) =>
          parts.some((part) => part.line === line && part.units >= line.quantity_shipped),
        );
        return sumOf(parts) + (isAll && order.refunds.length === 0 ? shippingOf(total) : 0);
      },
    }),
  },
  {
    id: 'float',
    mistake: 'A unit is a floating-point amount of dollars, rounded to cents alone: 74.695 twice is 149.40.',
    cause:
      'A cent of rounding: each unit is rounded alone, so all units together are not the worth of the line.',
    says: [/\bcents?\b|0\.01|round/i, /rest|divide|round|together|evenly/i],
    not: [A.estimate, A.remember, A.shipping, A.tax],
    plan: () => ({
      worth: ({ line, units }) =>
        units * Math.round(Number((worthOfLine(line) / 100 / line.quantity_shipped).toFixed(3)) * 100),
    }),
  },
  {
    id: 'dollars',
    mistake: 'total_refund_amount_cents has whole dollars: 27 for 27.00.',
    cause: 'Amounts are cents: this one is a hundredth of what it should be, as if in dollars.',
    says: [/cents|hundred|dollar|100/i, /too little|instead of|less|factor/i],
    not: [A.estimate, A.remember, A.shipping, A.tax],
    plan: () => ({
      total: ({ order, parts, isWhole }) =>
        Math.round((isWhole ? order.total_amount_cents : sumOf(parts)) / 100),
    }),
  },
  {
    id: 'whole-no-shipping',
    mistake: 'The one refund of a whole order has no shipping.',
    cause: 'The refund of the whole order lacks the shipping.',
    says: [/shipping/i, /too little|less|missing|without|instead of/i],
    not: [A.estimate, A.remember, A.tax],
    plan: () => ({ total: ({ parts }) => sumOf(parts) }),
  },
  {
    id: 'ceil',
    mistake: 'Each unit is worth its share rounded up: all units together are more than the line.',
    cause: 'A cent of rounding is too much: all units of a line together have to be the worth of the line.',
    says: [/\bcents?\b|0\.01|round/i, /rest|divide|round|together|evenly/i],
    not: [A.estimate, A.remember, A.shipping, A.tax],
    plan: () => ({
      worth: ({ line, units }) => Math.ceil(worthOfLine(line) / line.quantity_shipped) * units,
    }),
  },
  {
    id: 'discount-undivided',
    mistake: 'Each unit has the whole discount of its line taken off.',
    cause: 'The discount of the line is taken off each unit: a unit has only its share of it.',
    says: [/discount/i, /too little|less|share|instead of/i],
    not: [A.estimate, A.remember, A.shipping, A.tax],
    plan: () => ({
      worth: (part) =>
        shareOf(part.line.product_amount_cents + part.line.tax_amount_cents, part) -
        part.line.discount_amount_cents * part.units,
      total: ({ order, parts, isWhole }) => (isWhole ? order.total_amount_cents : sumOf(parts)),
    }),
  },
  {
    id: 'other-line-price',
    mistake:
      'The amount of a refund is always that of units of the first line; its line identifiers are right.',
    cause: 'The amount is that of a unit of another line.',
    says: [/line|unit/i, /another|other|wrong/i, /instead of|amount|worth/i],
    not: [A.remember, A.shipping, A.tax],
    plan: () => ({
      worth: (part) => {
        const line = part.order.items[0] ?? part.line;
        return shareOf(worthOfLine(line), { line, from: part.from, units: part.units });
      },
      total: ({ order, parts, isWhole }) => (isWhole ? order.total_amount_cents : sumOf(parts)),
    }),
  },
];
