// Rules of the exchange order message, and their checks: the interface names items, customer and payment; the rest is from the field notes.
import { isObject } from '../../basics/json.ts';
import { exchangeItemShape, exchangeOrderShape } from '../exchange-order.ts';
import {
  EXCHANGE_FRAME,
  type Finding,
  found,
  isCount,
  isGiven,
  itemPrefix,
  type Loose,
  leafOf,
  type Report,
  reportTo,
  ruleList,
  UNREADABLE,
  wrongType,
} from '../finding.ts';
import { currencyRule, textRules } from '../message-rules.ts';
import {
  sampleExchange,
  sampleExchangeAddress,
  sampleExchangeItem,
  withExchangeItem,
} from '../sample-exchange.ts';
import {
  elementsIn,
  fieldCheck,
  isEmpty,
  isNegative,
  listOf,
  sayMissing,
  sayType,
  shapeFindings,
  sizeText,
} from '../shape-findings.ts';

/** The most items that one message may have. */
export const MAX_EXCHANGE_ITEMS = 10_000;

const MESSAGE = 'Exchange order message (request body sent to the customer)';

const rules = ruleList({ good: sampleExchange() });

const exchangeSize = rules.error('exchange.size.limit', {
  ...sizeText('An exchange order has', 'The message has', MAX_EXCHANGE_ITEMS, 'items'),
  bad: () =>
    sampleExchange({
      items: Array.from({ length: MAX_EXCHANGE_ITEMS + 1 }, () => sampleExchangeItem()),
    }),
});

const exchangeMissing = rules.error('exchange.field.missing', {
  fixed: EXCHANGE_FRAME,
  title: 'An exchange order has items, customer and payment',
  explanation:
    'These three are what the interface says the message carries; without them there is nothing to send, nobody to send it to, or nothing to reconcile it by.',
  source: MESSAGE,
  say: sayMissing,
  bad: sampleExchange({ payment: undefined }),
});

const exchangeType = rules.error('exchange.field.type', {
  fixed: UNREADABLE,
  title: 'items is a list, customer an object, and money an integer of cents',
  explanation:
    'items is an array of items, customer an object, payment an identifier or an object, and every field that ends in _cents holds an integer.',
  source: MESSAGE,
  say: sayType,
  good: sampleExchange({ payment: 'T-1' }),
  bad: withExchangeItem({ unit_price_amount_cents: '25.00' }),
});

export const exchangeRecommended = rules.warning('exchange.field.recommended', {
  title: 'A field of exchange orders that the field requires is given',
  explanation:
    'The interface does not show the fields inside items, customer and payment. Services of the same family always send this one, so a shop may count on it.',
  source: 'field notes',
  say: (_args, path) => `${leafOf(path)} is missing; it is known in the field as required.`,
  bad: sampleExchange({ currency: undefined }),
});

const exchangeForm = rules.warning('exchange.field.form', {
  title: 'A field of exchange orders has the form that is known in the field',
  explanation:
    'The interface does not show the field, so another form does not break it; a shop that follows what the field sends may not understand it.',
  source: 'field notes',
  say: (args, path) => `${leafOf(path)} should be ${args.expected}, found ${args.found}.`,
  bad: withExchangeItem({ quantity: '1' }),
});

const exchangeItemsEmpty = rules.error('exchange.items.empty', {
  title: 'An exchange order has items',
  explanation: 'items carries each item of the exchange order; an order of nothing cannot be placed.',
  source: MESSAGE,
  say: () => 'The exchange order has no items.',
  bad: sampleExchange({ items: [] }),
});

const exchangeQuantity = rules.warning('exchange.quantity.range', {
  title: 'The quantity of an item is 1 to 1000',
  explanation: 'Known in the field is a quantity of at most 1000; less than one unit cannot be sent.',
  source: 'field notes',
  say: (args) => `The quantity is ${args.found}; it should be 1 to 1000.`,
  good: withExchangeItem({ quantity: 1000, product_amount_cents: 2_500_000 }),
  bad: withExchangeItem({ quantity: 1001, product_amount_cents: 2_502_500 }),
});

const exchangeNegative = rules.warning('exchange.amount.negative', {
  title: 'Amounts of an exchange order are not negative',
  explanation:
    'The interface gives a negative amount no meaning. Calculate tax and shipping yourself, as it asks.',
  say: (args, path) => `${leafOf(path)} is ${args.found} cents.`,
  bad: withExchangeItem({ tax_amount_cents: -200 }),
});

const exchangeAmount = rules.warning('exchange.amount.mismatch', {
  title: 'The product amount of an item is unit price x quantity',
  explanation:
    'The amounts of an item do not belong together. How an item is priced is not shown in the interface; the new order is calculated in your system in any case.',
  say: (args) =>
    `product_amount_cents is ${args.found}; ${args.quantity} x ${args.price} is ${Number(args.quantity) * Number(args.price)}.`,
  good: withExchangeItem({ quantity: 2, product_amount_cents: 5000 }),
  bad: withExchangeItem({ quantity: 2 }),
});

