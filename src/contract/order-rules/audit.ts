// Rules of the audit: what the data of many orders says against where a mapping takes a field from. An error stops a run before
// anything is sent; a warning is asked once, by orders map.
import { quote } from '../../basics/text.ts';
import { ruleList } from '../finding.ts';
import { ROW_RULES } from './audit-rows.ts';
import { count, from, have, WAYS } from './audit-words.ts';

const rules = ruleList({});

export const oneEmail = rules.error('audit.email.one', {
  title: 'All orders have one and the same e-mail',
  explanation: `Nearly all orders have the same e-mail, while names or addresses differ from order to order. It is often that of the shop: all messages about returns would go there. ${WAYS}`,
  say: have('one and the same e-mail'),
  good: { emails: ['ann@example.com', 'bob@example.com'] },
  bad: { names: ['Ann', 'Bob', 'Cy', 'Di', 'Eve'], emails: ['shop@example.com', 'shop@example.com'] },
});

export const onePerson = rules.warning('audit.person.one', {
  title: 'All orders have one and the same name or street',
  explanation: `Nearly all orders have the same name or street, while other columns differ from order to order: the seller, or a constant. ${WAYS}`,
  say: (args, path) => `${count(args)} have one and the same ${path}${from(args)}`,
  good: { names: ['Ann Reader', 'Bob Miller'] },
  bad: { emails: ['ann@example.com', 'bob@example.com'], names: ['Shop', 'Shop'] },
});

export const mailOfShop = rules.warning('audit.email.shop', {
  title: 'The e-mail is that of the shop',
  explanation: `The column is called after a seller, a store or its staff. The service writes to the shopper. ${WAYS}`,
  say: (args) => `${count(args)} have the e-mail of ${quote(args.column)}, which is called after the shop`,
  good: { column: 'Buyer email' },
  bad: { column: 'Seller email' },
});

export const noName = rules.error('audit.person.name', {
  title: 'A name is no name',
  explanation: `Many names are a yes or a no, a number, an e-mail address or the street. ${WAYS}`,
  say: (args, path) => `${count(args)} have a ${path} that is no name${from(args)}`,
  good: { name: 'Ann Reader' },
  bad: { name: 'Yes' },
});

export const halfName = rules.warning('audit.person.half', {
  title: 'Names are first names only',
  explanation: `Nearly all names are one word: the family name stands in another column. ${WAYS}`,
  say: (args, path) =>
    `${count(args)} have a ${path} of one word${from(args)}: is the family name in another column?`,
  good: { name: 'Ann Reader' },
  bad: { name: 'Ann' },
});

export const noHouse = rules.error('audit.address.house', {
  title: 'Streets lack their numbers',
  explanation: `Nearly all streets are sent without a number, although a column that no field uses holds numbers of houses. A parcel would not arrive. A template takes both: {Street} {House number}. ${WAYS}`,
  say: (args) => `${count(args)} have a street without a number${from(args)}; ${args.others} is not used`,
  good: { street1: 'Hauptstr. 12' },
  bad: { street1: 'Hauptstr.', unused: '12' },
});

export const otherPerson = rules.warning('audit.person.other', {
  title: 'A column of another person is not used',
  explanation: `A column that no field uses holds the same as the one that is used, but not in all orders: the file has two persons or addresses, such as the buyer and the recipient of a gift. Or the column of the town has several values within one postal code, as districts have, and another column has one. ${WAYS}`,
  say: (args) =>
    `${args.others} differs from ${quote(args.column)} in ${count(args)}, and is not used: a second person or address`,
  good: { mapping: ['Ship to city', 'Bill to city'] },
  bad: { mapping: ['Ship to city'], unused: ['Bill to city'] },
});

export const oneSku = rules.error('audit.sku.one', {
  title: 'All lines have one sku',
  explanation: `All lines have one sku, but different titles. ${WAYS}`,
  say: have('one and the same sku', ', under different titles'),
  good: { skus: ['CUP', 'MAT'] },
  bad: { titles: ['Cup', 'Mat'], skus: ['Yes', 'Yes'] },
});

