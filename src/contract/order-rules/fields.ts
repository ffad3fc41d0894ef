// Required fields of an order, recommended fields, fields that must not be empty, and damaged texts; findings of the shapes.

import type * as z from 'zod';
import { quote } from '../../basics/text.ts';
import {
  type Finding,
  type FindingArguments,
  found,
  type Loose,
  leafOf,
  ORDER_FRAME,
  ORDER_IDENTITY,
  ruleList,
  UNREADABLE,
} from '../finding.ts';
import { textRules } from '../message-rules.ts';
import {
  addressShape,
  customerShape,
  itemShape,
  orderShape,
  refundLineShape,
  refundShape,
} from '../order.ts';
import { sampleAddress, sampleCustomer, sampleOrder, withLine } from '../sample.ts';
import {
  type CheckFields,
  fieldCheck,
  filledFields,
  isBlank,
  isNegative,
  sizeText,
} from '../shape-findings.ts';
import { amountNegative } from './amounts.ts';
import { quantityNegative } from './quantities.ts';

/** The most elements that the lists of one order may have together. */
const MAX_ELEMENTS = 10_000;

const rules = ruleList({ source: 'Resources and their fields', good: sampleOrder() });

export const fieldMissing = rules.error('order.field.missing', {
  fixed: ORDER_FRAME,
  title: 'A required field of the order message is there',
  explanation:
    'The service needs this field. Amounts that follow exactly from others are filled in when absent, so a missing total means that it could not be derived: state it.',
  say: (args, path) => `The required field ${leafOf(path)} is missing${missingWhy(args)}.`,
  bad: sampleOrder({ customer: sampleCustomer({ email: undefined }) }),
});

export const fieldType = rules.error('order.field.type', {
  fixed: UNREADABLE,
  title: 'A field of the order message has the type the interface names',
  explanation:
    'Identifiers are texts even when they look like numbers (write them in quotes); money is an integer of cents; quantities are integers.',
  say: (args, path) =>
    `${leafOf(path)} must be ${args.expected}, found ${args.found}.${args.found === 'null' && path ? ' Omit the field instead.' : ''}`,
  good: sampleOrder({ identifier: '1001' }),
  bad: sampleOrder({ identifier: 1001 }),
});

const fieldRecommended = rules.warning('order.field.recommended', {
  title: 'A field of the interface that is not strictly required is given',
  explanation:
    'The interface lists the field without calling it optional. The order is accepted without it, but something for the shopper may be missing, such as the image or the eligibility for express returns.',
  source: 'field notes',
  say: (_args, path) => `${leafOf(path)} is missing; the interface lists it.`,
  bad: sampleOrder({ raw_status: undefined }),
});

const fieldEmpty = rules.warning('order.field.empty', {
  title: 'A required text is not empty',
  explanation: 'The field is there, but holds no text. Send what the shopper or the carrier needs to see.',
  source: 'this tool',
  say: (_args, path) => `${leafOf(path)} is empty.`,
  bad: sampleOrder({ shipping_address: sampleAddress({ city: '' }) }),
});

const identifierEmpty = rules.error('order.identifier.empty', {
  fixed: ORDER_IDENTITY,
  title: 'An identifier or a currency is not empty',
  explanation:
    'An empty identifier refers to nothing: refunds and RMAs could not find the order or the line. Without a currency no amount means anything.',
  say: (_args, path) =>
    `${leafOf(path)} is empty; it must ${path === 'currency' ? 'be a code such as USD' : 'identify something'}.`,
  bad: withLine({ sku: ' ' }),
});

export const itemsEmpty = rules.warning('order.items.empty', {
  title: 'An order has lines',
  explanation: 'Without lines the shopper finds nothing to return.',
  source: 'this tool',
  say: () => 'The order has no lines.',
  bad: sampleOrder({ items: [], total_amount_cents: 0, product_amount_cents: 0, tax_amount_cents: 0 }),
});

const sizeLimit = rules.error('order.size.limit', {
  ...sizeText('The lists of an order have', 'The lists of the order have', MAX_ELEMENTS, 'elements together'),
  bad: () => sampleOrder({ tags: Array.from({ length: MAX_ELEMENTS + 1 }, () => 'FinalSale') }),
});

function missingWhy({ empty, unused }: FindingArguments): string {
  if (empty !== undefined) return `: column ${quote(empty)} is empty`;
  return unused === undefined ? '' : `: the mapping takes no value from column ${quote(unused)}`;
}

export const fieldRules = rules.all;

/** What is looked for in the fields of one kind of object. */
interface FieldsToCheck {
  /** Texts that should not be empty. */
  readonly filled?: readonly string[];
  readonly recommended?: readonly string[];
}

const isMissing = (value: unknown): boolean => value === undefined;

function checkOf(shape: z.ZodObject, { filled = [], recommended = [] }: FieldsToCheck = {}): CheckFields {
  const names = Object.keys(shape.shape);
  return fieldCheck(
    [identifierEmpty, filledFields(shape), isBlank],
    [fieldEmpty, filled, isBlank],
    [fieldRecommended, recommended, isMissing],
    [amountNegative, names.filter((name) => name.endsWith('_cents')), isNegative],
    [quantityNegative, names.filter((name) => name.startsWith('quantity')), isNegative],
  );
}

export const checkOrderFields = checkOf(orderShape, {
  recommended: ['raw_status'],
});
export const checkItemFields = checkOf(itemShape, {
  filled: ['title'],
  recommended: ['image_url', 'weight'],
});
export const checkCustomerFields = checkOf(customerShape, {
  recommended: ['first_name', 'last_name', 'phone'],
});
// Many countries have no state and some have no postal code: there the empty text is correct.
export const checkAddressFields = checkOf(addressShape, {
  filled: ['name', 'street1', 'city', 'country_code'],
  recommended: ['phone'],
});
export const checkRefundFields = checkOf(refundShape);
export const checkRefundLineFields = checkOf(refundLineShape);

/** What exports do to texts. */
export const orderTexts = textRules('order', orderShape, withLine, 'title');

/** The finding for an order whose lists are too long to be checked in limited time and memory. */
export function oversize(order: Loose): Finding | undefined {
  let size = lengthOf(order.tags) + lengthOf(order.items) + lengthOf(order.refunds);
  const { items, refunds } = order;
  if (Array.isArray(items)) for (let i = 0; i < items.length; i++) size += lengthOf(items[i]?.tags);
  if (Array.isArray(refunds))
    for (let i = 0; i < refunds.length; i++) size += lengthOf(refunds[i]?.refund_line_items);
  size += lengthOf(order.transactions) + lengthOf(order.discounts);
  return size > MAX_ELEMENTS ? found(sizeLimit, '', { found: size }) : undefined;
}

const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
