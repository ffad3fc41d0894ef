// Rules of the audit about rows and lists that hold something else than lines and orders, or only a part of them.
import { quote } from '../../basics/text.ts';
import { ruleList } from '../finding.ts';
import { count, from, have, WAYS } from './audit-words.ts';

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

export const severalStreets = rules.warning('audit.address.several', {
  title: 'The lines of an order go to different addresses',
  explanation: `The rows of an order have different streets, and an order has one shipping address: the first is sent, and the other lines seem to have gone there. If each address is an order of its own, take it into the number of the order with a template. ${WAYS}`,
  say: (args) => `${count(args)} have several streets${from(args)}, of which the first is sent`,
  good: { rows: ['1 High Street', '1 High Street'] },
  bad: { rows: ['1 High Street', '7 Mill Lane'] },
});

export const quantityLeft = rules.warning('audit.quantity.left', {
  title: 'The quantity is what is left of the units that were ordered',
  explanation: `A column that no field uses has as many units as the quantity in most lines, and more in some: units that went back or were cancelled are missing from the quantity, and often from the total. Such an order cannot be sent as it was: refuse it, "rows": {"refuse": [{"when": {"not": {"column": "Ordered", "sameAs": "Net Qty"}}}]}, or export it before its returns. ${WAYS}`,
  say: (args) =>
    `The quantity${from(args)} of ${count(args)} is less than ${args.others}, which is not used: units that went back or were cancelled are missing`,
  good: { quantity: 3, ordered: 3 },
  bad: { quantity: 2, unused: { ordered: 3 } },
});

export const ROW_RULES = rules.all;