export const shortSku = rules.warning('audit.sku.short', {
  title: 'Skus have one or two characters',
  explanation: `Most skus have one or two characters: a number of the line, or a size. ${WAYS}`,
  say: have('skus of one or two characters'),
  good: { sku: 'CUP-1' },
  bad: { sku: '7' },
});

export const betterSku = rules.warning('audit.sku.named', {
  title: 'Another column is called sku',
  explanation: `The sku comes from another column than the one that is called so. ${WAYS}`,
  say: (args) => `The sku comes from ${quote(args.column)}; ${args.others}, which is called sku, is not used`,
  good: { mapping: { sku: 'SKU' } },
  bad: { mapping: { sku: 'Parent SKU' }, unused: ['SKU'] },
});

export const familySku = rules.error('audit.sku.parent', {
  title: 'The sku is that of several articles',
  explanation: `A column that no field uses, or that of the barcodes, divides the skus further: what is sent as the sku is a parent, a model or a family of articles. The parent belongs into variant_identifier. ${WAYS}`,
  say: (args) =>
    `The skus of ${quote(args.column)} are parents of ${args.others}, which is not sent as the sku (${count(args)})`,
  good: { sku: 'CUP-RED', variant_identifier: 'CUP' },
  bad: { sku: 'CUP', unused: 'CUP-RED' },
});

export const titleSku = rules.warning('audit.sku.title', {
  title: 'Titles are sent as skus',
  explanation: `The titles stand for the skus, although a column that no field uses holds codes of articles. ${WAYS}`,
  say: (args) => `${count(args)} have the title as the sku; ${args.others} holds codes and is not used`,
  good: { sku: 'CUP-1', title: 'Red cup' },
  bad: { sku: 'Red cup', title: 'Red cup', unused: 'CUP-1' },
});

export const deadline = rules.error('audit.shipped_date.deadline', {
  title: 'A deadline is no ship date',
  explanation: `The column is called a deadline or an estimate, or all orders of which nothing was sent, by their status and units, have a date in it. The time in which a shopper may return goods begins with the shipment. ${WAYS}`,
  say: have('a ship date that is a deadline by its name, or although nothing left by their status and units'),
  good: { column: 'Shipped on' },
  bad: { column: 'Ship by date' },
});

export const equalDistance = rules.warning('audit.shipped_date.equal', {
  title: 'All ship dates are equally far from their orders',
  explanation: `It looks like a deadline, not like shipments: no shop ships every order after the same number of days. ${WAYS}`,
  say: have('a ship date the same number of days after the order'),
  good: { days: [1, 3, 2] },
  bad: { days: [5, 5, 5] },
});

export const impossibleShipDate = rules.error('audit.shipped_date.impossible', {
  title: 'Ship dates are between the order and today',
  explanation: `Many ship dates lie before their order or in the future. ${WAYS}`,
  say: have('a ship date before the order, or in the future'),
  good: { created_at: '2026-01-02T10:00:00Z', shipped_date: '2026-01-03' },
  bad: { created_at: '2026-01-02T10:00:00Z', shipped_date: '2025-12-03' },
});

export const unmovedUpdate = rules.warning('audit.updated_at.unmoved', {
  title: 'The date of change never moves',
  explanation: `updated_at is the date of the order in all orders, although a column that no field uses holds dates that are later: an older file could undo a change. ${WAYS}`,
  say: (args) =>
    `updated_at is always the date of the order (${quote(args.column)}); ${args.others} is later, and not used`,
  good: { mapping: { updated_at: 'Last modified' } },
  bad: { mapping: { updated_at: 'Ordered' }, unused: ['write_date'] },
});

