// What explains a wrong amount of a refund, with what to change.

/** What explains a wrong amount: its name, and what to change. */
export type Reason = keyof typeof REASONS;

export const REASONS = {
  'more shipping':
    'Leave the shipping out: exactly that is too much. Only one refund of the whole order has it, as long as nothing else is agreed (shipping_refund).',
  'less shipping':
    'Add the shipping: exactly that is too little. A refund of the whole order is its total_amount_cents.',
  'less tax': 'Add the tax: exactly the tax of the units is too little.',
  'more tax': 'Take the tax once: exactly the tax of the units is too much.',
  'more discount': 'Take the discount off: exactly the discount of the units is too much.',
  'less discount':
    'Take only the share of the units off the discount: too little by it, as if each unit had the discount of its whole line, or had it twice.',
  last: 'Give the shipping to the last refund of an order, the one that completes it, and to no other: so it was agreed (shipping_refund). Exactly the shipping is too much or too little.',
  first:
    'Give the shipping to the first refund of an order, and to no other: so it was agreed (shipping_refund). Exactly the shipping is too much or too little.',
  never:
    'Leave the shipping out: exactly that is too much. It was agreed that no refund ever has it (shipping_refund: never).',
  hundredth:
    'Give total_refund_amount_cents in cents: this is a hundredth of what it should be, as if in dollars: too little.',
  'by quantity':
    'Divide the amounts of a line by quantity_shipped, not by quantity: too little where units were cancelled.',
  cancelled:
    'Leave cancelled units out: exactly their price is too much. The amounts of a line are those of its shipped units.',
  total: 'Refund the units that came back: this is the total of the order, instead of their worth.',
  line: 'Take the amounts of the line that the refund names: this is the worth of units of another line.',
  estimate:
    'Refund what the order costs when the refund is due: this is what the message estimates (refund_financials), which is from before the order was changed.',
  cent: 'Calculate in whole cents, and give what does not divide evenly to one of the units: all units of a line together are the line, so a cent of rounding is too little or too much.',
} as const;