const exchangeAddress = rules.note('exchange.address.spelling', {
  title: 'Addresses of exchange orders have province and postal_code',
  explanation:
    'The order message has state and zip_code; exchange orders are known to use province and postal_code. The interface shows neither here: read both.',
  source: 'field notes',
  say: (args) => `The address has ${args.found} where ${args.expected} is known in the field.`,
  bad: sampleExchange({
    shipping_address: sampleExchangeAddress({ postal_code: undefined, zip_code: '62701' }),
  }),
});

const currency = currencyRule('exchange', (code) => sampleExchange({ currency: code }));

/** What exports do to texts. */
export const exchangeTexts = textRules('exchange', exchangeOrderShape, withExchangeItem, 'concept');

export const exchangeOrderRules = [...rules.all, ...currency.all, ...exchangeTexts.all];

/** Fields of the message beside the three of the interface. */
export const RECOMMENDED = [
  'currency',
  'original_order_id',
  'is_gift',
  'shipping_address',
  'billing_address',
];

const isMissing = (value: unknown): boolean => !isGiven(value);
const checkFields = fieldCheck([exchangeRecommended, RECOMMENDED, isMissing]);
const checkCustomer = fieldCheck([exchangeRecommended, ['identifier', 'email'], isEmpty]);
const checkItem = fieldCheck(
  [exchangeRecommended, ['sku'], isEmpty],
  [
    exchangeNegative,
    Object.keys(exchangeItemShape.shape).filter((name) => name.endsWith('_cents')),
    isNegative,
  ],
);

/** Checks the fields of the message itself, after its shapes. */
function checkExchange(message: Loose, report: Report): void {
  const { customer, items } = message;
  checkFields(message, '', report);
  currency.check(message.currency, report);
  for (const field of ['shipping_address', 'billing_address']) {
    const address = message[field];
    if (isObject(address)) checkAddress(address, field, report);
  }
  if (isObject(customer)) checkCustomer(customer, 'customer.', report);
  if (Array.isArray(items) && items.length === 0) report(exchangeItemsEmpty, 'items');
}

function checkAddress(address: Loose, at: string, report: Report): void {
  for (const [expected, other] of [
    ['province', 'state'],
    ['postal_code', 'zip_code'],
  ] as const)
    if (!isGiven(address[expected]) && isGiven(address[other]))
      report(exchangeAddress, `${at}.${other}`, { expected, found: other });
}

/** Checks the fields of one item. */
function checkExchangeItem(item: Loose, index: number, report: Report): void {
  const at = itemPrefix(index);
  const { quantity, unit_price_amount_cents: price, product_amount_cents: product } = item;
  checkItem(item, at, report);
  if (Number.isSafeInteger(quantity) && ((quantity as number) < 1 || (quantity as number) > 1000))
    report(exchangeQuantity, `${at}quantity`, { found: quantity as number });
  if (isCount(quantity) && isCount(price) && isCount(product) && product !== quantity * price)
    report(exchangeAmount, `${at}product_amount_cents`, { found: product, quantity, price });
}

const findingsOfShape = shapeFindings(exchangeOrderShape, { missing: exchangeMissing, type: exchangeType });

/** All findings of an exchange order message (interface: Exchange order message), as given. */
export function validateExchangeOrder(message: unknown): Finding[] {
  if (!isObject(message)) return [found(exchangeType, '', wrongType('an object', message))];
  const size = elementsIn(message.items);
  if (size > MAX_EXCHANGE_ITEMS) return [found(exchangeSize, 'items', { found: size })];
  const findings = findingsOfShape(message)
    .filter(({ path }) => !/^payment(\.|$)/.test(path))
    .map(weighed);
  const report = reportTo(findings);
  checkPayment(message.payment, report);
  checkExchange(message, report);
  for (const [i, item] of listOf(message.items).entries())
    if (isObject(item)) checkExchangeItem(item, i, report);
  exchangeTexts.check(message, report);
  return findings;
}

/** Sets the severity: requirements of the interface are errors, requirements of the field notes only are warnings. */
function weighed(finding: Finding) {
  const isStated = /^(?:items|customer)$|^items\[\d+\]$|_cents$/.test(finding.path);
  if (isStated) return finding;
  const rule = finding.code === exchangeMissing.code ? exchangeRecommended : exchangeForm;
  return found(rule, finding.path, finding.args);
}

/** A payment must have an identifier, as plain text or as transaction_id. */
function checkPayment(payment: unknown, report: Report): void {
  if (!isGiven(payment)) report(exchangeMissing, 'payment');
  else if (isObject(payment)) {
    const id = payment.transaction_id;
    if (!isGiven(id)) report(exchangeRecommended, 'payment.transaction_id');
    else if (typeof id !== 'string') report(exchangeForm, 'payment.transaction_id', wrongType('a text', id));
  } else if (typeof payment !== 'string')
    report(exchangeType, 'payment', wrongType('a text or an object', payment));
}