export const negatedStatus = rules.error('audit.status.negated', {
  title: 'Units shipped under a word that says they have not',
  explanation: `The status of these orders holds a negation, and their units are sent as shipped: they could be returned and refunded. ${WAYS}`,
  say: (args) => `${count(args)} are sent as shipped; their status says ${quote(args.word)}`,
  good: { NOT_SHIPPED: 'Created' },
  bad: { NOT_SHIPPED: 'Shipped' },
});

export const newWords = rules.warning('audit.status.words', {
  title: 'The mapping names every word of a list of changes',
  explanation: `The status comes from a list with an entry for each change of an order, and one of its words is not in the mapping: what it says of the order is not sent. Add it to the conditions of the status, or make the mapping again with returns orders map. ${WAYS}`,
  say: (args) =>
    `${count(args)} have ${quote(args.word)} in ${quote(args.column)}, which the mapping does not name`,
  good: { mapping: ['NEW', 'SHIPPED'], history: ['NEW', 'SHIPPED'] },
  bad: { mapping: ['NEW', 'SHIPPED'], history: ['NEW', 'SHIPPED', 'RECALLED'] },
});

export const partlyShipped = rules.warning('audit.status.partly', {
  title: 'An order that has shipped in part has some units that have left and some that have not',
  explanation: `The status says that the order has shipped in part, and all of its units are sent as shipped, or none: which have left is in another column, or not in the export. ${WAYS}`,
  say: (args) =>
    `${count(args)} have shipped in part${from(args)}, and are sent as if all of their units had left, or none`,
  good: { status: 'PARTIALLY_SHIPPED', quantity: 2, quantity_shipped: 1 },
  bad: { status: 'PARTIALLY_SHIPPED', quantity: 2, quantity_shipped: 0 },
});

export const shippedOtherwise = rules.warning('audit.status.contradicted', {
  title: 'A column says otherwise which units have shipped',
  explanation: `A column of shipped units, which no field uses, has other numbers than are sent; or everything is sent as shipped, although a column of ship dates is blank in some orders. ${WAYS}`,
  say: (args) =>
    `${args.others}, which is not used, says otherwise which units have shipped, in ${count(args)}`,
  good: { shipped_units: 1, quantity: 1 },
  bad: { unused: { shipped_units: 0 }, quantity_shipped: 1 },
});

export const openUnits = rules.warning('audit.quantity.open', {
  title: 'A column of units that have not left says otherwise which have shipped',
  explanation: `A column that no field uses counts units that have not left, and they are sent as shipped: they could be returned and refunded; or units that left are not sent as shipped: they could not be returned. Take them off: "quantity_shipped": {"subtract": ["Quantity", "Backordered"]}, and give the status a case for them (docs/mapping-language.md). ${WAYS}`,
  say: (args) =>
    `Units of ${count(args)} are ${args.isFewer ? 'not ' : ''}sent as shipped, though ${args.others}, which is not used, counts ${args.isFewer ? 'fewer' : 'some'} that have not left`,
  good: { quantity: 3, quantity_shipped: 2, backordered: 1 },
  bad: { unused: { backordered: 1 }, quantity: 3, quantity_shipped: 3 },
});

export const unusedCancellation = rules.warning('audit.cancelled.unused', {
  title: 'Cancellations of the export are not used',
  explanation: `A column that no field uses says that an order, a line or units were cancelled, and nothing of the order is sent as cancelled: what never left could be returned and refunded. Name it: item.quantity_canceled=COLUMN, or "cases" in the status (docs/mapping-language.md). ${WAYS}`,
  say: have('a cancellation', ', and are sent without one'),
  good: { mapping: { status: 'Cancelled at' } },
  bad: { unused: { cancelled: 'yes' }, status: 'Shipped' },
});

