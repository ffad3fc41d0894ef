// Rules of the audit about rows and lists that hold something else than lines and orders.
import { quote } from '../../basics/text.ts';
import { ruleList } from '../finding.ts';
import { count, have, WAYS } from './audit-words.ts';

const rules = ruleList({});

export const discountAsLine = rules.warning('audit.sku.discount', {
  title: 'A discount is a line item',
  explanation: `Lines have a price below zero, and no article that another line of the order has: a promotion or a discount of the order, which no shopper can return. Such orders are refused. Leave these rows out of the lines ("rows": {"item": {"not": {"column": "Price", "lessThan": 0}}}) and take their amount as the discount (docs/mapping-language.md). ${WAYS}`,
  say: have('a line with a price below zero'),
  good: { lines: [{ price: 2450, discount: 500 }] },
  bad: { lines: [{ price: 2450 }, { price: -500 }] },
});

export const refundsBeside = rules.warning('audit.refunds.beside', {
  title: 'Refunds stand in a list beside that of the orders',
  explanation: `The document has two lists, one of orders and one that is called after refunds. Only the first is read: shoppers could be refunded twice. Export the refunds inside their orders, such as {"number": "1001", "refunds": [...]}. ${WAYS}`,
  say: (args) => `${quote(args.column)} is not read, and ${count(args)} are sent without a refund`,
  good: { orders: [{ number: '1001', refunds: [{ amount: 1490 }] }] },
  bad: { orders: [{ number: '1001' }], returns: [{ order: '1001', amount: 1490 }] },
});

export const ROW_RULES = rules.all;
