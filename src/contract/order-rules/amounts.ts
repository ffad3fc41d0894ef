// Money of an order: amounts are not negative, quantities times prices match, sums add up.

import { isCount, itemPrefix, type Loose, type Report, type Rule, ruleList } from '../finding.ts';
import { sampleLine, sampleOrder, unshippedLine, withLine } from '../sample.ts';
import { listOf } from '../shape-findings.ts';
import { checkTotal, reportDiscount, totalRules } from './total.ts';

const rules = ruleList({ source: 'Item object (order line)', good: sampleOrder() });

export const amountNegative = rules.error('order.amount.negative', {
  title: 'Amounts are not negative',
  explanation: 'A discount or refund is stated as a positive number of cents in its own field.',
  source: 'field notes',
  say: (args) => `The amount is ${args.found} cents; amounts start at 0.`,
  good: sampleOrder({ discount_amount_cents: 0 }),
  bad: withLine({ discount_amount_cents: -100 }),
});

const lineProduct = rules.error('item.product.mismatch', {
  title: 'product_amount_cents of a line is unit price times shipped units',
  explanation:
    'The interface counts the shipped units only: 0 for a line not yet shipped. Exports often hold unit price times the ordered quantity; on a partly shipped line that is too much.',
  say: (args) =>
    `Expected ${args.expected} (unit price ${args.unit_price} x ${args.shipped} shipped), found ${args.found}` +
    `${args.is_ordered ? `, which is unit price x all ${args.quantity} ordered units: only shipped units count` : ''}.`,
  bad: withLine(
    { quantity: 3, quantity_shipped: 2, product_amount_cents: 7500 },
    { status: 'Created', product_amount_cents: 7500, total_amount_cents: 7900 },
  ),
});

const lineTaxUnshipped = rules.error('item.tax.unshipped', {
  title: 'A line of which nothing has shipped has no tax',
  explanation:
    'tax_amount_cents is the tax for the shipped units; the amounts of a line not yet shipped are 0.',
  say: (args) => `Expected 0, because nothing of the line has shipped; found a tax of ${args.found} cents.`,
  bad: sampleOrder({
    status: 'Created',
    items: [sampleLine(), unshippedLine({ tax_amount_cents: 400 })],
    tax_amount_cents: 800,
    total_amount_cents: 5800,
  }),
});

const lineDiscountUnshipped = rules.error('item.discount.unshipped', {
  title: 'A line of which nothing has shipped has no discount',
  explanation:
    'The amounts of a line not yet shipped are 0. Its discount is sent with the snapshot in which its units have shipped.',
  say: (args) =>
    `Expected 0, because nothing of the line has shipped; found a discount of ${args.found} cents.`,
  bad: sampleOrder({
    status: 'Created',
    items: [sampleLine(), unshippedLine({ discount_amount_cents: 400 })],
  }),
});

const productSum = rules.error('order.product.mismatch', {
  title: 'product_amount_cents of the order is the sum over its lines',
  explanation:
    'The order-level amount repeats what the lines say; when they differ, one of the two is wrong.',
  source: 'Order object',
  say: (args) => `Expected ${args.expected} (the sum over the lines), found ${args.found}.`,
  bad: sampleOrder({ product_amount_cents: 6000, total_amount_cents: 6400 }),
});

const taxSum = rules.error('order.tax.mismatch', {
  title: 'tax_amount_cents of the order is the sum over its lines',
  explanation: 'The order-level tax repeats what the lines say. Tax on shipping has a field of its own.',
  source: 'Order object',
  say: (args) => `Expected ${args.expected} (the sum over the lines), found ${args.found}.`,
  bad: sampleOrder({ tax_amount_cents: 500, total_amount_cents: 5500 }),
});

export const amountRules: readonly Rule[] = [...totalRules, ...rules.all];

/** Checks the amounts of one line. */
export function checkLineAmounts(item: Loose, index: number, report: Report): void {
  const { product_amount_cents: product, tax_amount_cents: tax, discount_amount_cents: discount } = item;
  const { unit_price_amount_cents: price, quantity_shipped: shipped } = item;
  if (!isCount(shipped)) return;
  const at = itemPrefix(index);
  if (shipped === 0 && isCount(tax) && tax > 0)
    report(lineTaxUnshipped, `${at}tax_amount_cents`, { found: tax });
  if (shipped === 0 && isCount(discount) && discount > 0)
    report(lineDiscountUnshipped, `${at}discount_amount_cents`, { found: discount });
  if (!isCount(price)) return;
  const quantity = isCount(item.quantity) ? item.quantity : shipped;
  const expected = price * shipped;
  if (shipped > 0 && isCount(discount) && discount > expected)
    reportDiscount(report, index, { discount, shipped, quantity, most: expected });
  if (!isCount(product) || product === expected) return;
  const isOrdered = quantity !== shipped && product === price * quantity;
  const args = { expected, found: product, unit_price: price, shipped, quantity, is_ordered: isOrdered };
  report(lineProduct, `${at}product_amount_cents`, args);
}

/** Checks the amounts of the order against each other and against its lines. */
export function checkOrderAmounts(order: Loose, report: Report): void {
  if (Array.isArray(order.items)) {
    checkSum(productSum, order, 'product_amount_cents', report);
    checkSum(taxSum, order, 'tax_amount_cents', report);
  }
  checkTotal(order, report);
}

function checkSum(rule: Rule, order: Loose, field: string, report: Report): void {
  const amount = order[field];
  const expected = sumOf(listOf(order.items), field);
  if (isCount(amount) && expected !== undefined && expected !== amount)
    report(rule, field, { expected, found: amount });
}

/** The sum of a field over the lines; undefined unless every line has a valid amount or quantity there. */
export function sumOf(items: readonly unknown[], field: string): number | undefined {
  let sum = 0;
  for (const item of items) {
    const amount = typeof item === 'object' && item !== null ? (item as Loose)[field] : undefined;
    if (!isCount(amount)) return undefined;
    sum += amount;
  }
  return sum;
}