export const openLines = rules.warning('audit.status.lines', {
  title: 'Lines with the code of those that have not left are sent as shipped',
  explanation: `All lines of the orders that have not shipped have one code, and hardly any other line has it: a line with it beside shipped ones has probably not left, and could be returned and refunded. ${WAYS}`,
  say: have('lines with the code of those that have not left', ', and all their lines are sent as shipped'),
  good: {
    lines: [
      { code: 'G', quantity_shipped: 1 },
      { code: 'O', quantity_shipped: 0 },
    ],
  },
  bad: {
    lines: [
      { code: 'G', quantity_shipped: 1 },
      { code: 'O', quantity_shipped: 1 },
    ],
  },
});

export const notAnOrder = rules.warning('audit.identifier.kind', {
  title: 'Quotations, drafts, tests, transfers, credit notes or deleted orders are sent as orders',
  explanation: `A column that no field uses calls some of the orders a quotation, a draft, a pro forma, a test, a transfer, a sample or an order at a supplier: no shopper bought anything; or a credit note or a return: what it takes back is a refund of another order; or says that the shop deleted them. Leave them out: "rows": {"skip": [{"when": {"column": "Type", "equals": "Quote"}, "level": "order"}]}. ${WAYS}`,
  say: have(
    'the mark of a quotation, a draft, a test, a transfer, a credit note or a deleted order',
    ', and are sent as orders',
  ),
  good: { kind: 'Order' },
  bad: { unused: { kind: 'Quote' } },
});

export const lineWithoutShipDate = rules.warning('audit.shipped_date.blank', {
  title: 'A line without a ship date beside one with it is sent as shipped',
  explanation: `In these orders some lines have a ship date and others have none, and all are sent as shipped: the others have probably not left. Say which units have: item.quantity_shipped=COLUMN. ${WAYS}`,
  say: have('lines without a ship date', ' that are sent as shipped'),
  good: { lines: [{ shipped_on: '2026-03-05', quantity_shipped: 1 }, { quantity_shipped: 0 }] },
  bad: { lines: [{ shipped_on: '2026-03-05', quantity_shipped: 1 }, { quantity_shipped: 1 }] },
});

export const shippingAsLine = rules.warning('audit.sku.shipping', {
  title: 'The shipping is a line item',
  explanation: `Lines are called after the shipping, and the orders have no shipping: the shopper could return it. Leave these rows out ("rows": {"skip": ...}) and take their amount as shipping_amount_cents (docs/mapping-language.md). ${WAYS}`,
  say: have('a line that is called after the shipping', ', and no shipping'),
  good: { lines: ['CUP-1'], shipping_amount_cents: 490 },
  bad: { lines: ['CUP-1', 'SHIPPING'], shipping_amount_cents: 0 },
});

export const unusedTotal = rules.error('audit.money.total', {
  title: 'A larger total is not used',
  explanation: `A column that is called a total, and that no field uses, is more than what is sent as the total in many orders, and never less, unless the total is made of other columns: a tax, a discount, a fee or the shipping may be left out. ${WAYS}`,
  say: (args) => `${count(args)} have a larger ${args.others} than the total that is sent${from(args)}`,
  good: { sent: 119.0, unused: { gross: 119.0 } },
  bad: { sent: 100.0, unused: { gross: 119.0 } },
});

export const unusedAmount = rules.error('audit.money.unused', {
  title: 'An amount is left out of the total',
  explanation: `In every order the total that is sent and an amount that no field uses add up to another column: a surcharge or the freight is left out, and refunds would be too low. ${WAYS}`,
  say: (args) =>
    `The total and ${quote(args.column)} add up to ${args.others} in every order, and neither is used (${count(args)} have such an amount)`,
  good: { total: 3000, shipping: 500 },
  bad: { total: 2500, unused: { surcharge: 500, to_pay: 3000 } },
});

export const linesOnce = rules.warning('audit.money.lines', {
  title: 'An amount that stands on each line is taken once',
  explanation: `The same amount stands on several rows of an order, and no column has a total that says whether it counts once or for each line. ${WAYS}`,
  say: (args, path) => `${count(args)} have ${path} on several rows${from(args)}; it is taken once`,
  good: { rows: [{ freight: 199 }, { freight: 0 }], shipping_amount_cents: 199 },
  bad: { rows: [{ freight: 199 }, { freight: 199 }], shipping_amount_cents: 199 },
});

export const unitRefund = rules.error('audit.money.unit', {
  title: 'The refunds of all units are less than what was paid',
  explanation: `A unit is refunded with its price and tax less its discount. Over all units of these orders that is less than their total without the shipping: the price is probably less the discount already, and the discount would count twice. ${WAYS}`,
  say: (args) => `The refunds of all units would be less than what was paid, in ${count(args)}${from(args)}`,
  good: { unit_price: 8995, discount: 900, total: 8095 },
  bad: { unit_price: 8095, discount: 900, total: 8095 },
});

export const otherUnits = rules.error('audit.money.units', {
  title: 'Another column has the total in other units',
  explanation: `A column that no field uses is the total times 100, or a hundredth of it: cents are taken for whole units of the currency, or the other way round. ${WAYS}`,
  say: (args) => `The total${from(args)} is ${args.others} in other units, in ${count(args)}`,
  good: { total: '24.98', sent: 2498 },
  bad: { total: '2498', sent: 249800, unused: '24.98' },
});

export const unusedRefund = rules.warning('audit.refunds.unused', {
  title: 'Refunds of the export are not used',
  explanation: `Columns or words of the status speak of refunds, and the orders are sent without any: shoppers could be refunded twice. ${WAYS} How refunds are mapped: docs/mapping-language.md, Refunds.`,
  say: (args) => `${count(args)} speak of refunds${from(args)} and are sent without any`,
  good: { mapping: { refund: 'Refund id' } },
  bad: { unused: ['Refunded amount'] },
});

export const imageOfPage = rules.warning('audit.image_url.page', {
  title: 'An image address is that of a page',
  explanation: `None of the addresses ends like an image or lies in a folder of images: it is often the page of the product, of the order or of the parcel. ${WAYS}`,
  say: have('an image_url that looks like a page'),
  good: { image_url: 'https://shop.example/images/cup.jpg' },
  bad: { image_url: 'https://shop.example/products/cup' },
});

export const noTracking = rules.warning('audit.tracking.form', {
  title: 'A tracking number is no tracking number',
  explanation: `Many tracking numbers are an address of a page, or a small number: that of the parcels. ${WAYS}`,
  say: have('a tracking_number that is none'),
  good: { tracking_number: '1Z999AA10123456784' },
  bad: { tracking_number: '2' },
});

export const addressAsId = rules.error('audit.identifier.address', {
  title: 'The number of an order is the address of a page',
  explanation: `The identifiers of the orders are addresses of pages. ${WAYS}`,
  say: have('the address of a page as identifier'),
  good: { identifier: 'W-1001' },
  bad: { identifier: 'https://shop.example/orders/1001' },
});

export const mixedWeights = rules.warning('audit.weight.mixed', {
  title: 'Weights are in different units',
  explanation: `The weights of the lines are so far apart that some are probably grams and others kilograms. ${WAYS}`,
  say: (args) =>
    `Weights differ by more than 500 times${from(args)}: grams beside kilograms? (${count(args)})`,
  good: { weights: [0.3, 1.2] },
  bad: { weights: [0.3, 1200] },
});

export const otherQuantity = rules.error('audit.quantity.contradicted', {
  title: 'Another column is the quantity',
  explanation: `In every line the unit price times a column that no field uses is a third column; with the quantity that is sent it is not. ${WAYS}`,
  say: (args) =>
    `The unit price times ${args.others}, in every line; the quantity comes from ${quote(args.column)} (${count(args)} differ)`,
  good: { price: 1000, quantity: 2, line_total: 2000 },
  bad: { price: 1000, quantity: 1, unused: { pieces: 2, line_total: 2000 } },
});

export const AUDIT_RULES = [...rules.all, ...ROW_RULES];
